#pragma once

#include "plugins/pathboost/views/prediction_rows.h"

#include <QPointer>

namespace vitrine::pathboost {

/// Which graph the page is about: the one chosen last, while none is chosen the striking one of the predictions.
struct ChosenGraph {
    int graph = -1;                 ///< row of the data set; -1: none
    bool byDefault = false;         ///< nobody has chosen it
    std::optional<std::size_t> row; ///< in the table of predictions, when it is there

    static ChosenGraph of(const Selection* selection, const PredictionRows* rows);
    friend bool operator==(const ChosenGraph&, const ChosenGraph&) = default;
};

/// The path chosen last; empty: none.
QString chosenPath(const Selection* selection);

} // namespace vitrine::pathboost
