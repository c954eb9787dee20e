#pragma once

#include "app/gui/main_window.h"
#include "app/gui/page.h"
#include "app/gui/run/pane.h"
#include "app/gui/run/pane_grid.h"
#include "app/gui/workbench.h"
#include "widgets/charts/chart_view.h"
#include "widgets/style/theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QDropEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

// The whole program in a test: its window with the installed systems and an empty state folder, and a hand that clicks
// and types. Programs built with this header link vitrine_app_gui.

namespace vitrine::test {

inline QString sampleFile(const QString& name) {
    return QStringLiteral(VITRINE_SOURCE_DIR "/plugins/pathboost/samples/") + name;
}

class WindowDriver {
public:
    WindowDriver() {
        qputenv("VITRINE_STATE_DIR", m_state.path().toUtf8());
        m_bench = std::make_unique<Workbench>();
        applyTheme(*qApp, ThemeChoice::light);
        m_bench->scanPlugins(PluginRegistry::defaultFolders());
        m_window = std::make_unique<MainWindow>(*m_bench);
        m_window->resize(1440, 900);
        m_window->show();
        m_window->activateWindow();
    }
    ~WindowDriver() {
        m_window.reset();
        m_bench.reset();
    }
    WindowDriver(const WindowDriver&) = delete;
    WindowDriver& operator=(const WindowDriver&) = delete;

    Workbench& bench() { return *m_bench; }
    MainWindow& window() { return *m_window; }
    QString path(const QString& name) const { return m_state.filePath(name); }
    /// Presses of a mouse button so far.
    int clicks() const { return m_clicks; }

    Page* page() const { return m_window->currentPage(); }
    template <class T>
    T* pageAs() const {
        return dynamic_cast<T*>(m_window->currentPage());
    }
    bool isInFront(const QString& kind) const { return page() && page()->pageId().startsWith(kind); }

    /// What a person finds by its text or name: the first visible one that starts with it.
    QAbstractButton* button(const QString& starts, const QWidget* inside = nullptr) const {
        const QWidget* root = inside ? inside : static_cast<const QWidget*>(m_window.get());
        for (auto* candidate : root->findChildren<QAbstractButton*>())
            if (candidate->isVisible() && (plain(candidate->text()).startsWith(starts, Qt::CaseInsensitive) ||
                                           candidate->accessibleName().startsWith(starts, Qt::CaseInsensitive)))
                return candidate;
        return nullptr;
    }
    void click(QWidget* widget) { clickAt(widget, widget->rect().center()); }
    void clickAt(QWidget* widget, const QPoint& at, Qt::KeyboardModifiers modifiers = {}) {
        ++m_clicks;
        QTest::mouseClick(widget, Qt::LeftButton, modifiers, at);
    }
    /// Clicks a button once it is there and can be used. @return false when it does not come
    bool clickButton(const QString& starts, int timeoutMs = 10000) {
        const auto isThere = [&] {
            const QAbstractButton* found = button(starts);
            return found && found->isEnabled();
        };
        if (!QTest::qWaitFor(isThere, timeoutMs))
            return false;
        click(button(starts));
        return true;
    }
    /// As a window manager does when a dialog has been closed.
    void activate() {
        m_window->activateWindow();
        static_cast<void>(QTest::qWaitForWindowActive(m_window.get()));
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        if (!QApplication::activePopupWidget() && !QApplication::activeModalWidget())
            activate();
        QWidget* target = QApplication::focusWidget();
        QTest::keyClick(target ? target : static_cast<QWidget*>(m_window.get()), key, modifiers);
    }

    /// Files from the desktop let go over the middle of the window.
    bool drop(const QStringList& paths) {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls.append(QUrl::fromLocalFile(path));
        data.setUrls(urls);
        const QPoint at = m_window->rect().center();
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &enter);
        if (!enter.isAccepted())
            return false;
        QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &drop);
        return drop.isAccepted();
    }
    /// Drops a file and reads it. @return whether its page came
    bool import(const QString& path) {
        return drop({path}) && waitFor(QStringLiteral("import")) && clickButton(QStringLiteral("Read 1 item")) &&
               waitFor(QStringLiteral("dataset:"));
    }
    bool waitFor(const QString& kind, int timeoutMs = 20000) {
        return QTest::qWaitFor([&] { return isInFront(kind); }, timeoutMs);
    }
    RunState stateOf(RunId run) const {
        const RunRecord* record = m_bench->contents().run(run);
        return record ? record->state : RunState::queued;
    }
    /// The run of the page in front.
    RunId runInFront() const {
        return isInFront(QStringLiteral("run:")) ? page()->pageId().section(QLatin1Char(':'), 1).toLongLong() : 0;
    }

    /// Types a path into the file dialog that is open and accepts it with the keyboard.
    bool answerFileDialog(const QString& path, int timeoutMs = 5000) {
        const auto dialog = [this] {
            for (QFileDialog* candidate : m_window->findChildren<QFileDialog*>())
                if (candidate->isVisible())
                    return candidate;
            return static_cast<QFileDialog*>(nullptr);
        };
        if (!QTest::qWaitFor([&] { return dialog() != nullptr; }, timeoutMs))
            return false;
        auto* name = dialog()->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        if (!name)
            return false;
        name->selectAll();
        QTest::keyClicks(name, path);
        // What the dialog proposes, and when, is waved away; then what was typed is accepted.
        for (int tries = 0; dialog() && tries < 20; ++tries) {
            if (QWidget* proposals = QApplication::activePopupWidget())
                QTest::keyClick(proposals, Qt::Key_Escape);
            else
                QTest::keyClick(name, Qt::Key_Return);
            QTest::qWait(50);
        }
        return !dialog();
    }

    /// The pane that shows an output on the page in front.
    Pane* pane(const std::string& outputId) const {
        for (Pane* candidate : m_window->findChildren<Pane*>())
            if (candidate->isVisible() && candidate->spec().outputId == outputId)
                return candidate;
        return nullptr;
    }
    /// Whether a pane has something to click: bars, rows or items.
    bool hasEntries(const Pane* pane) const { return pane && (chartOf(pane) || listOf(pane)); }
    /// Chooses the first entry of a pane, such as the longest bar.
    void clickFirstOf(const Pane* pane) {
        if (ChartView* chart = chartOf(pane)) {
            QPointF at = chart->pixelOf(0.0, 0.0) + QPointF(12, 0); // of bars
            for (const FigureMark& mark : chart->spec().marks)
                if (!mark.horizontal && !mark.keys.empty() && !mark.x.empty() && !mark.y.empty()) {
                    at = chart->pixelOf(mark.x.front(), mark.y.front());
                    break;
                }
            clickAt(chart->viewport(), at.toPoint());
        } else if (QAbstractItemView* view = listOf(pane)) {
            clickAt(view->viewport(), view->visualRect(view->model()->index(0, 0)).center());
        }
    }

private:
    static ChartView* chartOf(const Pane* pane) {
        for (auto* chart : pane->findChildren<ChartView*>())
            if (chart->isVisible() && !chart->spec().marks.empty() && chart->plotRect().isValid())
                return chart;
        return nullptr;
    }
    static QAbstractItemView* listOf(const Pane* pane) {
        for (auto* view : pane->findChildren<QAbstractItemView*>())
            if (view->isVisible() && view->model() && view->model()->rowCount() > 0)
                return view;
        return nullptr;
    }
    static QString plain(QString text) { return text.remove(QLatin1Char('&')); }

    QTemporaryDir m_state;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;
    int m_clicks = 0;
};

} // namespace vitrine::test
