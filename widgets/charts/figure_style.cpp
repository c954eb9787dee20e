#include "widgets/charts/figure_style.h"

#include "core/figure/figure_spec.h"
#include "widgets/style/fonts.h"

namespace vitrine {

FigureStyle FigureStyle::forScreen(const QPalette& palette) {
    FigureStyle style;
    style.theme = themeOf(palette);
    style.font = fonts::small();
    style.strongFont = fonts::bold(style.font);
    return style;
}

FigureStyle FigureStyle::forPrint() {
    FigureStyle style;
    style.theme = ThemeKind::light;
    style.medium = FigureMedium::print;
    // Lines are three quarters as wide as on a screen of 96 dpi (0.75 pt per px), whatever the text is scaled by.
    style.lineFactor = 0.75 * 0.75 / kPrintPointsPerPixel;
    style.font = fonts::small();
    style.strongFont = fonts::bold(style.font);
    style.locale = QLocale::c();
    return style;
}

MarkerShape pointShape(const FigureMark& mark, ThemeKind theme) {
    switch (mark.beyond) {
    case Beyond::left: return MarkerShape::arrowLeft;
    case Beyond::right: return MarkerShape::arrowRight;
    case Beyond::nowhere: break;
    }
    return mark.markers ? seriesStyle(mark.slot, theme).marker : MarkerShape::disc;
}

} // namespace vitrine
