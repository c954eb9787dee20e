#pragma once

#include "widgets/views/result_view.h"

#include <QWidget>

class QTreeWidget;

namespace vitrine {

struct ExperimentInfo;

/// All parameters of a run with their defaults, changed ones bold, and what went in.
class RunParametersView : public QWidget {
    Q_OBJECT
public:
    explicit RunParametersView(QWidget* parent = nullptr);
    /// @param experiment  null when the system is not installed
    void show(const RunRecord& run, const ExperimentInfo* experiment);

private:
    QTreeWidget* m_tree;
};

} // namespace vitrine
