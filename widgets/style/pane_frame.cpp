#include "widgets/style/pane_frame.h"

#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QDrag>
#include <QHBoxLayout>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace vitrine {
namespace {

QToolButton* titleButton(const char* iconName) {
    auto* button = new QToolButton;
    button->setIcon(icon(QString::fromLatin1(iconName)));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    setSmall(button);
    return button;
}

} // namespace

PaneFrame::PaneFrame(const QString& title, QWidget* parent)
    : QWidget(parent), m_titleRow(new QWidget), m_titleLayout(new QHBoxLayout(m_titleRow)),
      m_layout(new QVBoxLayout(this)), m_title(new TextLabel({}, TextSize::body)),
      m_subtitle(new TextLabel({}, TextSize::small, TextTone::muted)), m_add(titleButton("plus")),
      m_more(titleButton("more")), m_menu(new QMenu(this)) {
    setMinimumSize(metrics::kPaneMinimumWidth, metrics::kPaneMinimumHeight);
    m_title->setBold(true);
    m_titleRow->setFixedHeight(metrics::kTitleHeight);
    m_titleLayout->setContentsMargins(metrics::kPadding, 0, metrics::kGap, 0);
    m_titleLayout->setSpacing(metrics::kSpace);
    m_titleLayout->addWidget(m_title);
    m_titleLayout->addWidget(m_subtitle, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(0);
    buttons->addWidget(m_add);
    buttons->addWidget(m_more);
    m_titleLayout->addLayout(buttons);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addWidget(m_titleRow, 0, Qt::AlignTop);

    m_add->setVisible(false);
    m_more->setVisible(false);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(m_menu);
    connect(m_add, &QToolButton::clicked, this, &PaneFrame::addToReport);
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        m_menu->clear();
        if (m_fillMenu)
            m_fillMenu(m_menu);
    });
    for (QWidget* part : {m_titleRow, static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_subtitle)})
        part->installEventFilter(this);
    setTitle(title);
}

void PaneFrame::setTitle(const QString& title) {
    m_title->setText(title);
    setAccessibleName(title);
    m_add->setToolTip(tr("Add %1 to the report").arg(title));
    m_add->setAccessibleName(m_add->toolTip());
    m_more->setToolTip(tr("More for %1").arg(title));
    m_more->setAccessibleName(m_more->toolTip());
}

QString PaneFrame::title() const {
    return m_title->text();
}

void PaneFrame::setSubtitle(const QString& subtitle) {
    m_subtitle->setText(subtitle);
}

QString PaneFrame::subtitle() const {
    return m_subtitle->text();
}

void PaneFrame::setTitleHint(const QString& text) {
    m_title->setHint(text);
}

void PaneFrame::setContent(QWidget* content) {
    delete m_content;
    m_content = content;
    if (content)
        m_layout->addWidget(content, 1);
}

void PaneFrame::addTitleWidget(QWidget* widget) {
    m_titleLayout->insertWidget(m_titleLayout->count() - 1, widget);
}

void PaneFrame::setAddVisible(bool visible) {
    m_add->setVisible(visible);
}

void PaneFrame::setMenuFactory(std::function<void(QMenu*)> fill) {
    m_fillMenu = std::move(fill);
    m_more->setVisible(static_cast<bool>(m_fillMenu));
}

bool PaneFrame::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonDblClick) {
        Q_EMIT maximizeToggled();
        return true;
    }
    if (event->type() == QEvent::MouseButtonPress) {
        m_pressedAt = static_cast<QMouseEvent*>(event)->globalPosition().toPoint();
        return true;
    }
    if (event->type() == QEvent::MouseMove && m_makeDragData) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const int moved = (mouse->globalPosition().toPoint() - m_pressedAt).manhattanLength();
        if (mouse->buttons() & Qt::LeftButton && moved >= QApplication::startDragDistance())
            startDrag();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void PaneFrame::startDrag() {
    QMimeData* content = m_makeDragData();
    if (!content)
        return;
    auto* drag = new QDrag(this);
    drag->setMimeData(content);
    drag->exec(Qt::CopyAction);
}

void PaneFrame::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
}

} // namespace vitrine
