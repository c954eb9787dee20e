#include "core/store/linked_data.h"

#include "core/data/graph_files.h"
#include "core/data/source_state.h"

#include <algorithm>
#include <thread>

namespace vitrine {
namespace {

Error isMissing(const DatasetSource& source) {
    return makeError(ErrorCode::notFound, source.fileName + ": the file that this data set is linked to is not at " +
                                              source.path + "; locate it, or use vitrine import --relink");
}

Error isChanged(const DatasetSource& source) {
    return makeError(ErrorCode::storage, source.fileName + ": the file that this data set is linked to has changed "
                                                           "since it was read; locate the former one or read it again");
}

} // namespace

void linkWhereLarge(Dataset& dataset, std::int64_t overBytes) {
    DatasetSource& source = dataset.source;
    const bool canBeReadAgain =
        source.readerId == kGraphFilesReader || ReaderRegistry::withBuiltins().byId(source.readerId) != nullptr;
    // Tensors hold nothing but where their bytes lie.
    source.linked = source.fileBytes > overBytes && canBeReadAgain && kindOf(dataset.value) != ValueKind::tensors;
}

Result<Value> readLinked(const DatasetRecord& record, const ReadContext& context) {
    const ReaderRegistry readers = ReaderRegistry::withBuiltins();
    const DatasetSource& source = record.source;
    const SourceCheck check = lookAtSource(source, readers);
    if (check.state == SourceState::missing)
        return isMissing(source);
    if (check.state == SourceState::changed)
        return isChanged(source);
    ReadContext whole = context;
    whole.keep = nullptr;
    whole.threads = std::max(context.threads, static_cast<int>(std::thread::hardware_concurrency()));
    auto dataset = readers.read(source.path, source.corrections, whole);
    if (!dataset)
        return dataset.error();
    if (dataset->contentHash != record.contentHash)
        return isChanged(source);
    return std::move(dataset->value);
}

} // namespace vitrine
