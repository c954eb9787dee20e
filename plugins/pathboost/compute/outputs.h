#pragma once

namespace vitrine::pathboost {

// Ids of plugin.json.
inline constexpr const char* kPluginId = "pathboost";
inline constexpr const char* kTrain = "train";
inline constexpr const char* kPredict = "predict";
inline constexpr const char* kCrossValidate = "cross_validate";
inline constexpr const char* kExplain = "explain";

inline constexpr const char* kGraphsInput = "graphs";
inline constexpr const char* kSplitInput = "split";
inline constexpr const char* kModelInput = "model";

inline constexpr const char* kSelectedPaths = "selected_paths";
inline constexpr const char* kTrainError = "train_error";
inline constexpr const char* kPredictions = "predictions";
inline constexpr const char* kImportance = "importance";
inline constexpr const char* kImportanceDefinitionsOutput = "importance_definitions";
inline constexpr const char* kMetrics = "metrics";
inline constexpr const char* kBaselines = "baselines";
inline constexpr const char* kModel = "model";
inline constexpr const char* kGrid = "grid";
inline constexpr const char* kFolds = "folds";
inline constexpr const char* kContributions = "contributions";

inline constexpr const char* kModelFormat = "pathboost-model"; ///< Model::format
inline constexpr int kModelVersion = 2;

// Columns of the tables.
namespace column {
inline constexpr const char* kPath = "path";           ///< key: label codes joined by "-", "6-6-17"
inline constexpr const char* kLabel = "label";         ///< as people read it: "C-C-Cl"
inline constexpr const char* kAnchor = "anchor";       ///< label of the sub-model's anchor; "all" in the single form
inline constexpr const char* kIteration = "iteration"; ///< 1-based
inline constexpr const char* kGain = "gain";           ///< of the selecting stump
inline constexpr const char* kTrainMse = "train_mse";  ///< of the sub-model after the iteration
inline constexpr const char* kTrainLogLoss = "train_log_loss"; ///< the same of a classification
inline constexpr const char* kRow = "row";                     ///< 0-based number of a graph in the data set
inline constexpr const char* kGraph = "graph";                 ///< name of a graph (predictions), row (contributions)
inline constexpr const char* kPart = "part";                   ///< "train", "validation", "test", or missing
inline constexpr const char* kTruth = "truth";
inline constexpr const char* kPrediction = "prediction";
inline constexpr const char* kResidual = "residual";    ///< truth minus prediction
inline constexpr const char* kClass = "class";          ///< predicted
inline constexpr const char* kCorrect = "correct";      ///< yes, no
inline constexpr const char* kSpread = "spread";        ///< standard deviation between sub-models
inline constexpr const char* kSubModels = "sub_models"; ///< number of sub-models averaged
inline constexpr const char* kUnseen = "unseen_labels"; ///< labels of the graph that the model does not know
inline constexpr const char* kImportance = "importance";
inline constexpr const char* kDefinition = "definition"; ///< "absolute/mse"
inline constexpr const char* kLower = "lower";           ///< of the interval over subsamples
inline constexpr const char* kUpper = "upper";
inline constexpr const char* kStability = "stability"; ///< share of subsamples with the path among the first 10
inline constexpr const char* kUnit = "unit";
inline constexpr const char* kTimesChosen = "times_chosen";
inline constexpr const char* kFirstIteration = "first_iteration";
inline constexpr const char* kGraphsTrain = "graphs_train"; ///< training graphs with the path
inline constexpr const char* kGraphsAll = "graphs_all";
inline constexpr const char* kMeanEffect = "mean_effect";
inline constexpr const char* kValue = "value"; ///< contribution to one prediction
inline constexpr const char* kOccurrences = "occurrences";
} // namespace column

inline constexpr const char* kBaseRow = "base"; ///< path of the row with the sub-models' starts in contributions

} // namespace vitrine::pathboost
