#include "widgets/parameter_form/parameter_form.h"

#include "core/values/text.h"
#include "widgets/parameter_form/form_section.h"
#include "widgets/parameter_form/parameter_editor.h"
#include "widgets/parameter_form/parameter_row.h"
#include "widgets/parameter_form/sweep_field.h"
#include "widgets/parameter_form/value_text.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace vitrine {

namespace {

bool holds(const std::string& condition, const ParameterSet& completed) {
    if (condition.empty())
        return true;
    const auto result = evaluateCondition(condition, completed);
    return !result.ok() || *result;
}

} // namespace

ParameterForm::ParameterForm(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
}

void ParameterForm::setSchema(const ParameterSchema& schema) {
    m_schema = schema;
    m_values = {};
    m_sweeps.clear();
    m_inspection = {};
    build();
    refresh();
}

void ParameterForm::build() {
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_rows.clear();
    m_sections.clear();
    m_advanced = nullptr;
    // Advanced fields stand together at the end, whatever their group.
    for (const ParameterLevel level : {ParameterLevel::basic, ParameterLevel::advanced})
        for (const ParameterSpec& spec : m_schema.parameters)
            if (spec.level == level)
                m_rows[spec.id] = addRow(spec, sectionFor(spec));
    if (m_advanced) {
        const auto count = std::ranges::count(m_schema.parameters, ParameterLevel::advanced, &ParameterSpec::level);
        m_advanced->setHint(count == 1 ? tr("1 field") : tr("%1 fields").arg(count));
        m_advanced->setExpanded(false);
    }
    for (const ParameterSpec& spec : m_schema.parameters)
        showValue(spec);
}

FormSection* ParameterForm::sectionFor(const ParameterSpec& spec) {
    const bool advanced = spec.level == ParameterLevel::advanced;
    FormSection*& section = advanced ? m_advanced : m_sections[spec.group];
    if (!section) {
        const QString title = spec.group.empty() ? tr("Parameters") : toQString(spec.group);
        section = new FormSection(advanced ? tr("Advanced") : title, this);
        m_layout->addWidget(section);
    }
    return section;
}

ParameterRow* ParameterForm::addRow(const ParameterSpec& spec, FormSection* section) {
    auto* row = new ParameterRow(spec, section);
    section->contents()->addWidget(row);
    connect(row->editor(), &ParameterEditor::edited, this, [this, id = spec.id] { takeEdit(id); });
    connect(row, &ParameterRow::sweepEdited, this, [this, row, id = spec.id] {
        m_sweeps[id] = row->sweep()->text();
        refresh();
        Q_EMIT changed();
    });
    connect(row, &ParameterRow::sweepRequested, this, [this, id = spec.id](bool on) {
        if (on)
            sweep(id);
        else
            endSweep(id);
    });
    connect(row, &ParameterRow::resetRequested, this, [this, id = toQString(spec.id)] { reset(id); });
    return row;
}

nlohmann::json ParameterForm::defaultOf(const ParameterSpec& spec) const {
    const auto found = m_inspection.suggested.find(spec.id);
    return found != m_inspection.suggested.end() ? found->second : spec.defaultValue;
}

void ParameterForm::showValue(const ParameterSpec& spec) {
    const auto row = m_rows.find(spec.id);
    if (row == m_rows.end())
        return;
    const auto value = m_values.values().find(spec.id);
    row->second->editor()->setValue(value != m_values.values().end() ? value->second : defaultOf(spec));
}

void ParameterForm::setValues(const ParameterSet& values, const SweepTexts& sweeps) {
    m_values = {};
    m_sweeps.clear();
    for (const auto& [id, text] : sweeps)
        if (canSweep(id))
            m_sweeps[id] = text;
    for (const auto& [id, value] : values.values()) {
        const ParameterSpec* spec = m_schema.find(id);
        if (spec && value != defaultOf(*spec))
            m_values.set(id, value);
    }
    for (const ParameterSpec& spec : m_schema.parameters)
        showValue(spec);
    showSweeps();
    refresh();
}

void ParameterForm::setInspection(const Inspection& inspection) {
    m_inspection = inspection;
    for (const ParameterSpec& spec : m_schema.parameters) {
        const auto row = m_rows.find(spec.id);
        const auto options = m_inspection.options.find(spec.id);
        if (row != m_rows.end() && options != m_inspection.options.end())
            row->second->editor()->setFoundOptions(options->second);
        if (m_values.isSet(spec.id) && m_values.values().at(spec.id) == defaultOf(spec))
            m_values.reset(spec.id);
        // Half-typed text must not be overwritten by what the data say.
        if (!m_values.isSet(spec.id) && row != m_rows.end() && row->second->editor()->value())
            showValue(spec);
    }
    refresh();
    Q_EMIT changed();
}

ParameterSet ParameterForm::completed() const {
    ParameterSet set = m_values;
    for (const auto& [id, value] : m_inspection.suggested)
        if (m_schema.find(id) && !set.isSet(id))
            set.set(id, value);
    return set.complete(m_schema);
}

