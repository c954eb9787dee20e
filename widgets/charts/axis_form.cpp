#include "widgets/charts/axis_form.h"

#include "core/values/text.h"
#include "widgets/parameter_form/number_text_field.h"
#include "widgets/style/metrics.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace vitrine {
namespace {

constexpr int kLabelWidth = 72; ///< the fields of all axes stand below each other
constexpr int kNumberWidth = 104;
constexpr std::array kScales = {AxisScale::linear, AxisScale::log, AxisScale::symlog};

QHBoxLayout* addRow(QVBoxLayout* column, const QString& name, QWidget* field) {
    auto* row = new QHBoxLayout;
    row->setSpacing(metrics::kSpace);
    auto* label = new TextLabel(name, TextSize::body, TextTone::text2);
    label->setFixedWidth(kLabelWidth);
    label->setBuddy(field);
    row->addWidget(label);
    row->addWidget(field);
    column->addLayout(row);
    return row;
}

} // namespace

AxisForm::AxisForm(const QString& name, AxisRole role, QWidget* parent)
    : QWidget(parent), m_role(role), m_title(new QLineEdit), m_unit(new TextLabel({}, TextSize::body, TextTone::muted)),
      m_scaleAndRange(new QWidget), m_scale(new SegmentedControl),
      m_from(numberField(tr("%1, from").arg(name), tr("Lower end of the axis; empty: as the data are"))),
      m_to(numberField(tr("%1, to").arg(name), tr("Upper end of the axis; empty: as the data are"))),
      m_thresholdRow(new QWidget),
      m_threshold(numberField(tr("%1, linear within").arg(name), tr("Values nearer to zero than this are on a linear "
                                                                    "scale, the others on a logarithmic one"))),
      m_problem(new TextLabel({}, TextSize::small, TextTone::error)),
      m_note(new TextLabel({}, TextSize::small, TextTone::warning)) {
    build(name);
    connect(m_title, &QLineEdit::textEdited, this, &AxisForm::takeTitle);
    connect(m_scale, &SegmentedControl::currentChanged, this, &AxisForm::takeScale);
    for (NumberTextField* field : {m_from, m_to, m_threshold})
        connect(field, &QLineEdit::textEdited, this, &AxisForm::takeNumbers);
}

NumberTextField* AxisForm::numberField(const QString& name, const QString& tip) {
    auto* field = new NumberTextField(NumberTextField::Kind::real);
    field->setFixedWidth(kNumberWidth);
    field->setPlaceholderText(tr("auto"));
    field->setAccessibleName(name);
    field->setToolTip(tip);
    return field;
}

void AxisForm::build(const QString& name) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::kSpace);
    auto* head = new TextLabel(name);
    head->setBold(true);
    column->addWidget(head);
    m_title->setMaxLength(static_cast<int>(AxisChanges::kLongestTitle) / 4); // bytes of the longest characters
    m_title->setAccessibleName(tr("%1, title").arg(name));
    m_title->setToolTip(tr("Empty: the title the figure came with. The unit is kept."));
    addRow(column, tr("Title"), m_title)->addWidget(m_unit);

    auto* inner = new QVBoxLayout(m_scaleAndRange);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(metrics::kSpace);
    for (const QString& text : {tr("Linear"), tr("Log"), tr("Symlog")})
        m_scale->addSegment(text);
    m_scale->setAccessibleName(tr("%1, scale").arg(name));
    m_scale->button(2)->setToolTip(tr("Logarithmic on both sides of zero, linear around it"));
    addRow(inner, tr("Scale"), m_scale)->addStretch();
    auto* within = new QVBoxLayout(m_thresholdRow);
    within->setContentsMargins(0, 0, 0, 0);
    addRow(within, tr("Linear to ±"), m_threshold)->addStretch();
    inner->addWidget(m_thresholdRow);
    auto* range = addRow(inner, tr("Range"), m_from);
    range->addWidget(new TextLabel(tr("to"), TextSize::body, TextTone::text2));
    range->addWidget(m_to);
    range->addStretch();
    column->addWidget(m_scaleAndRange);
    for (TextLabel* label : {m_problem, m_note}) {
        label->setWordWrap(true);
        label->setContentsMargins(kLabelWidth + metrics::kSpace, 0, 0, 0);
        label->hide();
        column->addWidget(label);
    }
}

AxisScale AxisForm::scale() const {
    return m_given.scale == AxisScale::category ? m_given.scale : m_changes.scale.value_or(m_given.scale);
}

