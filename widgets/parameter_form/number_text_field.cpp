#include "widgets/parameter_form/number_text_field.h"

#include "core/base/number_text.h"
#include "core/values/text.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QStyleOptionFrame>

#include <cmath>

namespace vitrine {

namespace {
constexpr int kUnitGap = 6;
constexpr double kLargestExactInteger = 9007199254740992.0; // 2^53
} // namespace

QString fieldNumberText(double number) {
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::OmitLeadingZeroInExponent);
    if (number == std::floor(number) && std::abs(number) < 1e15)
        return locale.toString(number, 'f', 0);
    return locale.toString(number, 'g', QLocale::FloatingPointShortest);
}

std::optional<double> readFieldNumber(const QString& text) {
    QString plain = text.trimmed();
    plain.replace(QChar(0x2212), QLatin1Char('-'));
    QLocale locale;
    locale.setNumberOptions(QLocale::RejectGroupSeparator);
    bool ok = false;
    double value = locale.toDouble(plain, &ok);
    if (!ok) {
        const auto parsed = parseNumber(toStd(plain));
        if (!parsed)
            return std::nullopt;
        value = *parsed;
    }
    if (!std::isfinite(value))
        return std::nullopt;
    return value;
}

NumberTextField::NumberTextField(Kind kind, QWidget* parent) : QLineEdit(parent), m_kind(kind) {
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(this, &QLineEdit::editingFinished, this, [this] {
        if (const auto value = number())
            setNumber(value);
    });
}

void NumberTextField::setUnit(const QString& unit) {
    m_unit = unit;
    placeUnit();
    update();
}

void NumberTextField::setRange(std::optional<double> minimum, std::optional<double> maximum) {
    m_minimum = minimum;
    m_maximum = maximum;
}

void NumberTextField::setNumber(std::optional<double> number) {
    const QString next = number ? fieldNumberText(*number) : QString();
    if (text() != next)
        setText(next);
}

std::optional<double> NumberTextField::number() const {
    const auto value = readFieldNumber(text());
    if (value && m_kind == Kind::integer && (*value != std::floor(*value) || std::abs(*value) > kLargestExactInteger))
        return std::nullopt;
    return value;
}

QSize NumberTextField::minimumSizeHint() const {
    return {72, QLineEdit::minimumSizeHint().height()};
}

double NumberTextField::stepWidth(double value) const {
    if (m_step)
        return *m_step;
    if (m_kind == Kind::integer)
        return 1.0;
    // A tenth of the leading decade: 0.1 steps by 0.01, 50 by 1.
    return value == 0.0 ? 0.1 : std::pow(10.0, std::floor(std::log10(std::abs(value))) - 1.0);
}

void NumberTextField::stepBy(int steps) {
    const double before = number().value_or(m_minimum.value_or(0.0));
    const double width = stepWidth(before);
    // Counting in steps and dividing by a whole number keeps 0.1 + 0.01 at 0.11 instead of 0.11000000000000001.
    const double count = std::round(before / width) + steps;
    const double inverse = std::round(1.0 / width);
    const bool isFraction = width < 1.0 && std::abs(inverse * width - 1.0) < 1e-9;
    double next = isFraction ? count / inverse : count * width;
    if (m_minimum)
        next = std::max(next, *m_minimum);
    if (m_maximum)
        next = std::min(next, *m_maximum);
    setNumber(next);
    Q_EMIT textEdited(text());
}

void NumberTextField::keyPressEvent(QKeyEvent* event) {
    if (!isReadOnly()) {
        switch (event->key()) {
        case Qt::Key_Up: stepBy(1); return;
        case Qt::Key_Down: stepBy(-1); return;
        case Qt::Key_PageUp: stepBy(10); return;
        case Qt::Key_PageDown: stepBy(-10); return;
        default: break;
        }
    }
    QLineEdit::keyPressEvent(event);
}

void NumberTextField::placeUnit() {
    const int room = m_unit.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_unit) + kUnitGap;
    setTextMargins(0, 0, room, 0);
}

void NumberTextField::changeEvent(QEvent* event) {
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        placeUnit();
}

void NumberTextField::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    if (m_unit.isEmpty())
        return;
    QStyleOptionFrame option;
    initStyleOption(&option);
    const QRect contents = style()->subElementRect(QStyle::SE_LineEditContents, &option, this).adjusted(0, 0, -2, 0);
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(contents, Qt::AlignRight | Qt::AlignVCenter, m_unit);
}

} // namespace vitrine
