#include "widgets/views/generic_view.h"

#include "core/values/text.h"
#include "core/values/value_export.h"
#include "widgets/style/empty_state.h"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace vitrine {

GenericView::GenericView(OutputDescription output, QWidget* parent)
    : ResultView(parent), m_output(std::move(output)), m_pages(new QStackedWidget),
      m_empty(new EmptyState(QStringLiteral("clock"), {})) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    m_pages->addWidget(m_empty);
    m_empty->setSentence(tr("%1 is not there yet.").arg(toQString(m_output.title)));
}

void GenericView::finishLayout() {
    m_pages->addWidget(content());
}

void GenericView::setRunData(std::shared_ptr<const RunData> run) {
    if (const auto description = run->descriptions.find(m_output.id); description != run->descriptions.end())
        m_output = description->second;
    if (const auto found = run->fingerprints.find(m_output.id); found != run->fingerprints.end())
        m_fingerprint = found->second;
    const auto found = run->outputs.find(m_output.id);
    if (found == run->outputs.end()) {
        m_value.reset();
        m_empty->setSentence(run->live ? tr("%1 arrives while the run goes on.").arg(toQString(m_output.title))
                                       : tr("This run has no %1.").arg(toQString(m_output.title)));
        m_pages->setCurrentIndex(0);
        setSubtitle({});
        return;
    }
    // The same value again (another output has arrived): nothing to do.
    const bool same = m_value && *m_value == found->second;
    m_value = found->second;
    m_pages->setCurrentIndex(1);
    if (!same)
        showValue(*m_value);
    Q_EMIT figureChanged();
}

std::function<std::string()> GenericView::csvMaker() const {
    if (!m_value || exportSuffix(kindOf(*m_value)) != ".csv")
        return {};
    return [value = *m_value] { return exportValue(value).text; };
}

void GenericView::setSubtitle(const QString& subtitle) {
    if (subtitle == m_subtitle)
        return;
    m_subtitle = subtitle;
    Q_EMIT subtitleChanged();
}

} // namespace vitrine
