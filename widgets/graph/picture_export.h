#pragma once

#include "core/base/result.h"
#include "widgets/charts/figure_export.h"

#include <functional>

namespace vitrine {

/// Paints a picture that is no FigureSpec into a rectangle, in px of print style (11 px become 7 pt).
using PaintPicture = std::function<void(QPainter&, const QRectF&)>;

/// Size of exported graphs on paper.
constexpr FigureSize kGraphPaper{120, 90};

QByteArray pictureSvg(const PaintPicture& paint, const QString& title, FigureSize size = kGraphPaper);
QByteArray picturePdf(const PaintPicture& paint, const QString& title, FigureSize size = kGraphPaper);
QImage pictureImage(const PaintPicture& paint, int dpi, FigureSize size = kGraphPaper);
/// Writes SVG, PDF or PNG. @errors io, unsupported (another format)
Result<void> exportPicture(const PaintPicture& paint, const QString& title, const QString& path, FigureFormat format);
void copyPicture(const PaintPicture& paint, const QString& title);

} // namespace vitrine
