#pragma once

#include "core/verify/verify_project.h"

#include <QTreeWidget>

namespace vitrine {

/// Runs with their outputs, each with its verdict: green, red, or not computed again.
class VerdictTree : public QTreeWidget {
    Q_OBJECT
public:
    explicit VerdictTree(QWidget* parent = nullptr);

    void addDamage(const QString& sentence);
    void addRun(const RunVerification& run);

Q_SIGNALS:
    void runWanted(qint64 run); ///< its row was activated

protected:
    void changeEvent(QEvent* event) override;

private:
    QTreeWidgetItem* addRow(QTreeWidgetItem* parent, const QString& name, Verdict verdict, const QString& sentence);
    void tint(QTreeWidgetItem* item);
};

} // namespace vitrine
