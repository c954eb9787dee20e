#include "widgets/style/mnemonic_watch.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QWidget>

#include <utility>

namespace vitrine {

namespace {

void repaint(QWidget* window) {
    if (!window)
        return;
    window->update();
    for (auto* part : window->findChildren<QWidget*>())
        part->update();
}

} // namespace

MnemonicWatch::MnemonicWatch(QObject* parent) : QObject(parent) {
    if (qApp)
        qApp->installEventFilter(this);
}

void MnemonicWatch::show(QWidget* window) {
    m_window = window;
    if (!std::exchange(m_shown, true))
        repaint(m_window);
}

void MnemonicWatch::hide() {
    if (std::exchange(m_shown, false))
        repaint(m_window);
}

void MnemonicWatch::hideUnlessUsed() {
    // The menu bar takes the keyboard when Alt is let go, after this event.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (!qobject_cast<QMenu*>(QApplication::activePopupWidget()) &&
                !qobject_cast<QMenuBar*>(QApplication::focusWidget()))
                hide();
        },
        Qt::QueuedConnection);
}

bool MnemonicWatch::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::KeyPress:
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Alt && watched->isWidgetType())
            show(static_cast<QWidget*>(watched)->window());
        break;
    case QEvent::KeyRelease:
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Alt)
            hideUnlessUsed();
        break;
    case QEvent::MouseButtonPress:
    case QEvent::WindowDeactivate:
    case QEvent::ApplicationDeactivate: hide(); break;
    case QEvent::Hide:
    case QEvent::FocusOut:
        if (m_shown && (qobject_cast<QMenu*>(watched) || qobject_cast<QMenuBar*>(watched)))
            hideUnlessUsed();
        break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace vitrine
