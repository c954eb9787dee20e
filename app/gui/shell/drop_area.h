#pragma once

#include <QWidget>

namespace vitrine {

/// Dashed field that says what may be dropped. The whole window accepts drops; this says so.
class DropArea : public QWidget {
    Q_OBJECT
public:
    explicit DropArea(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace vitrine
