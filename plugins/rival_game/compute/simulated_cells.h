#pragma once

#include "core/values/scalars.h"
#include "core/values/series.h"
#include "core/values/table.h"
#include "plugins/rival_game/compute/game_simulator.h"

#include <vector>

namespace vitrine::rival_game {

/// One trained cell of one seed.
struct SimulatedCell {
    Cell cell = Cell::vanilla;
    std::uint64_t seed = 0;
    GameResult result;
};

/// What a cell is called for a person: "both: conversion bonus".
std::string cellLabel(Cell cell);

/// One row per cell: where it stands in the design, mean over the seeds and the range between them.
/// @param untrained  final success of the untrained pair, one per seed
Table cellsTable(const std::vector<SimulatedCell>& cells, const std::vector<double>& untrained);
/// One row per cell and seed.
Table runsTable(const std::vector<SimulatedCell>& cells);
/// Final success on the way: a line per cell, the range of the seeds as its band.
Series curvesOf(const std::vector<SimulatedCell>& cells);
/// The same in full: one row per evaluation and direction.
Table milestonesTable(const std::vector<SimulatedCell>& cells);
/// Strong and weak skills of both policies over the steps, of the first run of a pair, else of the first.
Series skillsOf(const std::vector<SimulatedCell>& cells);
/// One row per step of every cell and seed.
Table stepsTable(const std::vector<SimulatedCell>& cells);
/// Differences that the design asks about, means over the seeds that have both cells.
Scalars effectsOf(const std::vector<SimulatedCell>& cells);

} // namespace vitrine::rival_game
