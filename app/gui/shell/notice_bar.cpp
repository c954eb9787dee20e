#include "app/gui/shell/notice_bar.h"

#include "widgets/style/error_panel.h"
#include "widgets/style/metrics.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace vitrine {

NoticeBar::NoticeBar(QWidget* parent) : QWidget(parent), m_panel(new ErrorPanel(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kSpace, metrics::kSpace, metrics::kSpace, metrics::kSpace);
    layout->addWidget(m_panel);
    QPushButton* close = m_panel->addAction(tr("Close"));
    close->setToolTip(tr("Close this notice"));
    connect(close, &QPushButton::clicked, this, &QWidget::hide);
    hide();
}

void NoticeBar::showProblem(const QString& message) {
    m_panel->setMessage(tr("That did not work"), message);
    show();
}

QString NoticeBar::message() const {
    return isHidden() ? QString() : m_panel->text();
}

} // namespace vitrine
