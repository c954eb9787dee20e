#include "widgets/parameter_form/parameter_row.h"

#include "core/values/text.h"
#include "widgets/parameter_form/number_text_field.h"
#include "widgets/parameter_form/parameter_editor.h"
#include "widgets/style/fonts.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace vitrine {

namespace {

constexpr int kFieldWidth = 112;
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
    if (m_label)
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
    if (m_editor->carriesLabel())
        return;
    m_label = new TextLabel(toQString(spec.label), TextSize::body, TextTone::text, this);
    m_label->setBuddy(m_editor->control());
    if (spec.symbol.empty())
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
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(0);
    grid->setVerticalSpacing(2);
    grid->addWidget(m_dot, 0, 0, Qt::AlignVCenter);
    if (m_editor->carriesLabel()) {
        grid->addWidget(m_editor, 0, 1, 1, 4);
    } else {
        grid->addWidget(m_label, 0, 1);
        if (m_symbol)
            grid->addWidget(m_symbol, 0, 2);
        grid->setColumnMinimumWidth(3, metrics::kSpace);
        grid->addWidget(m_editor, 0, 4);
        if (m_symbol)
            m_symbol->setContentsMargins(6, 0, 0, 0);
        if (!m_editor->isStretching())
            m_editor->setFixedWidth(kFieldWidth);
    }
    grid->setColumnStretch(m_editor->isStretching() ? 4 : 3, 1);
    grid->addWidget(m_hintLine, 1, 0, 1, 5);
    grid->addWidget(m_problem, 2, 0, 1, 5);
    if (QWidget* extension = m_editor->extension())
        grid->addWidget(extension, 3, 0, 1, 5);
}

void ParameterRow::setChanged(bool changed, const QString& defaultText) {
    m_changed = changed;
    m_dot->setVisible(changed);
    m_hintLine->setVisible(changed);
    m_hint->setText(tr("changed, default %1").arg(defaultText));
}

void ParameterRow::setProblem(const QString& message, bool isWarning) {
    m_problem->setText(message);
    m_problem->setVisible(!message.isEmpty());
    m_problem->setTone(isWarning ? TextTone::warning : TextTone::error);
    m_editor->setProblemShown(!message.isEmpty() && !isWarning);
}

QString ParameterRow::problem() const {
    return m_problem->text();
}

} // namespace vitrine
