#include "core/values/text.h"
#include "tests/support/sample_report.h"
#include "widgets/report/html_report.h"
#include "widgets/report/markdown_report.h"
#include "widgets/report/pdf_report.h"
#include "widgets/report/report_parts.h"

#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTest>
#include <QXmlStreamReader>

using namespace vitrine;

class TestReportFormats : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void allShowTheSame_data();
    void allShowTheSame();
    void htmlIsWellFormedAndSelfContained();
    void htmlEmbedsTheExactData();
    void htmlOutlineHasNoHoles();
    void figuresHaveAlternativeTextAndOwnNames();
    void markdownNamesItsFiles();
    void pdfHasPagesAndProperties();
    void sameInputSameBytes();
    void pdfCanBeCancelled();
    void anonymousFilesHoldNoName();

private:
    QString html(const ReportDocument& document) const;
    QByteArray pdf(const ReportDocument& document, const std::string& date = "2026-11-30") const;
    QString pdfText(const QByteArray& pdf) const;

    sample::ReportFixture m_fixture;
};

namespace {

Result<QByteArray> plainSvg(const ComposedPart& part) {
    const QByteArray svg = "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 84 61\">"
                           "<defs><clipPath id=\"plot\"><rect width=\"9\" height=\"9\"/></clipPath></defs><g "
                           "clip-path=\"url(#plot)\"><title>" +
                           QByteArray::fromStdString(part.dataName) + "</title></g></svg>\n";
    return svg;
}

void paintFrame(QPainter& painter, const QRectF& rect, const ComposedPart&) {
    painter.drawRect(rect);
}

QString squeezed(QString text) {
    static const QRegularExpression spaces(QStringLiteral("[\\s\\x{00A0}\\x{2028}]+"));
    return text.remove(spaces);
}

/// Every text that a reader should see, in order.
QStringList visibleTexts(const ComposedReport& report) {
    QStringList texts{toQString(report.title), toQString(report.subtitle)};
    for (const PartGroup& group : groupParts(report))
        for (const ComposedPart* part : group) {
            if (part->isCaptioned() && !part->number.empty())
                texts << plainText(captionSpans(*part));
            if (part->kind == PartKind::text)
                for (const MarkdownBlock& block : parseMarkdown(toQString(part->text)))
                    texts << block.plainText();
            else if (!part->isCaptioned())
                texts << toQString(part->text);
            if (part->table) {
                for (const auto& column : part->table->columns)
                    texts << toQString(column.title);
                for (const auto& row : part->table->rows)
                    for (const std::string& cell : row)
                        texts << toQString(cell);
                texts << toQString(part->table->note);
            }
            texts << toQString(part->fingerprint);
        }
    return texts;
}

QString htmlText(QString html) {
    html.remove(0, html.indexOf(QLatin1String("<body>")));
    static const QRegularExpression svg(QStringLiteral("<svg.*?</svg>"),
                                        QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression data(QStringLiteral("<p class=\"note data\">.*?</p>"));
    static const QRegularExpression tags(QStringLiteral("<[^>]*>"));
    html.remove(svg).remove(data).remove(tags);
    html.replace(QLatin1String("&lt;"), QLatin1String("<")).replace(QLatin1String("&gt;"), QLatin1String(">"));
    html.replace(QLatin1String("&quot;"), QLatin1String("\"")).replace(QLatin1String("&amp;"), QLatin1String("&"));
    return html;
}

QString markdownText(const QByteArray& markdown) {
    QString source = QString::fromUtf8(markdown);
    source.remove(QRegularExpression(QStringLiteral("<a id=\"[^\"]*\"></a>")));
    QString text;
    for (const MarkdownBlock& block : parseMarkdown(source))
        text += block.plainText();
    return text;
}

} // namespace

QString TestReportFormats::html(const ReportDocument& document) const {
    const auto made = htmlReport(*m_fixture.compose(document), plainSvg);
    return made ? QString::fromUtf8(*made) : QString();
}

QByteArray TestReportFormats::pdf(const ReportDocument& document, const std::string& date) const {
    const ReportLayout layout(m_fixture.compose(document));
    const auto made = pdfReport(layout, paintFrame, {date, {}, {}});
    return made ? *made : QByteArray();
}

/// Text of a PDF in the order in which it was written, without the lines at the foot of the pages.
QString TestReportFormats::pdfText(const QByteArray& bytes) const {
    QFile file(m_fixture.folder.filePath(QStringLiteral("text.pdf")));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(bytes);
    file.close();
    QProcess reader;
    reader.start(QStringLiteral("pdftotext"), {QStringLiteral("-raw"), QStringLiteral("-enc"), QStringLiteral("UTF-8"),
                                               file.fileName(), QStringLiteral("-")});
    if (!reader.waitForFinished())
        return {};
    QStringList pages = QString::fromUtf8(reader.readAllStandardOutput()).split(QLatin1Char('\f'));
    static const QRegularExpression foot(QStringLiteral("\\d+ / \\d+\n(What drives Solubility\n)?$"));
    for (QString& page : pages)
        page.remove(foot);
    return pages.join(QString());
}

void TestReportFormats::allShowTheSame_data() {
    QTest::addColumn<QString>("format");
    for (const char* format : {"html", "markdown", "pdf"})
        QTest::newRow(format) << QString::fromLatin1(format);
}

void TestReportFormats::allShowTheSame() {
    QFETCH(QString, format);
    ReportDocument document = m_fixture.document();
    document.embedData = false;
    const auto report = m_fixture.compose(document);
    QString text;
    if (format == QLatin1String("html")) {
        text = htmlText(html(document));
    } else if (format == QLatin1String("markdown")) {
        text = markdownText(markdownReport(*report));
    } else {
        if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty())
            QSKIP("pdftotext is not installed");
        text = pdfText(pdf(document));
    }
    text = squeezed(text);
    QString rest; // what is left when everything expected is taken out
    qsizetype at = 0;
    for (const QString& expected : visibleTexts(*report)) {
        const QString wanted = squeezed(expected);
        const qsizetype found = text.indexOf(wanted, at);
        QVERIFY2(found >= 0, qPrintable(QStringLiteral("missing: ") + expected + QStringLiteral("\nafter: ") +
                                        text.mid(std::max<qsizetype>(0, at - 80), 160)));
        rest += text.mid(at, found - at);
        at = found + wanted.size();
    }
    rest += text.mid(at);
    rest.remove(QStringLiteral("Missing:"));
    rest.remove(QRegularExpression(QStringLiteral("•|\\d\\.")));                       // markers of lists
    rest.remove(QStringLiteral("Learningcurve")).remove(QStringLiteral("Importance")); // alternative texts
    QCOMPARE(rest, QString());
}

