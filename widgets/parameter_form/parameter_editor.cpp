#include "widgets/parameter_form/parameter_editor.h"

#include "widgets/parameter_form/boolean_editor.h"
#include "widgets/parameter_form/check_list_editor.h"
#include "widgets/parameter_form/choice_editor.h"
#include "widgets/parameter_form/number_editor.h"
#include "widgets/parameter_form/number_list_editor.h"
#include "widgets/parameter_form/table_editor.h"
#include "widgets/parameter_form/text_editor.h"
#include "widgets/style/theme.h"

namespace vitrine {

void ParameterEditor::setProblemShown(bool shown) {
    setInvalid(control(), shown);
}

ParameterEditor* createParameterEditor(const ParameterSpec& spec, QWidget* parent) {
    switch (spec.type) {
    case ParameterType::boolean: return new BooleanEditor(spec, parent);
    case ParameterType::integer:
    case ParameterType::real: return new NumberEditor(spec, parent);
    case ParameterType::choice:
    case ParameterType::column: return new ChoiceEditor(spec, parent);
    case ParameterType::choiceList:
    case ParameterType::labelList: return new CheckListEditor(spec, parent);
    case ParameterType::text:
    case ParameterType::path: return new TextEditor(spec, parent);
    case ParameterType::intList:
    case ParameterType::realList: return new NumberListEditor(spec, parent);
    case ParameterType::table: return new TableEditor(spec, parent);
    }
    return new TextEditor(spec, parent);
}

} // namespace vitrine
