#pragma once

#include "core/data/ledger.h"
#include "core/values/graph_set_plan.h"

#include <string>

namespace vitrine {

/// Roles of columns judged by their names, for graphs whose file names none: the structure "smiles", the target "y",
/// the name of a graph "id" or "name".
void guessGraphRoles(GraphSet& graphs);

/// Roles of columns as the plan of the file names them, as far as there are such columns.
void takeRoles(GraphSet& graphs, const GraphSetPlan& plan);

/// Node column that labels paths: "atomic_number" or "label", else the first of whole numbers or text other than "id".
/// Empty when there is none.
struct LabelGuess {
    std::string name;
    bool usual = true; ///< by its name
};
LabelGuess guessLabel(const Table& nodes);

/// More different labels than this are worth a word.
constexpr std::size_t kManyLabels = 1'000;
/// Names in the ledger a label of the nodes that is more of a name: hardly any path repeats, and a model keeps all.
void noteManyLabels(const GraphSet& graphs, Ledger& ledger);

} // namespace vitrine
