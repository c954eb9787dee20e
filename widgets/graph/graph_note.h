#pragma once

#include <QWidget>

namespace vitrine {

/// The raised ground that boxes over a view stand on.
void paintRaisedGround(QWidget* widget);

/// One line about the picture on a raised ground over a view: that it is being made, how much of it is seen.
class GraphNote : public QWidget {
    Q_OBJECT
public:
    explicit GraphNote(QWidget* parent);
    void setText(const QString& text); ///< empty: hidden
    const QString& text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

} // namespace vitrine