void TestReportFormats::htmlIsWellFormedAndSelfContained() {
    const QString page = html(m_fixture.document());
    QVERIFY(page.startsWith(QLatin1String("<!DOCTYPE html>\n<html lang=\"en\">")));
    QVERIFY(!page.contains(QLatin1String("<script"), Qt::CaseInsensitive));
    QVERIFY(page.contains(QLatin1String("&lt;script&gt;alert(1)")));
    static const QRegularExpression loads(QStringLiteral("(src|href)=\"([^\"]*)\"|url\\(([^)]*)\\)"));
    for (auto it = loads.globalMatch(page); it.hasNext();) {
        const auto match = it.next();
        const QString target = match.captured(2) + match.captured(3);
        QVERIFY2(target.startsWith(QLatin1Char('#')) || target.startsWith(QLatin1String("data:")) ||
                     target == QLatin1String("https://example.org"),
                 qPrintable(target));
    }
    // As XML: every element is closed, every attribute quoted.
    QString xml = page.mid(page.indexOf(QLatin1String("<body>")));
    xml.remove(QLatin1String("</html>")).replace(QLatin1String("<hr>"), QLatin1String("<hr/>"));
    QXmlStreamReader reader(xml);
    while (!reader.atEnd())
        reader.readNext();
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
}

void TestReportFormats::htmlEmbedsTheExactData() {
    const QString page = html(m_fixture.document());
    static const QRegularExpression link(
        QStringLiteral("download=\"([^\"]*)\" href=\"data:([^;]*);charset=utf-8;base64,([^\"]*)\""));
    QMap<QString, QByteArray> files;
    for (auto it = link.globalMatch(page); it.hasNext();) {
        const auto match = it.next();
        files[match.captured(1)] = QByteArray::fromBase64(match.captured(3).toLatin1());
    }
    QCOMPARE(files.keys(),
             (QStringList{QStringLiteral("figure-1-curve.csv"), QStringLiteral("figure-2-importance.csv"),
                          QStringLiteral("table-1-metrics.json"), QStringLiteral("table-2-importance-2.csv"),
                          QStringLiteral("table-3-predictions.csv")}));
    QCOMPARE(files[QStringLiteral("table-2-importance-2.csv")].toStdString(), tableCsv(sample::importanceTable()));
    ReportDocument without = m_fixture.document();
    without.embedData = false;
    QVERIFY(!html(without).contains(QLatin1String("download=")));
}

