#include "widgets/parameter_form/number_list_editor.h"

#include "widgets/parameter_form/number_text_field.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpression>

#include <cmath>

namespace vitrine {

namespace {

bool commaSeparates() {
    return QLocale().decimalPoint() != QStringLiteral(",");
}

QString listText(const nlohmann::json& value) {
    QStringList parts;
    for (const nlohmann::json& item : value)
        if (item.is_number())
            parts.append(fieldNumberText(item.get<double>()));
    return parts.join(commaSeparates() ? QStringLiteral(", ") : QStringLiteral("; "));
}

} // namespace

NumberListEditor::NumberListEditor(const ParameterSpec& spec, QWidget* parent)
    : ParameterEditor(spec, parent), m_field(new QLineEdit(this)) {
    if (spec.optional)
        m_field->setPlaceholderText(tr("none"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_field);
    setFocusProxy(m_field);
    connect(m_field, &QLineEdit::textEdited, this, &ParameterEditor::edited);
}

void NumberListEditor::setValue(const nlohmann::json& value) {
    if (this->value() == std::optional(value))
        return;
    m_field->setText(value.is_array() ? listText(value) : QString());
}

std::optional<nlohmann::json> NumberListEditor::value() const {
    const QString text = m_field->text().trimmed();
    if (text.isEmpty())
        return spec().optional ? nlohmann::json(nullptr) : nlohmann::json::array();
    static const QRegularExpression commaBreaks(QStringLiteral("[;,\\s]+"));
    static const QRegularExpression plainBreaks(QStringLiteral("[;\\s]+"));
    nlohmann::json list = nlohmann::json::array();
    const QStringList parts = text.split(commaSeparates() ? commaBreaks : plainBreaks, Qt::SkipEmptyParts);
    for (const QString& part : parts) {
        const auto number = readFieldNumber(part);
        if (!number)
            return std::nullopt;
        if (spec().type == ParameterType::realList)
            list.push_back(*number);
        else if (*number == std::floor(*number) && std::abs(*number) < 9e15)
            list.push_back(static_cast<std::int64_t>(*number));
        else
            return std::nullopt;
    }
    return list;
}

QString NumberListEditor::inputProblem() const {
    const QString separator = commaSeparates() ? QStringLiteral(", ") : QStringLiteral("; ");
    if (spec().type == ParameterType::intList)
        return tr("whole numbers, such as %1").arg(QStringLiteral("10") + separator + QStringLiteral("20"));
    return tr("numbers, such as %1").arg(fieldNumberText(0.1) + separator + fieldNumberText(0.5));
}

QWidget* NumberListEditor::control() {
    return m_field;
}

} // namespace vitrine
