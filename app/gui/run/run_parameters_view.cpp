#include "app/gui/run/run_parameters_view.h"

#include "core/plugin/plugin_info.h"
#include "core/values/text.h"
#include "widgets/jobs/job_text.h"
#include "widgets/style/fonts.h"

#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace vitrine {

namespace {

constexpr int kNameWidth = 240;
constexpr int kValueWidth = 240;
constexpr std::size_t kShortHash = 12;

QTreeWidgetItem* group(QTreeWidget* tree, const QString& title) {
    auto* item = new QTreeWidgetItem(tree, {title});
    item->setFont(0, fonts::bold(fonts::body()));
    item->setExpanded(true);
    return item;
}

void add(QTreeWidgetItem* parent, const QString& name, const QString& value, const QString& note = {}) {
    auto* item = new QTreeWidgetItem(parent, {name, value, note});
    for (int column = 0; column < 3; ++column)
        item->setToolTip(column, item->text(column));
}

/// Choices by their label, everything else as in the parameter set.
QString valueText(const ParameterSpec& spec, const nlohmann::json& value) {
    if (value.is_string())
        for (const ChoiceOption& option : spec.options)
            if (option.value == value.get<std::string>() && !option.label.empty())
                return toQString(option.label);
    if (value.is_boolean())
        return value.get<bool>() ? RunParametersView::tr("yes") : RunParametersView::tr("no");
    return toQString(parameterText(spec, value));
}

QString inputName(const ExperimentInfo* experiment, const std::string& id) {
    const InputSpec* input = experiment ? experiment->input(id) : nullptr;
    return toQString(input && !input->label.empty() ? input->label : id);
}

} // namespace

RunParametersView::RunParametersView(QWidget* parent) : QWidget(parent), m_tree(new QTreeWidget(this)) {
    m_tree->setColumnCount(3);
    m_tree->setHeaderLabels({tr("Parameter"), tr("Value"), tr("Default")});
    m_tree->setAccessibleName(tr("Parameters of the run"));
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->header()->setStretchLastSection(true);
    m_tree->setColumnWidth(0, kNameWidth);
    m_tree->setColumnWidth(1, kValueWidth);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tree);
}

void RunParametersView::show(const RunRecord& run, const ExperimentInfo* experiment) {
    m_tree->clear();
    QTreeWidgetItem* parameters = group(m_tree, tr("Parameters"));
    for (const auto& [id, value] : run.parameters.values()) {
        const ParameterSpec* spec = experiment ? experiment->parameters.find(id) : nullptr;
        if (!spec) {
            add(parameters, toQString(id), toQString(value.dump()));
            continue;
        }
        const bool changed = value != spec->defaultValue;
        const auto shown = [spec](const nlohmann::json& v) { return v.is_null() ? tr("none") : valueText(*spec, v); };
        const QString unit = spec->unit.empty() ? QString() : QLatin1Char(' ') + toQString(spec->unit);
        const QString name = toQString(spec->symbol.empty() ? spec->label : spec->label + "  " + spec->symbol);
        add(parameters, name, shown(value) + unit, shown(spec->defaultValue) + unit);
        QTreeWidgetItem* row = parameters->child(parameters->childCount() - 1);
        row->setForeground(2, palette().placeholderText());
        if (changed)
            row->setFont(1, fonts::bold(fonts::body()));
    }
    QTreeWidgetItem* inputs = group(m_tree, tr("Inputs"));
    for (const InputReference& input : run.inputs)
        add(inputs, inputName(experiment, input.inputId),
            tr("%1, content %2").arg(toQString(input.title), toQString(input.contentHash.substr(0, kShortHash))));
    QTreeWidgetItem* facts = group(m_tree, tr("Run"));
    add(facts, tr("System"),
        tr("%1 %2, %3").arg(toQString(run.plugin), toQString(run.pluginVersion), toQString(run.experiment)));
    add(facts, tr("Seed"), QString::number(run.seed));
    add(facts, tr("Threads"), QString::number(run.threads));
    add(facts, tr("Started"), toQString(run.created));
    if (isEnded(run.state)) {
        add(facts, tr("Time"), tr("%1 s").arg(QLocale().toString(run.seconds, 'f', 2)));
        add(facts, tr("Memory"), bytesText(run.peakBytes));
    }
}

} // namespace vitrine
