#pragma once

#include "core/jobs/job_queue.h"

#include <QWidget>

class QComboBox;
class QPushButton;

namespace vitrine {

class Badge;
class SegmentedControl;
class TextLabel;

/// Head of a run page: title, state, one line of facts, page switch, Add to report. The switch becomes a combo box
/// where it does not fit.
class RunHeader : public QWidget {
    Q_OBJECT
public:
    explicit RunHeader(QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setFacts(const QString& facts);
    void setStatus(const JobStatus& status, bool isPartial);
    /// Why the results are older than their data; empty: they are not.
    void setStale(const QString& reason);
    Badge* staleBadge() const { return m_stale; }
    void setPages(const QStringList& names);
    void setCurrentPage(int index);
    QPushButton* reportButton() const { return m_report; }

Q_SIGNALS:
    void pageChosen(int index);
    void addToReport();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitSwitch();

    TextLabel* m_title;
    Badge* m_badge;
    Badge* m_stale;
    TextLabel* m_facts;
    SegmentedControl* m_switch;
    QComboBox* m_combo;
    QPushButton* m_report;
};

} // namespace vitrine
