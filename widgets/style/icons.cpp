#include "widgets/style/icons.h"

#include "widgets/style/tokens.h"

#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QRegularExpression>
#include <QSvgRenderer>

namespace vitrine {
namespace {

QColor tintColor(IconTint tint, QIcon::Mode mode, const Tokens& tokens) {
    if (mode == QIcon::Disabled)
        return tokens.muted;
    switch (tint) {
    case IconTint::text: return tokens.text;
    case IconTint::text2: return tokens.text2;
    case IconTint::muted: return tokens.muted;
    case IconTint::accent: return tokens.accent;
    case IconTint::onAccent: return tokens.onAccent;
    case IconTint::ok: return tokens.ok;
    case IconTint::warning: return tokens.warning;
    case IconTint::error: return tokens.error;
    }
    return tokens.text;
}

/// Draws an SVG with its one stroke colour replaced at paint time, so a change of theme needs no new icons.
class TintedIconEngine : public QIconEngine {
public:
    TintedIconEngine(QString name, QByteArray svg, IconTint tint)
        : m_name(std::move(name)), m_svg(std::move(svg)), m_tint(tint) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
        QPixmap image = scaledPixmap(rect.size() * ratio, mode, state, ratio);
        image.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect, image);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        return scaledPixmap(size, mode, state, 1.0);
    }

    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal) override {
        const QColor color = tintColor(m_tint, mode, tokensOf(QGuiApplication::palette()));
        const QString key =
            QStringLiteral("vitrine-icon-%1-%2-%3x%4").arg(m_name, color.name()).arg(size.width()).arg(size.height());
        QPixmap image;
        if (QPixmapCache::find(key, &image))
            return image;
        QSvgRenderer renderer(tinted(color));
        image = QPixmap(size);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        const double side = std::min(size.width(), size.height());
        renderer.render(&painter, QRectF((size.width() - side) / 2.0, (size.height() - side) / 2.0, side, side));
        painter.end();
        QPixmapCache::insert(key, image);
        return image;
    }

    QString key() const override { return QStringLiteral("vitrine-tinted"); }
    QString iconName() override { return m_name; }
    bool isNull() override { return m_svg.isEmpty(); }
    QIconEngine* clone() const override { return new TintedIconEngine(*this); }

private:
    QByteArray tinted(const QColor& color) const {
        static const QRegularExpression stroke(QStringLiteral("stroke=\"[^\"]*\""));
        QString text = QString::fromUtf8(m_svg);
        return text.replace(stroke, QStringLiteral("stroke=\"%1\"").arg(color.name())).toUtf8();
    }

    QString m_name;
    QByteArray m_svg;
    IconTint m_tint;
};

} // namespace

QIcon icon(const QString& name, IconTint tint) {
    QFile file(QStringLiteral(":/vitrine/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QIcon(new TintedIconEngine(name, file.readAll(), tint));
}

QStringList iconNames() {
    QStringList names;
    const QStringList files = QDir(QStringLiteral(":/vitrine/icons")).entryList({QStringLiteral("*.svg")}, QDir::Files);
    for (const QString& file : files)
        names.append(file.chopped(4));
    names.sort();
    return names;
}

} // namespace vitrine