void ParameterForm::takeEdit(const std::string& id) {
    const ParameterSpec* spec = m_schema.find(id);
    const auto value = m_rows.at(id)->editor()->value();
    if (value && *value == defaultOf(*spec))
        m_values.reset(id);
    else if (value)
        m_values.set(id, *value);
    refresh();
    Q_EMIT changed();
}

ParameterProblem ParameterForm::offerProblem(const ParameterSpec& spec, const nlohmann::json& value) const {
    const auto options = m_inspection.options.find(spec.id);
    if (spec.type != ParameterType::column || !value.is_string() || options == m_inspection.options.end())
        return {};
    const auto text = value.get<std::string>();
    if (text.empty() || std::ranges::find(options->second, text, &FoundOption::value) != options->second.end())
        return {};
    return {spec.id, toStd(tr("the data have no column “%1”").arg(toQString(text))), false};
}

std::map<std::string, ParameterProblem> ParameterForm::collectProblems(const ParameterSet& completedValues) const {
    std::map<std::string, ParameterProblem> found;
    for (const ParameterProblem& problem : m_inspection.problems)
        found[problem.parameter] = problem;
    for (const ParameterProblem& problem : validate(m_schema, completedValues))
        if (!problem.isWarning || !found.contains(problem.parameter))
            found[problem.parameter] = problem;
    for (const ParameterSpec& spec : m_schema.parameters) {
        const auto row = m_rows.find(spec.id);
        if (row == m_rows.end())
            continue;
        const auto value = row->second->editor()->value();
        if (!value)
            found[spec.id] = {spec.id, toStd(row->second->editor()->inputProblem()), false};
        else if (const ParameterProblem problem = offerProblem(spec, *value); !problem.message.empty())
            found[spec.id] = problem;
        if (!holds(spec.visibleIf, completedValues))
            found.erase(spec.id);
        if (!isSwept(spec.id))
            continue;
        found.erase(spec.id); // what is wrong with the one value from before
        if (const ParameterProblem problem = sweepProblem(spec); !problem.message.empty())
            found[spec.id] = problem;
    }
    return found;
}

void ParameterForm::refresh() {
    const ParameterSet all = completed();
    m_problems = collectProblems(all);
    for (const ParameterSpec& spec : m_schema.parameters) {
        const auto found = m_rows.find(spec.id);
        if (found == m_rows.end())
            continue;
        ParameterRow* row = found->second;
        row->setVisible(isSwept(spec.id) || holds(spec.visibleIf, all));
        row->editor()->setEnabled(holds(spec.enabledIf, all));
        if (isSwept(spec.id))
            row->setSweepNote(sweepNote(spec));
        else
            row->setChanged(m_values.isSet(spec.id), shownText(spec, defaultOf(spec)));
        const auto problem = m_problems.find(spec.id);
        if (problem == m_problems.end())
            row->setProblem({}, false);
        else
            row->setProblem(toQString(problem->second.message), problem->second.isWarning);
    }
    // A section whose fields are all hidden goes with them.
    for (FormSection* section : findChildren<FormSection*>(Qt::FindDirectChildrenOnly)) {
        const QList<ParameterRow*> rows = section->findChildren<ParameterRow*>();
        section->setVisible(std::ranges::any_of(rows, [](const ParameterRow* row) { return !row->isHidden(); }));
    }
}

QStringList ParameterForm::problems() const {
    QStringList list;
    for (const auto& [id, problem] : m_problems) {
        if (problem.isWarning)
            continue;
        const ParameterSpec* spec = m_schema.find(id);
        const QString label = spec ? toQString(spec->label) : toQString(id);
        list.append(label.isEmpty() ? toQString(problem.message)
                                    : QStringLiteral("%1: %2").arg(label, toQString(problem.message)));
    }
    return list;
}

int ParameterForm::changedCount() const {
    const auto more = std::ranges::count_if(m_sweeps, [&](const auto& sweep) { return !m_values.isSet(sweep.first); });
    return static_cast<int>(m_values.values().size()) + static_cast<int>(more);
}

void ParameterForm::showParameter(const std::string& id) {
    const auto row = m_rows.find(id);
    const ParameterSpec* spec = m_schema.find(id);
    if (row == m_rows.end() || !spec)
        return;
    sectionFor(*spec)->setExpanded(true);
    row->second->focusField();
}

void ParameterForm::resetAll() {
    m_values = {};
    m_sweeps.clear();
    for (const ParameterSpec& spec : m_schema.parameters)
        showValue(spec);
    showSweeps();
    refresh();
    Q_EMIT changed();
}

void ParameterForm::reset(const QString& id) {
    const ParameterSpec* spec = m_schema.find(toStd(id));
    if (!spec)
        return;
    m_values.reset(spec->id);
    showValue(*spec);
    refresh();
    Q_EMIT changed();
}

} // namespace vitrine
