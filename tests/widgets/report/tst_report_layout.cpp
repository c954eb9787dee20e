#include "core/values/text.h"
#include "tests/support/sample_report.h"
#include "widgets/report/report_layout.h"
#include "widgets/report/report_parts.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace vitrine;

class TestReportLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingStandsInTheMargins();
    void longTablesGoOnWithTheirHead();
    void wideTablesFit();
    void figuresStandBesideEachOther();
    void figuresTooLargeShrink();
    void headingsStayWithWhatFollows();
    void blocksAreFoundByPlaceAndPoint();
    void emptyReportHasOnePage();
    void groupsFillRows();

private:
    static std::shared_ptr<ComposedReport> withTable(std::size_t columns, std::size_t rows, const std::string& cell);
    static ComposedPart figurePart(double widthMm, double heightMm);
    static QImage draw(const ReportLayout& layout, int page);
};

namespace {

constexpr double kPixelsPerMm = 4.0;

/// Dark pixels inside a rectangle in millimetres.
int inkIn(const QImage& image, const QRectF& mm) {
    int ink = 0;
    const QRect rect = QRectF(mm.topLeft() * kPixelsPerMm, mm.size() * kPixelsPerMm).toRect() & image.rect();
    for (int y = rect.top(); y <= rect.bottom(); ++y)
        for (int x = rect.left(); x <= rect.right(); ++x)
            ink += qGray(image.pixel(x, y)) < 240 ? 1 : 0;
    return ink;
}

void paintFrame(QPainter& painter, const QRectF& rect, const ComposedPart&) {
    painter.setPen(QPen(Qt::black, 10));
    painter.drawRect(rect.adjusted(5, 5, -5, -5));
}

} // namespace

std::shared_ptr<ComposedReport> TestReportLayout::withTable(std::size_t columns, std::size_t rows,
                                                            const std::string& cell) {
    auto report = std::make_shared<ComposedReport>();
    report->title = "Tables";
    ComposedPart part;
    part.kind = PartKind::table;
    part.source = 0;
    part.number = "Table 1";
    part.text = "A table.";
    part.table.emplace();
    for (std::size_t i = 0; i < columns; ++i)
        part.table->columns.push_back({"HEAD" + std::to_string(i), i % 2 == 1, false});
    part.table->rows.assign(rows, std::vector<std::string>(columns, cell));
    report->parts = {part};
    return report;
}

ComposedPart TestReportLayout::figurePart(double widthMm, double heightMm) {
    ComposedPart part;
    part.kind = PartKind::figure;
    part.number = "Figure 1";
    part.text = "A caption.";
    part.figure.emplace();
    part.widthMm = widthMm;
    part.heightMm = heightMm;
    return part;
}

