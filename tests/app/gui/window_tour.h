#pragma once

#include "app/gui/compare/compare_table.h"
#include "app/gui/pages/compare_page.h"
#include "app/gui/pages/runs_page.h"
#include "app/gui/shell/main_actions.h"
#include "app/gui/shell/tour.h"
#include "tests/app/gui/window_driver.h"
#include "widgets/style/segmented_control.h"
#include "widgets/views/table_panel.h"

#include <QDialog>
#include <QToolButton>

#include <functional>

namespace vitrine::test {

/// The first molecules of the sample, so that a run takes no time.
inline QString smallSample(const WindowDriver& hand, int rows = 120) {
    QFile whole(sampleFile(QStringLiteral("esol.csv")));
    QFile part(hand.path(QStringLiteral("solubility.csv")));
    if (!whole.open(QIODevice::ReadOnly) || !part.open(QIODevice::WriteOnly))
        return {};
    for (int line = 0; line <= rows; ++line)
        part.write(whole.readLine());
    return part.fileName();
}

/// Chooses every segment of every segmented control on the page in front, one after the other.
inline void visitSegments(WindowDriver& hand, const QString& name, const std::function<void(const QString&)>& visit) {
    for (auto* control : hand.page()->findChildren<SegmentedControl*>()) {
        if (!control->isVisible())
            continue;
        for (int i = 0; i < control->count(); ++i) {
            const QString text = control->text(i);
            for (auto* segment : control->findChildren<QToolButton*>())
                if (segment->text() == text && segment->isVisible())
                    hand.click(segment);
            QTest::qWait(200);
            visit(name + QStringLiteral(", ") + text);
        }
        return; // the outermost one
    }
    visit(name);
}

/// Runs what is in front once more and puts the two side by side. The run before is in front again afterwards.
inline QString tourComparison(WindowDriver& hand, const std::function<void(const QString&)>& visit) {
    const QString first = hand.page()->pageId();
    hand.window().mainActions().compare->trigger();
    if (!hand.waitFor(QStringLiteral("compare")))
        return QStringLiteral("choice of runs");
    visit(QStringLiteral("choice of runs"));
    hand.bench().requestOpen(first);
    if (!hand.waitFor(first))
        return QStringLiteral("run before");
    hand.page()->run();
    const auto isOther = [&] { return hand.isInFront(QStringLiteral("run:")) && hand.page()->pageId() != first; };
    if (!QTest::qWaitFor(isOther, 10000) ||
        !QTest::qWaitFor([&] { return hand.stateOf(hand.runInFront()) == RunState::finished; }, 30000))
        return QStringLiteral("second run");
    const RunId second = hand.runInFront();
    hand.window().mainActions().compare->trigger();
    auto* page = hand.waitFor(QStringLiteral("compare")) ? hand.pageAs<ComparePage>() : nullptr;
    if (!page)
        return QStringLiteral("comparison");
    page->setRuns({first.section(QLatin1Char(':'), 1).toLongLong(), second});
    if (!QTest::qWaitFor([&] { return page->metricTable()->isVisible(); }, 10000))
        return QStringLiteral("comparison");
    visit(QStringLiteral("comparison"));
    hand.bench().requestOpen(QStringLiteral("runs"));
    auto* runs = hand.waitFor(QStringLiteral("runs")) ? hand.pageAs<RunsPage>() : nullptr;
    if (!runs || !QTest::qWaitFor([&] { return runs->panel()->isVisible(); }, 10000))
        return QStringLiteral("table of runs");
    runs->selection()->select(QStringLiteral("run"), {QString::number(second)});
    visit(QStringLiteral("table of runs"));
    hand.bench().requestOpen(first);
    return hand.waitFor(first) ? QString() : QStringLiteral("run before");
}

/// Goes through the whole program with clicks and keys and stops on every page and in every dialog.
/// @return what could not be reached; empty: all was visited
inline QString tour(WindowDriver& hand, const std::function<void(const QString&)>& visit) {
    if (!QTest::qWaitForWindowExposed(&hand.window()))
        return QStringLiteral("window");
    visit(QStringLiteral("welcome"));

    hand.window().mainActions().tour->trigger();
    visit(QStringLiteral("first hint"));
    hand.key(Qt::Key_Escape);
    if (hand.window().tour()->isRunning())
        return QStringLiteral("end of the hints");

    const auto dialog = [&](QAction* action, const QString& name) {
        action->trigger();
        const auto open = [] { return QApplication::activeModalWidget(); };
        if (!QTest::qWaitFor([&] { return open() != nullptr; }, 3000))
            return false;
        visit(name);
        QTest::keyClick(open(), Qt::Key_Escape);
        if (!QTest::qWaitFor([&] { return open() == nullptr; }, 3000))
            return false;
        hand.activate();
        return true;
    };
    if (!dialog(hand.window().mainActions().shortcuts, QStringLiteral("shortcuts dialog")))
        return QStringLiteral("shortcuts dialog");
    if (!dialog(hand.window().mainActions().systems, QStringLiteral("systems dialog")))
        return QStringLiteral("systems dialog");
    if (!dialog(hand.window().mainActions().preferences, QStringLiteral("preferences dialog")))
        return QStringLiteral("preferences dialog");

    if (!hand.drop({smallSample(hand)}) || !hand.waitFor(QStringLiteral("import")) ||
        !QTest::qWaitFor([&] { return hand.button(QStringLiteral("Read 1 item")) != nullptr; }, 10000))
        return QStringLiteral("import");
    visit(QStringLiteral("open data"));
    if (!hand.clickButton(QStringLiteral("Read 1 item")) || !hand.waitFor(QStringLiteral("dataset:")))
        return QStringLiteral("data set");
    hand.key(Qt::Key_J, Qt::ControlModifier);
    QTest::qWait(500);
    visitSegments(hand, QStringLiteral("data set"), visit);
    if (!hand.clickButton(QStringLiteral("New Experiment")) || !hand.waitFor(QStringLiteral("experiment:")) ||
        !QTest::qWaitFor([&] { return hand.page()->canRun(); }, 10000))
        return QStringLiteral("experiment");
    visit(QStringLiteral("experiment"));
    hand.key(Qt::Key_Return, Qt::ControlModifier);
    if (!hand.waitFor(QStringLiteral("run:")) ||
        !QTest::qWaitFor([&] { return hand.stateOf(hand.runInFront()) == RunState::finished; }, 30000))
        return QStringLiteral("run");
    QTest::qWait(500);
    visitSegments(hand, QStringLiteral("run"), visit);
    if (const QString missed = tourComparison(hand, visit); !missed.isEmpty())
        return missed;
    if (!hand.clickButton(QStringLiteral("Report")) || !hand.waitFor(QStringLiteral("report:")))
        return QStringLiteral("report");
    QTest::qWait(1000);
    visit(QStringLiteral("report"));

    hand.key(Qt::Key_K, Qt::ControlModifier);
    if (!QTest::qWaitFor([] { return QApplication::activePopupWidget() != nullptr; }, 3000))
        return QStringLiteral("command palette");
    visit(QStringLiteral("command palette"));
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
    return {};
}

} // namespace vitrine::test
