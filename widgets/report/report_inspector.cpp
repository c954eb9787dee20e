#include "widgets/report/report_inspector.h"

#include "core/values/text.h"
#include "widgets/parameter_form/form_section.h"
#include "widgets/report/report_block_form.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace vitrine {
namespace {

constexpr int kLabelWidth = 88;

/// One line about the report: what it says and where to look.
class CheckButton : public QToolButton {
public:
    CheckButton(const ReportCheck& check, QWidget* parent) : QToolButton(parent), m_text(toQString(check.text)) {
        const bool good = check.level == ReportCheck::Level::ok;
        setIcon(vitrine::icon(good ? QStringLiteral("check") : QStringLiteral("warn"),
                              good ? IconTint::ok : IconTint::warning));
        setText(m_text);
        setToolTip(m_text);
        setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        setAutoRaise(true);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QToolButton::resizeEvent(event);
        setText(fontMetrics().elidedText(m_text, Qt::ElideRight, width() - metrics::kIcon - 3 * metrics::kSpace));
    }

private:
    QString m_text;
};

} // namespace

ReportInspector::ReportInspector(QWidget* parent) : QWidget(parent) {
    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 0, 0, metrics::kSpace);
    column->setSpacing(0);
    column->addWidget(buildBlock());
    column->addWidget(buildReport());
    m_checks = new FormSection(tr("Checks"), inside);
    m_checks->contents()->setSpacing(0);
    column->addWidget(m_checks);
    column->addStretch();
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    inside->setAutoFillBackground(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll, 1);
    layout->addWidget(buildFooter());
}

QWidget* ReportInspector::buildBlock() {
    auto* part = new QWidget;
    m_blockName = new TextLabel({}, TextSize::body, TextTone::text, part);
    m_blockName->setBold(true);
    m_noBlock = new TextLabel(tr("Choose a block on the page or in the list."), TextSize::body, TextTone::muted, part);
    m_noBlock->setWordWrap(true);
    m_remove = new QToolButton(part);
    m_remove->setIcon(icon(QStringLiteral("trash"), IconTint::text2));
    m_remove->setAutoRaise(true);
    m_remove->setAccessibleName(tr("Delete block"));
    m_remove->setToolTip(tr("Delete this block (Delete in the list)"));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(metrics::kPadding, metrics::kSpace, metrics::kSpace, 0);
    head->addWidget(m_blockName, 1);
    head->addWidget(m_noBlock, 1);
    head->addWidget(m_remove);
    m_form = new ReportBlockForm(part);
    auto* layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kGap);
    layout->addLayout(head);
    layout->addWidget(m_form);
    connect(m_remove, &QToolButton::clicked, this, [this] { Q_EMIT removeWanted(m_selected); });
    connect(m_form, &ReportBlockForm::edited, this,
            [this](const ReportBlock& block, bool typing) { Q_EMIT blockEdited(m_selected, block, typing); });
    return part;
}

QWidget* ReportInspector::buildReport() {
    auto* section = new FormSection(tr("Report"));
    const auto addRow = [&](const QString& name, QWidget* field) {
        auto* label = new TextLabel(name, TextSize::body, TextTone::text2, section);
        label->setFixedWidth(kLabelWidth);
        label->setBuddy(field);
        field->setAccessibleName(name);
        auto* row = new QHBoxLayout;
        row->setSpacing(metrics::kSpace);
        row->addWidget(label);
        row->addWidget(field, 1);
        section->contents()->addLayout(row);
    };
    m_title = new QLineEdit(section);
    m_title->setToolTip(tr("Title of the report and its name in the project"));
    addRow(tr("Title"), m_title);
    m_template = new QPushButton(tr("Start again from…"), section);
    m_template->setToolTip(tr("Replace all blocks by those that the system proposes for the first run of this report"));
    auto* menu = new QMenu(m_template);
    menu->addAction(tr("One page"), this, [this] { Q_EMIT templateWanted(ReportLength::onePage); });
    menu->addAction(tr("Full"), this, [this] { Q_EMIT templateWanted(ReportLength::full); });
    m_template->setMenu(menu);
    addRow(tr("Template"), m_template);
    m_anonymous = new QCheckBox(tr("Anonymous"), section);
    m_anonymous->setToolTip(tr("Take user, host and folder names out of everything that is written"));
    m_embed = new QCheckBox(tr("Embed data as CSV"), section);
    m_embed->setToolTip(tr("The exact numbers of every figure and table, inside the HTML page or beside the Markdown"));
    section->contents()->addWidget(m_anonymous);
    section->contents()->addWidget(m_embed);
    connect(m_title, &QLineEdit::textEdited, this, [this] { say(true); });
    connect(m_anonymous, &QCheckBox::toggled, this, [this] { say(false); });
    connect(m_embed, &QCheckBox::toggled, this, [this] { say(false); });
    return section;
}

