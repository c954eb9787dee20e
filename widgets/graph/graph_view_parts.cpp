// How the parts of a graph view are put together, and its export.
#include "core/values/text.h"
#include "widgets/graph/graph_legend.h"
#include "widgets/graph/graph_note.h"
#include "widgets/graph/graph_space.h"
#include "widgets/graph/graph_view.h"
#include "widgets/last_folder.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/error_panel.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace vitrine {
namespace {

constexpr int kMostSeed = 999'999;
constexpr double kZoomStep = 1.25;
constexpr int kComboLetters = 4; // at least; a page of 512 px must hold all four
constexpr int kWidestLayoutBox = 140;
constexpr std::array kFormats{FigureFormat::svg, FigureFormat::pdf, FigureFormat::png};

QComboBox* makeCombo(const QString& name, const QString& hint) {
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(kComboLetters);
    box->setAccessibleName(name);
    box->setToolTip(hint);
    return box;
}

QHBoxLayout* makeRow(QWidget* bar) {
    bar->setFixedHeight(metrics::kFieldPitch);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 0);
    row->setSpacing(metrics::kGap);
    return row;
}

void fillCombo(QComboBox* box, const QString& none, const std::vector<AttributePointer>& choices, bool numbersOnly) {
    const QSignalBlocker quiet(box);
    const QString before = box->currentIndex() > 0 ? box->currentText() : QString();
    box->clear();
    box->addItem(none, -1);
    for (std::size_t i = 0; i < choices.size(); ++i)
        if (!numbersOnly || !choices[i]->categorical)
            box->addItem(choices[i]->name, static_cast<int>(i));
    box->setCurrentIndex(std::max(0, before.isEmpty() ? 0 : box->findText(before)));
}

} // namespace

GraphView::GraphView(QWidget* parent) : QWidget(parent), m_runner(new LayoutRunner(this)) {
    m_pages = new QStackedWidget;
    m_empty = new EmptyState(QStringLiteral("graph"), tr("Choose a graph to see it here."));
    m_noSpace = new EmptyState(QStringLiteral("info"), {}, tr("Show in 2-D"));
    m_error = new ErrorPanel;
    m_failed = new QWidget;
    auto* failedLayout = new QVBoxLayout(m_failed);
    failedLayout->setContentsMargins(metrics::kPadding, metrics::kSpace, metrics::kPadding, 0);
    failedLayout->addWidget(m_error);
    failedLayout->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(makeLookBar());
    layout->addWidget(m_pages, 1);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(makeStages());
    m_pages->addWidget(m_noSpace);
    m_pages->addWidget(m_failed);
    layout->addWidget(makeBusyBar());
    connectParts();
    setGraph(nullptr, -1);
}

GraphView::~GraphView() = default;

QToolButton* GraphView::makeButton(const QString& iconName, const QString& name, const QString& hint) {
    auto* button = new QToolButton;
    button->setIcon(icon(iconName, IconTint::text2));
    button->setFixedSize(metrics::kSmallButtonHeight, metrics::kSmallButtonHeight);
    button->setAutoRaise(true);
    button->setAccessibleName(name);
    button->setToolTip(hint);
    return button;
}

QWidget* GraphView::makeBar() {
    m_bar = new QWidget;
    QHBoxLayout* row = makeRow(m_bar);
    m_dimensions = new SegmentedControl;
    m_dimensions->addSegment(tr("2-D"));
    m_dimensions->addSegment(tr("3-D"));
    m_dimensions->button(0)->setToolTip(tr("Painted in the plane"));
    m_dimensions->button(1)->setToolTip(tr("In space: drag turns, the wheel zooms"));
    if (!isGraphSpaceInstalled())
        m_dimensions->hide();
    m_layoutBox = makeCombo(tr("Layout"), tr("How the nodes are placed"));
    m_layoutBox->setMinimumContentsLength(2 * kComboLetters);
    m_layoutBox->setMaximumWidth(kWidestLayoutBox);
    m_layoutBox->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_seedLabel = new TextLabel(tr("Seed"), TextSize::small, TextTone::text2);
    m_seed = new QSpinBox;
    m_seed->setRange(0, kMostSeed);
    m_seed->setValue(1);
    m_seed->setKeyboardTracking(false);
    m_seed->setAccessibleName(tr("Seed of the layout"));
    m_seed->setToolTip(tr("The same seed gives the same picture"));
    m_seed->setFixedWidth(56);
    m_counts = new TextLabel({}, TextSize::small, TextTone::muted);
    m_counts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_zoomOut = makeButton(QStringLiteral("minus"), tr("Zoom out"), tr("Zoom out (−)"));
    m_zoomIn = makeButton(QStringLiteral("plus"), tr("Zoom in"), tr("Zoom in (+)"));
    m_fit = makeButton(QStringLiteral("fit"), tr("Show all"), tr("Show the whole graph (0)"));
    m_more = makeButton(QStringLiteral("more"), tr("Menu of the graph"), tr("Copy or save the picture"));
    row->addWidget(m_dimensions);
    if (isGraphSpaceInstalled())
        row->addSpacing(metrics::kGap);
    row->addWidget(m_layoutBox, 3);
    row->addSpacing(metrics::kGap);
    row->addWidget(m_seedLabel);
    row->addWidget(m_seed);
    row->addWidget(m_counts, 2);
    row->addSpacing(metrics::kGap);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(0);
    for (QToolButton* button : {m_zoomOut, m_zoomIn, m_fit, m_more})
        buttons->addWidget(button);
    row->addLayout(buttons);
    return m_bar;
}

