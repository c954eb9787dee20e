#include "core/data/input_file.h"
#include "core/data/message_text.h"
#include "core/data/numpy/npy_value.h"
#include "core/data/numpy/numpy_readers.h"

namespace vitrine {
namespace {

struct Opened {
    InputFile file;
    NpyHeader header;
};

Result<Opened> openArray(const std::string& path, const nlohmann::json& options, const ReadContext& context) {
    const std::string name = inputName(path);
    if (options.is_object() && !options.empty())
        return makeError(ErrorCode::invalidArgument, name + ": there is no option " + inQuotes(options.begin().key()));
    auto file = InputFile::open(path, context.stop);
    if (!file)
        return file.error();
    auto header = parseNpyHeader(file->bytes(), name);
    if (!header)
        return header.error();
    if (auto good = checkNpyBytes(file->bytes(), *header, name); !good)
        return good.error();
    return Opened{std::move(*file), std::move(*header)};
}

} // namespace

int NpyReader::score(const FileHead& head) const {
    return isNpy(head.bytes) ? 100 : 0;
}

Result<ImportPreview> NpyReader::preview(const std::string& path, const nlohmann::json& options,
                                         const ReadContext& context) const {
    const auto opened = openArray(path, options, context);
    if (!opened)
        return opened.error();
    ImportPreview preview;
    preview.recognisedAs = "NumPy array, " + opened->header.description();
    preview.options = nlohmann::json::object();
    showNpy(opened->file.bytes(), opened->header, preview);
    return preview;
}

Result<Dataset> NpyReader::read(const std::string& path, const nlohmann::json& options,
                                const ReadContext& context) const {
    const auto opened = openArray(path, options, context);
    if (!opened)
        return opened.error();
    Dataset dataset;
    auto value = npyValue(opened->file.bytes(), opened->header, opened->file.name(), context, dataset.ledger);
    if (!value)
        return value.error();
    dataset.value = std::move(*value);
    dataset.source.options = nlohmann::json::object();
    return dataset;
}

} // namespace vitrine
