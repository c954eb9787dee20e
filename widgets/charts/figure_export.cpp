#include "widgets/charts/figure_export.h"

#include "core/base/file_write.h"
#include "core/values/text.h"
#include "widgets/charts/figure_scene.h"
#include "widgets/charts/painted_drawing.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>

namespace vitrine {
namespace {

constexpr double kPointsPerMm = 72.0 / 25.4;

/// Layout pixels that the figure has in print: its points over the points of one pixel.
QSizeF layoutSize(FigureSize size) {
    const double factor = kPointsPerMm / kPrintPointsPerPixel;
    return {size.widthMm * factor, size.heightMm * factor};
}

QSizeF pointSize(FigureSize size) {
    return {size.widthMm * kPointsPerMm, size.heightMm * kPointsPerMm};
}

Result<void> writeFile(const QString& path, const QByteArray& bytes) {
    return writeFileAtomically(toStd(path), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

QByteArray toBytes(const std::string& text) {
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

/// Lays the drawing out in the px of print style; drawings are made for paper.
void paintDrawing(QPainter* painter, const QRectF& target, const FigureDrawing& drawing, FigureSize size) {
    const auto* painted = dynamic_cast<const PaintedDrawing*>(&drawing);
    if (!painted)
        return;
    const Tokens& tokens = tokensOf(ThemeKind::light);
    const QSizeF layout = layoutSize(size);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->fillRect(target, tokens.base);
    painter->translate(target.topLeft());
    painter->scale(target.width() / layout.width(), target.height() / layout.height());
    painted->paint(*painter, QRectF(QPointF(), layout), tokens);
    painter->restore();
}

} // namespace

void paintFigure(QPainter* painter, const QRectF& target, const FigureSpec& spec, FigureSize size,
                 const FigureStyle& style) {
    if (spec.drawing)
        return paintDrawing(painter, target, *spec.drawing, size);
    FigureScene scene;
    scene.setStyle(style);
    scene.setFigure(std::make_shared<const FigureSpec>(spec));
    const QSizeF layout = layoutSize(size);
    scene.setSize(layout);
    scene.ensurePlanned();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->fillRect(target, style.tokens().base);
    scene.render(painter, target, QRectF(QPointF(), layout), Qt::KeepAspectRatio);
    painter->restore();
}

QByteArray renderSvg(const FigureSpec& spec, FigureSize size, const FigureStyle& style) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    // 72 units an inch: the view box counts points and the size in the file is in millimetres.
    generator.setResolution(72);
    const QSizeF points = pointSize(size);
    generator.setSize(points.toSize());
    generator.setViewBox(QRectF(QPointF(), points));
    generator.setTitle(toQString(spec.title));
    generator.setDescription(toQString(spec.caption));
    QPainter painter(&generator);
    paintFigure(&painter, QRectF(QPointF(), points), spec, size, style);
    painter.end();
    return bytes;
}

QByteArray renderPdf(const FigureSpec& spec, FigureSize size, const FigureStyle& style) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(toQString(spec.title));
    writer.setCreator(QStringLiteral("Vitrine"));
    writer.setResolution(72 * 20);
    writer.setPageSize(QPageSize(pointSize(size), QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    paintFigure(&painter, QRectF(0, 0, writer.width(), writer.height()), spec, size, style);
    painter.end();
    return bytes;
}

QImage renderImage(const FigureSpec& spec, FigureSize size, int dpi, const FigureStyle& style) {
    const double factor = dpi / 25.4;
    QImage image(std::max(1, qRound(size.widthMm * factor)), std::max(1, qRound(size.heightMm * factor)),
                 QImage::Format_RGB32);
    image.setDotsPerMeterX(qRound(dpi / 0.0254));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.fill(style.tokens().base);
    QPainter painter(&image);
    paintFigure(&painter, QRectF(image.rect()), spec, size, style);
    painter.end();
    return image;
}

Result<void> exportFigure(const FigureSpec& spec, const QString& path, FigureFormat format, FigureSize size, int dpi) {
    switch (format) {
    case FigureFormat::svg: return writeFile(path, renderSvg(spec, size));
    case FigureFormat::pdf: return writeFile(path, renderPdf(spec, size));
    case FigureFormat::csv: return writeFile(path, toBytes(figureCsv(spec)));
    case FigureFormat::png: {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        if (!renderImage(spec, size, dpi).save(&buffer, "PNG"))
            return makeError(ErrorCode::io,
                             toStd(QStringLiteral("%1: the image is too large to be written").arg(path)));
        return writeFile(path, bytes);
    }
    case FigureFormat::pgfplots: break;
    }
    if (spec.drawing)
        return makeError(ErrorCode::unsupported, toStd(path) + ": a drawing is saved as SVG, PDF or PNG");
    QString dataPath = path;
    if (dataPath.endsWith(QStringLiteral(".tex")))
        dataPath.chop(4);
    dataPath += QStringLiteral(".csv");
    const PgfplotsFiles files = renderPgfplots(spec, size, toStd(dataPath.section(QLatin1Char('/'), -1)));
    if (Result<void> written = writeFile(dataPath, toBytes(files.data)); !written)
        return written;
    return writeFile(path, toBytes(files.tex));
}

std::vector<FigureFormat> pictureFormats(const FigureSpec& spec) {
    std::vector<FigureFormat> formats{FigureFormat::svg, FigureFormat::pdf, FigureFormat::png};
    if (!spec.drawing)
        formats.push_back(FigureFormat::pgfplots);
    return formats;
}

QString formatSuffix(FigureFormat format) {
    switch (format) {
    case FigureFormat::svg: return QStringLiteral(".svg");
    case FigureFormat::pdf: return QStringLiteral(".pdf");
    case FigureFormat::png: return QStringLiteral(".png");
    case FigureFormat::pgfplots: return QStringLiteral(".tex");
    case FigureFormat::csv: break;
    }
    return QStringLiteral(".csv");
}

QString formatName(FigureFormat format) {
    switch (format) {
    case FigureFormat::svg: return QStringLiteral("SVG drawing");
    case FigureFormat::pdf: return QStringLiteral("PDF drawing");
    case FigureFormat::png: return QStringLiteral("PNG picture");
    case FigureFormat::pgfplots: return QStringLiteral("LaTeX (pgfplots) with data");
    case FigureFormat::csv: break;
    }
    return QStringLiteral("CSV data");
}

} // namespace vitrine
