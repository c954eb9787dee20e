#pragma once

#include <QWidget>

namespace vitrine {

enum class BadgeKind { plain, ok, warning, error, running };

/// Small rounded note of state or count. Coloured kinds always carry their icon, so colour is never alone.
class Badge : public QWidget {
    Q_OBJECT
public:
    explicit Badge(const QString& text = {}, BadgeKind kind = BadgeKind::plain, QWidget* parent = nullptr);

    void setText(const QString& text);
    void setKind(BadgeKind kind);
    /// Icon of a plain badge ("lock", "mol"); the others have their own.
    void setIconName(const QString& name);
    QString text() const { return m_text; }
    BadgeKind kind() const { return m_kind; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

    /// The same look inside a delegate or a chart. Returns the width used.
    static int widthOf(const QString& text, bool withIcon);
    static void paint(QPainter* painter, const QRect& rect, const QString& text, BadgeKind kind,
                      const QString& iconName, const QPalette& palette);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    QString m_iconName;
    BadgeKind m_kind;
};

} // namespace vitrine
