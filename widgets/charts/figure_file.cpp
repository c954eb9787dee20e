#include "widgets/charts/figure_file.h"

#include "core/base/file_write.h"
#include "core/values/text.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QMimeData>

namespace vitrine {

FigureStyle fileStyle(bool asOnScreen) {
    FigureStyle style = FigureStyle::forPrint();
    if (!asOnScreen)
        return style;
    style.theme = themeOf(QApplication::palette());
    style.lineFactor = 1.0;
    style.locale = QLocale();
    return style;
}

Result<void> writeFigure(const FigureSpec& spec, const QString& path, const FigureFileChoice& choice) {
    const FigureStyle style = fileStyle(choice.asOnScreen);
    QByteArray bytes;
    switch (choice.format) {
    case FigureFormat::pgfplots:
    case FigureFormat::csv: return exportFigure(spec, path, choice.format, choice.size, choice.dpi);
    case FigureFormat::svg: bytes = renderSvg(spec, choice.size, style); break;
    case FigureFormat::pdf: bytes = renderPdf(spec, choice.size, style); break;
    case FigureFormat::png: {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        if (!renderImage(spec, choice.size, choice.dpi, style).save(&buffer, "PNG"))
            return makeError(ErrorCode::io,
                             toStd(QStringLiteral("%1: the image is too large to be written").arg(path)));
        break;
    }
    }
    return writeFileAtomically(toStd(path), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

void copyFigureAs(const FigureSpec& spec, const FigureFileChoice& choice) {
    const FigureStyle style = fileStyle(choice.asOnScreen);
    auto* data = new QMimeData;
    data->setImageData(renderImage(spec, choice.size, 192, style));
    data->setData(QStringLiteral("image/svg+xml"), renderSvg(spec, choice.size, style));
    QGuiApplication::clipboard()->setMimeData(data);
}

} // namespace vitrine
