#include "plugins/pathboost/compute/xgboost_library.h"

#include <xgboost/c_api.h>

#include <dlfcn.h>

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace vitrine::pathboost {

namespace {

constexpr const char* kLibrary = "libxgboost.so.0";
constexpr int kRounds = 300;

/// The functions used, by their types in the header.
struct Functions {
    void* handle = nullptr;
    decltype(&XGBGetLastError) lastError = nullptr;
    decltype(&XGDMatrixCreateFromMat) matrixCreate = nullptr;
    decltype(&XGDMatrixSetFloatInfo) matrixSetInfo = nullptr;
    decltype(&XGDMatrixFree) matrixFree = nullptr;
    decltype(&XGBoosterCreate) boosterCreate = nullptr;
    decltype(&XGBoosterFree) boosterFree = nullptr;
    decltype(&XGBoosterSetParam) boosterSetParam = nullptr;
    decltype(&XGBoosterUpdateOneIter) boosterUpdate = nullptr;
    decltype(&XGBoosterPredict) boosterPredict = nullptr;

    template <class Function>
    bool resolve(Function& function, const char* name) {
        function = reinterpret_cast<Function>(dlsym(handle, name));
        return function != nullptr;
    }
};

// Opened once and never closed: its worker threads and thread-local data may live as long as the process.
const Functions* functions() {
    static const Functions loaded = [] {
        Functions f;
        f.handle = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
        const bool complete =
            f.handle != nullptr && f.resolve(f.lastError, "XGBGetLastError") &&
            f.resolve(f.matrixCreate, "XGDMatrixCreateFromMat") &&
            f.resolve(f.matrixSetInfo, "XGDMatrixSetFloatInfo") && f.resolve(f.matrixFree, "XGDMatrixFree") &&
            f.resolve(f.boosterCreate, "XGBoosterCreate") && f.resolve(f.boosterFree, "XGBoosterFree") &&
            f.resolve(f.boosterSetParam, "XGBoosterSetParam") && f.resolve(f.boosterUpdate, "XGBoosterUpdateOneIter") &&
            f.resolve(f.boosterPredict, "XGBoosterPredict");
        if (!complete)
            f.handle = nullptr;
        return f;
    }();
    return loaded.handle != nullptr ? &loaded : nullptr;
}

using Handle = std::unique_ptr<void, int (*)(void*)>;

Error failed(const Functions& f) {
    return makeError(ErrorCode::internal, std::string("XGBoost refuses the data: ") + f.lastError());
}

Result<Handle> makeMatrix(const Functions& f, const FeatureMatrix& features) {
    DMatrixHandle matrix = nullptr;
    if (f.matrixCreate(features.cells.data(), features.rows, features.columns, std::numeric_limits<float>::quiet_NaN(),
                       &matrix) != 0)
        return failed(f);
    return Handle(matrix, f.matrixFree);
}

Result<Handle> makeBooster(const Functions& f, void* train, bool logistic) {
    const std::array<std::pair<const char*, const char*>, 8> parameters{
        {{"verbosity", "0"},
         {"nthread", "1"},
         {"objective", logistic ? "binary:logistic" : "reg:squarederror"},
         {"tree_method", "hist"},
         {"max_depth", "5"},
         {"eta", "0.1"},
         {"subsample", "1"},
         {"seed", "0"}}};
    BoosterHandle booster = nullptr;
    if (f.boosterCreate(&train, 1, &booster) != 0)
        return failed(f);
    Handle owned(booster, f.boosterFree);
    for (const auto& [name, value] : parameters)
        if (f.boosterSetParam(booster, name, value) != 0)
            return failed(f);
    return owned;
}

} // namespace

Result<std::vector<double>> xgboostPredictions(const FeatureMatrix& train, std::span<const double> target,
                                               const FeatureMatrix& tested, bool logistic, const std::stop_token& stop,
                                               const std::function<void(double)>& done) {
    if (train.rows == 0 || train.columns == 0 || target.size() != train.rows || tested.columns != train.columns)
        return makeError(ErrorCode::invalidArgument,
                         "XGBoost needs training rows with as many columns as the tested ones");
    if (tested.rows == 0)
        return std::vector<double>();
    const Functions* f = functions();
    if (f == nullptr)
        return makeError(ErrorCode::unsupported, std::string("the library ") + kLibrary +
                                                     " is not installed; the package libxgboost0 would be right");
    auto trainMatrix = makeMatrix(*f, train);
    if (!trainMatrix)
        return trainMatrix.error();
    const std::vector<float> label(target.begin(), target.end());
    if (f->matrixSetInfo(trainMatrix->get(), "label", label.data(), label.size()) != 0)
        return failed(*f);
    auto booster = makeBooster(*f, trainMatrix->get(), logistic);
    if (!booster)
        return booster.error();
    for (int round = 0; round < kRounds; ++round) {
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, "cancelled");
        if (f->boosterUpdate(booster->get(), round, trainMatrix->get()) != 0)
            return failed(*f);
        if (done)
            done((round + 1.0) / kRounds);
    }
    auto testMatrix = makeMatrix(*f, tested);
    if (!testMatrix)
        return testMatrix.error();
    bst_ulong length = 0;
    const float* values = nullptr;
    if (f->boosterPredict(booster->get(), testMatrix->get(), 0, 0, 0, &length, &values) != 0)
        return failed(*f);
    return std::vector<double>(values, values + length);
}

} // namespace vitrine::pathboost
