#pragma once

#include "core/store/records.h"

#include <QWidget>

class QPushButton;

namespace vitrine {

class Badge;
class TextLabel;
class Workbench;

/// Strip on the page of a data set when its file needs attention: what is the matter, and what can be done about it.
class SourceBar : public QWidget {
    Q_OBJECT
public:
    explicit SourceBar(Workbench& workbench, QWidget* parent = nullptr);

    /// Shows how the file of a data set stands; hides itself where nothing is to be said.
    void showSource(const DatasetRecord& record);
    Badge* badge() const { return m_badge; }
    QString text() const;
    QPushButton* locateButton() const { return m_locate; }
    QPushButton* readButton() const { return m_read; }
    QPushButton* stopButton() const { return m_stop; }

Q_SIGNALS:
    void locateWanted();
    void readWanted();
    void stopWanted(); ///< of following

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool showFollowing(const DatasetRecord& record);
    bool showState(const DatasetRecord& record);

    Workbench& m_workbench;
    Badge* m_badge;
    TextLabel* m_text;
    QPushButton* m_locate;
    QPushButton* m_read;
    QPushButton* m_stop;
};

} // namespace vitrine
