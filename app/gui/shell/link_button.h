#pragma once

#include <QToolButton>

namespace vitrine {

/// A second action beside a button: text in the accent colour without a frame.
class LinkButton : public QToolButton {
    Q_OBJECT
public:
    explicit LinkButton(const QString& text, QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace vitrine
