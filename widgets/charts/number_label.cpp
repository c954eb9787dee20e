#include "widgets/charts/number_label.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr QChar kMinus(0x2212);

QString superscript(int exponent) {
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text = exponent < 0 ? QStringLiteral("⁻") : QString();
    for (QChar c : QString::number(std::abs(exponent)))
        text += digits[c.digitValue()];
    return text;
}

QString scientificLabel(double value, const QLocale& locale) {
    if (value == 0.0)
        return QStringLiteral("0");
    int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
    const double mantissa = value / std::pow(10.0, exponent);
    const QString power = QStringLiteral("10") + superscript(exponent);
    if (std::abs(mantissa - 1.0) < 1e-9)
        return power;
    if (std::abs(mantissa + 1.0) < 1e-9)
        return kMinus + power;
    const int decimals = std::abs(mantissa - std::round(mantissa)) < 1e-9 ? 0 : 1;
    return decimalLabel(mantissa, decimals, locale) + QStringLiteral("·") + power;
}

} // namespace

QString decimalLabel(double value, int decimals, const QLocale& locale) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : kMinus + QStringLiteral("∞");
    QString text = locale.toString(std::abs(value), 'f', decimals);
    const bool isZero =
        std::none_of(text.begin(), text.end(), [](QChar c) { return c.isDigit() && c.digitValue() > 0; });
    return value < 0 && !isZero ? kMinus + text : text;
}

QString shortLabel(double value, int digits, const QLocale& locale) {
    if (!std::isfinite(value) || value == 0.0)
        return decimalLabel(value, 0, locale);
    const double size = std::abs(value);
    if (size >= 1e7 || size < 1e-4)
        return scientificLabel(std::stod(QString::number(value, 'e', 1).toStdString()), locale);
    const int whole = static_cast<int>(std::floor(std::log10(size))) + 1;
    return decimalLabel(value, std::clamp(digits - whole, 0, 8), locale);
}

QString tickLabel(double value, const Ticks& ticks, const QLocale& locale) {
    return ticks.scientific ? scientificLabel(value, locale) : decimalLabel(value, ticks.decimals, locale);
}

int commonDecimals(const std::vector<double>& values) {
    double largest = 0.0;
    bool whole = true;
    for (double value : values) {
        if (!std::isfinite(value))
            continue;
        largest = std::max(largest, std::abs(value));
        whole = whole && value == std::round(value);
    }
    if (whole || largest == 0.0)
        return 0;
    return std::clamp(2 - static_cast<int>(std::floor(std::log10(largest))), 0, 6);
}

} // namespace vitrine
