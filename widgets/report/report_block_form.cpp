#include "widgets/report/report_block_form.h"

#include "core/values/text.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr int kLabelWidth = 88;
constexpr int kTextHeight = 240;
constexpr int kCaptionHeight = 72;

bool isResult(BlockKind kind) {
    return kind == BlockKind::figure || kind == BlockKind::table || kind == BlockKind::scalars;
}

bool isOfRun(BlockKind kind) {
    return kind == BlockKind::parameters || kind == BlockKind::provenance || kind == BlockKind::ledger ||
           kind == BlockKind::citation;
}

bool isText(BlockKind kind) {
    return kind == BlockKind::text || kind == BlockKind::heading;
}

/// Leaves a field alone that shows the same already, so that its cursor stays.
void setText(QLineEdit* field, const QString& text) {
    if (field->text() != text)
        field->setText(text);
}

void setText(QPlainTextEdit* field, const QString& text) {
    if (field->toPlainText() != text)
        field->setPlainText(text);
}

} // namespace

ReportBlockForm::ReportBlockForm(QWidget* parent)
    : QWidget(parent), m_grid(new QGridLayout(this)), m_title(new QLineEdit(this)), m_line(new QLineEdit(this)),
      m_level(new QComboBox(this)), m_source(new QComboBox(this)), m_width(new QSpinBox(this)),
      m_height(new QSpinBox(this)), m_rows(new QSpinBox(this)), m_columns(new QLineEdit(this)),
      m_text(new QPlainTextEdit(this)), m_insert(new QPushButton(tr("Insert"), this)),
      m_fingerprint(new QCheckBox(tr("Show the fingerprint"), this)) {
    m_grid->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, metrics::kSpace);
    m_grid->setHorizontalSpacing(metrics::kSpace);
    m_grid->setVerticalSpacing(metrics::kFieldPitch - metrics::kFieldHeight);
    m_grid->setColumnMinimumWidth(0, kLabelWidth);
    m_grid->setColumnStretch(1, 1);
    buildFields();
    showFields();
}

void ReportBlockForm::buildFields() {
    for (QSpinBox* field : {m_width, m_height}) {
        field->setRange(static_cast<int>(ReportBlock::kMinMm), static_cast<int>(ReportBlock::kMaxMm));
        field->setSuffix(tr(" mm"));
    }
    m_rows->setRange(1, ReportBlock::kMaxRows);
    for (QSpinBox* field : {m_width, m_height, m_rows}) {
        field->setAlignment(Qt::AlignRight);
        field->setButtonSymbols(QAbstractSpinBox::NoButtons);
        connect(field, &QSpinBox::valueChanged, this, [this] { say(true); });
    }
    m_level->addItems({tr("Section"), tr("Subsection")});
    m_source->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_source->setMinimumContentsLength(8);
    m_columns->setPlaceholderText(tr("the first eight"));
    m_text->setTabChangesFocus(true);
    setSmall(m_insert);
    m_insert->setMenu(new QMenu(m_insert));
    m_insert->setToolTip(tr("Number of a figure or table, or a value of a run, that follows when it changes"));

    addRow(tr("Title"), m_title, tr("Name in the list of blocks and heading; a figure is read aloud by it"));
    addRow(tr("Text"), m_line, tr("Words of the heading"));
    addRow(tr("Level"), m_level, tr("Section or subsection"));
    addRow(tr("From"), m_source, tr("Run and result that the block shows"));
    addRow(tr("Width"), m_width, tr("Width on paper; the page is 174 mm wide, two figures of 84 mm stand in one row"));
    addRow(tr("Height"), m_height, tr("Height on paper without the caption"));
    addRow(tr("Rows"), m_rows, tr("How many rows are shown; the data hold all of them"));
    addRow(tr("Columns"), m_columns, tr("Names of the columns to show, separated by commas"));
    addTall(tr("Caption"), m_text, tr("Markdown; empty: the description of what is shown"));
    m_grid->addWidget(m_fingerprint, m_grid->rowCount(), 0, 1, 2);
    m_fingerprint->setToolTip(tr("Hash of the data, version and seed under the figure or table"));

    connect(m_title, &QLineEdit::textEdited, this, [this] { say(true); });
    connect(m_line, &QLineEdit::textEdited, this, [this] { say(true); });
    connect(m_columns, &QLineEdit::textEdited, this, [this] { say(true); });
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] { say(true); });
    connect(m_level, &QComboBox::activated, this, [this] { say(false); });
    connect(m_source, &QComboBox::activated, this, &ReportBlockForm::takeSource);
    connect(m_fingerprint, &QCheckBox::toggled, this, [this] { say(false); });
}

void ReportBlockForm::addRow(const QString& label, QWidget* field, const QString& hint) {
    auto* name = new TextLabel(label, TextSize::body, TextTone::text2, this);
    name->setBuddy(field);
    field->setToolTip(hint);
    field->setAccessibleName(label);
    const int row = m_grid->rowCount();
    m_grid->addWidget(name, row, 0);
    m_grid->addWidget(field, row, 1);
    m_withField[field] = {name};
}

