#pragma once

#include "core/data/cell_builder.h"
#include "core/data/graphset_parser.h"

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

namespace vitrine {

/// Puts the graphs of several files together as one set, in the order of add(). Attributes are matched by name: whole
/// numbers and reals together become reals, any other mixture text; missing where a file lacks one. A column "file"
/// holds the file's name and is the id of the graphs. Where some graphs have directions and some have none, every edge
/// of the latter becomes two. All of it stands in the ledger, with the entries of the files' own ledgers, which name
/// their files.
class GraphJoiner {
public:
    /// @param name       begins every message
    /// @param fileBytes  of all files together, explains how much memory may be taken for cells that are not in them
    GraphJoiner(std::string name, double fileBytes) : m_name(std::move(name)), m_fileBytes(fileBytes) {}

    /// @errors out_of_range: too many different attributes
    Result<void> add(const std::string& file, const GraphSet& graphs, const Ledger& ledger);
    /// A file that gives no graph. @param message  begins with its name
    void leaveOut(const std::string& message);

    std::size_t graphCount() const { return m_directed.size(); }
    /// Those that were added.
    const std::vector<std::string>& files() const { return m_files; }
    /// @errors out_of_range
    Result<ParsedGraphSet> finish();

private:
    enum Part { kNodes, kEdges, kGraphs, kLayout, kParts };
    struct Joined {
        std::string name;
        std::string unit;
        std::string description;
        ColumnType first = ColumnType::real; ///< of the first file that has it
        std::size_t files = 0;               ///< that have it
        CellBuilder cells;
    };
    struct Columns {
        std::vector<Joined> columns;
        std::unordered_map<std::string, std::size_t> places;
        std::size_t rows = 0;
    };
    /// Entries of several ledgers that say the same.
    struct Gathered {
        LedgerEntry entry;
        std::vector<std::size_t> files;
    };

    Result<void> addTable(Part part, const Table& table, std::size_t rows);
    Result<void> addColumn(Columns& into, const Column& column, const std::string& name);
    void reconcile(Joined& into, const Column& column);
    Result<void> pad(Joined& column, std::size_t rows);
    void gather(const Ledger& ledger);
    void putLedger();
    std::string fileNames(const std::vector<std::size_t>& files) const;
    Result<Table> take(Part part);
    GraphTopology takeTopology(std::vector<std::size_t>& edgeRows);
    void nameFiles(GraphSet& graphs) const;
    void chooseRoles(GraphSet& graphs);
    std::string agreed(const std::vector<std::string>& names, const char* what);

    std::string m_name;
    double m_fileBytes;
    double m_padded = 0.0;
    Ledger m_ledger;
    std::vector<std::string> m_files;
    std::array<Columns, kParts> m_parts;
    std::vector<bool> m_directed; ///< per graph
    std::vector<std::size_t> m_fileOf;
    std::vector<std::int64_t> m_nodeOffsets{0};
    std::vector<std::int64_t> m_edgeOffsets{0};
    std::vector<std::int32_t> m_sources;
    std::vector<std::int32_t> m_targets;
    std::vector<std::string> m_labels; ///< roles as the files name them
    std::vector<std::string> m_goals;
    std::vector<std::string> m_structures;
    std::vector<Gathered> m_gathered;
    std::unordered_map<std::string, std::size_t> m_places; ///< of the gathered entries
};

} // namespace vitrine
