#pragma once

#include "widgets/latest_task.h"

#include <QWidget>

class QGridLayout;
class QListWidget;
class QPushButton;

namespace vitrine {

class SystemCard;
class TextLabel;
class Workbench;

/// What is shown while no project is open: recent and left-over projects, the drop area, one card per system.
class WelcomePage : public QWidget {
    Q_OBJECT
public:
    explicit WelcomePage(Workbench& workbench, QWidget* parent = nullptr);

    /// Reads the list of projects again, in the background.
    void refresh();
    QPushButton* openButton() const { return m_open; }

Q_SIGNALS:
    void openDataWanted();
    void openProjectWanted();
    void projectChosen(const QString& path);
    void sampleWanted(const QString& plugin);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Entry {
        QString path;
        QString name;
        QString note;
    };
    static QList<Entry> readEntries(const QStringList& recent);
    QWidget* buildLeft();
    QWidget* buildSystems();
    void showEntries(const QList<Entry>& entries);
    void placeCards();

    Workbench& m_workbench;
    QPushButton* m_open = nullptr;
    QListWidget* m_recent = nullptr;
    TextLabel* m_recentTitle = nullptr;
    QGridLayout* m_grid = nullptr;
    QList<SystemCard*> m_cards;
    int m_columns = 0;
    LatestTask m_reading;
};

} // namespace vitrine
