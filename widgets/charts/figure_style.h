#pragma once

#include "widgets/style/series_style.h"
#include "widgets/style/tokens.h"

#include <QFont>
#include <QLocale>

namespace vitrine {

struct FigureMark;

enum class FigureMedium { screen, print };

/// Looks of a figure that do not belong to its data.
struct FigureStyle {
    ThemeKind theme = ThemeKind::light;
    FigureMedium medium = FigureMedium::screen;
    double lineFactor = 1.0; ///< of all line widths
    QFont font;              ///< 11 px
    QFont strongFont;        ///< the same at weight 600
    QLocale locale;

    const Tokens& tokens() const { return tokensOf(theme); }
    bool isPrint() const { return medium == FigureMedium::print; }

    static FigureStyle forScreen(const QPalette& palette);
    /// Light theme, lines × 0.75, no selection, numbers as in files. The layout is the same as on screen and is scaled
    /// so that 11 px become 7 pt (`printScale`).
    static FigureStyle forPrint();
};

/// Marker of the points of a mark: an arrow where they are censored.
MarkerShape pointShape(const FigureMark& mark, ThemeKind theme);

/// Points (1/72 inch) per layout pixel in print style: text of 11 px is set in 7 pt.
constexpr double kPrintPointsPerPixel = 7.0 / 11.0;

} // namespace vitrine