void AxisForm::setAxis(const FigureSpec& given, const AxisChanges& changes) {
    m_given = m_role == AxisRole::x ? given.x : m_role == AxisRole::y ? given.y : given.value;
    m_notPositive = countNotPositive(given, m_role);
    m_changes = changes;
    const QSignalBlocker quiet(m_scale);
    m_title->setPlaceholderText(toQString(m_given.label.title));
    m_title->setText(toQString(changes.title.value_or(std::string())));
    m_unit->setText(m_given.label.unit.empty() ? QString() : QStringLiteral("(%1)").arg(toQString(m_given.label.unit)));
    m_unit->setVisible(!m_given.label.unit.empty());
    m_scaleAndRange->setVisible(m_given.scale != AxisScale::category);
    for (std::size_t i = 0; i < kScales.size(); ++i)
        if (kScales[i] == scale())
            m_scale->setCurrentIndex(static_cast<int>(i));
    m_from->setNumber(changes.minimum);
    m_to->setNumber(changes.maximum);
    m_threshold->setNumber(changes.symlogThreshold.value_or(m_given.symlogThreshold));
    m_problem->setText({});
    for (NumberTextField* field : {m_from, m_to, m_threshold})
        setInvalid(field, false);
    showTexts();
}

void AxisForm::takeTitle() {
    const QString text = m_title->text().trimmed();
    m_changes.title = text.isEmpty() ? std::nullopt : std::optional(toStd(text));
    Q_EMIT changed();
}

void AxisForm::takeScale(int index) {
    const AxisScale wanted = kScales.at(static_cast<std::size_t>(index));
    m_changes.scale = wanted == m_given.scale ? std::nullopt : std::optional(wanted);
    takeNumbers();
}

void AxisForm::takeNumbers() {
    AxisChanges changes = m_changes;
    const QString problem = checkNumbers(changes);
    m_problem->setText(problem);
    if (problem.isEmpty()) {
        m_changes = changes;
    } else if (scale() == AxisScale::log &&
               (m_changes.minimum.value_or(1) <= 0 || m_changes.maximum.value_or(1) <= 0)) {
        m_changes.minimum = m_changes.maximum = std::nullopt; // the former range has no place on this scale
    }
    showTexts();
    Q_EMIT changed();
}

QString AxisForm::checkNumbers(AxisChanges& changes) {
    QString problem;
    const auto read = [&problem](NumberTextField* field) {
        const std::optional<double> number = field->isBlank() ? std::nullopt : field->number();
        const bool wrong = !field->isBlank() && !number;
        setInvalid(field, wrong);
        if (wrong && problem.isEmpty())
            problem = tr("“%1” is not a number.").arg(field->text().trimmed());
        return number;
    };
    const std::optional<double> from = read(m_from);
    const std::optional<double> to = read(m_to);
    if (problem.isEmpty()) {
        problem = rangeSentence(from, to);
        for (NumberTextField* field : {m_from, m_to})
            setInvalid(field, !problem.isEmpty() && !field->isBlank());
    }
    if (scale() == AxisScale::symlog) {
        const std::optional<double> threshold = read(m_threshold);
        const bool wrong = threshold && !(*threshold > 0 && *threshold <= AxisChanges::kLargest);
        setInvalid(m_threshold, wrong || (!threshold && !m_threshold->isBlank()));
        if (wrong && problem.isEmpty())
            problem = tr("The linear part around zero must be wider than 0.");
        changes.symlogThreshold = threshold == m_given.symlogThreshold ? std::nullopt : threshold;
    }
    changes.minimum = from;
    changes.maximum = to;
    return problem;
}

QString AxisForm::rangeSentence(std::optional<double> from, std::optional<double> to) const {
    const bool isLog = scale() == AxisScale::log;
    for (const auto& limit : {from, to}) {
        if (limit && std::abs(*limit) > AxisChanges::kLargest)
            return tr("This number is too large for an axis.");
        if (limit && isLog && *limit <= 0)
            return tr("A log axis has only values above 0.");
    }
    if (!from || !to)
        return {};
    switch (rangeProblem(scale(), *from, *to)) {
    case RangeProblem::reversed: return tr("The range must begin below its end.");
    case RangeProblem::tooNarrow: return tr("The two ends are too close to be told apart.");
    case RangeProblem::tooLarge:
    case RangeProblem::notPositive:
    case RangeProblem::none: break;
    }
    return {};
}

QString AxisForm::problem() const {
    return m_problem->text();
}

QString AxisForm::note() const {
    if (scale() != AxisScale::log || m_notPositive.unplaced == 0)
        return {};
    const QLocale locale;
    return tr("%1 of %2 values are at or below 0 and are left out.")
        .arg(locale.toString(static_cast<qlonglong>(m_notPositive.unplaced)),
             locale.toString(static_cast<qlonglong>(m_notPositive.total)));
}

void AxisForm::showTexts() {
    m_thresholdRow->setVisible(scale() == AxisScale::symlog);
    m_problem->setVisible(!m_problem->text().isEmpty());
    m_note->setText(note());
    m_note->setVisible(!m_note->text().isEmpty());
}

} // namespace vitrine
