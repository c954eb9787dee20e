#include "widgets/graph/picture_export.h"

#include "core/base/file_write.h"
#include "core/values/text.h"
#include "widgets/charts/figure_style.h"

#include <QBuffer>
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace vitrine {
namespace {

constexpr double kPointsPerMm = 72.0 / 25.4;
constexpr int kFileDpi = 300;
constexpr int kClipboardDpi = 192;

QSizeF pointSize(FigureSize size) {
    return {size.widthMm * kPointsPerMm, size.heightMm * kPointsPerMm};
}

/// Paints into the target, which holds the picture's points.
void paintScaled(QPainter& painter, const QRectF& target, const PaintPicture& paint, FigureSize size) {
    const QSizeF layout = pointSize(size) / kPrintPointsPerPixel;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(target, tokensOf(ThemeKind::light).base);
    painter.scale(target.width() / layout.width(), target.height() / layout.height());
    paint(painter, QRectF(QPointF(), layout));
}

} // namespace

QByteArray pictureSvg(const PaintPicture& paint, const QString& title, FigureSize size) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(72); // the view box counts points
    const QSizeF points = pointSize(size);
    generator.setSize(points.toSize());
    generator.setViewBox(QRectF(QPointF(), points));
    generator.setTitle(title);
    QPainter painter(&generator);
    paintScaled(painter, QRectF(QPointF(), points), paint, size);
    painter.end();
    return bytes;
}

QByteArray picturePdf(const PaintPicture& paint, const QString& title, FigureSize size) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Vitrine"));
    writer.setResolution(72 * 20);
    writer.setPageSize(QPageSize(pointSize(size), QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    paintScaled(painter, QRectF(0, 0, writer.width(), writer.height()), paint, size);
    painter.end();
    return bytes;
}

QImage pictureImage(const PaintPicture& paint, int dpi, FigureSize size) {
    const double factor = dpi / 25.4;
    QImage image(std::max(1, qRound(size.widthMm * factor)), std::max(1, qRound(size.heightMm * factor)),
                 QImage::Format_RGB32);
    image.setDotsPerMeterX(qRound(dpi / 0.0254));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    QPainter painter(&image);
    paintScaled(painter, QRectF(image.rect()), paint, size);
    painter.end();
    return image;
}

Result<void> exportPicture(const PaintPicture& paint, const QString& title, const QString& path, FigureFormat format) {
    QByteArray bytes;
    switch (format) {
    case FigureFormat::svg: bytes = pictureSvg(paint, title); break;
    case FigureFormat::pdf: bytes = picturePdf(paint, title); break;
    case FigureFormat::png: {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        if (!pictureImage(paint, kFileDpi).save(&buffer, "PNG"))
            return makeError(ErrorCode::io, toStd(path) + ": the image could not be encoded");
        break;
    }
    default: return makeError(ErrorCode::unsupported, toStd(path) + ": a graph is saved as SVG, PDF or PNG");
    }
    return writeFileAtomically(toStd(path), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

void copyPicture(const PaintPicture& paint, const QString& title) {
    auto* data = new QMimeData;
    data->setImageData(pictureImage(paint, kClipboardDpi));
    data->setData(QStringLiteral("image/svg+xml"), pictureSvg(paint, title));
    QGuiApplication::clipboard()->setMimeData(data);
}

} // namespace vitrine
