#include "app/gui/shell/document_area.h"

#include "widgets/style/icons.h"

#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace vitrine {

namespace {
constexpr int kLongestTab = 28; // letters
} // namespace

DocumentArea::DocumentArea(QWidget* whenEmpty, QWidget* parent)
    : QWidget(parent), m_stack(new QStackedWidget(this)), m_tabs(new QTabWidget) {
    m_tabs->setDocumentMode(true);
    m_tabs->setTabsClosable(true);
    m_tabs->setMovable(true);
    m_tabs->setElideMode(Qt::ElideNone); // many tabs scroll, their names stay legible
    m_tabs->tabBar()->setAccessibleName(tr("Open pages"));
    m_tabs->tabBar()->setUsesScrollButtons(true);
    m_tabs->tabBar()->setExpanding(false);
    m_stack->addWidget(whenEmpty);
    m_stack->addWidget(m_tabs);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, [this](int index) {
        if (auto* page = qobject_cast<Page*>(m_tabs->widget(index)))
            close(page);
    });
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] { Q_EMIT currentChanged(current()); });
}

Page* DocumentArea::page(const QString& pageId) const {
    const QList<Page*> all = pages();
    for (Page* page : all)
        if (page->pageId() == pageId)
            return page;
    return nullptr;
}

QList<Page*> DocumentArea::pages() const {
    QList<Page*> list;
    for (int i = 0; i < m_tabs->count(); ++i)
        if (auto* page = qobject_cast<Page*>(m_tabs->widget(i)))
            list.append(page);
    return list;
}

Page* DocumentArea::current() const {
    return qobject_cast<Page*>(m_tabs->currentWidget());
}

void DocumentArea::add(Page* page) {
    addBehind(page, m_tabs->count());
    m_tabs->setCurrentWidget(page);
}

void DocumentArea::addBehind(Page* page, int place) {
    connect(page, &Page::titleChanged, this, [this, page] { showTitle(page); });
    m_tabs->insertTab(place, page, page->title());
    showTitle(page);
    m_stack->setCurrentWidget(m_tabs);
    Q_EMIT pagesChanged();
}

void DocumentArea::bringToFront(Page* page) {
    m_tabs->setCurrentWidget(page);
}

bool DocumentArea::close(Page* page) {
    if (!page->mayClose())
        return false;
    m_tabs->removeTab(m_tabs->indexOf(page));
    page->deleteLater();
    if (m_tabs->count() == 0) {
        m_stack->setCurrentIndex(0);
        Q_EMIT currentChanged(nullptr);
    }
    Q_EMIT pagesChanged();
    return true;
}

void DocumentArea::closeAll() {
    const QList<Page*> all = pages();
    for (Page* page : all) {
        m_tabs->removeTab(m_tabs->indexOf(page));
        delete page; // what it still has to store is stored before the project goes
    }
    m_stack->setCurrentIndex(0);
    Q_EMIT currentChanged(nullptr);
    Q_EMIT pagesChanged();
}

void DocumentArea::step(int by) {
    const int count = m_tabs->count();
    if (count > 0)
        m_tabs->setCurrentIndex((m_tabs->currentIndex() + by + count) % count);
}

void DocumentArea::showTitle(Page* page) {
    const int index = m_tabs->indexOf(page);
    if (index < 0)
        return;
    const QString title = page->title();
    QString shown = title.size() > kLongestTab ? title.left(kLongestTab - 1) + QStringLiteral("…") : title;
    shown.replace(QLatin1Char('&'), QStringLiteral("&&"));
    if (m_tabs->tabText(index) != shown) {
        m_tabs->setTabText(index, shown);
        m_tabs->setTabToolTip(index, title);
        if (QWidget* close = m_tabs->tabBar()->tabButton(index, QTabBar::RightSide))
            close->setAccessibleName(tr("Close %1").arg(title));
        Q_EMIT pagesChanged();
    }
    const QString iconName = page->iconName();
    if (page->property("shownIcon").toString() != iconName) {
        page->setProperty("shownIcon", iconName);
        m_tabs->setTabIcon(index, icon(iconName, IconTint::text2));
    }
}

} // namespace vitrine
