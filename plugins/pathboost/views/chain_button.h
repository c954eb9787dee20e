#pragma once

#include "plugins/pathboost/views/path_chain.h"

#include <QAbstractButton>

namespace vitrine::pathboost {

/// A path as a chain of labels that can be clicked. Its accessible name is the path as text.
class ChainButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit ChainButton(QStringList labels = {}, QWidget* parent = nullptr);
    void setLabels(const QStringList& labels);
    void setLook(ChainLook look, const ChainSizes& sizes);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QStringList m_labels;
    ChainLook m_look = ChainLook::plain;
    ChainSizes m_sizes = kSmallChain;
};

} // namespace vitrine::pathboost