void TestReportFormats::htmlOutlineHasNoHoles() {
    const QString page = html(m_fixture.document());
    static const QRegularExpression heading(QStringLiteral("<h([1-6])>"));
    int previous = 0;
    int count = 0;
    for (auto it = heading.globalMatch(page); it.hasNext(); ++count) {
        const int level = it.next().captured(1).toInt();
        QVERIFY2(level <= previous + 1, qPrintable(QStringLiteral("h%1 after h%2").arg(level).arg(previous)));
        previous = level;
    }
    QVERIFY(count >= 7);
    QCOMPARE(page.count(QLatin1String("<h1>")), 1);
}

void TestReportFormats::figuresHaveAlternativeTextAndOwnNames() {
    const QString page = html(m_fixture.document());
    QCOMPARE(page.count(QLatin1String("<svg role=\"img\" aria-label=\"")), 2);
    QVERIFY(page.contains(QLatin1String("aria-label=\"Learning curve.\"")));
    QVERIFY(page.contains(QLatin1String("aria-label=\"Importance. The ten most important fragments.\"")));
    QVERIFY(page.contains(QLatin1String("<clipPath id=\"fig-curve-plot\">")));
    QVERIFY(page.contains(QLatin1String("url(#fig-importance-plot)")));
    static const QRegularExpression id(QStringLiteral("\\bid=\"([^\"]*)\""));
    QSet<QString> seen;
    for (auto it = id.globalMatch(page); it.hasNext();) {
        const QString name = it.next().captured(1);
        QVERIFY2(!seen.contains(name), qPrintable(name));
        seen.insert(name);
    }
}

void TestReportFormats::markdownNamesItsFiles() {
    const QString text = QString::fromUtf8(markdownReport(*m_fixture.compose(m_fixture.document())));
    for (const char* part :
         {"![Learning curve](figures/figure-1-curve.svg)", "(data/figure-1-curve.csv)", "(data/table-1-metrics.json)",
          "[Figure 2](#fig-importance)", "<a id=\"fig-importance\"></a>", "| **Learning rate** |"})
        QVERIFY2(text.contains(QString::fromUtf8(part)), part);
}

void TestReportFormats::pdfHasPagesAndProperties() {
    const QByteArray bytes = pdf(m_fixture.document());
    QVERIFY(bytes.startsWith("%PDF-1.4"));
    QVERIFY(bytes.contains("/CreationDate (D:20261130000000"));
    QVERIFY(pdf(m_fixture.document(), {}).contains("/CreationDate (D:19700101000000"));
    QVERIFY(bytes.count("/Type /Page\n") >= 3);
    QVERIFY(bytes.contains("/FontFile2")); // fonts are embedded
}

void TestReportFormats::sameInputSameBytes() {
    const ReportDocument document = m_fixture.document();
    QCOMPARE(html(document), html(document));
    const QByteArray first = pdf(document);
    QVERIFY(first.size() > 10000);
    for (int i = 0; i < 3; ++i)
        QVERIFY(pdf(document) == first);
}

void TestReportFormats::pdfCanBeCancelled() {
    const ReportLayout layout(m_fixture.compose(m_fixture.document()));
    std::stop_source stop;
    int pages = 0;
    const auto made = pdfReport(layout, paintFrame, {"", stop.get_token(), [&](double) {
                                                         ++pages;
                                                         stop.request_stop();
                                                     }});
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::cancelled);
    QCOMPARE(pages, 1);
}

void TestReportFormats::anonymousFilesHoldNoName() {
    ReportDocument document = m_fixture.document();
    QVERIFY(html(document).contains(QLatin1String("annabel")));
    document.anonymous = true;
    const QString page = html(document);
    const auto report = m_fixture.compose(document);
    QString all = page + QString::fromUtf8(markdownReport(*report)) + QString::fromLatin1(pdf(document));
    for (const ComposedPart& part : report->parts)
        if (const auto data = partData(*report, part))
            all += toQString(data->text);
    for (const QString& name :
         {QStringLiteral("annabel"), QStringLiteral("/home/"), m_fixture.folder.path(), QSysInfo::machineHostName()})
        QVERIFY2(name.size() < 4 || !all.contains(name), qPrintable(name)); // "vm" stands in many words
}

QTEST_MAIN(TestReportFormats)
#include "tst_report_formats.moc"
