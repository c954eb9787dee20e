#pragma once

#include <QHeaderView>

namespace vitrine {

/// Horizontal header with the name of a column in bold and its type beneath.
class TwoLineHeader : public QHeaderView {
    Q_OBJECT
public:
    static constexpr int kHeight = 44;

    /// @param secondRole  role of headerData that holds the second line
    explicit TwoLineHeader(int secondRole, QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    QSize sectionSizeFromContents(int section) const override;

private:
    int m_secondRole;
};

} // namespace vitrine
