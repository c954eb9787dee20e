#pragma once

#include "app/gui/page.h"

#include <QPointer>
#include <QWidget>

class QStackedLayout;
class QVBoxLayout;

namespace vitrine {

class SegmentedControl;
class TextLabel;

/// Content of the inspector dock: the parts of the page in front, one shown at a time.
class InspectorPanel : public QWidget {
    Q_OBJECT
public:
    explicit InspectorPanel(QWidget* parent = nullptr);

    /// Shows the parts of a page; null: none.
    void setPage(Page* page);
    void setCurrentPart(int part);
    int currentPart() const { return m_current; }
    QWidget* titleBar() const { return m_title; }
    Q_SIGNAL void undockWanted();
    bool hasParts() const { return !m_parts.isEmpty(); }

private:
    void refresh();
    void show(int part);

    QPointer<Page> m_page;
    QList<Page::InspectorPart> m_parts;
    int m_current = 0;
    QWidget* m_title;
    QWidget* m_head;
    SegmentedControl* m_switch;
    TextLabel* m_hint;
    QVBoxLayout* m_body;
};

} // namespace vitrine
