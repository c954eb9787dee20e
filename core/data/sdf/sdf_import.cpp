#include "core/data/sdf/sdf_import.h"

#include "core/base/parallel_for.h"
#include "core/data/chem/known_molecules.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"
#include "core/data/sdf/sdf_columns.h"
#include "core/values/column_unit.h"

#include <algorithm>
#include <atomic>
#include <unordered_map>

namespace vitrine {
namespace {

constexpr std::size_t kBlock = 32; // records between two looks at the stop token
constexpr double kBytesPerCell = 80;
constexpr const char* kStructure = "smiles";
constexpr const char* kName = "name";

/// Reads molecules and properties of records.
class SdfRows {
public:
    SdfRows(const std::vector<SdfRecord>& records, const CsvOptions& options, const std::string& name,
            const ReadContext& context)
        : m_records(records), m_options(options), m_name(name), m_context(context) {}

    Result<SdfMolecules> read();

private:
    Result<void> readMolecules();
    void leaveMolecules(std::size_t complete, bool stopped);
    Result<void> keepMolecules();
    Result<void> gatherProperties();
    Result<void> makeTable();
    Result<void> checkColumns(const std::vector<std::string>& names) const;
    void addTitles(Table& table);
    std::size_t columnOf(std::string_view property);
    Ledger& ledger() { return m_read.table.ledger; }

