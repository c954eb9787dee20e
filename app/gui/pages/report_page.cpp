#include "app/gui/pages/report_page.h"

#include "app/gui/pages/report_page_session.h"
#include "app/gui/workbench.h"
#include "core/report/markdown_text.h"
#include "core/values/text.h"
#include "widgets/last_folder.h"
#include "widgets/report/report_block_list.h"
#include "widgets/report/report_inspector.h"
#include "widgets/report/report_page_view.h"
#include "widgets/report/report_writer.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/error_panel.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QDate>
#include <QDir>
#include <QFileDialog>
#include <QFrame>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

namespace vitrine {
namespace {

constexpr int kBlocksWidth = 200;

QFrame* separator(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setFrameShape(QFrame::VLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    line->setFixedWidth(1);
    return line;
}

} // namespace

ReportPage::ReportPage(Workbench& workbench, ReportId id, QWidget* parent)
    : Page(parent), m_workbench(workbench), m_session(new ReportSession(workbench, id, this)),
      m_inspector(new ReportInspector(this)) {
    m_inspector->hide();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildBlocks());
    layout->addWidget(separator(this));
    layout->addWidget(buildPages(), 1);

    connect(m_session, &ReportSession::documentChanged, this, &ReportPage::showDocument);
    connect(m_session, &ReportSession::problemChanged, this, &ReportPage::showDocument);
    connect(m_session, &ReportSession::previewChanged, this, &ReportPage::showPreview);
    connect(m_inspector, &ReportInspector::blockEdited, this, &ReportPage::editBlock);
    connect(m_inspector, &ReportInspector::removeWanted, this, &ReportPage::removeBlock);
    connect(m_inspector, &ReportInspector::blockWanted, this, [this](int block) { select(block, true); });
    connect(m_inspector, &ReportInspector::exportWanted, this, &ReportPage::askForTarget);
    connect(m_inspector, &ReportInspector::templateWanted, m_session, &ReportSession::startAgain);
    connect(m_inspector, &ReportInspector::reportEdited, this, [this](const ReportDocument& wanted, bool typing) {
        m_session->edit(
            tr("Edit report"),
            [&](ReportDocument& document) {
                document.title = wanted.title;
                document.anonymous = wanted.anonymous;
                document.embedData = wanted.embedData;
            },
            typing);
    });
    showDocument();
}

ReportPage::~ReportPage() = default;

QWidget* ReportPage::buildBlocks() {
    auto* side = new QWidget(this);
    side->setFixedWidth(kBlocksWidth);
    auto* title = new TextLabel(tr("Blocks"), TextSize::body, TextTone::text, side);
    title->setBold(true);
    m_add = new QToolButton(side);
    m_add->setIcon(icon(QStringLiteral("plus"), IconTint::text2));
    m_add->setAutoRaise(true);
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setAccessibleName(tr("Add block"));
    m_add->setToolTip(tr("Add a block below the chosen one"));
    auto* menu = new QMenu(m_add);
    m_add->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillAddMenu(menu); });
    auto* head = new QHBoxLayout;
    head->setContentsMargins(metrics::kPadding, 0, metrics::kGap, 0);
    head->addWidget(title, 1);
    head->addWidget(m_add);
    auto* headRow = new QWidget(side);
    headRow->setFixedHeight(metrics::kTitleHeight);
    headRow->setLayout(head);
    m_list = new ReportBlockList(side);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(headRow);
    layout->addWidget(m_list, 1);

    connect(m_list, &ReportBlockList::currentBlockChanged, this, [this](int block) { select(block, true); });
    connect(m_list, &ReportBlockList::removeWanted, this, &ReportPage::removeBlock);
    connect(m_list, &ReportBlockList::duplicateWanted, this, &ReportPage::duplicateBlock);
    connect(m_list, &ReportBlockList::editWanted, this, [this] { m_inspector->startEditing(); });
    connect(&m_list->blocks(), &ReportBlockModel::moveWanted, this, &ReportPage::moveBlock);
    connect(&m_list->blocks(), &ReportBlockModel::blockDropped, this, &ReportPage::addBlock);
    return side;
}

QWidget* ReportPage::buildPages() {
    m_stack = new QStackedWidget(this);
    m_pages = new ReportPageView(m_stack);
    m_empty = new EmptyState(QStringLiteral("report"),
                             tr("This report is empty. Add blocks here, or drag the title of a figure into it."),
                             tr("Add text"), m_stack);
    m_error = new ErrorPanel(m_stack);
    m_stack->addWidget(m_pages);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_error);
    connect(m_empty, &EmptyState::triggered, this, [this] { addOfKind(BlockKind::text); });
    connect(m_pages, &ReportPageView::blockClicked, this, [this](int block) { select(block, false); });
    connect(m_pages, &ReportPageView::blockDoubleClicked, this, [this](int block) {
        select(block, false);
        m_inspector->startEditing();
    });
    connect(m_pages, &ReportPageView::blockDropped, this, &ReportPage::addBlock);
    connect(m_pages, &ReportPageView::currentPageChanged, this, &ReportPage::statusChanged);
    return m_stack;
}

