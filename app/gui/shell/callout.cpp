#include "app/gui/shell/callout.h"

#include "app/gui/shell/link_button.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace vitrine {

namespace {
constexpr int kTopWithoutTarget = 96;
constexpr int kTipFromEdge = metrics::kPadding + Callout::kArrow;
constexpr int kTextWidth = Callout::kWidth - 2 * metrics::kSpace - metrics::kPageMargin;

/// The layout takes a width of its own for wrapped lines, so a last line can be missing.
void giveRoom(QLabel* label) {
    const QRect room(0, 0, kTextWidth, QWIDGETSIZE_MAX);
    label->setMinimumHeight(label->fontMetrics().boundingRect(room, Qt::TextWordWrap, label->text()).height());
}
} // namespace

Callout::Callout(QWidget* window)
    : QWidget(window), m_count(new TextLabel({}, TextSize::small, TextTone::muted)), m_title(new TextLabel),
      m_text(new TextLabel({}, TextSize::body, TextTone::text2)), m_skip(new LinkButton(tr("Skip the tour"))),
      m_back(new QPushButton(tr("Back"))), m_next(new QPushButton) {
    hide();
    setFixedWidth(kWidth);
    m_title->setBold(true);
    m_title->setWordWrap(true);
    m_text->setWordWrap(true);
    setPrimary(m_next);
    m_skip->setToolTip(tr("End the tour (Esc); it stands in the menu Help"));
    m_back->setToolTip(tr("The hint before"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kSpace);
    buttons->setContentsMargins(0, metrics::kGap, 0, 0);
    buttons->addWidget(m_skip);
    buttons->addStretch();
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kSpace, metrics::kPadding + kArrow, metrics::kPageMargin,
                               metrics::kPadding + kArrow);
    layout->setSpacing(metrics::kGap);
    auto* texts = new QVBoxLayout; // a link has room before its text; so the texts stand below each other
    texts->setContentsMargins(metrics::kSpace, 0, 0, 0);
    for (TextLabel* label : {m_count, m_title, m_text})
        texts->addWidget(label);
    layout->addLayout(texts);
    layout->addLayout(buttons);
    connect(m_skip, &QAbstractButton::clicked, this, &Callout::skipWanted);
    connect(m_back, &QAbstractButton::clicked, this, &Callout::backWanted);
    connect(m_next, &QAbstractButton::clicked, this, &Callout::nextWanted);
}

QString Callout::title() const {
    return m_title->text();
}

void Callout::setStep(int step, int count, const QString& title, const QString& text) {
    const bool isLast = step + 1 == count;
    m_count->setText(tr("%1 of %2").arg(step + 1).arg(count));
    m_title->setText(title);
    m_text->setText(text);
    if (step == 0 && m_back->hasFocus())
        m_next->setFocus();
    m_back->setEnabled(step > 0);
    m_next->setText(isLast ? tr("Done") : tr("Next"));
    m_next->setToolTip(isLast ? tr("End the tour") : tr("The next hint"));
    setAccessibleName(tr("Tour, %1 of %2: %3").arg(step + 1).arg(count).arg(title));
    setAccessibleDescription(text);
    giveRoom(m_title);
    giveRoom(m_text);
    layout()->activate();
    setFixedHeight(layout()->totalHeightForWidth(kWidth));
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void Callout::pointAt(const QWidget* target) {
    const QWidget* window = parentWidget();
    const int rightmost = std::max(metrics::kSpace, window->width() - width() - metrics::kSpace);
    if (!target) {
        m_arrow = Arrow::none;
        move((window->width() - width()) / 2, kTopWithoutTarget);
    } else {
        const QRect at(target->mapTo(window, QPoint()), target->size());
        const int left = std::clamp(at.center().x() - width() / 4, metrics::kSpace, rightmost);
        const bool hasRoomBelow = at.bottom() + height() + metrics::kSpace <= window->height();
        m_arrow = hasRoomBelow ? Arrow::up : Arrow::down;
        m_tip = std::clamp(at.center().x() - left, kTipFromEdge, width() - kTipFromEdge);
        move(left, hasRoomBelow ? at.bottom() + 1 : at.top() - height());
    }
    raise();
    update();
}

void Callout::paintEvent(QPaintEvent*) {
    const Tokens& tokens = tokensOf(palette());
    const QRectF bubble = QRectF(rect()).adjusted(0.5, kArrow + 0.5, -0.5, -kArrow - 0.5);
    QPainterPath path;
    path.addRoundedRect(bubble, metrics::kRadius, metrics::kRadius);
    if (m_arrow != Arrow::none) {
        const double base = m_arrow == Arrow::up ? bubble.top() + 1 : bubble.bottom() - 1;
        const double tip = m_arrow == Arrow::up ? 1.0 : height() - 1.0;
        QPainterPath arrow;
        arrow.addPolygon(QPolygonF{QPointF(m_tip - kArrow, base), QPointF(m_tip, tip), QPointF(m_tip + kArrow, base)});
        arrow.closeSubpath();
        path = path.united(arrow);
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.accent, 1.0));
    painter.setBrush(tokens.raised);
    painter.drawPath(path);
}

void Callout::keyPressEvent(QKeyEvent* event) {
    // Outside a dialog, buttons take Space only.
    auto* button = qobject_cast<QAbstractButton*>(focusWidget());
    if (button && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        button->click();
    else
        QWidget::keyPressEvent(event);
}

} // namespace vitrine
