#include "widgets/parameter_form/sweep_field.h"

#include "core/values/text.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>

namespace vitrine {

namespace {

bool commaIsDecimal() {
    return QLocale().decimalPoint() == QStringLiteral(",");
}

QString firstOptions(const ParameterSpec& spec) {
    QStringList values;
    for (const ChoiceOption& option : spec.options)
        if (values.size() < 2)
            values.append(toQString(option.value));
    return values.join(QStringLiteral(", "));
}

/// Numbers in text of the form are written with a point and separated by commas.
QString shown(const ParameterSpec& spec, QString text) {
    if (!commaIsDecimal() || spec.type != ParameterType::real)
        return text;
    return text.replace(QLatin1Char(','), QLatin1Char(';'))
        .replace(QStringLiteral(".."), QStringLiteral("\n"))
        .replace(QLatin1Char('.'), QLatin1Char(','))
        .replace(QLatin1Char('\n'), QStringLiteral(".."));
}

} // namespace

SweepField::SweepField(const ParameterSpec& spec, QWidget* parent)
    : QWidget(parent), m_spec(spec), m_field(new QLineEdit(this)) {
    const QString name = toQString(spec.unit.empty() ? spec.label : spec.label + " (" + spec.unit + ")");
    m_field->setPlaceholderText(example());
    m_field->setAccessibleName(tr("Values of %1").arg(name));
    m_field->setToolTip(tr("A run for each value: %1").arg(example()));
    auto* end = new QToolButton(this);
    end->setIcon(icon(QStringLiteral("close"), IconTint::text2));
    end->setAutoRaise(true);
    end->setToolTip(tr("One value again"));
    end->setAccessibleName(tr("Do not sweep %1").arg(toQString(spec.label)));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kGap);
    layout->addWidget(m_field, 1);
    layout->addWidget(end);
    setFocusProxy(m_field);
    connect(m_field, &QLineEdit::textEdited, this, &SweepField::edited);
    connect(end, &QToolButton::clicked, this, &SweepField::ended);
}

QString SweepField::example() const {
    switch (m_spec.type) {
    case ParameterType::integer: return shown(m_spec, QStringLiteral("50, 100")) + tr(" or ") + tr("50..150 step 50");
    case ParameterType::real:
        return shown(m_spec, QStringLiteral("0.05, 0.1")) + tr(" or ") + shown(m_spec, QStringLiteral("0.01..1 log 3"));
    case ParameterType::boolean: return QStringLiteral("true, false");
    case ParameterType::choice: return firstOptions(m_spec);
    case ParameterType::choiceList:
    case ParameterType::labelList: return tr("a, b; c");
    case ParameterType::intList:
    case ParameterType::realList: return QStringLiteral("1, 2; 3, 4");
    default: return tr("a, b");
    }
}

void SweepField::setText(const std::string& text) {
    if (text != this->text())
        m_field->setText(shown(m_spec, toQString(text)));
}

std::string SweepField::text() const {
    QString text = m_field->text();
    if (m_spec.type == ParameterType::real && commaIsDecimal())
        text.replace(QLatin1Char(','), QLatin1Char('.'));
    if (m_spec.type == ParameterType::real || m_spec.type == ParameterType::integer)
        text.replace(QLatin1Char(';'), QLatin1Char(','));
    return toStd(text);
}

} // namespace vitrine
