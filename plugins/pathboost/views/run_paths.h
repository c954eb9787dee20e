#pragma once

#include "widgets/views/run_tables.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace vitrine::pathboost {

inline constexpr char kPathKind[] = "path";   ///< of the linked selection; keys as in the outputs, "6-6-17"
inline constexpr char kGraphKind[] = "graph"; ///< of the linked selection; keys are rows of the data set

/// What the tables of a run say about one path. What a table does not say (yet) is empty.
struct PathRow {
    QString key;        ///< "6-6-17"
    QString label;      ///< "C–C–Cl"
    QStringList labels; ///< one per node: "C", "C", "Cl"
    QString anchor;
    std::optional<double> importance;
    std::optional<double> lower; ///< interval of the importance over subsamples
    std::optional<double> upper;
    std::optional<double> stability; ///< share of subsamples with the path among the 10 most important
    std::int64_t timesChosen = 0;
    std::int64_t firstIteration = 0; ///< counted from 1
    std::optional<std::int64_t> graphsTrain;
    std::optional<std::int64_t> graphsAll;
    std::optional<double> meanEffect;
};

/// The selected paths of a run, from the table of importances, else from that of selected paths, so that it works while
/// the run goes on and when no importance was asked for. Immutable.
class RunPaths {
public:
    /// Never null. The same object as long as the tables are the same and somebody holds it. GUI thread only.
    static std::shared_ptr<const RunPaths> of(const RunData& data);
    /// Any thread. @cost one pass over the table
    explicit RunPaths(const RunData& data);

    /// Most important first; without importances most often chosen first.
    const std::vector<PathRow>& rows() const { return m_rows; }
    bool isEmpty() const { return m_rows.empty(); }
    /// Null for a path that was never selected.
    const PathRow* find(const QString& key) const;
    /// Place among rows(), from 1; 0 for a path that was never selected.
    int rankOf(const QString& key) const { return m_ranks.value(key, 0); }

    bool hasImportance() const { return m_hasImportance; }
    QString importanceUnit() const { return m_importanceUnit; } ///< "%", or the unit of the error
    QString effectUnit() const { return m_effectUnit; }         ///< unit of the target

    /// Labels along any path, selected or not, as people read them; empty for a malformed key.
    QStringList labelsOf(const QString& key) const;
    /// "C–C–Cl"; the key itself when it is malformed.
    QString labelOf(const QString& key) const;

private:
    void readImportance(const Table& table);
    void readSelected(const Table& table);
    void addNames(const Table& table, std::size_t row, PathRow& path);

    std::vector<PathRow> m_rows;
    QHash<QString, int> m_ranks;
    bool m_hasImportance = false;
    bool m_elements = false; ///< labels are atomic numbers, shown as symbols
    QString m_importanceUnit;
    QString m_effectUnit;
};

/// The path itself and its prefixes, shortest first: "6", "6-6", "6-6-17".
QStringList prefixKeys(const QString& key);

/// The graphs of the run, or null.
std::shared_ptr<const GraphSet> inputGraphs(const RunData& data);

} // namespace vitrine::pathboost
