#include "widgets/style/badge.h"
#include "widgets/style/card.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/error_panel.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/pane_frame.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QtTest>
#include <QtWidgets>

using namespace vitrine;

namespace {

/// Number of pixels of exactly this colour.
int pixelsOf(const QImage& image, const QColor& color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y).rgb() == color.rgb() ? 1 : 0;
    return count;
}

} // namespace

class TestStyle : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void everyIconIsDrawn();
    void iconsFollowTheTheme();
    void controlsHaveTheHeightsOfTheDesign();
    void primaryButtonIsFilled();
    void cardSaysWhatItShows();
    void badgeGrowsWithItsText();
    void segmentsSwitchByMouseAndKey();
    void segmentWidthsDoNotChange();
    void elidedTextHasAToolTip();
    void paneTitleAsksForMore();
    void emptyStateOffersItsAction();
    void themeChangesAtRunTime();
    void themeNamesAreReadBack();
};

void TestStyle::everyIconIsDrawn() {
    QCOMPARE(iconNames().size(), 50);
    for (const QString& name : iconNames()) {
        const QImage image = icon(name).pixmap(16, 16).toImage();
        QCOMPARE(image.size(), QSize(16, 16));
        int inked = 0;
        for (int y = 0; y < 16; ++y)
            for (int x = 0; x < 16; ++x)
                inked += image.pixelColor(x, y).alpha() > 60 ? 1 : 0;
        QVERIFY2(inked > 8, qPrintable(name));
    }
    QVERIFY(icon(QStringLiteral("no such icon")).isNull());
}

void TestStyle::iconsFollowTheTheme() {
    const QIcon cancel = icon(QStringLiteral("cancel"), IconTint::accent);
    const auto strongest = [&cancel] {
        const QImage image = cancel.pixmap(64, 64).toImage();
        QColor best = Qt::transparent;
        for (int x = 0; x < 64; ++x)
            if (image.pixelColor(x, 32).alpha() > best.alpha())
                best = image.pixelColor(x, 32);
        return best;
    };
    QCOMPARE(strongest().rgb(), tokensOf(ThemeKind::light).accent.rgb());
    applyTheme(*qApp, ThemeChoice::dark);
    QCOMPARE(strongest().rgb(), tokensOf(ThemeKind::dark).accent.rgb());
    applyTheme(*qApp, ThemeChoice::light);
}

void TestStyle::controlsHaveTheHeightsOfTheDesign() {
    QPushButton button(QStringLiteral("Run"));
    QCOMPARE(button.sizeHint().height(), metrics::kButtonHeight);
    setSmall(&button);
    QCOMPARE(button.sizeHint().height(), metrics::kSmallButtonHeight);
    QLineEdit line;
    QCOMPARE(line.sizeHint().height(), metrics::kFieldHeight);
    QSpinBox spin;
    QCOMPARE(spin.sizeHint().height(), metrics::kFieldHeight);
    QDoubleSpinBox real;
    QCOMPARE(real.sizeHint().height(), metrics::kFieldHeight);
    QComboBox combo;
    combo.addItem(QStringLiteral("log solubility"));
    QCOMPARE(combo.sizeHint().height(), metrics::kFieldHeight);
    QVERIFY(combo.sizeHint().width() > combo.fontMetrics().horizontalAdvance(QStringLiteral("log solubility")) + 24);
    QToolButton tool;
    tool.setIcon(icon(QStringLiteral("plus")));
    QCOMPARE(tool.sizeHint().height(), metrics::kButtonHeight);
    QTabBar tabs;
    tabs.addTab(QStringLiteral("ESOL"));
    QCOMPARE(tabs.sizeHint().height(), metrics::kTabBarHeight);
    QHeaderView header(Qt::Horizontal);
    QStandardItemModel model(1, 2);
    header.setModel(&model);
    QCOMPARE(header.sizeHint().height(), metrics::kHeaderHeight);
}

void TestStyle::primaryButtonIsFilled() {
    QPushButton button(QStringLiteral("Run"));
    button.resize(button.sizeHint());
    const Tokens& tokens = tokensOf(ThemeKind::light);
    QVERIFY(pixelsOf(button.grab().toImage(), tokens.accent) < 50);
    setPrimary(&button);
    button.resize(button.sizeHint());
    QVERIFY(pixelsOf(button.grab().toImage(), tokens.accent) > button.width() * button.height() / 2);
    button.setEnabled(false);
    QCOMPARE(pixelsOf(button.grab().toImage(), tokens.accent), 0);
}

void TestStyle::cardSaysWhatItShows() {
    Card card;
    card.setLabel(QStringLiteral("Test RMSE"));
    card.setValue(QStringLiteral("0.899"), QStringLiteral("log mol/L"));
    card.setNote(QStringLiteral("95 % [0.78, 1.02]"));
    QCOMPARE(card.height(), metrics::kCardHeight);
    QCOMPARE(card.accessibleName(), QStringLiteral("Test RMSE: 0.899 log mol/L"));
    QCOMPARE(card.accessibleDescription(), QStringLiteral("95 % [0.78, 1.02]"));
}