QWidget* GraphView::makeLookBar() {
    m_lookBar = new QWidget;
    QHBoxLayout* row = makeRow(m_lookBar);
    m_nodeColor = makeCombo(tr("Node colour"), tr("Attribute that colours the nodes"));
    m_nodeSize = makeCombo(tr("Node size"), tr("Attribute that sizes the nodes"));
    m_edgeColor = makeCombo(tr("Edge colour"), tr("Attribute that colours the edges"));
    m_edgeWidth = makeCombo(tr("Edge width"), tr("Attribute that sets the width of the edges"));
    row->addWidget(new TextLabel(tr("Nodes"), TextSize::small, TextTone::text2));
    row->addWidget(m_nodeColor, 1);
    row->addWidget(m_nodeSize, 1);
    m_edgeChoices = new QWidget;
    auto* edges = new QHBoxLayout(m_edgeChoices);
    edges->setContentsMargins(metrics::kSpace, 0, 0, 0);
    edges->setSpacing(metrics::kGap);
    edges->addWidget(new TextLabel(tr("Edges"), TextSize::small, TextTone::text2));
    edges->addWidget(m_edgeColor, 1);
    edges->addWidget(m_edgeWidth, 1);
    row->addWidget(m_edgeChoices, 2);
    return m_lookBar;
}

QWidget* GraphView::makeBusyBar() {
    m_busy = new QWidget;
    QHBoxLayout* row = makeRow(m_busy);
    m_busyText = new TextLabel({}, TextSize::small, TextTone::text2);
    m_progress = new QProgressBar;
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of the layout"));
    m_stop = new QPushButton(tr("Stop"));
    setSmall(m_stop);
    m_stop->setToolTip(tr("Keeps the layout as far as it has come"));
    row->addWidget(m_busyText, 1);
    row->addWidget(m_progress, 1);
    row->addSpacing(metrics::kGap);
    row->addWidget(m_stop);
    m_busy->hide();
    return m_busy;
}

QWidget* GraphView::makeStages() {
    m_stageHolder = new QWidget;
    m_canvas = new GraphCanvas;
    m_stages = new QStackedWidget;
    m_stages->addWidget(m_canvas);
    auto* layout = new QVBoxLayout(m_stageHolder);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stages);
    m_legend = new GraphLegendBox(m_stageHolder);
    m_readOut = new GraphReadOut(m_stageHolder);
    m_note = new GraphNote(m_stageHolder);
    m_stageHolder->installEventFilter(this);
    return m_stageHolder;
}

void GraphView::connectStage(GraphStage* stage) {
    connect(stage, &GraphStage::elementHovered, this, &GraphView::showElement);
    connect(stage, &GraphStage::noteChanged, this, &GraphView::showNote);
    connect(stage, &GraphStage::elementChosen, this, [this](GraphElement element) {
        showElement({});
        Q_EMIT elementChosen(element);
    });
}

void GraphView::connectParts() {
    connectStage(m_canvas);
    connect(m_dimensions, &SegmentedControl::currentChanged, this, &GraphView::showDimensions);
    connect(m_layoutBox, &QComboBox::currentIndexChanged, this, &GraphView::startLayout);
    connect(m_seed, &QSpinBox::valueChanged, this, &GraphView::startLayout);
    for (QComboBox* box : {m_nodeColor, m_nodeSize, m_edgeColor, m_edgeWidth})
        connect(box, &QComboBox::currentIndexChanged, this, &GraphView::applyAppearance);
    connect(m_zoomOut, &QToolButton::clicked, this, [this] { stage()->zoomBy(1.0 / kZoomStep); });
    connect(m_zoomIn, &QToolButton::clicked, this, [this] { stage()->zoomBy(kZoomStep); });
    connect(m_fit, &QToolButton::clicked, this, [this] { stage()->fit(); });
    connect(m_noSpace, &EmptyState::triggered, this, [this] { m_dimensions->setCurrentIndex(0); });
    connect(m_runner, &LayoutRunner::finished, this, &GraphView::takeLayout);
    connect(m_runner, &LayoutRunner::progressed, this, &GraphView::showBusy);
    connect(m_stop, &QPushButton::clicked, m_runner, &LayoutRunner::stop);
    auto* menu = new QMenu(m_more);
    m_more->setMenu(menu);
    m_more->setPopupMode(QToolButton::InstantPopup);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillMenu(menu); });
}