QImage TestReportLayout::draw(const ReportLayout& layout, int page) {
    QImage image(static_cast<int>(paper::kWidth * kPixelsPerMm), static_cast<int>(paper::kHeight * kPixelsPerMm),
                 QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    const double scale = image.width() / ReportLayout::pageSize().width();
    painter.scale(scale, scale);
    layout.paintPage(painter, page, paintFrame);
    return image;
}

void TestReportLayout::nothingStandsInTheMargins() {
    const sample::ReportFixture fixture;
    const ReportLayout layout(fixture.compose(fixture.document()));
    QVERIFY(layout.pageCount() >= 3);
    for (int page = 0; page < layout.pageCount(); ++page) {
        const QImage image = draw(layout, page);
        QVERIFY(inkIn(image, {paper::kMargin, paper::kMargin, paper::kContentWidth, paper::kContentHeight}) > 1000);
        QCOMPARE(inkIn(image, {0, 0, paper::kWidth, paper::kMargin - 1}), 0);
        QCOMPARE(inkIn(image, {0, 0, paper::kMargin - 1, paper::kHeight}), 0);
        QCOMPARE(inkIn(image, {paper::kWidth - paper::kMargin + 1, 0, paper::kMargin, paper::kHeight}), 0);
        QCOMPARE(inkIn(image, {0, paper::kHeight - 10, paper::kWidth, 10}), 0);
    }
}

void TestReportLayout::longTablesGoOnWithTheirHead() {
    const ReportLayout layout(withTable(3, 120, "cell"));
    QCOMPARE(layout.pageCount(), 4);
    const auto places = layout.places(0);
    QCOMPARE(places.size(), std::size_t(4));
    for (std::size_t i = 0; i < places.size(); ++i) {
        const QRectF rect = places[i].rect;
        QVERIFY(rect.bottom() <= ReportLayout::units(paper::kMargin + paper::kContentHeight) + 1);
        if (i > 0) // the head is repeated, so something stands right at the top
            QVERIFY(inkIn(draw(layout, static_cast<int>(i)), {paper::kMargin, paper::kMargin, 30, 6}) > 50);
    }
}

void TestReportLayout::wideTablesFit() {
    const std::string longText = "a long text without end that has to be wrapped into several lines of its own cell, "
                                 "AndAWordThatIsMuchLongerThanAnyColumnCouldEverBeOnThisPaper";
    const ReportLayout layout(withTable(8, 6, longText));
    for (int page = 0; page < layout.pageCount(); ++page)
        QCOMPARE(inkIn(draw(layout, page), {paper::kWidth - paper::kMargin + 1, 0, paper::kMargin, paper::kHeight}), 0);
}

void TestReportLayout::figuresStandBesideEachOther() {
    auto report = std::make_shared<ComposedReport>();
    report->parts = {figurePart(84, 61), figurePart(84, 61)};
    const ReportLayout layout(report);
    std::vector<QRectF> rects;
    QImage image(10, 10, QImage::Format_RGB32);
    QPainter painter(&image);
    layout.paintPage(painter, 0, [&](QPainter&, const QRectF& rect, const ComposedPart&) { rects.push_back(rect); });
    QCOMPARE(rects.size(), std::size_t(2));
    QCOMPARE(rects[0].top(), rects[1].top());
    QCOMPARE(rects[0].left(), ReportLayout::units(paper::kMargin));
    QVERIFY(std::abs(rects[1].right() - ReportLayout::units(paper::kWidth - paper::kMargin)) < 1.0);
    QVERIFY(std::abs(rects[0].width() - ReportLayout::units(84)) < 0.01);
}

void TestReportLayout::figuresTooLargeShrink() {
    auto report = std::make_shared<ComposedReport>();
    report->title = "Large";
    report->parts = {figurePart(250, 250)};
    const ReportLayout layout(report);
    for (int page = 0; page < layout.pageCount(); ++page) {
        QImage image(10, 10, QImage::Format_RGB32);
        QPainter painter(&image);
        layout.paintPage(painter, page, [&](QPainter&, const QRectF& rect, const ComposedPart&) {
            QVERIFY(rect.right() <= ReportLayout::units(paper::kWidth - paper::kMargin) + 1);
            QVERIFY(rect.bottom() <= ReportLayout::units(paper::kMargin + paper::kContentHeight));
            QVERIFY(rect.width() > ReportLayout::units(100));
        });
    }
}

void TestReportLayout::headingsStayWithWhatFollows() {
    // Text of growing length before a heading and a figure: the heading is never the last thing on a page.
    for (int lines = 20; lines < 60; ++lines) {
        auto report = std::make_shared<ComposedReport>();
        report->title = "Breaks";
        ComposedPart text;
        text.source = 0;
        for (int i = 0; i < lines; ++i)
            text.text += "line\n\n";
        ComposedPart heading;
        heading.kind = PartKind::heading;
        heading.source = 1;
        heading.text = "Heading";
        ComposedPart figure = figurePart(84, 40);
        figure.source = 2;
        report->parts = {text, heading, figure};
        const ReportLayout layout(report);
        const auto headings = layout.places(1);
        const auto figures = layout.places(2);
        QCOMPARE(headings.size(), std::size_t(1));
        QCOMPARE(figures.size(), std::size_t(1));
        QCOMPARE(headings.front().page, figures.front().page);
        QVERIFY(headings.front().rect.bottom() <= figures.front().rect.top());
    }
}

void TestReportLayout::blocksAreFoundByPlaceAndPoint() {
    const sample::ReportFixture fixture;
    const ReportDocument document = fixture.document();
    const ReportLayout layout(fixture.compose(document));
    for (int source = 0; source < static_cast<int>(document.blocks.size()); ++source) {
        const auto places = layout.places(source);
        QVERIFY2(!places.empty(), qPrintable(QString::number(source))); // two figures beside each other are two
        const QRectF rect = places.front().rect;
        QCOMPARE(layout.sourceAt(places.front().page, {rect.center().x(), rect.bottom() - 5.0}), source);
    }
    QCOMPARE(layout.sourceAt(0, {0, 0}), -1);
    QCOMPARE(layout.sourceAt(99, {0, 0}), -1);
    QVERIFY(layout.places(-1).empty());
}

void TestReportLayout::emptyReportHasOnePage() {
    const ReportLayout layout(std::make_shared<ComposedReport>());
    QCOMPARE(layout.pageCount(), 1);
}

void TestReportLayout::groupsFillRows() {
    ComposedReport report;
    ComposedPart text;
    report.parts = {figurePart(84, 61), figurePart(84, 61), figurePart(84, 61), text,
                    figurePart(54, 40), figurePart(54, 40), figurePart(54, 40), figurePart(170, 60)};
    std::vector<std::size_t> sizes;
    for (const PartGroup& group : groupParts(report))
        sizes.push_back(group.size());
    QCOMPARE(sizes, (std::vector<std::size_t>{2, 1, 1, 3, 1}));
}

QTEST_MAIN(TestReportLayout)
#include "tst_report_layout.moc"
