#include "widgets/report/report_writer.h"

#include "core/base/file_write.h"
#include "core/base/sha256.h"
#include "core/compare/compare_tables.h"
#include "core/report/compose_report.h"
#include "core/report/provenance.h"
#include "core/values/text.h"
#include "widgets/charts/figure_export.h"
#include "widgets/report/html_report.h"
#include "widgets/report/main_thread_call.h"
#include "widgets/report/markdown_report.h"
#include "widgets/report/pdf_report.h"
#include "widgets/report/report_files.h"
#include "widgets/report/report_parts.h"
#include "widgets/report/run_figures.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace vitrine {
namespace {

const QString kMarkdownFile = QStringLiteral("report.md");

QString suffixOf(const QString& target) {
    return QFileInfo(target).suffix().toLower();
}

/// "report.docx" would become a folder of that name, which nobody meant; "v1.2" is a name as any other.
bool hasUnknownEnding(const QString& target) {
    static const QRegularExpression ending(QStringLiteral("\\A[a-z]{1,8}\\z"));
    return !target.endsWith(QLatin1Char('/')) && !QFileInfo(target).isDir() &&
           ending.match(suffixOf(target)).hasMatch();
}

Error cancelledError() {
    return makeError(ErrorCode::cancelled, "the report was cancelled");
}

FigureSize sizeOf(const ComposedPart& part) {
    return {part.widthMm, part.heightMm};
}

/// Print style whose glyphs can be found and copied in a PDF; see PaperStyle::font.
FigureStyle pdfStyle() {
    FigureStyle style = FigureStyle::forPrint();
    style.font.setStyleStrategy(QFont::PreferNoShaping);
    style.strongFont.setStyleStrategy(QFont::PreferNoShaping);
    return style;
}

/// Writes one composed report to its target. Composing takes the first half of the progress.
class TargetWriter {
public:
    TargetWriter(std::shared_ptr<const ComposedReport> report, const ReportWriteOptions& options)
        : m_report(std::move(report)), m_options(options) {
        for (const ComposedPart& part : m_report->parts)
            m_figures += part.figure ? 1 : 0;
    }

    Result<void> writeHtml(const QString& target) {
        const auto html = htmlReport(*m_report, [this](const ComposedPart& part) { return svg(part); });
        if (!html)
            return html.error();
        return replaceFile(target, *html);
    }

    Result<void> writePdf(const QString& target) {
        const ReportLayout layout(m_report, m_options.stop);
        const FigurePaint paint = [this](QPainter& painter, const QRectF& rect, const ComposedPart& part) {
            callOnMainThread(m_options.stop, [&] {
                painter.save();
                paintFigure(&painter, rect, *part.figure, sizeOf(part), pdfStyle());
                painter.restore();
            });
        };
        const auto pdf =
            pdfReport(layout, paint, {m_options.date, m_options.stop, [this](double share) { report(share); }});
        if (!pdf)
            return pdf.error();
        return replaceFile(target, *pdf);
    }

    Result<void> writeFolder(const QString& target) {
        auto folder = FolderReplacement::begin(target, kMarkdownFile);
        if (!folder)
            return folder.error();
        if (const auto done = add(*folder, kMarkdownFile, markdownReport(*m_report), -1); !done)
            return done;
        for (std::size_t i = 0; i < m_report->parts.size(); ++i)
            if (const auto done = addFiles(*folder, static_cast<int>(i)); !done)
                return done;
        if (const auto done = folder->add(QString::fromLatin1(kProvenanceFile),
                                          QByteArray::fromStdString(provenanceJson(*m_report, m_files)));
            !done)
            return done;
        return folder->commit();
    }

private:
    Result<void> add(FolderReplacement& folder, const QString& name, const QByteArray& bytes, int part) {
        Sha256 hash;
        hash.add(bytes.constData(), static_cast<std::size_t>(bytes.size()));
        m_files.push_back({toStd(name), hash.hex(), part});
        return folder.add(name, bytes);
    }

