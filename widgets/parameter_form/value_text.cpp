#include "widgets/parameter_form/value_text.h"

#include "core/values/text.h"
#include "widgets/parameter_form/number_text_field.h"
#include "widgets/parameter_form/parameter_form.h"

#include <QStringList>

namespace vitrine {

QString shownText(const ParameterSpec& spec, const nlohmann::json& value) {
    if (value.is_null())
        return spec.type == ParameterType::labelList ? ParameterForm::tr("all") : ParameterForm::tr("none");
    if (value.is_boolean())
        return value.get<bool>() ? ParameterForm::tr("on") : ParameterForm::tr("off");
    if (value.is_number())
        return fieldNumberText(value.get<double>());
    if (value.is_string()) {
        const auto text = value.get<std::string>();
        for (const ChoiceOption& option : spec.options)
            if (option.value == text && !option.label.empty())
                return toQString(option.label);
        return text.empty() ? ParameterForm::tr("empty") : toQString(text);
    }
    if (value.is_array() && spec.type != ParameterType::table) {
        QStringList parts;
        for (const nlohmann::json& item : value)
            parts.append(item.is_number() ? fieldNumberText(item.get<double>())
                                          : toQString(item.is_string() ? item.get<std::string>() : item.dump()));
        return parts.isEmpty() ? ParameterForm::tr("none") : parts.join(QStringLiteral("; "));
    }
    return value.is_array() ? ParameterForm::tr("%n rows", nullptr, static_cast<int>(value.size())) : QString();
}

} // namespace vitrine
