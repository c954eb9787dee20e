#include "widgets/report/pdf_report.h"

#include "core/values/text.h"

#include <QBuffer>
#include <QDateTime>
#include <QHashFunctions>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>

namespace vitrine {
namespace {

/// Qt writes the time of day and, in some versions, random ids; here they are replaced by texts of the same length, so
/// that no offset in the file changes.
void pinDates(QByteArray& pdf, const std::string& date) {
    QDate day = QDate::fromString(toQString(date), Qt::ISODate);
    if (!day.isValid())
        day = QDate(1970, 1, 1);
    const QByteArray stamp = day.toString(QStringLiteral("yyyyMMdd")).toLatin1() + "000000";
    for (qsizetype at = pdf.indexOf("(D:"); at >= 0; at = pdf.indexOf("(D:", at + 1)) {
        const qsizetype end = pdf.indexOf(')', at);
        QByteArray fixed = "(D:" + stamp;
        fixed += "+00'00'";
        if (end < 0 || end - at > 40)
            continue;
        fixed = fixed.leftJustified(end - at, ' ', true);
        pdf.replace(at, end - at, fixed);
    }
}

/// Qt writes the fonts in the order of a hash table whose seed is random. Tables made while this object lives are not;
/// those that exist already keep their seed.
class FixedHashSeed {
public:
    FixedHashSeed() { QHashSeed::setDeterministicGlobalSeed(); }
    ~FixedHashSeed() { QHashSeed::resetRandomGlobalSeed(); }
    FixedHashSeed(const FixedHashSeed&) = delete;
    FixedHashSeed& operator=(const FixedHashSeed&) = delete;
};

} // namespace

Result<QByteArray> pdfReport(const ReportLayout& layout, const FigurePaint& figures, const PdfOptions& options) {
    QByteArray pdf;
    QBuffer buffer(&pdf);
    buffer.open(QIODevice::WriteOnly);
    {
        const FixedHashSeed fixedSeed;
        QPdfWriter writer(&buffer);
        writer.setResolution(static_cast<int>(ReportLayout::kUnitsPerInch));
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        writer.setTitle(toQString(layout.report().title));
        writer.setCreator(QStringLiteral("Vitrine " VITRINE_VERSION));
        QPainter painter(&writer);
        for (int page = 0; page < layout.pageCount(); ++page) {
            if (options.stop.stop_requested()) {
                painter.end();
                return makeError(ErrorCode::cancelled, "the report was cancelled");
            }
            if (page > 0)
                writer.newPage();
            layout.paintPage(painter, page, figures);
            if (options.progress)
                options.progress(static_cast<double>(page + 1) / layout.pageCount());
        }
    }
    if (options.stop.stop_requested())
        return makeError(ErrorCode::cancelled, "the report was cancelled");
    pinDates(pdf, options.date);
    return pdf;
}

} // namespace vitrine