    const std::vector<SdfRecord>& m_records;
    const CsvOptions& m_options;
    const std::string& m_name;
    const ReadContext& m_context;
    std::vector<chem::BlockMolecule> m_molecules;
    std::vector<chem::ParsedStructure> m_structures; ///< where a stopped reading keeps a part
    std::vector<std::size_t> m_kept;                 ///< records that are molecules
    std::vector<std::string> m_properties;
    std::unordered_map<std::string, std::size_t> m_columns;
    std::vector<std::vector<SdfCell>> m_cells; ///< of each property
    SdfMolecules m_read;
};

Result<void> SdfRows::readMolecules() {
    m_molecules.resize(m_records.size());
    const std::size_t blocks = (m_records.size() + kBlock - 1) / kBlock;
    std::atomic<std::size_t> done{0};
    PartialRead* const keep = m_context.keep.get();
    const auto known = keep ? keep->molecules : nullptr;
    m_structures.resize(keep && !known ? m_records.size() : 0);
    std::vector<char> isRead(m_records.size(), 0);
    parallelFor(blocks, m_context.threads, [&](std::size_t block) {
        const std::size_t last = std::min(m_records.size(), (block + 1) * kBlock);
        for (std::size_t i = block * kBlock; i < last && !m_context.stop.stop_requested(); ++i) {
            m_molecules[i] = known && i < known->blocks.size() ? known->blocks[i]
                                                               : chem::readMolBlock(std::string(m_records[i].block));
            // A record is complete once its graph is there, too.
            if (i < m_structures.size() && !m_molecules[i].smiles.empty())
                m_structures[i] = chem::parseStructure(m_molecules[i].smiles);
            isRead[i] = 1;
            if (keep)
                ++keep->seen;
        }
        if (!m_context.stop.stop_requested())
            m_context.progress(static_cast<double>(++done) / static_cast<double>(blocks), "Reading records");
    });
    const bool stopped = m_context.stop.stop_requested();
    if (!m_structures.empty())
        leaveMolecules(static_cast<std::size_t>(std::find(isRead.begin(), isRead.end(), 0) - isRead.begin()), stopped);
    if (stopped)
        return makeError(ErrorCode::cancelled, m_name + ": reading was cancelled");
    return {};
}

/// The molecules of the first records, for the graphs or for reading them again.
void SdfRows::leaveMolecules(std::size_t complete, bool stopped) {
    auto left = std::make_shared<chem::KnownMolecules>();
    for (std::size_t i = 0; i < complete; ++i)
        left->structures.try_emplace(m_molecules[i].smiles, std::move(m_structures[i]));
    if (stopped) {
        m_molecules.resize(complete);
        left->blocks = std::move(m_molecules);
        m_context.keep->complete = static_cast<std::int64_t>(complete);
    }
    m_context.keep->molecules = std::move(left);
}

Result<void> SdfRows::keepMolecules() {
    ledger().recordsRead = static_cast<std::int64_t>(m_records.size());
    for (std::size_t i = 0; i < m_records.size(); ++i) {
        const chem::BlockMolecule& molecule = m_molecules[i];
        const std::int64_t line = m_records[i].line;
        if (!molecule.smiles.empty()) {
            if (molecule.placesLeftOut)
                ledger().note(LedgerAction::dropped, "layout", "Coordinates that are no numbers left out", line);
            if (molecule.drawnWithHydrogens)
                ledger().note(LedgerAction::changed, "layout",
                              "Drawn with hydrogens, which become implicit; laid out again without them", line);
            m_kept.push_back(i);
            continue;
        }
        ledger().note(LedgerAction::dropped, kStructure, ledger_text::kNoMolecule + molecule.fault.reason,
                      line + std::max<std::int64_t>(molecule.fault.line, 1) - 1);
        ++ledger().recordsDropped;
    }
    if (!m_kept.empty())
        return {};
    if (m_records.empty())
        return makeError(ErrorCode::parse, m_name + ": there are no records in the file");
    const chem::MolBlockFault& fault = m_molecules[0].fault;
    return makeError(ErrorCode::parse,
                     m_name + ':' + std::to_string(m_records[0].line + std::max<std::int64_t>(fault.line, 1) - 1) +
                         ": not a molecule: " + fault.reason +
                         (m_records.size() > 1 ? "; nor is any other record of the file" : ""));
}

std::size_t SdfRows::columnOf(std::string_view property) {
    const auto [found, isNew] = m_columns.try_emplace(std::string(property), m_properties.size());
    if (isNew) {
        m_properties.emplace_back(property);
        m_cells.emplace_back();
    }
    return found->second;
}

Result<void> SdfRows::gatherProperties() {
    for (std::size_t row = 0; row < m_kept.size(); ++row) {
        if (row % kBlock == 0 && !m_context.keep && m_context.stop.stop_requested())
            return makeError(ErrorCode::cancelled, m_name + ": reading was cancelled");
        const SdfProperties found = propertiesOf(m_records[m_kept[row]]);
        for (const std::int64_t line : found.strayLines)
            ledger().note(LedgerAction::dropped, "", "Text outside of a property left out", line);
        for (const SdfProperty& property : found.items) {
            std::vector<SdfCell>& cells = m_cells[columnOf(property.name)];
            if (m_properties.size() > kMaxSdfProperties)
                return makeError(ErrorCode::outOfRange, m_name + ':' + std::to_string(property.line) + ": more than " +
                                                            grouped(kMaxSdfProperties) +
                                                            " different properties, at most these are read");
            if (cells.size() > row) {
                ledger().note(LedgerAction::dropped, m_properties[columnOf(property.name)],
                              "Property given twice in a record, the first is kept", property.line);
                continue;
            }
            cells.resize(row);
            cells.push_back({property.value, property.line});
        }
    }
    const double cells = static_cast<double>(m_kept.size()) * static_cast<double>(m_properties.size());
    return checkFits(m_name, static_cast<std::int64_t>(m_kept.size()), "record", cells * kBytesPerCell);
}

/// The first lines of the records, if any says something.
void SdfRows::addTitles(Table& table) {
    Column::Texts titles;
    for (const std::size_t record : m_kept)
        titles.emplace_back(sdfTitle(m_records[record]));
    if (std::all_of(titles.begin(), titles.end(), [](const std::string& title) { return title.empty(); }))
        return;
    Column column(kName, std::move(titles));
    for (std::size_t row = 0; row < m_kept.size(); ++row)
        if (column.texts()[row].empty()) {
            column.setMissing(row);
            ledger().note(LedgerAction::marked, kName, "No name in the first line of the record",
                          m_read.table.rowLines[row]);
        }
    table.columns.push_back(std::move(column));
}

Result<void> SdfRows::checkColumns(const std::vector<std::string>& names) const {
    const auto known = [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const auto& [column, role] : m_options.roles)
        if (!known(column))
            return makeError(ErrorCode::invalidArgument, m_name + ": there is no column " + inQuotes(column) +
                                                             " for the role " + std::string(columnRoleName(role)));
    for (const auto& [column, type] : m_options.types)
        if (!known(column))
            return makeError(ErrorCode::invalidArgument, m_name + ": there is no column " + inQuotes(column) +
                                                             " for the type " + std::string(columnTypeName(type)));
    return {};
}

Result<void> SdfRows::makeTable() {
    Column::Texts smiles;
    smiles.reserve(m_kept.size());
    for (const std::size_t record : m_kept) {
        m_read.table.rowLines.push_back(m_records[record].line);
        smiles.push_back(std::move(m_molecules[record].smiles));
        m_read.places.push_back(std::move(m_molecules[record].places));
    }
    Table& table = m_read.table.table;
    table.columns.emplace_back(kStructure, std::move(smiles));
    addTitles(table);
    std::vector<std::string> wanted;
    wanted.reserve(table.columns.size() + m_properties.size());
    for (const Column& column : table.columns)
        wanted.push_back(column.name);
    wanted.insert(wanted.end(), m_properties.begin(), m_properties.end());
    const ColumnNames names = uniqueNames(wanted, wanted.size());
    for (const ColumnNames::Renamed& renamed : names.renamed)
        ledger().noteAll(LedgerAction::changed, names.names[renamed.column], renamed.reason, 1);
    if (auto ok = checkColumns(names.names); !ok)
        return ok;
    const std::size_t first = table.columns.size();
    for (std::size_t i = 0; i < m_properties.size(); ++i) {
        const std::string& column = names.names[first + i];
        const auto role = m_options.roles.find(column);
        m_cells[i].resize(m_kept.size());
        if (role != m_options.roles.end() && role->second == ColumnRole::ignore)
            ledger().noteAll(LedgerAction::dropped, column, ledger_text::kColumnIgnored, 1);
        else
            table.columns.push_back(sdfColumn(column, m_cells[i], m_read.table.rowLines, m_options, ledger()));
        m_cells[i] = {};
    }
    nameUnits(table);
    return {};
}

Result<SdfMolecules> SdfRows::read() {
    using Step = Result<void> (SdfRows::*)();
    for (const Step step :
         {&SdfRows::readMolecules, &SdfRows::keepMolecules, &SdfRows::gatherProperties, &SdfRows::makeTable})
        if (auto ok = (this->*step)(); !ok)
            return ok.error();
    auto roles = m_options.roles;
    roles[kStructure] = ColumnRole::structure;
    if (m_read.table.table.find(kName) && roles.find(kName) == roles.end() &&
        std::none_of(roles.begin(), roles.end(), [](const auto& role) { return role.second == ColumnRole::id; }))
        roles[kName] = ColumnRole::id;
    m_read.table.roles = guessRoles(m_read.table.table, roles);
    m_read.table.twins = m_options.keepFirstTwin ? chem::Twins::keepFirst : chem::Twins::keep;
    return std::move(m_read);
}

/// One cell per node; graphs without places have missing ones.
void addLayout(const std::vector<const std::vector<double>*>& places, GraphSet& graphs) {
    const auto nodes = static_cast<std::size_t>(graphs.topology.nodeCount());
    Column::Reals xs(nodes);
    Column::Reals ys(nodes);
    std::vector<std::size_t> missing;
    bool any = false;
    for (std::size_t g = 0; g < graphs.graphCount(); ++g) {
        const auto first = static_cast<std::size_t>(graphs.topology.nodeOffsets[g]);
        const auto count = static_cast<std::size_t>(graphs.topology.nodeOffsets[g + 1]) - first;
        const bool known = places[g]->size() == 2 * count;
        any = any || known;
        for (std::size_t i = 0; i < count; ++i) {
            if (!known)
                missing.push_back(first + i);
            xs[first + i] = known ? (*places[g])[2 * i] : 0.0;
            ys[first + i] = known ? (*places[g])[2 * i + 1] : 0.0;
        }
    }
    if (!any)
        return;
    graphs.layout.columns.emplace_back("x", std::move(xs));
    graphs.layout.columns.emplace_back("y", std::move(ys));
    for (Column& column : graphs.layout.columns)
        for (const std::size_t node : missing)
            column.setMissing(node);
}

} // namespace

Result<SdfMolecules> readSdf(const std::vector<SdfRecord>& records, const CsvOptions& options, const std::string& name,
                             const ReadContext& context) {
    return SdfRows(records, options, name, context).read();
}

Result<chem::ImportedMolecules> graphsOf(SdfMolecules molecules, const std::string& name, const ReadContext& context,
                                         Ledger& ledger) {
    const std::vector<std::int64_t> lines = molecules.table.rowLines;
    auto imported = moleculesOf(std::move(molecules.table), name, context, ledger);
    if (!imported)
        return imported;
    std::vector<const std::vector<double>*> places;
    for (const std::int64_t line : imported->lines)
        places.push_back(
            &molecules
                 .places[static_cast<std::size_t>(std::lower_bound(lines.begin(), lines.end(), line) - lines.begin())]);
    addLayout(places, imported->graphs);
    return imported;
}

} // namespace vitrine
