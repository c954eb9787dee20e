#include "plugins/pathboost/views/chain_button.h"

#include "widgets/style/metrics.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace vitrine::pathboost {

namespace {
constexpr int kInset = 3; // for hover ground and focus ring
}

ChainButton::ChainButton(QStringList labels, QWidget* parent) : QAbstractButton(parent) {
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setLabels(labels);
}

void ChainButton::setLabels(const QStringList& labels) {
    m_labels = labels;
    const QString text = labels.join(QChar(0x2013));
    setAccessibleName(text);
    setToolTip(text);
    updateGeometry();
    update();
}

void ChainButton::setLook(ChainLook look, const ChainSizes& sizes) {
    m_look = look;
    m_sizes = sizes;
    updateGeometry();
    update();
}

QSize ChainButton::sizeHint() const {
    return pathChainSize(m_labels, m_sizes) + QSize(2 * kInset, 2 * kInset);
}

QSize ChainButton::minimumSizeHint() const {
    return {std::min(sizeHint().width(), 3 * m_sizes.node), sizeHint().height()};
}

bool ChainButton::event(QEvent* event) {
    if (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave)
        update();
    return QAbstractButton::event(event);
}

void ChainButton::paintEvent(QPaintEvent*) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double width = std::min(sizeHint().width(), this->width());
    const QRectF ground(1, 1, width - 2, height() - 2);
    if (isEnabled() && underMouse()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.hover);
        painter.drawRoundedRect(ground, metrics::kRadius, metrics::kRadius);
    }
    if (hasFocus()) {
        painter.setPen(QPen(tokens.accent, metrics::kFocusWidth));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(ground, metrics::kRadius, metrics::kRadius);
    }
    paintPathChain(painter, QRectF(rect()).adjusted(kInset, 0, -kInset, 0), m_labels, tokens, m_look, m_sizes);
}

} // namespace vitrine::pathboost
