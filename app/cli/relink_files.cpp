#include "app/cli/relink_files.h"

#include "app/cli/command_line.h"
#include "core/data/input_file.h"
#include "core/data/source_state.h"

#include <filesystem>

namespace vitrine::cli {
namespace {

/// How many data sets took the file as their source.
Result<int> relinkOne(const std::string& file, ProjectStore& store, Console& console, const std::stop_token& stop) {
    const ReaderRegistry readers = ReaderRegistry::withBuiltins();
    const auto datasets = store.datasets();
    if (!datasets)
        return datasets.error();
    const std::string main = readers.mainFile(file);
    const std::vector<std::string> parts = readers.filesOf(main);
    const auto facts = fileFacts(parts);
    if (!facts)
        return makeError(ErrorCode::notFound, "there is no file " + file);
    const auto hash = sourceSha256(parts, {stop, {}});
    if (!hash)
        return hash.error();
    int count = 0;
    for (const DatasetRecord& dataset : *datasets) {
        if (dataset.source.fileSha256 != *hash)
            continue;
        DatasetSource source = dataset.source;
        source.path = std::filesystem::absolute(main).lexically_normal().string();
        source.fileName = inputName(main);
        source.modifiedNs = facts->modifiedNs;
        if (const auto set = store.setDatasetSource(dataset.id, source); !set)
            return set.error();
        console.object(
            {{"event", "relinked"}, {"dataset", dataset.id}, {"title", dataset.title}, {"file", source.path}});
        console.text("dataset:" + std::to_string(dataset.id) + "  " + dataset.title + ": " + source.path);
        ++count;
    }
    return count;
}

} // namespace

int relinkFiles(const std::vector<std::string>& files, ProjectStore& store, Console& console,
                const std::stop_token& stop) {
    int exit = kExitFinished;
    for (const std::string& file : files) {
        const auto count = relinkOne(file, store, console, stop);
        if (count && *count > 0)
            continue;
        const Error error = count
                                ? makeError(ErrorCode::notFound,
                                            inputName(file) + ": no data set of the project was read from this content")
                                : count.error();
        console.error(error);
        exit = kExitFailed;
    }
    console.object({{"event", "done"}, {"exit", exit}});
    return exit;
}

} // namespace vitrine::cli
