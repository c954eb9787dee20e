#pragma once

#include "tests/support/stall_probe.h"
#include "widgets/data/dataset_view.h"
#include "widgets/models/table_model.h"

#include <QAbstractScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QtTest>

// What the contracts with many records have in common.

namespace vitrine::test {

constexpr double kWorstStallMs = 150; ///< promised
constexpr double kP99StallMs = 50;    ///< promised

/// Prints what the probe saw. @return where the promise was broken; empty: nowhere
inline QString brokenPromise(StallProbe& probe) {
    constexpr double kToldFromMs = 20;
    qInfo("event loop: 99th percentile %.1f ms, worst %.1f ms (%s); over %.0f ms: %s", probe.quantile(0.99),
          probe.worst(), qPrintable(probe.worstPlace()), kToldFromMs,
          qPrintable(probe.longest(kToldFromMs).join(QStringLiteral(", "))));
    if (probe.worst() > kWorstStallMs)
        return probe.worstPlace();
    return probe.quantile(0.99) > kP99StallMs ? QStringLiteral("99th percentile") : QString();
}

/// From end to end, then a while as a wheel does.
inline void scrollThrough(QAbstractScrollArea& area) {
    QScrollBar* bar = area.verticalScrollBar();
    for (int step = 0; step <= 20; ++step) {
        bar->setValue(bar->maximum() / 20 * step);
        QTest::qWait(20);
    }
    for (int step = 0; step < 20; ++step) {
        bar->setValue(bar->value() - 3 * bar->singleStep());
        QTest::qWait(10);
    }
}

/// The table of the records, as it stands on the page.
inline QTableView& recordTable(const DatasetView& view) {
    for (auto* candidate : view.findChildren<QTableView*>())
        if (candidate->model() == view.tableModel())
            return *candidate;
    qFatal("there is no table of records");
}

} // namespace vitrine::test
