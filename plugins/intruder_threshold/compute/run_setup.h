#pragma once

#include "core/data/weights/tensor_source.h"
#include "core/jobs/run_context.h"
#include "plugins/intruder_threshold/compute/layer_pairs.h"
#include "plugins/intruder_threshold/compute/result_tables.h"

namespace vitrine::intruder_threshold {

enum class ScanGrid { off, quick, fine };

/// Everything a run on layers is asked for.
struct RunSetup {
    std::shared_ptr<const Tensors> base;
    std::shared_ptr<const TensorSource> baseInMemory; ///< of a matrix that stands in the project; null: in files
    std::shared_ptr<const Tensors> adapter;           ///< null: no adapter
    std::shared_ptr<const Tensors> tuned;             ///< null: no fine-tuned model
    LayerPlan plan;
    Criterion criterion;
    double kappa = 1.0;
    ScanGrid grid = ScanGrid::off;
    bool finiteSize = false; ///< the estimate by drawn directions, too
    std::uint64_t seed = 0;

    Subject subject() const { return tuned ? Subject::tuned : adapter ? Subject::adapter : Subject::base; }
};

/// Inputs and parameters, with the layers that are to be analysed. Reads no values.
/// @errors invalid_argument  an input is missing or of another form, no alpha, a choice is open, no layer is left
Result<RunSetup> readSetup(const RunInputs& inputs);

/// Tensors that no layer uses, with the reason.
Table leftOutTable(const std::vector<LeftOut>& leftOut);

/// Sum over the layers of m n q, what a run takes in proportion to.
double workOf(const LayerPlan& plan);

} // namespace vitrine::intruder_threshold
