#include "app/cli/export_command.h"

#include "app/cli/exit_code.h"
#include "app/cli/import_command.h"
#include "app/cli/run_inputs.h"
#include "core/data/input_file.h"
#include "core/data/writer.h"

#include <algorithm>
#include <filesystem>
#include <thread>

namespace vitrine::cli {
namespace {

/// What is to be written.
struct Source {
    Value value;
    std::string contentHash;
};

bool isProject(const std::string& file) {
    return file.ends_with(".vitrine");
}

Result<Source> fromProject(const CommandLine& line) {
    const std::string& project = line.files.front();
    const auto store = ProjectStore::open(project, OpenMode::readOnly);
    if (!store)
        return store.error();
    const auto datasets = (*store)->datasets();
    if (!datasets)
        return datasets.error();
    std::string ids;
    for (const DatasetRecord& record : *datasets)
        ids += (ids.empty() ? "" : ", ") + std::to_string(record.id);
    if (line.dataset == 0 && datasets->size() != 1)
        return makeError(ErrorCode::invalidArgument,
                         datasets->empty() ? project + ": the project has no data set"
                                           : project + ": choose a data set with --dataset, there are " + ids);
    const DatasetId wanted = line.dataset != 0 ? line.dataset : datasets->front().id;
    const auto found = std::find_if(datasets->begin(), datasets->end(),
                                    [&](const DatasetRecord& record) { return record.id == wanted; });
    if (found == datasets->end())
        return makeError(ErrorCode::notFound, project + ": there is no data set " + std::to_string(wanted) +
                                                  (ids.empty() ? std::string() : ", there are " + ids));
    const auto value = (*store)->datasetValue(wanted);
    if (!value)
        return value.error();
    return Source{*value, found->contentHash};
}

Result<Source> fromFile(const CommandLine& line, const ReadContext& context, Console& console) {
    const std::string& file = line.files.front();
    if (line.dataset != 0)
        return makeError(ErrorCode::invalidArgument, "--dataset: " + inputName(file) + " is no project");
    const auto options = readerOptions("--option", line.inputOptions);
    if (!options)
        return options.error();
    const auto dataset = ReaderRegistry::withBuiltins().read(file, *options, context);
    console.endProgress();
    if (!dataset)
        return dataset.error();
    console.text(dataset->source.fileName + " (" + std::string(valueKindName(kindOf(dataset->value))) +
                 "): " + dataset->ledger.summary());
    tellLedger(dataset->ledger, console);
    console.object({{"event", "dataset"},
                    {"title", dataset->title},
                    {"file", dataset->source.path},
                    {"reader", dataset->source.readerId},
                    {"kind", valueKindName(kindOf(dataset->value))},
                    {"content_sha256", dataset->contentHash},
                    {"ledger", dataset->ledger.toJson()}});
    return Source{dataset->value, dataset->contentHash};
}

/// A file is not to be replaced by what is read from it. @errors invalid_argument
Result<void> checkTarget(const CommandLine& line, const Writer& writer) {
    const std::filesystem::path folder = std::filesystem::path(line.exportFile).parent_path();
    for (const std::string& name : writer.fileNames(line.exportFile)) {
        std::error_code none;
        if (std::filesystem::equivalent(line.files.front(), folder / name, none))
            return makeError(ErrorCode::invalidArgument, "--to: " + name + " is the file that is read");
    }
    return {};
}

Result<void> write(const CommandLine& line, Console& console, const std::stop_token& stop) {
    ReadContext context;
    context.stop = stop;
    context.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    context.progress = [&](double fraction, const std::string& stage) { console.progress(fraction, stage, -1.0); };
    const auto source = isProject(line.files.front()) ? fromProject(line) : fromFile(line, context, console);
    if (!source)
        return source.error();
    const auto writer = WriterRegistry::withBuiltins().forPath(line.exportFile, source->value);
    if (!writer)
        return makeError(ErrorCode::invalidArgument, "--to: " + writer.error().message);
    if (auto good = checkTarget(line, **writer); !good)
        return good;
    // Only the file that is named may be replaced; nobody is there to be asked about the others.
    const auto files = exportTo(**writer, source->value, line.exportFile, context,
                                [](const std::vector<std::string>&) { return false; });
    console.endProgress();
    if (!files)
        return files.error();
    for (const std::string& file : *files)
        console.text("wrote " + file);
    if (const std::string limits = (*writer)->limits(); !limits.empty())
        console.text("  " + limits);
    console.object({{"event", "exported"},
                    {"format", (*writer)->id()},
                    {"files", *files},
                    {"content_sha256", source->contentHash}});
    return {};
}

} // namespace

int exportData(const CommandLine& line, Console& console, const std::stop_token& stop) {
    const auto written = write(line, console, stop);
    int code = kExitFinished;
    if (!written) {
        console.endProgress();
        console.error(written.error());
        code = exitCodeOf(written.error());
    }
    nlohmann::ordered_json done = {{"event", "done"}, {"exit", code}};
    if (!written)
        done["message"] = written.error().message;
    console.object(done);
    return code;
}

} // namespace vitrine::cli
