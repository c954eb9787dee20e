#pragma once

#include <QWidget>

class QButtonGroup;
class QToolButton;

namespace vitrine {

/// A row of joined buttons of which one is chosen: page switch, "Gallery | Table".
class SegmentedControl : public QWidget {
    Q_OBJECT
public:
    explicit SegmentedControl(QWidget* parent = nullptr);

    /// Appends a segment; the first one becomes current. Returns its index.
    int addSegment(const QString& text);
    void clear();
    int count() const;
    int currentIndex() const;
    QString text(int index) const;
    QToolButton* button(int index) const;

public Q_SLOTS:
    void setCurrentIndex(int index);

Q_SIGNALS:
    void currentChanged(int index);

private:
    void updatePositions();

    QButtonGroup* m_group;
};

} // namespace vitrine
