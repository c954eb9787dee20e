#include "app/gui/pages/welcome_page.h"

#include "app/gui/shell/drop_area.h"
#include "app/gui/shell/recent_delegate.h"
#include "app/gui/shell/system_card.h"
#include "app/gui/workbench.h"
#include "core/values/text.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>

namespace vitrine {

namespace {

constexpr int kLeftWidth = 336;
constexpr int kTwoColumnsUnder = 1200;
constexpr int kCardGap = 16;

QString whenText(const QDateTime& time) {
    const QDate today = QDate::currentDate();
    const QLocale locale;
    if (time.date() == today)
        return WelcomePage::tr("Today %1").arg(locale.toString(time.time(), QLocale::ShortFormat));
    if (time.date() == today.addDays(-1))
        return WelcomePage::tr("Yesterday %1").arg(locale.toString(time.time(), QLocale::ShortFormat));
    const QString form = time.date().year() == today.year() ? QStringLiteral("d MMMM") : QStringLiteral("d MMMM yyyy");
    return locale.toString(time.date(), form);
}

} // namespace

WelcomePage::WelcomePage(Workbench& workbench, QWidget* parent) : QWidget(parent), m_workbench(workbench) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* line = new QFrame(this);
    line->setFixedWidth(1);
    line->setBackgroundRole(QPalette::Mid);
    line->setAutoFillBackground(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildLeft());
    layout->addWidget(line);
    layout->addWidget(buildSystems(), 1);
}

QWidget* WelcomePage::buildLeft() {
    auto* left = new QWidget(this);
    left->setFixedWidth(kLeftWidth - 1);
    left->setBackgroundRole(QPalette::Window);
    left->setAutoFillBackground(true);
    auto* title = new TextLabel(tr("Vitrine"), TextSize::title, TextTone::text, left);
    auto* sentence = new TextLabel(tr("Open a project, drop files, or look at a finished sample."), TextSize::body,
                                   TextTone::text2, left);
    sentence->setWordWrap(true);
    m_open = new QPushButton(icon(QStringLiteral("open"), IconTint::onAccent), tr("Open data…"), left);
    m_open->setToolTip(tr("Choose files and see what they will become before anything is read"));
    setPrimary(m_open);
    auto* project = new QPushButton(tr("Open project…"), left);
    project->setToolTip(tr("Open a project file"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kSpace);
    buttons->addWidget(m_open);
    buttons->addWidget(project);
    buttons->addStretch();
    m_recentTitle = new TextLabel(tr("Recent projects"), TextSize::body, TextTone::text, left);
    m_recentTitle->setBold(true);
    m_recent = new QListWidget(left);
    m_recent->setAccessibleName(tr("Recent projects"));
    m_recent->setItemDelegate(new RecentDelegate(m_recent));
    m_recent->setFrameShape(QFrame::NoFrame);
    m_recent->setBackgroundRole(QPalette::Window);
    m_recent->viewport()->setBackgroundRole(QPalette::Window);
    auto* layout = new QVBoxLayout(left);
    layout->setContentsMargins(metrics::kWelcomeMargin, metrics::kWelcomeMargin, metrics::kWelcomeMargin,
                               metrics::kWelcomeMargin);
    layout->setSpacing(metrics::kSpace);
    layout->addWidget(title);
    layout->addWidget(sentence);
    layout->addSpacing(metrics::kGap);
    layout->addLayout(buttons);
    layout->addSpacing(metrics::kWelcomeMargin);
    layout->addWidget(m_recentTitle);
    layout->addWidget(m_recent, 1);
    layout->addWidget(new DropArea(left));
    connect(m_open, &QPushButton::clicked, this, &WelcomePage::openDataWanted);
    connect(project, &QPushButton::clicked, this, &WelcomePage::openProjectWanted);
    const auto choose = [this](const QListWidgetItem* item) {
        Q_EMIT projectChosen(item->data(RecentDelegate::kPathRole).toString());
    };
    connect(m_recent, &QListWidget::itemClicked, this, choose);
    connect(m_recent, &QListWidget::itemActivated, this, choose);
    return left;
}

QWidget* WelcomePage::buildSystems() {
    auto* inside = new QWidget;
    auto* title = new TextLabel(tr("Systems"), TextSize::title, TextTone::text, inside);
    title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_grid = new QGridLayout;
    m_grid->setSpacing(kCardGap);
    for (const PluginRecord& plugin : m_workbench.plugins()->records()) {
        if (plugin.state != PluginState::available && plugin.state != PluginState::loaded)
            continue;
        if (plugin.info.card.sentence.empty()) // without a card it is found under New experiment
            continue;
        auto* card = new SystemCard(plugin.info, toQString(m_workbench.plugins()->dataFolder(plugin.info.id)), inside);
        connect(card, &SystemCard::sampleWanted, this, &WelcomePage::sampleWanted);
        connect(card, &SystemCard::filesWanted, this, &WelcomePage::openDataWanted);
        m_cards.append(card);
    }
    auto* count = new TextLabel(tr("%1 installed").arg(m_cards.size()), TextSize::small, TextTone::muted, inside);
    auto* head = new QHBoxLayout;
    head->setSpacing(metrics::kSpace);
    head->addWidget(title);
    head->addWidget(count, 1, Qt::AlignBottom);
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(metrics::kWelcomeMargin, metrics::kWelcomeMargin, metrics::kWelcomeMargin,
                               metrics::kWelcomeMargin);
    column->setSpacing(metrics::kSpace);
    column->addLayout(head);
    column->addLayout(m_grid);
    column->addStretch();
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    inside->setBackgroundRole(QPalette::Base);
    return scroll;
}

void WelcomePage::placeCards() {
    const int columns = width() < kTwoColumnsUnder ? 2 : 3;
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (int i = 0; i < m_cards.size(); ++i)
        m_grid->addWidget(m_cards[i], i / columns, i % columns);
    for (int column = 0; column < 3; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void WelcomePage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeCards();
}

void WelcomePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

QList<WelcomePage::Entry> WelcomePage::readEntries(const QStringList& recent) {
    QList<Entry> entries;
    for (const std::string& path : ProjectStore::leftUntitled()) {
        const QFileInfo file(toQString(path));
        entries.append({file.absoluteFilePath(), tr("Untitled project"),
                        tr("%1, not saved under a name yet").arg(whenText(file.lastModified()))});
    }
    for (const QString& path : recent) {
        const QFileInfo file(path);
        if (file.isFile())
            entries.append({path, file.fileName(),
                            tr("%1, %2").arg(whenText(file.lastModified()), QDir::toNativeSeparators(file.path()))});
    }
    return entries;
}

void WelcomePage::refresh() {
    m_reading.start([recent = m_workbench.settings().recentProjects()](std::stop_token) { return readEntries(recent); },
                    [this](const QList<Entry>& entries) { showEntries(entries); });
}

void WelcomePage::showEntries(const QList<Entry>& entries) {
    m_recent->clear();
    for (const Entry& entry : entries) {
        auto* item = new QListWidgetItem(icon(QStringLiteral("file"), IconTint::text2), entry.name, m_recent);
        item->setData(RecentDelegate::kNoteRole, entry.note);
        item->setData(RecentDelegate::kPathRole, entry.path);
        item->setToolTip(entry.path);
    }
    m_recentTitle->setVisible(!entries.isEmpty());
    m_recent->setEnabled(!entries.isEmpty());
}

} // namespace vitrine
