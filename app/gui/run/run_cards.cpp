#include "app/gui/run/run_cards.h"

#include "core/values/text.h"
#include "widgets/charts/number_label.h"
#include "widgets/data/display_number.h"
#include "widgets/jobs/job_text.h"
#include "widgets/style/card.h"
#include "widgets/style/metrics.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

constexpr int kDigits = 3;

QString say(const char* text) {
    return QCoreApplication::translate("vitrine::cards", text);
}

QString number(double value) {
    if (std::isfinite(value) && value == std::floor(value) && std::abs(value) < 1e9)
        return displayCount(static_cast<std::int64_t>(value));
    return shortLabel(value, kDigits, QLocale());
}

/// The interval names its kind on hover; "95 % [0.78, 1.02]" is what the card has room for.
QString intervalText(const Interval& interval) {
    const QString kind = toQString(interval.kind);
    const qsizetype percent = kind.indexOf(QLatin1Char('%'));
    const QString level = percent >= 0 ? kind.left(percent + 1) : kind.section(QLatin1Char(' '), 0, 0);
    const int decimals = commonDecimals({interval.lower, interval.upper});
    return QStringLiteral("%1 [%2, %3]")
        .arg(level, decimalLabel(interval.lower, decimals, QLocale()),
             decimalLabel(interval.upper, decimals, QLocale()));
}

CardText scalarCard(const Scalar& scalar) {
    CardText card{toQString(scalar.label), number(scalar.value), toQString(scalar.unit), toQString(scalar.comparison),
                  toQString(scalar.definition)};
    if (!scalar.interval)
        return card;
    if (scalar.interval->n > 0)
        card.label = say("%1, n = %2").arg(card.label, displayCount(scalar.interval->n));
    if (card.note.isEmpty())
        card.note = intervalText(*scalar.interval);
    const QString full = say("Interval: %1, n = %2, from %3 to %4")
                             .arg(toQString(scalar.interval->kind), displayCount(scalar.interval->n),
                                  number(scalar.interval->lower), number(scalar.interval->upper));
    card.definition += (card.definition.isEmpty() ? QString() : QStringLiteral("\n")) + full;
    return card;
}

void addHeadlines(const RunData& data, std::vector<CardText>& cards) {
    for (const auto& [id, description] : data.descriptions) {
        const auto output = data.outputs.find(id);
        if (!description.headline || output == data.outputs.end())
            continue;
        const auto scalars = valueAs<Scalars>(output->second);
        if (!scalars)
            continue;
        // Where the run marks none, all are headlines, in their order.
        const bool marked = std::ranges::any_of(scalars->items, &Scalar::headline);
        for (const Scalar& scalar : scalars->items)
            if (scalar.headline || !marked)
                cards.push_back(scalarCard(scalar));
    }
}

/// The best value of a curve so far; NaN when there is none.
double bestOf(const std::vector<double>& y, bool lower) {
    double best = std::nan("");
    for (const double value : y)
        if (std::isfinite(value) && (std::isnan(best) || (lower ? value < best : value > best)))
            best = value;
    return best;
}

void addLiveLines(const RunData& data, std::vector<CardText>& cards, std::size_t most) {
    for (const auto& [id, description] : data.descriptions) {
        const auto output = data.outputs.find(id);
        const auto series = output == data.outputs.end() ? nullptr : valueAs<Series>(output->second);
        if (!description.live || !series || series->lines.empty())
            continue;
        // Lines of the first group are the summary; the others are its parts.
        for (const SeriesLine& line : series->lines) {
            if (cards.size() >= most || line.y.empty() || line.group != series->lines.front().group)
                continue;
            CardText card;
            card.label = say("%1, %2, %3 %4")
                             .arg(toQString(series->y.title), toQString(line.label),
                                  toQString(series->x.title).toLower(), number(line.x.back()));
            card.value = number(line.y.back());
            card.unit = toQString(series->y.unit);
            card.note = description.better.empty()
                            ? say("start %1").arg(number(line.y.front()))
                            : say("best %1, start %2")
                                  .arg(number(bestOf(line.y, description.better == "lower")), number(line.y.front()));
            card.definition = toQString(description.definition);
            cards.push_back(card);
        }
    }
}

void addTimes(const JobStatus& status, std::vector<CardText>& cards) {
    CardText left;
    left.label = say("Time left");
    left.value = status.remainingSeconds < 0 ? QStringLiteral("–") : durationText(status.remainingSeconds + 0.5);
    left.note = say("%1 elapsed").arg(durationText(status.elapsedSeconds));
    cards.push_back(left);
    if (status.memoryBytes <= 0)
        return;
    CardText memory;
    memory.label = say("Memory");
    const QStringList parts = bytesText(status.memoryBytes).split(QLatin1Char(' '));
    memory.value = parts.value(0);
    memory.unit = parts.value(1);
    memory.note = say("of the program, highest so far");
    cards.push_back(memory);
}

} // namespace

std::vector<CardText> runCards(const RunData& data, const JobStatus& status, int most) {
    std::vector<CardText> cards;
    addHeadlines(data, cards);
    if (!isEnded(status.state)) {
        if (cards.empty())
            addLiveLines(data, cards, static_cast<std::size_t>(most) - 2);
        addTimes(status, cards);
    }
    if (cards.size() > static_cast<std::size_t>(most))
        cards.resize(static_cast<std::size_t>(most));
    return cards;
}

RunCards::RunCards(QWidget* parent) : QWidget(parent) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kSpace);
    for (int i = 0; i < kMostCards; ++i) {
        auto* card = new Card(this);
        card->hide();
        layout->addWidget(card, 1);
        m_cards.append(card);
    }
    setFixedHeight(metrics::kCardHeight);
}

void RunCards::setTexts(const std::vector<CardText>& texts) {
    for (int i = 0; i < m_cards.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        Card* card = m_cards[i];
        card->setVisible(at < texts.size());
        if (at >= texts.size())
            continue;
        card->setLabel(texts[at].label);
        card->setValue(texts[at].value, texts[at].unit);
        card->setNote(texts[at].note);
        card->setDefinition(texts[at].definition);
    }
    setVisible(!texts.empty());
    fitHeight();
}

void RunCards::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHeight();
}

void RunCards::fitHeight() {
    // A note that does not fit makes the whole row higher: cards of one row are of one height.
    layout()->activate();
    int lines = 1;
    for (const Card* card : m_cards)
        if (!card->isHidden())
            lines = std::max(lines, card->noteLines());
    for (Card* card : m_cards)
        card->setNoteRoom(lines);
    setFixedHeight(m_cards.front()->heightWith(lines));
}

} // namespace vitrine
