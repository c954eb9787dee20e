#include "widgets/parameter_form/parameter_row.h"

#include "core/values/text.h"
#include "widgets/parameter_form/number_text_field.h"
#include "widgets/parameter_form/parameter_editor.h"
#include "widgets/parameter_form/sweep_field.h"
#include "widgets/style/fonts.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QContextMenuEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace vitrine {

namespace {

constexpr int kFieldWidth = 112;
constexpr int kWidestChoice = 200;
constexpr int kComboFrame = 40; ///< what a combo box adds to its text
constexpr int kDot = 6;

/// The accent dot before the label of a changed value.
class ChangedDot : public QWidget {
public:
    explicit ChangedDot(QWidget* parent) : QWidget(parent) {
        setFixedSize(kDot + 6, kDot);
        hide();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette().link());
        painter.drawEllipse(QRectF(0, 0, kDot, kDot));
    }
};

/// "ρ_max" with the part after the underscore lowered.
QString symbolHtml(const std::string& symbol) {
    const QString text = toQString(symbol).toHtmlEscaped();
    const qsizetype at = text.indexOf(QLatin1Char('_'));
    if (at < 0)
        return QStringLiteral("<i>%1</i>").arg(text);
    return QStringLiteral("<i>%1<sub>%2</sub></i>").arg(text.left(at), text.mid(at + 1));
}

QString rangeText(const ParameterSpec& spec) {
    const bool low = spec.minimum.has_value();
    const bool high = spec.maximum.has_value();
    const QString from = low ? fieldNumberText(*spec.minimum) : QString();
    const QString to = high ? fieldNumberText(*spec.maximum) : QString();
    if (low && high)
        return ParameterRow::tr("From %1 to %2.").arg(from, to);
    if (low)
        return spec.minimumOpen ? ParameterRow::tr("More than %1.").arg(from)
                                : ParameterRow::tr("At least %1.").arg(from);
    if (high)
        return spec.maximumOpen ? ParameterRow::tr("Less than %1.").arg(to) : ParameterRow::tr("At most %1.").arg(to);
    return {};
}

} // namespace

ParameterRow::ParameterRow(const ParameterSpec& spec, QWidget* parent)
    : QWidget(parent), m_editor(createParameterEditor(spec, this)), m_dot(new ChangedDot(this)) {
    setObjectName(QStringLiteral("parameter:") + toQString(spec.id));
    buildLabel();
    buildNotes();
    layOut();
    QWidget* control = m_editor->control();
    control->setAccessibleName(toQString(spec.unit.empty() ? spec.label : spec.label + " (" + spec.unit + ")"));
    control->setAccessibleDescription(toQString(spec.help));
    control->setToolTip(toolTipText());
    m_label->setHint(toolTipText());
}

QString ParameterRow::toolTipText() const {
    const ParameterSpec& spec = m_editor->spec();
    QStringList parts;
    if (!spec.help.empty())
        parts.append(toQString(spec.help));
    const QString range = rangeText(spec);
    if (!range.isEmpty())
        parts.append(range);
    if (!spec.deprecated.empty())
        parts.append(toQString(spec.deprecated));
    return parts.isEmpty() ? toQString(spec.label) : parts.join(QLatin1Char('\n'));
}

void ParameterRow::buildLabel() {
    const ParameterSpec& spec = m_editor->spec();
    m_label = new TextLabel(toQString(spec.label), TextSize::body, TextTone::text, this);
    m_label->setBuddy(m_editor->control());
    m_label->setVisible(!m_editor->carriesLabel());
    if (spec.symbol.empty() || m_editor->carriesLabel())
        return;
    m_symbol = new QLabel(symbolHtml(spec.symbol), this);
    m_symbol->setTextFormat(Qt::RichText);
    m_symbol->setForegroundRole(QPalette::PlaceholderText);
}

void ParameterRow::buildNotes() {
    m_hintLine = new QWidget(this);
    m_hint = new TextLabel({}, TextSize::small, TextTone::muted, m_hintLine);
    m_reset = new QToolButton(m_hintLine);
    m_reset->setText(tr("Reset"));
    m_reset->setAutoRaise(true);
    m_reset->setFont(fonts::small());
    m_reset->setFixedHeight(metrics::kBadgeHeight);
    m_reset->setAccessibleName(tr("Reset %1").arg(toQString(m_editor->spec().label)));
    m_reset->setToolTip(tr("Back to the default"));
    auto* line = new QHBoxLayout(m_hintLine);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(metrics::kGap);
    line->addStretch();
    line->addWidget(m_hint);
    line->addWidget(m_reset);
    m_hintLine->hide();
    m_problem = new TextLabel({}, TextSize::small, TextTone::error, this);
    m_problem->setWordWrap(true);
    m_problem->setAlignment(Qt::AlignRight);
    m_problem->hide();
    connect(m_reset, &QToolButton::clicked, this, &ParameterRow::resetRequested);
}

