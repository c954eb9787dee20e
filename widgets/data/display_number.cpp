#include "widgets/data/display_number.h"

#include "core/values/text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr std::size_t kSampled = 2000; // cells looked at when decimals are chosen

QString withTrueMinus(QString text) {
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

QString nonFinite(double value) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    return value > 0 ? QStringLiteral("Inf") : QString(QChar(0x2212)) + QStringLiteral("Inf");
}

} // namespace

QString displayNumber(double value, int decimals) {
    if (!std::isfinite(value))
        return nonFinite(value);
    if (std::abs(value) >= 1e9)
        return displayNumber(value);
    if (value == 0.0)
        value = 0.0; // no minus before a zero
    QString text = QLocale().toString(value, 'f', decimals);
    const bool onlyZeros = std::all_of(text.begin(), text.end(), [](QChar c) { return !c.isDigit() || c == u'0'; });
    if (onlyZeros && value < 0.0)
        text.remove(QLatin1Char('-'));
    return withTrueMinus(text);
}

QString displayNumber(double value) {
    if (!std::isfinite(value))
        return nonFinite(value);
    if (value == std::floor(value) && std::abs(value) < 1e15)
        return withTrueMinus(QLocale().toString(static_cast<qlonglong>(value)));
    return withTrueMinus(QLocale().toString(value, 'g', 5));
}

QString displayCount(std::int64_t count) {
    return withTrueMinus(QLocale().toString(static_cast<qlonglong>(count)));
}

QString displayBytes(std::int64_t bytes) {
    if (bytes < 1000)
        return displayCount(bytes) + QStringLiteral(" B");
    static const char* const kUnits[] = {"kB", "MB", "GB", "TB"};
    double value = static_cast<double>(bytes) / 1000.0;
    std::size_t unit = 0;
    for (; value >= 999.5 && unit < 3; ++unit)
        value /= 1000.0;
    return QLocale().toString(value, 'f', unit > 0 && value < 9.95 ? 1 : 0) + QLatin1Char(' ') +
           QLatin1String(kUnits[unit]);
}

QString counted(std::int64_t count, const QString& one, const QString& many) {
    return displayCount(count) + QLatin1Char(' ') + (count == 1 ? one : many);
}

int decimalsFor(const Column& column) {
    if (column.type() != ColumnType::real)
        return 0;
    const auto values = column.reals();
    double largest = 0.0;
    int needed = 0;
    const std::size_t step = std::max<std::size_t>(1, values.size() / kSampled);
    for (std::size_t row = 0; row < values.size(); row += step) {
        if (!column.isValid(row) || !std::isfinite(values[row]))
            continue;
        largest = std::max(largest, std::abs(values[row]));
        double scaled = std::abs(values[row]);
        int decimals = 0;
        while (decimals < 6 && std::abs(scaled - std::round(scaled)) > 1e-6 * std::max(1.0, scaled)) {
            scaled *= 10.0;
            ++decimals;
        }
        needed = std::max(needed, decimals);
    }
    if (largest == 0.0)
        return 0;
    const int enough = std::clamp(3 - static_cast<int>(std::floor(std::log10(largest))), 0, 6);
    return std::min(needed, enough);
}

QString displayCell(const Column& column, std::size_t row, int decimals) {
    if (!column.isValid(row))
        return {};
    switch (column.type()) {
    case ColumnType::real: return displayNumber(column.reals()[row], decimals);
    case ColumnType::integer: return displayCount(column.integers()[row]);
    case ColumnType::boolean:
    case ColumnType::text: break;
    }
    return toQString(column.cellText(row));
}

} // namespace vitrine