QString ReportPage::pageId() const {
    return QStringLiteral("report:%1").arg(m_session->id());
}

QString ReportPage::title() const {
    const std::string& title = m_session->document().title;
    return title.empty() ? tr("Report") : toQString(title);
}

QList<Page::InspectorPart> ReportPage::inspectorParts() const {
    return {{tr("Report"), m_inspector, {}}};
}

QString ReportPage::statusText() const {
    const int blocks = static_cast<int>(m_session->document().blocks.size());
    const int pages = m_pages->pageCount();
    if (blocks == 0 || pages == 0)
        return tr("%n blocks", nullptr, blocks);
    return tr("Page %1 of %2, %3")
        .arg(m_pages->currentPage() + 1)
        .arg(pages)
        .arg(blocks == 1 ? tr("1 block") : tr("%1 blocks").arg(blocks));
}

void ReportPage::activated() {
    m_workbench.setCurrentReport(m_session->id());
}

void ReportPage::showDocument() {
    const bool readOnly = m_workbench.isReadOnly();
    m_add->setEnabled(!readOnly && m_session->problem().isEmpty());
    m_inspector->setReadOnly(readOnly);
    m_inspector->setEnabled(m_session->problem().isEmpty());
    if (!m_session->problem().isEmpty()) {
        m_error->setMessage(tr("The report cannot be shown"), m_session->problem());
        m_stack->setCurrentWidget(m_error);
        return;
    }
    const ReportDocument& document = m_session->document();
    m_stack->setCurrentWidget(document.blocks.empty() ? static_cast<QWidget*>(m_empty) : m_pages);
    m_selected = std::min(m_selected, static_cast<int>(document.blocks.size()) - 1);
    // Names and numbers of the pages before; those of the new ones follow in a moment.
    const auto& preview = m_session->preview();
    const ComposedReport* composed = preview ? &preview->layout->report() : nullptr;
    m_list->blocks().setDocument(document, composed);
    m_list->setCurrentBlock(m_selected);
    m_inspector->show(document, m_selected, preview ? preview->choices : ReportChoices{}, composed);
    Q_EMIT titleChanged();
    Q_EMIT statusChanged();
}

void ReportPage::showPreview() {
    m_pages->setPreview(*m_session->preview());
    m_pages->setSelectedBlock(m_selected);
    showDocument();
}

void ReportPage::select(int block, bool show) {
    m_selected = block;
    m_pages->setSelectedBlock(block);
    if (show)
        m_pages->showBlock(block);
    m_list->setCurrentBlock(block);
    if (block >= 0)
        m_list->scrollTo(m_list->blocks().index(block));
    const auto& preview = m_session->preview();
    m_inspector->show(m_session->document(), block, preview ? preview->choices : ReportChoices{},
                      preview ? &preview->layout->report() : nullptr);
    if (block >= 0)
        Q_EMIT inspectorWanted(0);
}

void ReportPage::fillAddMenu(QMenu* menu) {
    menu->clear();
    const auto add = [&](const char* iconName, const QString& title, BlockKind kind) {
        menu->addAction(icon(QLatin1String(iconName)), title, this, [this, kind] { addOfKind(kind); });
    };
    add("text", tr("Heading"), BlockKind::heading);
    add("text", tr("Text"), BlockKind::text);
    menu->addSeparator();
    addResultMenu(menu, BlockKind::figure, tr("Figure"));
    addResultMenu(menu, BlockKind::table, tr("Table"));
    addResultMenu(menu, BlockKind::scalars, tr("Numbers"));
    menu->addSeparator();
    add("ledger", tr("Import ledger"), BlockKind::ledger);
    add("sliders", tr("Parameters"), BlockKind::parameters);
    add("info", tr("Provenance"), BlockKind::provenance);
    add("book", tr("Definitions"), BlockKind::definitions);
    add("quote", tr("Citation"), BlockKind::citation);
}

/// One entry per result of this kind; disabled when no run has one.
void ReportPage::addResultMenu(QMenu* menu, BlockKind kind, const QString& title) {
    QMenu* results =
        menu->addMenu(icon(kind == BlockKind::figure ? QStringLiteral("image") : QStringLiteral("table")), title);
    const auto& preview = m_session->preview();
    if (preview)
        for (const ReportChoice& choice : preview->choices.results)
            if (choice.kind == kind)
                results->addAction(choice.label, this, [this, choice] {
                    ReportBlock block;
                    block.kind = choice.kind;
                    block.run = choice.run;
                    block.outputId = choice.outputId;
                    block.figureId = choice.figureId;
                    addBlock(std::move(block));
                });
    results->setEnabled(!results->isEmpty());
}

