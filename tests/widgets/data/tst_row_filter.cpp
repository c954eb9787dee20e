#include "tests/widgets/molecule/small_graphs.h"
#include "widgets/data/row_filter.h"
#include "widgets/models/row_order.h"
#include "widgets/models/table_model.h"
#include "widgets/molecule/gallery_order.h"

#include <QTest>

#include <limits>

using namespace vitrine;

namespace {

std::shared_ptr<const Table> table() {
    auto result = std::make_shared<Table>();
    result->columns = {Column("name", Column::Texts{"Aspirin", "Benzene", "", "caffeine"}),
                       Column("log S", Column::Reals{-2.5, 0.5, -7.0, std::numeric_limits<double>::quiet_NaN()}),
                       Column("rings", Column::Integers{1, 1, 3, 2}), Column("active", Column::Booleans{1, 0, 1, 0})};
    result->columns[2].setMissing(3);
    return result;
}

} // namespace

class TestRowFilter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsThatFit_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("rows");
        QTest::newRow("nothing fits all") << ""
                                          << "0123";
        QTest::newRow("less than") << "log S < -2"
                                   << "02";
        QTest::newRow("true minus") << QString::fromUtf8("log S < \u22122") << "02";
        QTest::newRow("decimal comma") << "log S >= 0,5"
                                       << "1";
        QTest::newRow("name in any case") << "RINGS = 1"
                                          << "01";
        QTest::newRow("quoted name") << "\"log S\" <= -7"
                                     << "2";
        QTest::newRow("missing fits nothing") << "rings != 1"
                                              << "2";
        QTest::newRow("and") << "rings = 1 and log S > 0"
                             << "1";
        QTest::newRow("boolean by name") << "active = true"
                                         << "02";
        QTest::newRow("text equals") << "name = Benzene"
                                     << "1";
        QTest::newRow("text differs") << "name != Benzene"
                                      << "023";
        QTest::newRow("text contains") << "name ~ ENE"
                                       << "1";
        QTest::newRow("anywhere") << "ffe"
                                  << "3";
        QTest::newRow("piece of a structure") << "C=O"
                                              << "";
        QTest::newRow("quoted text") << "\"asp\""
                                     << "0";
    }
    void rowsThatFit() {
        QFETCH(QString, filter);
        QFETCH(QString, rows);
        const auto parsed = RowFilter::parse(filter.toStdString(), std::make_shared<FilterColumns>(table()));
        QVERIFY(parsed.ok());
        QString found;
        for (std::size_t row = 0; row < 4; ++row)
            if (parsed->matches(row))
                found += QString::number(row);
        QCOMPARE(found, rows);
    }
    void mistakesAreNamed_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("column") << "weight < 3"
                                << "there is no column \"weight\"";
        QTest::newRow("number") << "rings < two"
                                << "\"two\" is not a number";
        QTest::newRow("nothing after") << "rings <"
                                       << "a value is missing after <";
        QTest::newRow("text order") << "name < b"
                                    << "\"name\" is text; use = or ~ (contains) with it";
    }
    void mistakesAreNamed() {
        QFETCH(QString, filter);
        QFETCH(QString, sentence);
        const auto parsed = RowFilter::parse(filter.toStdString(), std::make_shared<FilterColumns>(table()));
        QVERIFY(!parsed.ok());
        QCOMPARE(QString::fromStdString(parsed.error().message), sentence);
    }
    void graphsHaveSizesAndATarget() {
        GalleryRequest request{smallMolecules(10), {}, "bonds = 3 and y > 0", GallerySort::fileOrder, {}};
        const auto order = galleryOrder(request);
        QVERIFY(order.ok());
        QCOMPARE(*order, std::vector<int>{1});
    }
    void tablesOfGraphsKnowTheSameNames() {
        const auto graphs = smallMolecules(9);
        const auto rows = std::make_shared<const Table>(graphs->graphs);
        const auto names = std::make_shared<const FilterColumns>(graphs);
        std::vector<std::uint32_t> expected;
        for (std::uint32_t row = 0; row < 9; ++row)
            if (graphs->graphs.find("solubility")->number(row) < 0.0)
                expected.push_back(row);
        QVERIFY(!expected.empty());
        QCOMPARE(arrangeRows(rows, names, "y < 0", -1, false, {}), expected);
        QVERIFY(arrangeRows(rows, names, "atoms = 2", -1, false, {}) == (std::vector<std::uint32_t>{2, 7}));
        QVERIFY(arrangeRows(rows, nullptr, "y < 0", -1, false, {}).empty());
        TableModel model;
        model.setTable(rows, {}, names);
        QVERIFY(model.setFilter(QStringLiteral("y < 0")).ok());
        QCOMPARE(model.rowCount(), static_cast<int>(expected.size()));
    }
    void orderByNameAndValue() {
        GalleryRequest request{smallMolecules(9), {}, "", GallerySort::name, {}};
        QCOMPARE(*galleryOrder(request), (std::vector<int>{8, 7, 6, 5, 4, 3, 2, 1, 0}));
        request.sort = GallerySort::valueDescending;
        request.subset = std::vector<int>{4, 2, 0};
        request.values = {1.0, 0.0, std::numeric_limits<double>::quiet_NaN(), 0.0, 5.0, 0.0, 0.0, 0.0, 0.0};
        QCOMPARE(*galleryOrder(request), (std::vector<int>{4, 0, 2}));
        request.sort = GallerySort::fileOrder;
        QCOMPARE(*galleryOrder(request), (std::vector<int>{4, 2, 0}));
    }
    void stopRequestIsCancelled() {
        std::stop_source source;
        source.request_stop();
        const auto order = galleryOrder({smallMolecules(9), {}, "", GallerySort::name, {}}, source.get_token());
        QVERIFY(!order.ok());
        QCOMPARE(order.error().code, ErrorCode::cancelled);
    }
};

QTEST_APPLESS_MAIN(TestRowFilter)
#include "tst_row_filter.moc"
