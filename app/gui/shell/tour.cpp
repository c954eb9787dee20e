#include "app/gui/shell/tour.h"

#include "app/gui/pages/welcome_page.h"
#include "app/gui/shell/callout.h"
#include "app/gui/shell/main_actions.h"
#include "widgets/style/pane_frame.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMainWindow>
#include <QPushButton>
#include <QToolBar>
#include <QToolButton>

#include <utility>

namespace vitrine {

Tour::Tour(QMainWindow* window, std::vector<Step> steps)
    : QObject(window), m_window(window), m_steps(std::move(steps)), m_callout(new Callout(window)) {
    m_placing.setSingleShot(true);
    m_placing.setInterval(0);
    connect(&m_placing, &QTimer::timeout, this, &Tour::place);
    connect(m_callout, &Callout::backWanted, this, [this] { show(m_step - 1); });
    connect(m_callout, &Callout::nextWanted, this, [this] {
        if (m_step + 1 < stepCount())
            show(m_step + 1);
        else
            end();
    });
    connect(m_callout, &Callout::skipWanted, this, &Tour::end);
}

void Tour::start() {
    if (!m_isRunning) {
        m_isRunning = true;
        m_focusBefore = m_window->focusWidget();
        qApp->installEventFilter(this);
    }
    show(0);
    m_callout->show();
    m_callout->nextButton()->setFocus();
}

void Tour::end() {
    if (!m_isRunning)
        return;
    m_isRunning = false;
    m_placing.stop();
    qApp->removeEventFilter(this);
    const bool hadFocus = m_callout->isAncestorOf(m_window->focusWidget());
    m_callout->hide();
    if (hadFocus)
        (m_focusBefore && m_focusBefore->isVisible() ? m_focusBefore.data() : m_window->centralWidget())->setFocus();
}

void Tour::show(int step) {
    m_step = step;
    const Step& shown = m_steps[static_cast<std::size_t>(step)];
    m_callout->setStep(step, stepCount(), shown.title, shown.text);
    place();
}

QWidget* Tour::target() const {
    QWidget* target = m_steps[static_cast<std::size_t>(m_step)].target();
    return target && target->isVisible() ? target : nullptr;
}

void Tour::place() {
    if (m_isRunning)
        m_callout->pointAt(target());
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
    auto* widget = watched->isWidgetType() ? static_cast<QWidget*>(watched) : nullptr;
    if (!widget || widget->window() != m_window)
        return QObject::eventFilter(watched, event);
    const bool isInside = widget == m_callout || m_callout->isAncestorOf(widget);
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide:
        if (!isInside)
            m_placing.start();
        break;
    case QEvent::ShortcutOverride: // Esc has another use in the window
    case QEvent::KeyPress:
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && !QApplication::activePopupWidget()) {
            event->accept();
            if (event->type() == QEvent::KeyPress)
                end();
            return true;
        }
        break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

namespace {

/// Menu of the figure at the top left that can go into a report; null: none is shown.
QWidget* topmostFigureMenu(const QWidget* window) {
    QWidget* found = nullptr;
    QPoint at;
    const QList<PaneFrame*> frames = window->findChildren<PaneFrame*>();
    for (const PaneFrame* frame : frames) {
        if (!frame->menuButton()->isVisible() || !frame->addButton()->isVisible())
            continue;
        const QPoint corner = frame->mapTo(window, QPoint());
        if (!found || std::pair(corner.y(), corner.x()) < std::pair(at.y(), at.x())) {
            found = frame->menuButton();
            at = corner;
        }
    }
    return found;
}

} // namespace

std::vector<Tour::Step> firstSteps(QMainWindow* window, const MainActions& actions, const WelcomePage& welcome,
                                   QWidget* search) {
    const auto* bar = window->findChild<QToolBar*>(QStringLiteral("mainToolBar"));
    // What has no room in the bar stands behind its last button.
    const auto orExtension = [bar](QWidget* widget) {
        return widget->isVisible() ? widget : bar->findChild<QWidget*>(QStringLiteral("qt_toolbar_ext_button"));
    };
    const auto inToolBar = [bar, orExtension](QAction* action) { return orExtension(bar->widgetForAction(action)); };
    const auto openButton = [&welcome, inToolBar, action = actions.openData]() -> QWidget* {
        return welcome.isVisible() ? welcome.openButton() : inToolBar(action);
    };
    const auto figureButton = [window, inToolBar, action = actions.report] {
        QWidget* menu = topmostFigureMenu(window);
        return menu ? menu : inToolBar(action);
    };
    return {
        {Tour::tr("Open data"),
         Tour::tr("Choose files here, or drop them anywhere in the window. You see what they will become before "
                  "anything is read. Without data of your own, open the sample of a system."),
         openButton},
        {Tour::tr("Set up an experiment"),
         Tour::tr("With a data set in front, this makes an experiment: system, parameters and seed. Point at a field "
                  "to read what it does."),
         [inToolBar, action = actions.newExperiment] { return inToolBar(action); }},
        {Tour::tr("Run it"),
         Tour::tr("Run starts the experiment in front (Ctrl+Return). Its curves grow while it goes on; Cancel keeps "
                  "what there is by then."),
         [inToolBar, action = actions.run] { return inToolBar(action); }},
        {Tour::tr("Keep what you found"),
         Tour::tr("Every figure has a menu “…” that saves it for a paper or its data as CSV, and a “+” that puts it "
                  "into a report. Report makes one of everything that a run found."),
         figureButton},
        {Tour::tr("Find everything by name"),
         Tour::tr("Ctrl+K finds every command, data set, run and report. F1 explains the page in front. This tour "
                  "stands in the menu Help."),
         [search, orExtension] { return orExtension(search); }},
    };
}

} // namespace vitrine
