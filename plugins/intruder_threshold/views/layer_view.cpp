#include "plugins/intruder_threshold/views/layer_view.h"

#include "core/values/text.h"
#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/views/layer_figures.h"
#include "widgets/style/empty_state.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace vitrine::intruder_threshold {

LayerView::LayerView(QWidget* parent)
    : ResultView(parent), m_pages(new QStackedWidget), m_empty(new EmptyState(QStringLiteral("curve"), {})) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    m_pages->addWidget(m_empty);
}

void LayerView::setContent(QWidget* content) {
    m_pages->addWidget(content);
}

void LayerView::setRunData(std::shared_ptr<const RunData> runData) {
    m_data = std::move(runData);
    m_rows = std::make_shared<const LayerRows>(*m_data);
    showData();
    Q_EMIT figureChanged();
}

void LayerView::setSelection(Selection* selection) {
    if (m_selection)
        m_selection->disconnect(this);
    m_selection = selection;
    if (selection)
        connect(selection, &Selection::changed, this, [this](const QString& kind) {
            if (m_data && (kind.isEmpty() || kind == QLatin1String(kLayerKind))) {
                showData();
                Q_EMIT figureChanged();
            }
        });
    if (m_data)
        showData();
}

bool LayerView::isEmpty() const {
    return m_pages->currentIndex() == 0;
}

const LayerRow* LayerView::layer() const {
    if (!m_rows)
        return nullptr;
    const QStringList keys = m_selection ? m_selection->keys(QLatin1String(kLayerKind)) : QStringList();
    const LayerRow* chosen = keys.isEmpty() ? nullptr : m_rows->find(toStd(keys.back()));
    return chosen ? chosen : mostCritical(*m_rows);
}

void LayerView::showEmpty(const QString& sentence) {
    m_empty->setSentence(sentence);
    m_pages->setCurrentIndex(0);
    setTitles({}, {});
}

void LayerView::showContent(const QString& title, const QString& subtitle) {
    m_pages->setCurrentIndex(1);
    setTitles(title, subtitle);
}

void LayerView::setTitles(const QString& title, const QString& subtitle) {
    if (title == m_title && subtitle == m_subtitle)
        return;
    m_title = title;
    m_subtitle = subtitle;
    Q_EMIT subtitleChanged();
}

QString LayerView::noLayersText() const {
    return m_data && m_data->live ? tr("The layers come while the run goes on.")
                                  : tr("The run ended before its first layer was finished.");
}

} // namespace vitrine::intruder_threshold
