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

/// With two digits at most: "3·10⁵", "−2.5·10⁻⁸".
QString scientificLabel(double value, const QLocale& locale) {
    if (value == 0.0)
        return QStringLiteral("0");
    // By its text: powers of ten end before the smallest and, rounded up, before the largest number.
    const QString text = QString::number(value, 'e', 1);
    const qsizetype at = text.indexOf(QLatin1Char('e'));
    const double mantissa = QStringView(text).left(at).toDouble();
    const QString power = QStringLiteral("10") + superscript(QStringView(text).mid(at + 1).toInt());
    if (std::abs(mantissa) == 1.0)
        return mantissa < 0 ? kMinus + power : power;
    return decimalLabel(mantissa, mantissa == std::round(mantissa) ? 0 : 1, locale) + QStringLiteral("·") + power;
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
        return scientificLabel(value, locale);
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
