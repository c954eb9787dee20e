#include "widgets/beside.h"

#include <QTest>

using namespace vitrine;

class TestBeside : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsCoveredWhereThereIsRoom_data() {
        QTest::addColumn<QRect>("chart");
        QTest::newRow("room at the right") << QRect(100, 100, 400, 300);
        QTest::newRow("room at the left") << QRect(600, 100, 800, 300);
        QTest::newRow("room below") << QRect(0, 0, 1440, 300);
        QTest::newRow("room above") << QRect(0, 500, 1440, 400);
    }
    void nothingIsCoveredWhereThereIsRoom() {
        QFETCH(const QRect, chart);
        const QRect place = besideRect(QSize(376, 420), chart, kScreen);
        QVERIFY(kScreen.contains(place));
        QVERIFY(!place.intersects(chart));
    }
    void aChartAsLargeAsTheScreenIsCoveredFromTheSide() {
        const QRect place = besideRect(QSize(376, 420), kScreen, kScreen);
        QVERIFY(kScreen.contains(place));
        QCOMPARE(place.right(), kScreen.right());
    }

private:
    const QRect kScreen{0, 0, 1440, 900};
};

QTEST_APPLESS_MAIN(TestBeside)
#include "tst_beside.moc"
