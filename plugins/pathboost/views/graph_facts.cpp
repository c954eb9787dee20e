#include "plugins/pathboost/views/graph_facts.h"

#include "core/values/text.h"
#include "widgets/charts/number_label.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QVBoxLayout>

#include <cmath>

namespace vitrine::pathboost {

namespace {

QString cellOf(const GraphSet* graphs, const std::string& column, int graph) {
    if (!graphs || graph < 0 || static_cast<std::size_t>(graph) >= graphs->graphCount())
        return {};
    const Column* found = column.empty() ? nullptr : graphs->graphs.find(column);
    return found ? toQString(found->cellText(static_cast<std::size_t>(graph))) : QString();
}

} // namespace

QString graphName(const PredictionRows* rows, const GraphSet* graphs, const ChosenGraph& chosen) {
    if (chosen.graph < 0)
        return {};
    if (rows && chosen.row)
        return toQString(rows->name(*chosen.row));
    const QString name = cellOf(graphs, graphs ? graphs->idColumn : std::string(), chosen.graph);
    return name.isEmpty() ? GraphFacts::tr("Row %1").arg(chosen.graph) : name;
}

QString graphStructure(const GraphSet* graphs, int graph) {
    return cellOf(graphs, graphs ? graphs->structureColumn : std::string(), graph);
}

QList<Fact> predictionFacts(const PredictionRows& rows, std::size_t row) {
    constexpr int kDecimals = 3;
    const auto add = [&](QList<Fact>& facts, const QString& name, double value, const QString& hint) {
        if (!std::isnan(value))
            facts.append({name, decimalLabel(value, kDecimals, QLocale()), {}, hint});
    };
    QList<Fact> facts;
    if (rows.isClassifier()) {
        const auto className = [&](double value) { return toQString(rows.classes()[value >= 0.5 ? 1 : 0]); };
        if (!std::isnan(rows.truth(row)))
            facts.append({GraphFacts::tr("True class"), className(rows.truth(row)), {}, {}});
        if (std::isnan(rows.prediction(row)))
            facts.append(
                {GraphFacts::tr("Predicted"), GraphFacts::tr("none"), {}, GraphFacts::tr("The graph has no anchor.")});
        else
            facts.append({GraphFacts::tr("Predicted"), className(rows.prediction(row)), {}, {}});
        add(facts, GraphFacts::tr("Probability of %1").arg(toQString(rows.classes()[1])), rows.prediction(row), {});
        add(facts, GraphFacts::tr("Spread"), rows.spread(row),
            GraphFacts::tr("Standard deviation of the probabilities between sub-models, no calibrated interval"));
        return facts;
    }
    add(facts, GraphFacts::tr("Measured"), rows.truth(row), toQString(rows.names().truth.title));
    if (std::isnan(rows.prediction(row)))
        facts.append(
            {GraphFacts::tr("Predicted"), GraphFacts::tr("none"), {}, GraphFacts::tr("The graph has no anchor.")});
    add(facts, GraphFacts::tr("Predicted"), rows.prediction(row), toQString(rows.names().prediction.title));
    add(facts, GraphFacts::tr("Residual"), rows.residual(row), GraphFacts::tr("Measured minus predicted"));
    add(facts, GraphFacts::tr("Spread"), rows.spread(row),
        GraphFacts::tr("Standard deviation between sub-models, no calibrated interval"));
    return facts;
}

GraphFacts::GraphFacts(QWidget* parent)
    : QWidget(parent), m_name(new TextLabel), m_structure(new CopyLine(tr("the SMILES"))),
      m_unit(new TextLabel({}, TextSize::small, TextTone::muted)), m_list(new FactList),
      m_spreadNote(new TextLabel({}, TextSize::small, TextTone::muted)) {
    m_name->setBold(true);
    m_spreadNote->setWordWrap(true);
    QSizePolicy narrow(QSizePolicy::Ignored, QSizePolicy::Preferred); // its longest word is no reason to be wide
    narrow.setHeightForWidth(true);
    m_spreadNote->setSizePolicy(narrow);
    m_unit->setAlignment(Qt::AlignRight);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::kGap);
    column->addWidget(m_name);
    column->addWidget(m_structure);
    column->addWidget(m_unit);
    column->addWidget(m_list);
    column->addWidget(m_spreadNote);
    column->addStretch();
}

void GraphFacts::showGraph(const PredictionRows* rows, const GraphSet* graphs, const ChosenGraph& chosen) {
    m_name->setText(graphName(rows, graphs, chosen));
    m_structure->setText(graphStructure(graphs, chosen.graph));
    const bool known = rows && chosen.row;
    m_list->setFacts(known ? predictionFacts(*rows, *chosen.row) : QList<Fact>());
    m_unit->setText(known ? toQString(rows->names().prediction.unit) : QString());
    m_unit->setVisible(!m_unit->text().isEmpty());
    const bool spread = known && !std::isnan(rows->spread(*chosen.row));
    const std::int64_t models = known ? rows->subModels(*chosen.row) : 0;
    m_spreadNote->setVisible(spread);
    m_spreadNote->setText(
        models > 0 ? tr("Spread: standard deviation between sub-models (%1 here), no calibrated interval").arg(models)
                   : tr("Spread: standard deviation between sub-models, no calibrated interval"));
}

QString GraphFacts::name() const {
    return m_name->text();
}

} // namespace vitrine::pathboost
