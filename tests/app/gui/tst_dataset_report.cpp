#include "app/gui/pages/report_page.h"
#include "app/gui/pages/report_page_session.h"
#include "core/report/report_document.h"
#include "core/values/text.h"
#include "tests/app/gui/window_tour.h"
#include "widgets/report/report_layout.h"

using namespace vitrine;
using namespace vitrine::test;

/// Figures of a data set go into a report, without any run.
class TestDatasetReport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figuresAreAdded();
};

void TestDatasetReport::figuresAreAdded() {
    WindowDriver hand;
    QVERIFY(hand.import(smallSample(hand)));
    QTRY_COMPARE(hand.bench().contents().datasets.size(), std::size_t(1));
    QVERIFY(hand.clickButton(QStringLiteral("Add Target to the report")));
    QTRY_COMPARE(hand.bench().contents().reports.size(), std::size_t(1));
    QVERIFY(hand.clickButton(QStringLiteral("Add Elements to the report")));
    QVERIFY(hand.clickButton(QStringLiteral("Add Import ledger to the report")));
    const auto blocks = [&] {
        const auto document = ReportDocument::fromJson(hand.bench().contents().reports.front().document);
        return document ? document->blocks : std::vector<ReportBlock>();
    };
    QTRY_COMPARE(blocks().size(), std::size_t(3));
    QCOMPARE(blocks()[0].kind, BlockKind::figure);
    QCOMPARE(blocks()[0].dataset, DatasetId(1));
    hand.bench().requestOpen(QStringLiteral("report:1"));
    QVERIFY(hand.waitFor(QStringLiteral("report:")));
    auto* page = hand.pageAs<ReportPage>();
    QVERIFY(page);
    QTRY_VERIFY_WITH_TIMEOUT(page->session().preview().has_value(), 10000);
    const ComposedReport& report = page->session().preview()->layout->report();
    int figures = 0;
    for (const ComposedPart& part : report.parts) {
        QVERIFY2(part.kind != PartKind::notice, part.text.c_str());
        if (part.kind != PartKind::figure)
            continue;
        ++figures;
        QVERIFY(part.figure && !part.figure->marks.empty());
        QVERIFY(part.fingerprint.find("solubility.csv") != std::string::npos);
        QVERIFY(part.text.find("120 molecules") != std::string::npos);
    }
    QCOMPARE(figures, 2);

    // A data set that is gone leaves a sentence in their place.
    hand.bench().command(
        QStringLiteral("Remove"), [](ProjectStore& store) { return store.removeDataset(1); },
        [](ProjectStore& store) { return store.restoreDataset(1); });
    QTRY_VERIFY(hand.bench().contents().datasets.empty());
}

QTEST_MAIN(TestDatasetReport)
#include "tst_dataset_report.moc"