void TestStyle::badgeGrowsWithItsText() {
    Badge badge(QStringLiteral("Failed"), BadgeKind::plain);
    QCOMPARE(badge.sizeHint().height(), metrics::kBadgeHeight);
    const int plain = badge.sizeHint().width();
    badge.setKind(BadgeKind::error);
    QVERIFY(badge.sizeHint().width() > plain);
    QCOMPARE(badge.accessibleName(), QStringLiteral("Failed"));
}

void TestStyle::segmentsSwitchByMouseAndKey() {
    SegmentedControl control;
    for (const char* text : {"Overview", "Predictions", "Log"})
        control.addSegment(QString::fromLatin1(text));
    QCOMPARE(control.currentIndex(), 0);
    control.show();
    QVERIFY(QTest::qWaitForWindowExposed(&control));
    QSignalSpy spy(&control, &SegmentedControl::currentChanged);
    QTest::mouseClick(control.button(1), Qt::LeftButton);
    QCOMPARE(control.currentIndex(), 1);
    QTest::keyClick(control.button(1), Qt::Key_Right);
    QCOMPARE(control.currentIndex(), 2);
    QCOMPARE(spy.size(), 2);
    QCOMPARE(spy.at(1).at(0).toInt(), 2);
}

void TestStyle::segmentWidthsDoNotChange() {
    SegmentedControl control;
    control.addSegment(QStringLiteral("Overview"));
    control.addSegment(QStringLiteral("Log"));
    control.resize(control.sizeHint());
    const int before = control.sizeHint().width();
    control.setCurrentIndex(1);
    QCOMPARE(control.sizeHint().width(), before);
}

void TestStyle::elidedTextHasAToolTip() {
    TextLabel label(QStringLiteral("A long sentence that does not fit into sixty pixels"));
    label.resize(60, 20);
    QVERIFY(label.minimumSizeHint().width() <= 60);
    QHelpEvent help(QEvent::ToolTip, QPoint(5, 5), label.mapToGlobal(QPoint(5, 5)));
    label.show();
    QApplication::sendEvent(&label, &help);
    QCOMPARE(QToolTip::text(), label.text());
    QToolTip::hideText();
}

void TestStyle::paneTitleAsksForMore() {
    PaneFrame pane(QStringLiteral("Importance"));
    pane.setSubtitle(QStringLiteral("10 of 141 paths"));
    pane.setAddVisible(true);
    bool filled = false;
    pane.setMenuFactory([&filled](QMenu* menu) {
        filled = true;
        menu->addAction(QStringLiteral("Copy figure"));
    });
    pane.resize(400, 200);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    QSignalSpy maximize(&pane, &PaneFrame::maximizeToggled);
    QSignalSpy add(&pane, &PaneFrame::addToReport);
    QWidget* title = pane.childAt(QPoint(30, 16));
    QVERIFY(qobject_cast<TextLabel*>(title));
    QTest::mouseDClick(title, Qt::LeftButton);
    QCOMPARE(maximize.size(), 1);
    QTest::mouseClick(pane.addButton(), Qt::LeftButton);
    QCOMPARE(add.size(), 1);
    QTimer::singleShot(0, &pane, [&pane] { pane.menuButton()->menu()->close(); });
    pane.menuButton()->showMenu();
    QVERIFY(filled);
    QVERIFY(!pane.menuButton()->accessibleName().isEmpty());
}

void TestStyle::emptyStateOffersItsAction() {
    EmptyState empty(QStringLiteral("sliders"), QStringLiteral("No experiment yet. It needs a data set."),
                     QStringLiteral("New experiment"));
    QSignalSpy spy(&empty, &EmptyState::triggered);
    QVERIFY(empty.button());
    QTest::mouseClick(empty.button(), Qt::LeftButton);
    QCOMPARE(spy.size(), 1);
}

void TestStyle::themeChangesAtRunTime() {
    Card card;
    card.setLabel(QStringLiteral("Training RMSE"));
    card.setValue(QStringLiteral("0.726"));
    card.resize(200, metrics::kCardHeight);
    card.show();
    const QImage light = card.grab().toImage();
    QVERIFY(pixelsOf(light, tokensOf(ThemeKind::light).raised) > 5000);
    applyTheme(*qApp, ThemeChoice::dark);
    QCoreApplication::processEvents();
    const QImage dark = card.grab().toImage();
    QCOMPARE(dark.size(), light.size());
    QVERIFY(pixelsOf(dark, tokensOf(ThemeKind::dark).raised) > 5000);
    QCOMPARE(pixelsOf(dark, tokensOf(ThemeKind::light).raised), 0);
    applyTheme(*qApp, ThemeChoice::light);
    QCoreApplication::processEvents();
    QCOMPARE(card.grab().toImage(), light);
}

void TestStyle::themeNamesAreReadBack() {
    for (ThemeChoice choice : {ThemeChoice::system, ThemeChoice::light, ThemeChoice::dark})
        QCOMPARE(themeChoiceFromName(themeChoiceName(choice)), choice);
    QCOMPARE(themeChoiceFromName(QStringLiteral("purple")), ThemeChoice::system);
}

QTEST_MAIN(TestStyle)
#include "tst_style.moc"
