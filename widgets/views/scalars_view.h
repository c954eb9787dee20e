#pragma once

#include "core/values/scalars.h"
#include "widgets/views/generic_view.h"

class QGridLayout;

namespace vitrine {

class Card;

/// Puts a number on a card: value and unit, below it the interval with its kind, else what it is compared to.
void fillCard(Card& card, const Scalar& scalar);

/// Named numbers as cards, as many in a row as fit.
class ScalarsView : public GenericView {
    Q_OBJECT
public:
    ScalarsView(const OutputDescription& output, QWidget* parent);
    std::function<std::string()> csvMaker() const override;

protected:
    QWidget* content() override;
    void showValue(const Value& value) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    QWidget* m_scroll;
    QWidget* m_board;
    QGridLayout* m_grid;
    QList<Card*> m_cards;
};

} // namespace vitrine
