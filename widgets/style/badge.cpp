#include "widgets/style/badge.h"

#include "widgets/style/fonts.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/style_paint.h"

#include <QFontMetrics>
#include <QPainter>

namespace vitrine {
namespace {

constexpr int kBadgeIcon = 12;

struct BadgeLook {
    QColor ground, border, ink;
    QString iconName;
    IconTint tint = IconTint::text2;
};

BadgeLook lookOf(BadgeKind kind, const Tokens& tokens) {
    switch (kind) {
    case BadgeKind::ok: return {tokens.okGround, Qt::transparent, tokens.ok, QStringLiteral("check"), IconTint::ok};
    case BadgeKind::warning:
        return {tokens.warningGround, Qt::transparent, tokens.warning, QStringLiteral("warn"), IconTint::warning};
    case BadgeKind::error:
        return {tokens.errorGround, Qt::transparent, tokens.error, QStringLiteral("error"), IconTint::error};
    case BadgeKind::running:
        return {tokens.runningGround, Qt::transparent, tokens.accent, QStringLiteral("run"), IconTint::accent};
    case BadgeKind::plain: break;
    }
    return {tokens.alt, tokens.line2, tokens.text2, {}, IconTint::text2};
}

} // namespace

Badge::Badge(const QString& text, BadgeKind kind, QWidget* parent) : QWidget(parent), m_kind(kind) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setText(text);
}

void Badge::setText(const QString& text) {
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

void Badge::setKind(BadgeKind kind) {
    m_kind = kind;
    updateGeometry();
    update();
}

void Badge::setIconName(const QString& name) {
    m_iconName = name;
    updateGeometry();
    update();
}

QSize Badge::sizeHint() const {
    return {widthOf(m_text, m_kind != BadgeKind::plain || !m_iconName.isEmpty()), metrics::kBadgeHeight};
}

int Badge::widthOf(const QString& text, bool withIcon) {
    return QFontMetrics(fonts::small()).horizontalAdvance(text) + 16 + (withIcon ? kBadgeIcon + 3 : 0);
}

void Badge::paint(QPainter* painter, const QRect& rect, const QString& text, BadgeKind kind, const QString& iconName,
                  const QPalette& palette) {
    const BadgeLook look = lookOf(kind, tokensOf(palette));
    style::box(painter, rect, look.ground, look.border, metrics::kBadgeRadius);
    const QString name = look.iconName.isEmpty() ? iconName : look.iconName;
    QRect inner = rect.adjusted(8, 0, -8, 0);
    if (!name.isEmpty()) {
        icon(name, look.tint)
            .paint(painter, QRect(inner.left() - 1, rect.center().y() - kBadgeIcon / 2 + 1, kBadgeIcon, kBadgeIcon));
        inner.setLeft(inner.left() + kBadgeIcon + 2);
    }
    painter->save();
    painter->setFont(fonts::small());
    painter->setPen(look.ink);
    painter->drawText(inner, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine | Qt::TextDontClip, text);
    painter->restore();
}

void Badge::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(&painter, rect(), m_text, m_kind, m_iconName, palette());
}

} // namespace vitrine
