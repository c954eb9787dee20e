#include "window_walk.h"

#include "app/gui/pages/open_data_page.h"
#include "app/gui/pages/run_page.h"
#include "app/gui/shell/document_area.h"
#include "app/gui/shell/main_actions.h"
#include "widgets/molecule/graph_gallery.h"

#include <QAction>
#include <QDir>
#include <QElapsedTimer>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QTest>

#include <stdexcept>

namespace vitrine {

namespace {

constexpr int kPatience = 30'000; // ms

QPushButton* buttonThat(const QWidget& page, const QString& starts) {
    for (QPushButton* button : page.findChildren<QPushButton*>())
        if (button->isVisible() && button->text().startsWith(starts))
            return button;
    return nullptr;
}

} // namespace

WindowWalk::WindowWalk(MainWindow& window, Workbench& workbench, QString folder)
    : m_window(window), m_workbench(workbench), m_folder(std::move(folder)) {}

void WindowWalk::wait(const QString& what, const std::function<bool()>& reached) {
    QElapsedTimer timer;
    timer.start();
    while (!reached()) {
        if (timer.hasExpired(kPatience))
            throw std::runtime_error("waited in vain for " + what.toStdString());
        QTest::qWait(10);
    }
}

void WindowWalk::settle(int milliseconds) {
    QTest::qWait(milliseconds);
}

void WindowWalk::picture(const QString& name) {
    settle();
    const QString path = QDir(m_folder).filePath(name + QStringLiteral(".png"));
    if (!m_window.grab().save(path))
        throw std::runtime_error("could not write " + path.toStdString());
}

Page* WindowWalk::page(const QString& start) {
    Page* current = m_window.currentPage();
    return current && current->pageId().startsWith(start) ? current : nullptr;
}

void WindowWalk::welcome() {
    picture(QStringLiteral("welcome"));
}

void WindowWalk::openData(const QString& file) {
    m_window.openPaths({file});
    wait(QStringLiteral("the plan"), [this] { return page(QStringLiteral("import")) != nullptr; });
    auto* plan = static_cast<OpenDataPage*>(page(QStringLiteral("import")));
    wait(QStringLiteral("the preview"), [plan] { return !plan->isLooking() && plan->plan().itemCount() > 0; });
    picture(QStringLiteral("open_data"));
}

void WindowWalk::readData() {
    QPushButton* read = buttonThat(*m_window.currentPage(), QStringLiteral("Read "));
    if (!read)
        throw std::runtime_error("there is no button to read the data");
    QTest::mouseClick(read, Qt::LeftButton);
    wait(QStringLiteral("the data set"), [this] { return page(QStringLiteral("dataset")) != nullptr; });
    settle(1500);
    picture(QStringLiteral("dataset"));
    if (auto* gallery = m_window.currentPage()->findChild<GraphGallery*>()) {
        QListView* view = gallery->view();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(1, 0)).center());
        picture(QStringLiteral("dataset_molecule"));
    }
}

void WindowWalk::newExperiment(const QString& choice, const QString& name) {
    m_window.mainActions().newExperiment->trigger();
    wait(QStringLiteral("the experiment"), [this] { return page(QStringLiteral("experiment")) != nullptr; });
    auto* choices = m_window.currentPage()->findChild<QListWidget*>();
    const auto row = [&] { return choices->findItems(choice, Qt::MatchExactly).value(0); };
    wait(QStringLiteral("the choice ") + choice, [&] { return row() != nullptr; });
    QTest::mouseClick(choices->viewport(), Qt::LeftButton, {}, choices->visualItemRect(row()).center());
    settle();
    wait(QStringLiteral("leave to run"), [this] { return m_window.mainActions().run->isEnabled(); });
    picture(name);
}

void WindowWalk::backToData() {
    for (const DatasetRecord& record : m_workbench.contents().datasets)
        m_workbench.requestOpen(QStringLiteral("dataset:%1").arg(record.id));
    wait(QStringLiteral("the data set"), [this] { return page(QStringLiteral("dataset")) != nullptr; });
}

void WindowWalk::runExperiment(const QString& name) {
    m_window.mainActions().run->trigger();
    wait(QStringLiteral("the run"), [this] { return page(QStringLiteral("run")) != nullptr; });
    wait(QStringLiteral("its end"), [this] { return !m_workbench.hasRunningJobs(); });
    settle(1500);
    picture(name);
}

void WindowWalk::sample(const QString& plugin) {
    m_window.openSample(plugin);
    wait(QStringLiteral("the run of the sample"), [this] { return page(QStringLiteral("run")) != nullptr; });
    wait(QStringLiteral("its end"), [this] { return !m_workbench.hasRunningJobs(); });
    m_window.mainActions().showJobs->setChecked(false);
    settle(1500);
    picture(plugin);
    allPages(plugin);
}

void WindowWalk::allPages(const QString& name) {
    auto* run = static_cast<RunPage*>(page(QStringLiteral("run")));
    for (int i = 1; i < run->pageCount(); ++i) {
        run->showPage(i);
        settle(1500);
        picture(name + QStringLiteral("_page%1").arg(i + 1));
    }
    run->showPage(0);
}

void WindowWalk::runPages() {
    auto* run = static_cast<RunPage*>(page(QStringLiteral("run")));
    m_window.mainActions().showJobs->setChecked(false);
    run->selection()->select(QStringLiteral("path"), {QStringLiteral("6-6-17")});
    settle(1000);
    picture(QStringLiteral("run_path"));
    const QStringList names{QStringLiteral("predictions"), QStringLiteral("run_page2"), QStringLiteral("run_page3"),
                            QStringLiteral("run_page4")};
    for (int i = 1; i <= names.size(); ++i) {
        run->showPage(i);
        settle(1500);
        picture(names[i - 1]);
    }
    run->showPage(0);
}

void WindowWalk::report() {
    m_window.mainActions().report->trigger();
    wait(QStringLiteral("the report"), [this] { return page(QStringLiteral("report")) != nullptr; });
    settle(2000);
    picture(QStringLiteral("report"));
}

} // namespace vitrine
