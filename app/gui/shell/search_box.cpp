#include "app/gui/shell/search_box.h"

#include "widgets/style/fonts.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/theme.h"
#include "widgets/style/tokens.h"

#include <QAction>
#include <QKeyEvent>
#include <QPainter>

namespace vitrine {

namespace {
constexpr int kWidth = 280;
const auto kShortcut = QStringLiteral("Ctrl+K");
} // namespace

SearchBox::SearchBox(QWidget* parent) : QLineEdit(parent) {
    setFixedSize(kWidth, metrics::kFieldHeight);
    setReadOnly(true);
    setClickable(this);
    setPlaceholderText(tr("Search or run a command"));
    setAccessibleName(tr("Search or run a command"));
    setToolTip(tr("Every command, data set, run and report by name (%1)").arg(kShortcut));
    addAction(icon(QStringLiteral("search"), IconTint::text2), QLineEdit::LeadingPosition);
    setContextMenuPolicy(Qt::NoContextMenu);
}

void SearchBox::mousePressEvent(QMouseEvent*) {
    Q_EMIT wanted({});
}

void SearchBox::keyPressEvent(QKeyEvent* event) {
    const QString text = event->text();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        Q_EMIT wanted({});
    else if (!text.isEmpty() && text.at(0).isPrint() && !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)))
        Q_EMIT wanted(text);
    else
        QLineEdit::keyPressEvent(event);
}

void SearchBox::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& tokens = tokensOf(palette());
    painter.setFont(fonts::small());
    const int width = painter.fontMetrics().horizontalAdvance(kShortcut) + 2 * metrics::kGap;
    const QRectF key(rect().right() - width - metrics::kGap, rect().center().y() - 8, width, metrics::kBadgeHeight);
    painter.setPen(tokens.line);
    painter.drawRoundedRect(key.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.setPen(tokens.muted);
    painter.drawText(key, Qt::AlignCenter, kShortcut);
}

} // namespace vitrine