    Result<void> addFiles(FolderReplacement& folder, int number) {
        const ComposedPart& part = m_report->parts[static_cast<std::size_t>(number)];
        if (part.figure) {
            const auto picture = svg(part);
            if (!picture)
                return picture.error();
            const QString name = QStringLiteral("figures/%1.svg").arg(toQString(part.dataName));
            if (const auto done = add(folder, name, *picture, number); !done)
                return done;
        }
        if (m_options.stop.stop_requested())
            return cancelledError();
        const auto data = m_report->embedData ? partData(*m_report, part) : std::nullopt;
        if (!data)
            return {};
        return add(folder, QStringLiteral("data/") + toQString(part.dataName + data->suffix),
                   QByteArray::fromStdString(data->text), number);
    }

    Result<QByteArray> svg(const ComposedPart& part) {
        QByteArray text;
        if (!callOnMainThread(m_options.stop, [&] { text = renderSvg(*part.figure, sizeOf(part)); }) ||
            m_options.stop.stop_requested())
            return cancelledError();
        report(static_cast<double>(++m_done) / m_figures);
        return text;
    }

    void report(double share) const {
        if (m_options.progress)
            m_options.progress(0.5 + share / 2.0, "Drawing figures");
    }

    std::shared_ptr<const ComposedReport> m_report;
    const ReportWriteOptions& m_options;
    std::vector<ReportFile> m_files;
    int m_figures = 0;
    int m_done = 0;
};

Result<void> writeComposed(std::shared_ptr<const ComposedReport> report, const QString& target,
                           const ReportWriteOptions& options) {
    TargetWriter writer(std::move(report), options);
    if (isReportFolder(target))
        return writer.writeFolder(target);
    return suffixOf(target) == QLatin1String("pdf") ? writer.writePdf(target) : writer.writeHtml(target);
}

} // namespace

bool isReportFolder(const QString& target) {
    const QString suffix = suffixOf(target);
    return suffix != QLatin1String("html") && suffix != QLatin1String("htm") && suffix != QLatin1String("pdf");
}

Result<void> checkReportTarget(const QString& target) {
    const QFileInfo place(QDir::cleanPath(QFileInfo(target).absoluteFilePath()));
    if (isReportFolder(target)) {
        if (hasUnknownEnding(target))
            return makeError(ErrorCode::invalidArgument, "the ending ." + toStd(suffixOf(target)) +
                                                             " is unknown; .html, .pdf or the name of a folder would "
                                                             "be right");
        if (const auto good = FolderReplacement::check(place.filePath(), kMarkdownFile); !good)
            return good;
    } else if (place.isDir()) {
        return makeError(ErrorCode::invalidArgument, "this is a folder, not a file");
    } else if (place.exists() && !place.isWritable()) {
        return makeError(ErrorCode::io, "the file is write-protected");
    }
    if (!QFileInfo(place.path()).isDir())
        return makeError(ErrorCode::invalidArgument, "the folder " + toStd(place.path()) + " does not exist");
    if (place.exists() && !place.isFile() && !place.isDir())
        return {}; // a device or pipe
    if (const auto writable = checkFolderIsWritable(toStd(place.path())); !writable)
        return makeError(ErrorCode::io, "the folder cannot be written: " + writable.error().message);
    return {};
}

Result<void> writeReport(const ProjectStore& store, const ReportDocument& document, const ViewRegistry& views,
                         const PluginRegistry& plugins, const QString& target, const ReportWriteOptions& options) {
    ComposeOptions compose;
    compose.figures = figureProvider(store, views);
    compose.experiments = experimentLookup(plugins);
    compose.tables = [&store, lookup = compose.experiments](const ReportBlock& block) {
        return comparedTableOf(store, lookup, block);
    };
    compose.date = options.date;
    compose.stop = options.stop;
    if (options.progress)
        compose.progress = [&options](double share, const std::string& stage) { options.progress(share / 2.0, stage); };
    auto report = composeReport(store, document, compose);
    if (!report)
        return report.error();
    return writeComposed(std::make_shared<const ComposedReport>(std::move(*report)), target, options);
}

} // namespace vitrine
