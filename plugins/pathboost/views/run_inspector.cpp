#include "plugins/pathboost/views/run_inspector.h"

#include "core/values/text.h"
#include "plugins/pathboost/views/chosen_graph.h"
#include "plugins/pathboost/views/graph_panel.h"
#include "plugins/pathboost/views/path_panel.h"
#include "plugins/pathboost/views/run_paths.h"
#include "widgets/parameter_form/form_section.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/fonts.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace vitrine::pathboost {

namespace {
constexpr std::size_t kShortHash = 12;
constexpr int kFingerprintHeight = 100;
} // namespace

QString fingerprintText(const RunData& data) {
    QStringList lines;
    for (const InputReference& input : data.run.inputs) {
        const std::string& title = input.title.empty() ? input.inputId : input.title;
        lines.append(
            QStringLiteral("data %1 %2").arg(toQString(title), toQString(input.contentHash.substr(0, kShortHash))));
    }
    lines.append(QStringLiteral("plugin %1 %2, seed %3")
                     .arg(toQString(data.run.plugin), toQString(data.run.pluginVersion))
                     .arg(data.run.seed));
    for (const auto& [output, print] : data.fingerprints)
        if (!print.command.empty()) {
            lines.append(QStringLiteral("command %1").arg(toQString(print.command)));
            break; // all outputs of a run are made by the same command
        }
    return lines.join(QLatin1Char('\n'));
}

RunInspector::RunInspector(QWidget* parent)
    : SelectionInspector(parent),
      m_empty(new EmptyState(QStringLiteral("info"), tr("Choose a path or a molecule to see it here."))),
      m_scroll(new QScrollArea), m_path(new PathPanel), m_graph(new GraphPanel),
      m_section(new FormSection(tr("Fingerprint"))), m_fingerprint(new QPlainTextEdit) {
    m_fingerprint->setReadOnly(true);
    m_fingerprint->setTabChangesFocus(true);
    m_fingerprint->setFont(fonts::fixedPitch());
    m_fingerprint->setFixedHeight(kFingerprintHeight);
    m_fingerprint->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_fingerprint->setAccessibleName(tr("Fingerprint"));
    auto* copy = new QPushButton(tr("Copy"));
    copy->setIcon(icon(QStringLiteral("copy")));
    copy->setToolTip(tr("Copy the fingerprint"));
    copy->setAccessibleName(copy->toolTip());
    setSmall(copy);
    m_section->contents()->addWidget(m_fingerprint);
    m_section->contents()->addWidget(copy, 0, Qt::AlignLeft);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, metrics::kSpace, 0, metrics::kSpace);
    column->setSpacing(metrics::kGap);
    column->addWidget(m_path);
    column->addWidget(m_graph);
    column->addWidget(m_section);
    column->addStretch();
    m_scroll->setWidget(content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    content->setAutoFillBackground(false);
    m_scroll->viewport()->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_empty);
    layout->addWidget(m_scroll);
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_fingerprint->toPlainText()); });
    connect(m_path, &PathPanel::pathChosen, this, &RunInspector::choosePath);
    connect(m_graph, &GraphPanel::pathChosen, this, &RunInspector::choosePath);
    follow();
}

void RunInspector::setRunData(std::shared_ptr<const RunData> runData) {
    m_data = std::move(runData);
    follow();
}

void RunInspector::setSelection(Selection* selection) {
    if (m_selection)
        m_selection->disconnect(this);
    m_selection = selection;
    if (selection)
        connect(selection, &Selection::changed, this, &RunInspector::follow);
    follow();
}

void RunInspector::choosePath(const QString& key) {
    if (m_selection)
        m_selection->select(QLatin1String(kPathKind), {key});
}

void RunInspector::follow() {
    const QString path = chosenPath(m_selection);
    const auto rows = m_data ? PredictionRows::of(*m_data) : nullptr;
    const ChosenGraph graph = ChosenGraph::of(m_selection, rows.get());
    const bool hasGraph = m_data && graph.graph >= 0 && !graph.byDefault;
    const bool hasPath = m_data && !path.isEmpty();
    const bool graphLast = m_selection && m_selection->currentKind() == QLatin1String(kGraphKind);
    const bool showsGraph = hasGraph && (graphLast || !hasPath);
    const bool showsPath = hasPath && !showsGraph;
    m_empty->setVisible(!showsGraph && !showsPath);
    m_scroll->setVisible(showsGraph || showsPath);
    m_path->setVisible(showsPath);
    m_graph->setVisible(showsGraph);
    if (showsPath)
        m_path->showPath(m_data, path);
    if (showsGraph)
        m_graph->showGraph(m_data, graph, path);
    if (showsPath || showsGraph)
        showFingerprint();
}

void RunInspector::showFingerprint() {
    const QString text = fingerprintText(*m_data);
    if (text != m_fingerprint->toPlainText()) // a new text would lose what is marked in it
        m_fingerprint->setPlainText(text);
}

} // namespace vitrine::pathboost