/// Label with a button over a text of several lines.
void ReportBlockForm::addTall(const QString& label, QWidget* field, const QString& hint) {
    auto* name = new TextLabel(label, TextSize::body, TextTone::text2, this);
    name->setBuddy(field);
    field->setToolTip(hint);
    field->setAccessibleName(label);
    const int row = m_grid->rowCount();
    m_grid->addWidget(name, row, 0);
    m_grid->addWidget(m_insert, row, 1, Qt::AlignRight);
    m_grid->addWidget(field, row + 1, 0, 1, 2);
    m_withField[field] = {name, m_insert};
}

void ReportBlockForm::showFields() {
    const BlockKind kind = m_block.kind;
    const bool resultTable = kind == BlockKind::table;
    const bool heading = kind == BlockKind::heading;
    const std::pair<QWidget*, bool> fields[] = {{m_title, !isText(kind)},
                                                {m_line, heading},
                                                {m_level, heading},
                                                {m_source, isResult(kind) || isOfRun(kind)},
                                                {m_width, kind == BlockKind::figure},
                                                {m_height, kind == BlockKind::figure},
                                                {m_rows, resultTable},
                                                {m_columns, resultTable},
                                                {m_text, kind == BlockKind::text || isResult(kind)},
                                                {m_fingerprint, isResult(kind)}};
    for (const auto& [field, shown] : fields) {
        field->setVisible(shown);
        for (QWidget* companion : m_withField[field])
            companion->setVisible(shown);
    }
    // One editor for both: a text fills the inspector, a caption takes three lines.
    m_text->setFixedHeight(kind == BlockKind::text ? kTextHeight : kCaptionHeight);
    const QString name = kind == BlockKind::text ? tr("Text (Markdown)") : tr("Caption");
    m_text->setAccessibleName(name);
    if (auto* label = qobject_cast<TextLabel*>(m_withField[m_text].first()))
        label->setText(name);
}

void ReportBlockForm::setBlock(const ReportBlock& block, const ReportDocument& document, const ReportChoices& choices,
                               const ComposedReport* composed) {
    m_quiet = true;
    const bool otherKind = block.kind != m_block.kind;
    m_block = block;
    if (otherKind || m_source->count() == 0)
        showFields();
    setText(m_title, toQString(block.title));
    setText(m_line, toQString(block.text));
    m_level->setCurrentIndex(block.level - 2);
    m_width->setValue(static_cast<int>(std::lround(block.widthMm)));
    m_height->setValue(static_cast<int>(std::lround(block.heightMm)));
    m_rows->setValue(block.maxRows);
    if (!m_columns->hasFocus()) {
        QStringList columns;
        if (block.options.is_object() && block.options.contains("columns") && block.options["columns"].is_array())
            for (const nlohmann::json& column : block.options["columns"])
                columns.append(column.is_string() ? toQString(column.get<std::string>()) : QString());
        setText(m_columns, columns.join(QStringLiteral(", ")));
    }
    setText(m_text, toQString(block.text));
    m_fingerprint->setChecked(block.showFingerprint);
    fillSources(choices);
    fillInsertMenu(document, choices, composed);
    const auto place = std::find_if(document.blocks.begin(), document.blocks.end(),
                                    [&](const ReportBlock& other) { return other.id == block.id; });
    showUsual(composed, static_cast<int>(place - document.blocks.begin()));
    m_quiet = false;
}

void ReportBlockForm::showUsual(const ComposedReport* composed, int source) {
    QString title = toQString(blockKindTitle(m_block.kind));
    QString caption;
    if (composed)
        for (const ComposedPart& part : composed->parts)
            if (part.source == source && !part.number.empty()) {
                title = toQString(part.title);
                caption = m_block.text.empty() ? toQString(part.text) : QString();
            }
    m_title->setPlaceholderText(title);
    m_text->setPlaceholderText(m_block.kind == BlockKind::text ? tr("Markdown") : caption);
}