QWidget* ReportInspector::buildFooter() {
    auto* footer = new QWidget(this);
    m_export = new QPushButton(icon(QStringLiteral("export"), IconTint::onAccent), tr("Export PDF…"), footer);
    m_export->setAccessibleName(tr("Export PDF"));
    setPrimary(m_export);
    m_exportAs = new QPushButton(icon(QStringLiteral("chev"), IconTint::onAccent), {}, footer);
    m_exportAs->setAccessibleName(tr("Other formats"));
    m_exportAs->setToolTip(tr("Write the report in another format"));
    m_exportAs->setFixedWidth(metrics::kButtonHeight);
    setPrimary(m_exportAs);
    auto* menu = new QMenu(m_exportAs);
    menu->addAction(tr("PDF…"), this, [this] { Q_EMIT exportWanted(QStringLiteral(".pdf")); });
    menu->addAction(tr("HTML Page…"), this, [this] { Q_EMIT exportWanted(QStringLiteral(".html")); });
    menu->addAction(tr("Markdown folder…"), this, [this] { Q_EMIT exportWanted(QString()); });
    auto* layout = new QHBoxLayout(footer);
    layout->setContentsMargins(metrics::kPadding, metrics::kSpace, metrics::kPadding, metrics::kPadding);
    layout->setSpacing(1);
    layout->addWidget(m_export, 1);
    layout->addWidget(m_exportAs);
    connect(m_export, &QPushButton::clicked, this, [this] { Q_EMIT exportWanted(QStringLiteral(".pdf")); });
    connect(m_exportAs, &QPushButton::clicked, this, [this, menu] {
        const QSize size = menu->sizeHint();
        menu->popup(m_exportAs->mapToGlobal(QPoint(m_exportAs->width() - size.width(), -size.height())));
    });
    setExporting(false);
    return footer;
}

void ReportInspector::show(const ReportDocument& document, int selected, const ReportChoices& choices,
                           const ComposedReport* composed) {
    m_quiet = true;
    m_document = document;
    const bool hasBlock = selected >= 0 && selected < static_cast<int>(document.blocks.size());
    m_selected = hasBlock ? selected : -1;
    m_noBlock->setVisible(!hasBlock);
    m_blockName->setVisible(hasBlock);
    m_remove->setVisible(hasBlock && !m_readOnly);
    m_form->setVisible(hasBlock);
    if (hasBlock) {
        const ReportBlock& block = document.blocks[static_cast<std::size_t>(selected)];
        QString name = toQString(blockKindTitle(block.kind));
        if (composed)
            for (const ComposedPart& part : composed->parts)
                if (part.source == selected && !part.number.empty())
                    name = toQString(part.number);
        m_blockName->setText(name);
        m_form->setBlock(block, document, choices, composed);
    }
    if (m_title->text() != toQString(document.title))
        m_title->setText(toQString(document.title));
    m_anonymous->setChecked(document.anonymous);
    m_embed->setChecked(document.embedData);
    if (composed)
        showChecks(composed);
    m_quiet = false;
}

void ReportInspector::showChecks(const ComposedReport* composed) {
    for (QToolButton* button : std::exchange(m_checkButtons, {}))
        button->deleteLater();
    int warnings = 0;
    for (const ReportCheck& check : composed->checks) {
        auto* button = new CheckButton(check, m_checks);
        m_checkButtons.append(button);
        m_checks->contents()->addWidget(button);
        warnings += check.level == ReportCheck::Level::warning ? 1 : 0;
        connect(button, &QToolButton::clicked, this, [this, source = check.source] {
            if (source >= 0)
                Q_EMIT blockWanted(source);
        });
    }
    m_checks->setHint(warnings > 0 ? tr("%n warnings", nullptr, warnings) : QString());
    m_checks->setVisible(!composed->checks.empty());
}

void ReportInspector::say(bool typing) {
    if (m_quiet)
        return;
    m_document.title = toStd(m_title->text());
    m_document.anonymous = m_anonymous->isChecked();
    m_document.embedData = m_embed->isChecked();
    Q_EMIT reportEdited(m_document, typing);
}

void ReportInspector::setReadOnly(bool readOnly) {
    m_readOnly = readOnly;
    m_form->setReadOnly(readOnly);
    m_title->setReadOnly(readOnly);
    m_anonymous->setEnabled(!readOnly);
    m_embed->setEnabled(!readOnly);
    m_template->setEnabled(!readOnly);
    m_remove->setVisible(!readOnly && m_selected >= 0);
}

void ReportInspector::setExporting(bool exporting) {
    m_export->setEnabled(!exporting);
    m_exportAs->setEnabled(!exporting);
    m_export->setToolTip(exporting ? tr("The report is being written") : tr("Write the report as a PDF file"));
}

void ReportInspector::startEditing() {
    m_form->startEditing();
}

} // namespace vitrine
