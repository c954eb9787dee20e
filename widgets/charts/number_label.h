#pragma once

#include "core/figure/ticks.h"

#include <QLocale>
#include <QString>

namespace vitrine {

/// Number for people: true minus, thousands by locale. NaN and infinities are "NaN", "∞", "−∞".
QString decimalLabel(double value, int decimals, const QLocale& locale);
/// With so many significant digits, trailing zeros kept: 0.954, 22.9, 1,128.
QString shortLabel(double value, int digits, const QLocale& locale);
/// Label of a tick: all of one axis have the same decimals; powers of ten where numbers would be long.
QString tickLabel(double value, const Ticks& ticks, const QLocale& locale);
/// Decimals that show the largest of the values with three digits; 0 when all are whole.
int commonDecimals(const std::vector<double>& values);

} // namespace vitrine
