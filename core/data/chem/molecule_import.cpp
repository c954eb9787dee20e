#include "core/data/chem/molecule_import.h"

#include "core/base/parallel_for.h"
#include "core/data/chem/known_molecules.h"
#include "core/data/chem/smiles.h"
#include "core/data/ledger_text.h"
#include "core/data/message_text.h"
#include "core/data/table_rows.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <optional>

namespace vitrine::chem {
namespace {

constexpr std::size_t kBlock = 64; // molecules between two looks at the stop token

using Parsed = ParsedStructure;

Error cancelled(const std::string& name) {
    return makeError(ErrorCode::cancelled, name + ": reading was cancelled");
}

/// Runs body over all indices in blocks, with progress in [from, to].
Result<void> inBlocks(std::size_t count, const std::string& name, const ReadContext& context, double from, double to,
                      const std::function<void(std::size_t)>& body) {
    const std::size_t blocks = (count + kBlock - 1) / kBlock;
    std::atomic<std::size_t> done{0};
    parallelFor(blocks, context.threads, [&](std::size_t block) {
        const std::size_t last = std::min(count, (block + 1) * kBlock);
        for (std::size_t i = block * kBlock; i < last && !context.stop.stop_requested(); ++i)
            body(i);
        if (context.stop.stop_requested())
            return;
        context.progress(from + (to - from) * static_cast<double>(++done) / static_cast<double>(blocks),
                         "Reading molecules");
    });
    if (context.stop.stop_requested())
        return cancelled(name);
    return {};
}

Parsed parseCell(const Column& structures, std::size_t row, const KnownMolecules* known) {
    const std::string smiles = structures.isValid(row) ? structures.texts()[row] : std::string();
    if (known)
        if (const auto found = known->structures.find(smiles); found != known->structures.end())
            return found->second;
    return parseStructure(smiles);
}

/// The structures of all rows. Where reading is stopped and a part is kept, those from the start that are complete are
/// left for it.
Result<std::vector<Parsed>> parseAll(const Column& structures, const std::string& name, const ReadContext& context) {
    const std::shared_ptr<PartialRead> keep = context.keep;
    const auto known = keep ? keep->molecules : nullptr;
    std::vector<Parsed> parsed(structures.size());
    std::vector<char> done(parsed.size(), 0);
    if (keep)
        keep->seen = 0;
    auto ok = inBlocks(parsed.size(), name, context, 0.0, 0.8, [&](std::size_t row) {
        parsed[row] = parseCell(structures, row, known.get());
        done[row] = 1;
        if (keep)
            ++keep->seen;
    });
    if (ok)
        return parsed;
    if (keep) {
        const auto complete = std::find(done.begin(), done.end(), 0) - done.begin();
        auto left = std::make_shared<KnownMolecules>();
        if (known)
            *left = *known;
        for (std::size_t row = 0; row < static_cast<std::size_t>(complete); ++row)
            if (structures.isValid(row))
                left->structures.try_emplace(structures.texts()[row], std::move(parsed[row]));
        keep->complete = complete;
        keep->molecules = std::move(left);
    }
    return ok.error();
}

template <class Cells>
void append(Cells& all, const Cells& some) {
    all.insert(all.end(), some.begin(), some.end());
}

/// The graphs one behind the other.
void joinGraphs(const std::vector<Parsed>& parsed, const std::vector<std::size_t>& kept, GraphSet& graphs) {
    MoleculeGraph all;
    for (std::size_t row : kept) {
        const MoleculeGraph& one = *parsed[row].graph;
        append(all.atomicNumber, one.atomicNumber);
        append(all.degree, one.degree);
        append(all.formalCharge, one.formalCharge);
        append(all.aromatic, one.aromatic);
        append(all.mass, one.mass);
        append(all.numH, one.numH);
        append(graphs.topology.edgeSource, one.source);
        append(graphs.topology.edgeTarget, one.target);
        append(all.bondOrder, one.bondOrder);
        graphs.topology.nodeOffsets.push_back(static_cast<std::int64_t>(all.atomicNumber.size()));
        graphs.topology.edgeOffsets.push_back(static_cast<std::int64_t>(all.bondOrder.size()));
    }
    graphs.nodes.columns.emplace_back("atomic_number", std::move(all.atomicNumber));
    graphs.nodes.columns.emplace_back("degree", std::move(all.degree));
    graphs.nodes.columns.emplace_back("formal_charge", std::move(all.formalCharge));
    graphs.nodes.columns.emplace_back("aromatic", std::move(all.aromatic));
    graphs.nodes.columns.emplace_back("mass", std::move(all.mass));
    graphs.nodes.columns.emplace_back("num_h", std::move(all.numH));
    graphs.edges.columns.emplace_back("bond_order", std::move(all.bondOrder));
    graphs.labelAttribute = "atomic_number";
}

/// Graphs with equal canonical SMILES. Only structures with equal fingerprints are written out.
Result<std::vector<std::vector<std::size_t>>> findTwins(const std::vector<Parsed>& parsed,
                                                        const std::vector<std::size_t>& kept, const Column& structures,
                                                        const std::string& name, const ReadContext& context) {
    std::map<std::uint64_t, std::vector<std::size_t>> alike;
    for (std::size_t g = 0; g < kept.size(); ++g)
        alike[parsed[kept[g]].fingerprint].push_back(g);
    std::vector<std::size_t> suspects;
    for (const auto& [fingerprint, group] : alike)
        if (group.size() > 1)
            suspects.insert(suspects.end(), group.begin(), group.end());
    std::vector<std::string> canonical(suspects.size());
    auto ok = inBlocks(suspects.size(), name, context, 0.8, 1.0, [&](std::size_t i) {
        if (auto molecule = parseSmiles(structures.texts()[kept[suspects[i]]]))
            canonical[i] = canonicalSmiles(**molecule);
    });
    if (!ok)
        return ok.error();
    std::map<std::string, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < suspects.size(); ++i)
        groups[canonical[i]].push_back(suspects[i]);
    std::vector<std::vector<std::size_t>> twins;
    for (auto& [smiles, group] : groups)
        if (group.size() > 1) {
            std::sort(group.begin(), group.end());
            twins.push_back(std::move(group));
        }
    std::sort(twins.begin(), twins.end());
    return twins;
}

/// Leaves only the first of each group.
void dropTwins(const std::vector<std::vector<std::size_t>>& groups, const std::string& column,
               std::vector<std::size_t>& kept, std::vector<std::int64_t>& lines, Ledger& ledger) {
    std::vector<bool> drop(kept.size(), false);
    for (const auto& group : groups)
        for (std::size_t i = 1; i < group.size(); ++i)
            drop[group[i]] = true;
    std::size_t to = 0;
    for (std::size_t g = 0; g < kept.size(); ++g) {
        if (drop[g]) {
            ledger.note(LedgerAction::dropped, column, "Same structure as an earlier record", lines[g]);
            ++ledger.recordsDropped;
            continue;
        }
        kept[to] = kept[g];
        lines[to++] = lines[g];
    }
    kept.resize(to);
    lines.resize(to);
}

void addRowColumn(Table& table) {
    Column::Integers rows(table.rowCount());
    std::iota(rows.begin(), rows.end(), std::int64_t{0});
    table.columns.insert(table.columns.begin(), Column("row", std::move(rows)));
}

} // namespace