void GraphView::fillAttributes() {
    fillCombo(m_nodeColor, tr("colour"), m_read.choices.nodes(), false);
    fillCombo(m_nodeSize, tr("size"), m_read.choices.nodes(), true);
    fillCombo(m_edgeColor, tr("colour"), m_read.choices.edges(), false);
    fillCombo(m_edgeWidth, tr("width"), m_read.choices.edges(), true);
    m_edgeChoices->setVisible(!m_read.choices.edges().empty());
    m_lookBar->setVisible(!m_read.choices.nodes().empty() || !m_read.choices.edges().empty());
}

bool GraphView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_stageHolder && event->type() == QEvent::Resize)
        placeOverlays();
    return QWidget::eventFilter(watched, event);
}

void GraphView::placeOverlays() {
    const QRect area =
        m_stageHolder->rect().adjusted(metrics::kSpace, metrics::kSpace, -metrics::kSpace, -metrics::kSpace);
    m_legend->move(area.left(), std::max(area.top(), area.bottom() + 1 - m_legend->height()));
    m_readOut->move(std::max(area.left(), area.right() + 1 - m_readOut->width()), area.top());
    m_note->move(std::max(area.left(), area.right() + 1 - m_note->width()), area.bottom() + 1 - m_note->height());
    m_legend->raise();
    m_readOut->raise();
    m_note->raise();
}

PaintPicture GraphView::painter(bool printStyle) const {
    PaintPicture graph = m_places ? stage()->painter(printStyle) : nullptr;
    if (!graph)
        return nullptr;
    const Tokens* tokens = &(printStyle ? tokensOf(ThemeKind::light) : tokensOf(palette()));
    return [graph, tokens, legend = m_legend->legend()](QPainter& painter, const QRectF& area) {
        // The legend stands beside the graph: nothing is covered on paper.
        const double room = legend.isEmpty() ? 0.0 : legend.size().width() + metrics::kPageMargin;
        graph(painter, area.adjusted(room, 0.0, 0.0, 0.0));
        if (!legend.isEmpty())
            legend.paint(painter, area.topLeft() + QPointF(metrics::kSpace, metrics::kSpace), *tokens);
    };
}

void GraphView::fillMenu(QMenu* menu) {
    menu->clear();
    QAction* copy = menu->addAction(icon(QStringLiteral("copy")), tr("Copy figure"), this,
                                    [this] { copyPicture(painter(true), m_read.graph->name()); });
    QAction* save = menu->addAction(icon(QStringLiteral("save")), tr("Save figure as…"), this, &GraphView::saveFigure);
    copy->setEnabled(canPaint());
    save->setEnabled(canPaint());
}

void GraphView::saveFigure() {
    QStringList filters;
    for (const FigureFormat format : kFormats)
        filters.append(QStringLiteral("%1 (*%2)").arg(formatName(format), formatSuffix(format)));
    auto* dialog = new QFileDialog(this, tr("Save figure"), startPath(FolderUse::save, tr("graph")),
                                   filters.join(QStringLiteral(";;")));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(formatSuffix(kFormats.front()).mid(1));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const auto formatOfFilter = [filters](const QString& filter) {
        return kFormats.at(static_cast<std::size_t>(std::max<qsizetype>(0, filters.indexOf(filter))));
    };
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, formatOfFilter](const QString& filter) {
        dialog->setDefaultSuffix(formatSuffix(formatOfFilter(filter)).mid(1));
    });
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog, formatOfFilter](const QString& path) {
        rememberFolder(FolderUse::save, path);
        FigureFormat format = formatOfFilter(dialog->selectedNameFilter());
        for (const FigureFormat candidate : kFormats)
            if (path.endsWith(formatSuffix(candidate)))
                format = candidate;
        writeFigure(path, format);
    });
    dialog->open();
}

void GraphView::writeFigure(const QString& path, FigureFormat format) {
    const PaintPicture paint = painter(true);
    if (!paint)
        return;
    m_saveTask.start([paint, title = m_read.graph->name(), path,
                      format](const std::stop_token&) { return exportPicture(paint, title, path, format); },
                     [this](const Result<void>& written) {
                         if (written)
                             return;
                         auto* box = new QMessageBox(QMessageBox::Warning, tr("Not saved"),
                                                     toQString(written.error().message), QMessageBox::Ok, this);
                         box->setAttribute(Qt::WA_DeleteOnClose);
                         box->open();
                     });
}

} // namespace vitrine
