#pragma once

#include <QColor>
#include <QPalette>

#include <array>

namespace vitrine {

enum class ThemeKind { light, dark };

/// Every colour of one theme. Nothing else in the program holds a colour value.
struct Tokens {
    QColor window, base, alt, raised, button, hover;
    QColor text, text2, muted;
    QColor line, line2;
    QColor selection, accent, onAccent;
    QColor ok, okGround, warning, warningGround, error, errorGround, runningGround;
    QColor grid, axis;
    std::array<QColor, 8> series;     ///< slots 1 to 8
    std::array<QColor, 9> sequential; ///< low to high, equal OKLab steps
    std::array<QColor, 9> diverging;  ///< negative to positive
    QColor cellDark, cellLight;       ///< numbers on cells of a map: whichever has the higher contrast
};

const Tokens& tokensOf(ThemeKind theme);
/// Palette of a theme; `tokensOf` gives back the tokens that belong to a palette.
QPalette paletteOf(ThemeKind theme);
ThemeKind themeOf(const QPalette& palette);
inline const Tokens& tokensOf(const QPalette& palette) {
    return tokensOf(themeOf(palette));
}

/// Contrast ratio of two opaque colours, 1 to 21. @source WCAG 2.1, relative luminance
double contrastRatio(const QColor& a, const QColor& b);
/// The second colour laid over the first with the given opacity.
QColor mixed(const QColor& under, const QColor& over, double opacity);

} // namespace vitrine