void ParameterRow::layOut() {
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(0);
    m_grid->setVerticalSpacing(2);
    m_grid->addWidget(m_dot, 0, 0, Qt::AlignVCenter);
    m_grid->addWidget(m_label, 0, 1);
    if (m_symbol) {
        m_grid->addWidget(m_symbol, 0, 2);
        m_symbol->setContentsMargins(6, 0, 0, 0);
    }
    if (m_editor->carriesLabel()) {
        m_grid->addWidget(m_editor, 0, 1, 1, 4);
    } else {
        m_grid->setColumnMinimumWidth(3, metrics::kSpace);
        m_grid->addWidget(m_editor, 0, 4);
    }
    m_grid->setColumnStretch(m_editor->isStretching() ? 4 : 3, 1);
    m_grid->addWidget(m_hintLine, 2, 0, 1, 5);
    m_grid->addWidget(m_problem, 3, 0, 1, 5);
    if (QWidget* extension = m_editor->extension())
        m_grid->addWidget(extension, 4, 0, 1, 5);
    placeEditor();
}

int ParameterRow::fieldWidth() const {
    const QString text = m_editor->contentText();
    const int wanted = text.isEmpty() ? 0 : fontMetrics().horizontalAdvance(text) + kComboFrame;
    return m_editor->isStretching() ? std::max(kFieldWidth, wanted) : std::clamp(wanted, kFieldWidth, kWidestChoice);
}

/// Beside its label where both fit, else below it.
void ParameterRow::placeEditor() {
    if (m_editor->carriesLabel())
        return;
    const int field = fieldWidth();
    if (!m_editor->isStretching())
        m_editor->setFixedWidth(field);
    const int head = m_label->sizeHint().width() + (m_symbol ? m_symbol->sizeHint().width() : 0) +
                     (m_changed ? m_dot->sizeHint().width() : 0);
    const bool stacked = head + metrics::kSpace + field > width();
    const bool isClipped = m_editor->isStretching() && field > (stacked ? width() : width() - head);
    if (!m_editor->contentText().isEmpty()) // others have tips of their own
        m_editor->control()->setToolTip((isClipped ? m_editor->contentText() + QLatin1Char('\n') : QString()) +
                                        toolTipText());
    if (stacked == m_isStacked)
        return;
    m_isStacked = stacked;
    m_grid->removeWidget(m_editor);
    if (stacked)
        m_grid->addWidget(m_editor, 1, 0, 1, 5, m_editor->isStretching() ? Qt::Alignment() : Qt::AlignRight);
    else
        m_grid->addWidget(m_editor, 0, 4);
    m_grid->setColumnStretch(4, m_editor->isStretching() && !stacked ? 1 : 0);
    m_grid->setColumnStretch(3, m_editor->isStretching() && !stacked ? 0 : 1);
}

void ParameterRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeEditor();
}

void ParameterRow::contextMenuEvent(QContextMenuEvent* event) {
    const ParameterSpec& spec = m_editor->spec();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* several = menu->addAction(m_sweep ? tr("One value again") : tr("Sweep over several values"), this,
                                       [this] { Q_EMIT sweepRequested(!m_sweep); });
    several->setEnabled(spec.sweepable && spec.type != ParameterType::table);
    menu->addAction(tr("Reset"), this, &ParameterRow::resetRequested)->setEnabled(m_changed && !m_sweep);
    menu->popup(event->globalPos());
}

void ParameterRow::setSweep(const std::optional<std::string>& text) {
    QWidget* extension = m_editor->extension();
    if (!text && m_sweep) {
        m_sweep->hide();
        m_sweep->deleteLater(); // its own button may have been clicked
        m_sweep = nullptr;
        m_editor->show();
        m_label->setVisible(!m_editor->carriesLabel());
        m_reset->show();
        if (extension)
            extension->setVisible(m_hasExtension);
    }
    if (!text)
        return;
    if (!m_sweep) {
        m_hasExtension = extension && !extension->isHidden();
        if (extension)
            extension->hide();
        m_editor->hide();
        m_label->show();
        m_sweep = new SweepField(m_editor->spec(), this);
        m_grid->addWidget(m_sweep, 1, 0, 1, 5);
        m_reset->hide();
        connect(m_sweep, &SweepField::edited, this, &ParameterRow::sweepEdited);
        connect(m_sweep, &SweepField::ended, this, [this] { Q_EMIT sweepRequested(false); });
        m_sweep->show();
    }
    m_sweep->setText(*text);
}

void ParameterRow::setSweepNote(const QString& note) {
    m_changed = true;
    m_dot->show();
    m_hintLine->setVisible(!note.isEmpty());
    m_hint->setText(note);
}

void ParameterRow::focusField() {
    QWidget* field = m_sweep ? static_cast<QWidget*>(m_sweep->field()) : m_editor->control();
    field->setFocus(Qt::ShortcutFocusReason);
    if (m_sweep)
        m_sweep->field()->selectAll();
}

void ParameterRow::setChanged(bool changed, const QString& defaultText) {
    m_changed = changed;
    m_dot->setVisible(changed);
    m_hintLine->setVisible(changed);
    m_hint->setText(tr("changed, default %1").arg(defaultText));
    placeEditor();
}

void ParameterRow::setProblem(const QString& message, bool isWarning) {
    m_problem->setText(message);
    m_problem->setVisible(!message.isEmpty());
    m_problem->setTone(isWarning ? TextTone::warning : TextTone::error);
    if (m_sweep)
        setInvalid(m_sweep->field(), !message.isEmpty() && !isWarning);
    else
        m_editor->setProblemShown(!message.isEmpty() && !isWarning);
}

QString ParameterRow::problem() const {
    return m_problem->text();
}

} // namespace vitrine
