#pragma once

#include "core/jobs/job_queue.h"
#include "widgets/views/result_view.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace vitrine {

class Card;

/// What one card says.
struct CardText {
    QString label;
    QString value;
    QString unit;
    QString note;
    QString definition;
};

/// The cards of a run: its headline scalars once they are there; before, the ends of the live curves and the time left.
std::vector<CardText> runCards(const RunData& data, const JobStatus& status, int most);

/// A row of five cards; fewer texts leave the rest out.
class RunCards : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMostCards = 5;

    explicit RunCards(QWidget* parent = nullptr);
    void setTexts(const std::vector<CardText>& texts);
    QList<Card*> cards() const { return m_cards; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitHeight();

    QList<Card*> m_cards;
};

} // namespace vitrine
