#include "widgets/parameter_form/parameter_form.h"

#include "core/values/text.h"
#include "widgets/parameter_form/parameter_row.h"
#include "widgets/parameter_form/sweep_field.h"
#include "widgets/parameter_form/value_text.h"

#include <QLocale>

#include <algorithm>

// Fields that take several values.

namespace vitrine {

bool ParameterForm::canSweep(const std::string& id) const {
    const ParameterSpec* spec = m_schema.find(id);
    return spec && spec->sweepable && spec->type != ParameterType::table && m_rows.contains(id);
}

void ParameterForm::sweep(const std::string& id) {
    if (!canSweep(id) || isSwept(id))
        return;
    const ParameterSpec& spec = *m_schema.find(id);
    const nlohmann::json value = completed().value(id);
    std::string text = value.is_null() ? "none" : parameterText(spec, value);
    if (value.is_string() && text.find(',') != std::string::npos)
        text = '"' + text + '"';
    m_sweeps[id] = text;
    showSweeps();
    refresh();
    showParameter(id);
    Q_EMIT changed();
}

void ParameterForm::endSweep(const std::string& id) {
    if (m_sweeps.erase(id) == 0)
        return;
    showSweeps();
    refresh();
    showParameter(id);
    Q_EMIT changed();
}

void ParameterForm::showSweeps() {
    for (const auto& [id, row] : m_rows) {
        const auto found = m_sweeps.find(id);
        row->setSweep(found == m_sweeps.end() ? std::nullopt : std::optional(found->second));
    }
}

std::vector<ParameterSweep> ParameterForm::sweeps() const {
    std::vector<ParameterSweep> valid;
    for (const ParameterSpec& spec : m_schema.parameters)
        if (const auto found = m_sweeps.find(spec.id); found != m_sweeps.end())
            if (auto sweep = parseSweep(spec, found->second))
                valid.push_back(std::move(*sweep));
    return valid;
}

ParameterProblem ParameterForm::sweepProblem(const ParameterSpec& spec) const {
    const std::string& text = m_sweeps.at(spec.id);
    const auto sweep = parseSweep(spec, text);
    if (sweep)
        return {};
    if (toQString(text).trimmed().isEmpty())
        return {spec.id, toStd(tr("values, such as %1").arg(m_rows.at(spec.id)->sweep()->example())), false};
    // The sentence names the parameter, and stands under it.
    const std::string& message = sweep.error().message;
    const std::string start = spec.id + ": ";
    return {spec.id, message.starts_with(start) ? message.substr(start.size()) : message, false};
}

QString ParameterForm::sweepNote(const ParameterSpec& spec) const {
    const auto sweep = parseSweep(spec, m_sweeps.at(spec.id));
    if (!sweep)
        return {};
    constexpr int kMostShown = 12;
    QStringList values;
    for (const nlohmann::json& value : sweep->values)
        if (values.size() < kMostShown)
            values.append(shownText(spec, value));
    if (sweep->values.size() > kMostShown)
        values.append(QStringLiteral("…"));
    const bool plain = QLocale().decimalPoint() != QStringLiteral(",") && !sweep->values.front().is_array();
    const QString list = values.join(plain ? QStringLiteral(", ") : QStringLiteral("; "));
    return sweep->values.size() == 1 ? tr("1 value") : tr("%1 values: %2").arg(sweep->values.size()).arg(list);
}

} // namespace vitrine