ParsedStructure parseStructure(const std::string& smiles) {
    ParsedStructure parsed;
    if (smiles.empty()) {
        parsed.reason = "there is no structure";
        return parsed;
    }
    auto graph = moleculeGraph(smiles);
    if (!graph) {
        parsed.reason = graph.error().message;
        return parsed;
    }
    parsed.graph = std::move(*graph);
    parsed.fingerprint = parsed.graph->fingerprint();
    return parsed;
}

Result<ImportedMolecules> importMolecules(Table table, const std::string& structureColumn,
                                          const std::vector<std::int64_t>& lines, const std::string& name,
                                          const ReadContext& context, Ledger& ledger, Twins twins) {
    addRowColumn(table);
    const Column* structures = table.find(structureColumn);
    if (!structures || structures->type() != ColumnType::text)
        return makeError(ErrorCode::invalidArgument,
                         name + ": the column " + inQuotes(structureColumn) + " holds no structures, expected SMILES");
    // Each atom has a number in six columns and its bonds, once here and once in the set; a letter is about one atom.
    double bytes = 800.0 * static_cast<double>(table.rowCount());
    for (const std::string& text : structures->texts())
        bytes += 160.0 * static_cast<double>(text.size());
    if (auto fits = checkFits(name, static_cast<std::int64_t>(table.rowCount()), "molecule", bytes); !fits)
        return fits.error();
    auto all = parseAll(*structures, name, context);
    if (!all)
        return all.error();
    const std::vector<Parsed> parsed = std::move(*all);
    ImportedMolecules imported;
    std::vector<std::size_t> kept;
    for (std::size_t row = 0; row < parsed.size(); ++row) {
        if (parsed[row].graph) {
            kept.push_back(row);
            imported.lines.push_back(lines[row]);
        } else {
            ledger.note(LedgerAction::dropped, structureColumn, ledger_text::kNoMolecule + parsed[row].reason,
                        lines[row]);
            ++ledger.recordsDropped;
        }
    }
    if (kept.empty())
        return makeError(ErrorCode::parse, name + (parsed.empty() ? std::string(": there are no records in the file")
                                                                  : ':' + std::to_string(lines[0]) +
                                                                        ": not a molecule: " + parsed[0].reason +
                                                                        "; nor is any other structure in the file"));
    ReadContext toTheEnd = context;
    if (context.keep) // all molecules are there, so a stop comes too late
        toTheEnd.stop = {};
    auto groups = findTwins(parsed, kept, *structures, name, toTheEnd);
    if (!groups)
        return groups.error();
    if (twins == Twins::keepFirst) {
        dropTwins(*groups, structureColumn, kept, imported.lines, ledger);
        groups->clear();
    }
    imported.twins = std::move(*groups);
    joinGraphs(parsed, kept, imported.graphs);
    ledger.noteAll(LedgerAction::changed, structureColumn,
                   "Made into a graph: aromatic bonds have order 1.5, hydrogens are implicit",
                   static_cast<std::int64_t>(kept.size()));
    for (const auto& group : imported.twins)
        for (std::size_t graph : group)
            ledger.note(LedgerAction::marked, structureColumn, "Same structure as another record, all kept",
                        imported.lines[graph]);
    imported.graphs.graphs = kept.size() == parsed.size() ? std::move(table) : selectRows(table, kept);
    imported.graphs.structureColumn = structureColumn;
    return imported;
}

} // namespace vitrine::chem
