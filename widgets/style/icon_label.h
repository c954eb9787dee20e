#pragma once

#include "widgets/style/icons.h"

#include <QLabel>

namespace vitrine {

/// An icon beside a text; takes the colours of the theme anew when it changes.
class IconLabel : public QLabel {
    Q_OBJECT
public:
    IconLabel(const QString& iconName, IconTint tint, int size, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void paintIcon();

    QString m_iconName;
    IconTint m_tint;
    int m_size;
};

} // namespace vitrine
