#include "widgets/data/problem_list.h"

#include "core/values/text.h"
#include "widgets/style/icon_label.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/tokens.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>

namespace vitrine {
namespace {

/// Frame of one problem with a line beneath.
class ProblemFrame : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(tokensOf(palette()).line);
        painter.drawLine(0, height() - 1, width(), height() - 1);
    }
};

QLabel* wrapped(const QString& text, TextTone tone, bool bold) {
    auto* label = new TextLabel(text, TextSize::body, tone);
    label->setWordWrap(true);
    label->setBold(bold);
    label->setElideMode(Qt::ElideNone);
    return label;
}

} // namespace

ProblemList::ProblemList(QWidget* parent)
    : QScrollArea(parent), m_body(new QWidget), m_layout(new QVBoxLayout(m_body)) {
    m_layout->setContentsMargins({});
    m_layout->setSpacing(0);
    m_layout->addStretch();
    setWidget(m_body);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("To review"));
}

QWidget* ProblemList::makeFrame(const PreviewProblem& problem, int number) {
    auto* frame = new ProblemFrame;
    auto* grid = new QGridLayout(frame);
    grid->setContentsMargins(metrics::kPageMargin, metrics::kPadding, metrics::kPageMargin, metrics::kPadding);
    grid->setHorizontalSpacing(metrics::kPadding);
    grid->setVerticalSpacing(metrics::kGap);
    grid->setColumnStretch(1, 1);
    auto* sign = new IconLabel(QStringLiteral("warn"), IconTint::warning, metrics::kIcon);
    grid->addWidget(sign, 0, 0, Qt::AlignTop);
    grid->addWidget(wrapped(toQString(problem.title), TextTone::text, true), 0, 1);
    grid->addWidget(wrapped(toQString(problem.detail), TextTone::text2, false), 1, 1);
    if (problem.choices.empty())
        return frame;
    auto* chooser = new QComboBox;
    chooser->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    chooser->setMinimumContentsLength(12);
    for (const PreviewChoice& choice : problem.choices)
        chooser->addItem(toQString(choice.label));
    chooser->setCurrentIndex(static_cast<int>(std::min(problem.chosen, problem.choices.size() - 1)));
    chooser->setAccessibleName(toQString(problem.title));
    chooser->setToolTip(tr("What to do: %1").arg(toQString(problem.title)));
    connect(chooser, &QComboBox::activated, this, [this, number](int choice) { Q_EMIT choiceMade(number, choice); });
    grid->addWidget(chooser, 2, 1);
    return frame;
}

void ProblemList::setProblems(const std::vector<PreviewProblem>& problems) {
    while (m_layout->count() > 1)
        delete m_layout->takeAt(0)->widget();
    for (std::size_t i = 0; i < problems.size(); ++i)
        m_layout->insertWidget(static_cast<int>(i), makeFrame(problems[i], static_cast<int>(i)));
    verticalScrollBar()->setValue(0);
}

} // namespace vitrine
