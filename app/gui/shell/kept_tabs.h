#pragma once

#include "widgets/latest_task.h"

#include <QObject>
#include <QStringList>

#include <functional>

namespace vitrine {

class DocumentArea;
class Workbench;

/// The open pages of a project, kept in it when it is left and opened again with it.
class KeptTabs : public QObject {
    Q_OBJECT
public:
    /// Opens a page; at a place in the row of tabs without bringing it to the front, or in front where that is -1.
    using Opener = std::function<void(const QString& pageId, int place)>;
    KeptTabs(Workbench& workbench, DocumentArea* documents, Opener open, QObject* parent);

    /// Call for each project that was opened; the pages follow when its contents are known. Where a page has been
    /// opened meanwhile, that is what the user wants to see.
    void restore();
    void keep();

private:
    void openWhenKnown();
    void openNext();

    Workbench& m_workbench;
    DocumentArea* m_documents;
    Opener m_open;
    LatestTask m_reading;
    QStringList m_wanted; ///< in the order of the tabs
    QString m_front;
    bool m_isWaiting = false; ///< pages are wanted
    bool m_isKnown = false;   ///< what the project holds
};

} // namespace vitrine
