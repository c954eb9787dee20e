#pragma once

#include "core/base/result.h"
#include "core/figure/figure_spec.h"
#include "widgets/charts/figure_style.h"

#include <QByteArray>
#include <QImage>
#include <QSizeF>
#include <QString>

class QPainter;

namespace vitrine {

enum class FigureFormat { svg, pdf, png, pgfplots, csv };

/// Size on paper. Text is 7 pt whatever the size.
struct FigureSize {
    double widthMm = 84;
    double heightMm = 61;
};

/// Exports lay the figure out again in print style through the renderer of the screen. They do not depend on theme,
/// screen scale or platform plug-in, but need a QGuiApplication (offscreen will do) and its thread.
QByteArray renderSvg(const FigureSpec& spec, FigureSize size, const FigureStyle& style = FigureStyle::forPrint());
QByteArray renderPdf(const FigureSpec& spec, FigureSize size, const FigureStyle& style = FigureStyle::forPrint());
QImage renderImage(const FigureSpec& spec, FigureSize size, int dpi,
                   const FigureStyle& style = FigureStyle::forPrint());
/// Into a rectangle of any painter (PDF report, printer); coordinates of the painter, text scales with the rectangle's
/// width over `size`.
void paintFigure(QPainter* painter, const QRectF& target, const FigureSpec& spec, FigureSize size,
                 const FigureStyle& style = FigureStyle::forPrint());
/// LaTeX source for pgfplots that reads its numbers from `dataName`, and those numbers.
struct PgfplotsFiles {
    std::string tex;
    std::string data; ///< CSV: one block of columns per mark
};
PgfplotsFiles renderPgfplots(const FigureSpec& spec, FigureSize size, const std::string& dataName);

/// Writes one file (pgfplots: the .tex and a .csv beside it). @errors io, unsupported (nothing to show)
Result<void> exportFigure(const FigureSpec& spec, const QString& path, FigureFormat format, FigureSize size, int dpi);

/// In which a figure can be saved, the usual one first.
std::vector<FigureFormat> pictureFormats(const FigureSpec& spec);
QString formatSuffix(FigureFormat format); ///< ".svg"
QString formatName(FigureFormat format);   ///< "SVG image"

} // namespace vitrine
