#include "app/gui/run/run_cards.h"
#include "widgets/style/card.h"
#include "widgets/style/metrics.h"
#include "widgets/style/theme.h"

#include <QDir>
#include <QtTest>

using namespace vitrine;

/// The cards of a run say the whole of what a number is compared to.
class TestRunCards : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void longNotesTakeTwoLines();
    void pictures();
};

namespace {

std::vector<CardText> texts() {
    return {{QStringLiteral("RMSE, n = 1,128"),
             QStringLiteral("0.697"),
             QStringLiteral("log mol/L"),
             QStringLiteral("too good if training graphs are among them"),
             {}},
            {QStringLiteral("R²"), QStringLiteral("0.889"), {}, QStringLiteral("95 % [0.87, 0.90]"), {}},
            {QStringLiteral("Graphs"), QStringLiteral("1,128"), {}, QStringLiteral("all read"), {}}};
}

} // namespace

void TestRunCards::longNotesTakeTwoLines() {
    applyTheme(*qApp, ThemeChoice::light);
    RunCards cards;
    cards.resize(1200, 72);
    cards.setTexts(texts());
    cards.show();
    QVERIFY(QTest::qWaitForWindowExposed(&cards));
    QTRY_COMPARE(cards.height(), metrics::kCardHeight); // there is room for one line
    cards.resize(540, cards.height());
    QTRY_VERIFY(cards.height() > metrics::kCardHeight);
    QVERIFY(cards.height() < metrics::kCardHeight + 24);
    for (const Card* card : cards.cards())
        if (card->isVisible())
            QCOMPARE(card->height(), cards.height());
    QCOMPARE(cards.cards()[0]->noteLines(), 2);
    cards.resize(1200, cards.height());
    QTRY_COMPARE(cards.height(), metrics::kCardHeight);
}

void TestRunCards::pictures() {
    QDir folder(QStringLiteral(VITRINE_BINARY_DIR));
    QVERIFY(folder.mkpath(QStringLiteral("gallery")));
    for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
        applyTheme(*qApp, theme);
        RunCards cards;
        cards.resize(540, 72);
        cards.setTexts(texts());
        cards.show();
        QTest::qWait(20);
        QVERIFY(cards.grab().save(
            folder.filePath(QStringLiteral("gallery/run_cards_%1.png")
                                .arg(theme == ThemeChoice::dark ? QStringLiteral("dark") : QStringLiteral("light")))));
    }
}

QTEST_MAIN(TestRunCards)
#include "tst_run_cards.moc"