void ReportBlockForm::fillSources(const ReportChoices& choices) {
    m_source->clear();
    const auto put = [this](const QString& label, const ReportBlock& wanted) {
        m_source->addItem(label, QVariant::fromValue(QByteArray::fromStdString(wanted.toJson().dump())));
        if (wanted.run == m_block.run && wanted.dataset == m_block.dataset && wanted.outputId == m_block.outputId &&
            wanted.figureId == m_block.figureId)
            m_source->setCurrentIndex(m_source->count() - 1);
    };
    ReportBlock entry;
    entry.kind = m_block.kind;
    if (isOfRun(m_block.kind)) {
        put(tr("All runs of the report"), entry);
        for (const ReportChoices::Named& run : choices.runs) {
            entry.run = run.id;
            put(run.label, entry);
        }
        entry.run = 0;
        for (const ReportChoices::Named& dataset : choices.datasets) {
            entry.dataset = dataset.id;
            if (m_block.kind == BlockKind::ledger)
                put(tr("Data set %1").arg(dataset.label), entry);
        }
    }
    for (const ReportChoice& choice : choices.results) {
        if (choice.kind != m_block.kind)
            continue;
        entry.run = choice.run;
        entry.outputId = choice.outputId;
        entry.figureId = choice.figureId;
        put(choice.label, entry);
    }
    bool isKnown = isOfRun(m_block.kind) ? m_source->currentIndex() > 0 || (m_block.run == 0 && m_block.dataset == 0)
                                         : choices.of(m_block) != nullptr;
    if (m_block.kind == BlockKind::figure && m_block.dataset > 0)
        for (const ReportChoices::Named& dataset : choices.datasets)
            if (dataset.id == m_block.dataset) {
                isKnown = true;
                put(tr("%1, %2").arg(dataset.label, toQString(m_block.title)), m_block);
            }
    if (isKnown || isText(m_block.kind))
        return;
    m_source->insertItem(0, tr("Run %1, %2 (missing)").arg(m_block.run).arg(toQString(m_block.outputId)));
    m_source->setCurrentIndex(0);
}

void ReportBlockForm::takeSource(int index) {
    const auto wanted = ReportBlock::fromJson(
        nlohmann::json::parse(m_source->itemData(index).toByteArray().toStdString(), nullptr, false));
    if (!wanted)
        return; // the entry of something missing
    m_block.run = wanted->run;
    m_block.dataset = wanted->dataset;
    m_block.outputId = wanted->outputId;
    m_block.figureId = wanted->figureId;
    say(false);
}

/// What a text can refer to, as the field that stands for it.
void ReportBlockForm::fillInsertMenu(const ReportDocument& document, const ReportChoices& choices,
                                     const ComposedReport* composed) {
    QMenu* menu = m_insert->menu();
    menu->clear();
    const auto put = [&](const QString& label, const std::string& field) {
        menu->addAction(label, this, [this, field] {
            m_text->insertPlainText(toQString(field));
            m_text->setFocus();
        });
    };
    if (composed)
        for (const ComposedPart& part : composed->parts)
            if (!part.number.empty() && part.source >= 0 && part.source < static_cast<int>(document.blocks.size())) {
                const std::string& id = document.blocks[static_cast<std::size_t>(part.source)].id;
                const bool isFigure = part.kind == PartKind::figure;
                put(toQString(part.number + ", " + part.title), (isFigure ? "{fig:" : "{table:") + id + '}');
            }
    if (!menu->isEmpty() && !choices.metrics.empty())
        menu->addSeparator();
    for (const ReportChoices::Metric& metric : choices.metrics)
        put(tr("%1 of run %2").arg(metric.label).arg(metric.run),
            "{metric:" + std::to_string(metric.run) + '/' + metric.id + '}');
    m_insert->setEnabled(!menu->isEmpty());
}

void ReportBlockForm::takeColumns(const QString& text) {
    nlohmann::json columns = nlohmann::json::array();
    for (const QString& name : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (!name.trimmed().isEmpty())
            columns.push_back(toStd(name.trimmed()));
    if (!m_block.options.is_object())
        m_block.options = nlohmann::json::object();
    if (columns.empty())
        m_block.options.erase("columns");
    else
        m_block.options["columns"] = std::move(columns);
    if (m_block.options.empty())
        m_block.options = nullptr;
}

void ReportBlockForm::say(bool typing) {
    if (m_quiet)
        return;
    m_block.title = toStd(m_title->text());
    m_block.text = toStd(m_block.kind == BlockKind::heading ? m_line->text() : m_text->toPlainText());
    m_block.level = m_level->currentIndex() + 2;
    m_block.widthMm = m_width->value();
    m_block.heightMm = m_height->value();
    m_block.maxRows = m_rows->value();
    m_block.showFingerprint = m_fingerprint->isChecked();
    if (m_block.kind == BlockKind::table)
        takeColumns(m_columns->text());
    Q_EMIT edited(m_block, typing);
}

void ReportBlockForm::setReadOnly(bool readOnly) {
    for (QLineEdit* field : {m_title, m_line, m_columns})
        field->setReadOnly(readOnly);
    for (QSpinBox* field : {m_width, m_height, m_rows})
        field->setReadOnly(readOnly);
    m_text->setReadOnly(readOnly);
    for (QWidget* field : {static_cast<QWidget*>(m_level), static_cast<QWidget*>(m_source),
                           static_cast<QWidget*>(m_fingerprint), static_cast<QWidget*>(m_insert)})
        field->setEnabled(!readOnly);
}

void ReportBlockForm::startEditing() {
    for (QWidget* field :
         {static_cast<QWidget*>(m_line), static_cast<QWidget*>(m_text), static_cast<QWidget*>(m_title)})
        if (field->isVisibleTo(this) && (field != m_text || m_block.kind == BlockKind::text)) {
            field->setFocus();
            return;
        }
}

} // namespace vitrine
