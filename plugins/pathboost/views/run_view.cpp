#include "plugins/pathboost/views/run_view.h"

#include "plugins/pathboost/compute/outputs.h"
#include "widgets/style/empty_state.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace vitrine::pathboost {

RunView::RunView(QWidget* parent)
    : ResultView(parent), m_pages(new QStackedWidget), m_empty(new EmptyState(QStringLiteral("curve"), {})) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    m_pages->addWidget(m_empty);
}

void RunView::setContent(QWidget* content) {
    m_pages->addWidget(content);
}

void RunView::setRunData(std::shared_ptr<const RunData> data) {
    m_data = std::move(data);
    m_paths = RunPaths::of(*m_data);
    showData();
}

void RunView::setSelection(Selection* selection) {
    if (m_selection)
        m_selection->disconnect(this);
    m_selection = selection;
    if (selection)
        connect(selection, &Selection::changed, this, [this](const QString& kind) { followSelection(kind); });
    followSelection({});
}

bool RunView::isEmpty() const {
    return m_pages->currentIndex() == 0;
}

void RunView::showEmpty(const QString& sentence) {
    m_empty->setSentence(sentence);
    m_pages->setCurrentIndex(0);
    setSubtitle({});
}

void RunView::showContent() {
    m_pages->setCurrentIndex(1);
}

void RunView::setSubtitle(const QString& subtitle) {
    if (subtitle == m_subtitle)
        return;
    m_subtitle = subtitle;
    Q_EMIT subtitleChanged();
}

QStringList RunView::chosenPaths() const {
    return m_selection ? m_selection->keys(QLatin1String(kPathKind)) : QStringList();
}

std::string RunView::pathOutput() const {
    const bool ranked = m_data && (m_paths->hasImportance() || !m_data->outputs.contains(kSelectedPaths));
    return !m_data || ranked ? kImportance : kSelectedPaths;
}

QString RunView::noPathsText() const {
    if (m_data->live)
        return tr("The paths come while the run goes on.");
    return m_data->run.state == RunState::finished ? tr("No path was selected in this run.")
                                                   : tr("The run ended before it had selected a path.");
}

} // namespace vitrine::pathboost