void ReportPage::addOfKind(BlockKind kind) {
    ReportBlock block;
    block.kind = kind;
    if (kind == BlockKind::heading)
        block.text = toStd(tr("Heading"));
    if (kind == BlockKind::text)
        block.text = toStd(tr("Text"));
    addBlock(std::move(block));
    m_inspector->startEditing();
}

void ReportPage::addBlock(ReportBlock block, int before) {
    const int count = static_cast<int>(m_session->document().blocks.size());
    if (before < 0 || before > count)
        before = m_selected >= 0 ? m_selected + 1 : count;
    const std::string wish = !block.id.empty()         ? block.id
                             : !block.outputId.empty() ? fileNameText(block.outputId)
                                                       : std::string(blockKindName(block.kind));
    block.id = m_session->document().freeId(wish);
    m_session->edit(tr("Add %1").arg(toQString(blockKindTitle(block.kind)).toLower()), [&](ReportDocument& document) {
        document.blocks.insert(document.blocks.begin() + before, std::move(block));
    });
    select(before, false);
}

void ReportPage::removeBlock(int index) {
    const int count = static_cast<int>(m_session->document().blocks.size());
    if (index < 0 || index >= count)
        return;
    const int next = index + 1 < count ? index : index - 1;
    m_session->edit(tr("Delete block"),
                    [&](ReportDocument& document) { document.blocks.erase(document.blocks.begin() + index); });
    select(next, false);
}

void ReportPage::duplicateBlock(int index) {
    if (index < 0 || index >= static_cast<int>(m_session->document().blocks.size()))
        return;
    addBlock(m_session->document().blocks[static_cast<std::size_t>(index)], index + 1);
}

void ReportPage::moveBlock(int from, int before) {
    const int count = static_cast<int>(m_session->document().blocks.size());
    if (from < 0 || from >= count || before < 0 || before > count)
        return;
    const int to = before > from ? before - 1 : before;
    m_session->edit(tr("Move block"), [&](ReportDocument& document) {
        ReportBlock block = std::move(document.blocks[static_cast<std::size_t>(from)]);
        document.blocks.erase(document.blocks.begin() + from);
        document.blocks.insert(document.blocks.begin() + to, std::move(block));
    });
    select(to, false);
}

void ReportPage::editBlock(int index, const ReportBlock& block, bool typing) {
    m_session->edit(
        tr("Edit %1").arg(toQString(blockKindTitle(block.kind)).toLower()),
        [&](ReportDocument& document) {
            if (index >= 0 && index < static_cast<int>(document.blocks.size()))
                document.blocks[static_cast<std::size_t>(index)] = block;
        },
        typing);
}

void ReportPage::askForTarget(const QString& suffix) {
    const QString name = toQString(fileNameText(m_session->document().title)) + suffix;
    auto* dialog = new QFileDialog(this, tr("Export report"), startFolder(FolderUse::save));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setNameFilter(suffix == QLatin1String(".pdf")    ? tr("PDF (*.pdf)")
                          : suffix == QLatin1String(".html") ? tr("HTML page (*.html)")
                                                             : tr("Folder (*)"));
    dialog->setDefaultSuffix(suffix.mid(1));
    dialog->selectFile(name);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        rememberFolder(FolderUse::save, path);
        exportTo(path);
    });
    dialog->open();
}

void ReportPage::exportTo(const QString& path) {
    if (m_export || !m_workbench.store())
        return;
    m_session->flush();
    TaskRequest request;
    request.title = toStd(tr("Export %1").arg(QFileInfo(path).fileName()));
    // The task owns what it reads; the registry of views lives as long as the job queue.
    request.work = [store = m_workbench.store(), plugins = m_workbench.plugins(), views = &m_workbench.views(),
                    document = m_session->document(), path, date = toStd(QDate::currentDate().toString(Qt::ISODate))](
                       std::stop_token stop, const auto& progress) {
        return writeReport(*store, document, *views, *plugins, path, {date, stop, progress});
    };
    m_export = m_workbench.jobs().start(std::move(request));
    m_inspector->setExporting(true);
    Q_EMIT actionsChanged();
    connect(m_export.get(), &JobHandle::ended, this, [this, path] { exportEnded(path); });
}

void ReportPage::exportEnded(const QString& path) {
    const std::shared_ptr<JobHandle> job = std::exchange(m_export, nullptr);
    m_inspector->setExporting(false);
    Q_EMIT actionsChanged();
    const JobStatus status = job->status();
    const QString name = QFileInfo(path).fileName();
    if (status.state == RunState::finished)
        m_workbench.say(tr("The report was written to %1.").arg(QDir::toNativeSeparators(path)));
    else if (status.state == RunState::cancelled)
        m_workbench.say(tr("%1 was not written: cancelled.").arg(name));
    else
        m_workbench.fail(toQString(status.message));
}

void ReportPage::cancel() {
    if (m_export)
        m_export->cancel();
}

} // namespace vitrine
