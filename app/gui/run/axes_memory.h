#pragma once

#include "widgets/latest_task.h"

#include <nlohmann/json.hpp>

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <string>

namespace vitrine {

class ChartView;
class ProjectStore;
class Workbench;

/// Keeps what the user has changed about the axes of the charts of one page, as view state of the project.
class AxesMemory : public QObject {
    Q_OBJECT
public:
    /// @param page  id of the page: its state belongs to it
    AxesMemory(Workbench& workbench, const QString& page, QObject* parent);
    ~AxesMemory() override; ///< keeps what has changed

    /// Gives a chart its axes back and keeps what becomes of them. @param key  of the chart within the page
    void watch(const QString& key, ChartView* chart);

private:
    void read();
    void keepSoon(const QString& key, const ChartView* chart);
    void keep();

    Workbench& m_workbench;
    std::string m_stateKey;
    std::weak_ptr<ProjectStore> m_store; ///< whose page it is
    nlohmann::json m_state = nlohmann::json::object();
    QHash<QString, QPointer<ChartView>> m_waiting; ///< for what is read
    bool m_isRead = false;
    QTimer m_keeping;
    LatestTask m_reading;
};

} // namespace vitrine
