#include "tests/app/gui/window_tour.h"

#include <QAccessible>
#include <QButtonGroup>
#include <QDockWidget>
#include <QMenuBar>
#include <QToolBar>

using namespace vitrine;
using namespace vitrine::test;

/// Everything can be reached and told apart without mouse and eyes: names, Tab, F6, on every page.
class TestKeyboard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyControlHasANameAndIsReached();
    void areasAreWalkedWithF6();
    void menuLettersAreUnderlinedWhileAltIsHeld();
};

namespace {

/// Popup or dialog that is open, else the window.
QWidget* inFront(WindowDriver& hand) {
    if (QWidget* popup = QApplication::activePopupWidget())
        return popup;
    QWidget* modal = QApplication::activeModalWidget();
    return modal ? modal : &hand.window();
}

/// Parts that Qt makes inside a control and that take the focus for it.
bool isInnerPart(const QWidget* widget) {
    for (const QWidget* outer = widget->parentWidget(); outer; outer = outer->parentWidget())
        if (outer->focusProxy() == widget || widget->focusProxy() == outer)
            return true;
    return widget->objectName().startsWith(QLatin1String("qt_"));
}

/// Segments that are not chosen: Tab goes to the chosen one, arrows go on from there.
bool isReachedWithArrows(const QWidget* widget) {
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    return button && button->group() && button->group()->exclusive() && !button->isChecked();
}

/// Mouse-only doubles of something that has a key of its own: Ctrl+W, typing in the field.
bool isDouble(const QWidget* widget) {
    const QLatin1String name(widget->metaObject()->className());
    return name == QLatin1String("CloseButton") || name == QLatin1String("QLineEditIconButton");
}

bool isControl(const QWidget* widget) {
    if (!widget->isVisible() || !widget->isEnabled() || isInnerPart(widget) || widget->focusProxy() ||
        isDouble(widget) || isReachedWithArrows(widget))
        return false;
    return (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus || qobject_cast<const QAbstractButton*>(widget);
}

QString nameOf(QWidget* widget) {
    const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
    return face ? face->text(QAccessible::Name).trimmed() : widget->accessibleName();
}

QString describe(const QWidget* widget) {
    QString text = QLatin1String(widget->metaObject()->className());
    if (!widget->accessibleName().isEmpty())
        text += QStringLiteral(" “%1”").arg(widget->accessibleName());
    else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        text += QStringLiteral(" “%1”").arg(button->text());
    QStringList parents;
    for (const QWidget* outer = widget->parentWidget(); outer && parents.size() < 3; outer = outer->parentWidget())
        parents << QLatin1String(outer->metaObject()->className());
    return text + QStringLiteral(" in ") + parents.join(QStringLiteral(" in "));
}

/// What Tab comes by, until it comes round. Follows the focus within the window, active or not.
QSet<const QWidget*> tabStops(QWidget* root, QString* trap) {
    QSet<const QWidget*> stops;
    if (!root->focusWidget())
        QTest::keyClick(root, Qt::Key_Tab);
    for (int i = 0; i < 400; ++i) {
        QWidget* focus = root->focusWidget();
        if (!focus)
            break;
        stops.insert(focus);
        QTest::keyClick(focus, Qt::Key_Tab);
        if (root->focusWidget() == focus) {
            *trap = describe(focus);
            break;
        }
    }
    return stops;
}

} // namespace

void TestKeyboard::everyControlHasANameAndIsReached() {
    WindowDriver hand;
    QStringList faults;
    QStringList visited;
    const QString missed = tour(hand, [&](const QString& place) {
        visited << place;
        QWidget* root = inFront(hand);
        QString trap;
        const QSet<const QWidget*> stops = tabStops(root, &trap);
        if (!trap.isEmpty() && stops.size() > 1)
            faults << place + QStringLiteral(": Tab does not leave ") + trap;
        for (auto* widget : root->findChildren<QWidget*>()) {
            if (widget->window() != root || !isControl(widget))
                continue;
            if (nameOf(widget).isEmpty())
                faults << place + QStringLiteral(": no name: ") + describe(widget);
            if ((widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !stops.contains(widget))
                faults << place + QStringLiteral(": not reached with Tab: ") + describe(widget);
            if (!(widget->focusPolicy() & Qt::TabFocus) && qobject_cast<QAbstractButton*>(widget))
                faults << place + QStringLiteral(": button without keyboard: ") + describe(widget);
        }
    });
    faults.removeDuplicates();
    for (const QString& fault : std::as_const(faults))
        qWarning().noquote() << fault;
    qInfo().noquote() << visited.join(QStringLiteral("; "));
    QVERIFY2(missed.isEmpty(), qPrintable(missed));
    QVERIFY2(faults.isEmpty(), qPrintable(QStringLiteral("%1 faults").arg(faults.size())));
}

void TestKeyboard::areasAreWalkedWithF6() {
    WindowDriver hand;
    QVERIFY(hand.import(smallSample(hand)));
    QTest::qWait(500);
    hand.key(Qt::Key_J, Qt::ControlModifier);
    QList<QWidget*> areas = {hand.window().findChild<QToolBar*>(), hand.window().centralWidget()};
    for (auto* dock : hand.window().findChildren<QDockWidget*>()) {
        QVERIFY2(dock->isVisible(), qPrintable(dock->windowTitle()));
        areas << dock;
    }
    QCOMPARE(areas.size(), 5);
    const auto current = [&] {
        for (QWidget* area : std::as_const(areas))
            if (QApplication::focusWidget() && area->isAncestorOf(QApplication::focusWidget()))
                return area;
        return static_cast<QWidget*>(nullptr);
    };
    for (const Qt::KeyboardModifiers modifiers : {Qt::KeyboardModifiers(), Qt::KeyboardModifiers(Qt::ShiftModifier)}) {
        QSet<QWidget*> seen;
        for (int i = 0; i < 5; ++i) {
            hand.key(Qt::Key_F6, modifiers);
            QVERIFY(current());
            seen << current();
        }
        QCOMPARE(seen.size(), 5); // each once, then from the start
        QWidget* first = current();
        for (int i = 0; i < 5; ++i)
            hand.key(Qt::Key_F6, modifiers);
        QCOMPARE(current(), first);
    }
}

void TestKeyboard::menuLettersAreUnderlinedWhileAltIsHeld() {
    WindowDriver hand;
    QVERIFY(QTest::qWaitForWindowExposed(&hand.window()));
    QMenuBar* bar = hand.window().menuBar();
    const QImage plain = bar->grab().toImage();
    QTest::keyPress(&hand.window(), Qt::Key_Alt, Qt::AltModifier);
    const QImage underlined = bar->grab().toImage();
    QVERIFY(underlined != plain);
    QTest::keyRelease(&hand.window(), Qt::Key_Alt); // the menu bar has the keyboard now
    hand.key(Qt::Key_Escape);
    QTRY_COMPARE(bar->grab().toImage(), plain);
}

QTEST_MAIN(TestKeyboard)
#include "tst_keyboard.moc"
