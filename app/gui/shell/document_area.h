#pragma once

#include "app/gui/page.h"

#include <QHash>
#include <QWidget>

class QStackedWidget;
class QTabWidget;

namespace vitrine {

/// The pages: tabs, closable and movable, each page at most once; behind them what is shown while there is none.
class DocumentArea : public QWidget {
    Q_OBJECT
public:
    /// @param whenEmpty  shown while no page is open; taken over
    explicit DocumentArea(QWidget* whenEmpty, QWidget* parent = nullptr);

    Page* page(const QString& pageId) const;
    QList<Page*> pages() const;
    Page* current() const;
    /// Adds the page and brings it to the front. Takes ownership.
    void add(Page* page);
    /// Adds the page as the tab at this place without bringing it to the front. Takes ownership.
    void addBehind(Page* page, int place);
    void bringToFront(Page* page);
    /// @return false when the page did not want to be closed
    bool close(Page* page);
    void closeAll();
    void step(int by);
    QTabWidget* tabs() const { return m_tabs; }

Q_SIGNALS:
    void currentChanged(vitrine::Page* page);
    void pagesChanged();

private:
    void showTitle(Page* page);

    QStackedWidget* m_stack;
    QTabWidget* m_tabs;
};

} // namespace vitrine
