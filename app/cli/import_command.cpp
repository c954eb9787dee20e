#include "app/cli/import_command.h"

#include "app/cli/relink_files.h"
#include "app/cli/run_inputs.h"
#include "app/cli/run_targets.h"
#include "core/data/graph_files.h"
#include "core/data/message_text.h"
#include "core/store/linked_data.h"
#include "core/values/text.h"

#include <QFileInfo>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

namespace vitrine::cli {
namespace {

constexpr int kProgressSteps = 20; ///< of which a script is told
constexpr std::int64_t kRowsToTell = 1000;
constexpr double kMegabyte = 1024.0 * 1024.0;

/// " (lines 2, 7, 11 and 209 more)"; every line stands in the JSON form.
std::string linesText(const LedgerEntry& entry) {
    constexpr std::size_t kShown = 5;
    const std::size_t shown = std::min(entry.lines.size(), kShown);
    std::string text;
    for (std::size_t i = 0; i < shown; ++i)
        text += (i > 0 ? ", " : entry.count == 1 ? " (line " : " (lines ") + std::to_string(entry.lines[i]);
    const std::int64_t more = entry.count - static_cast<std::int64_t>(shown);
    if (shown > 0)
        text += more > 0 ? " and " + grouped(more) + " more)" : ")";
    return text;
}

void tell(const Dataset& dataset, DatasetId id, Console& console) {
    console.object({{"event", "dataset"},
                    {"dataset", id},
                    {"title", dataset.title},
                    {"file", dataset.source.path},
                    {"reader", dataset.source.readerId},
                    {"kind", valueKindName(kindOf(dataset.value))},
                    {"content_sha256", dataset.contentHash},
                    {"linked", dataset.source.linked},
                    {"ledger", dataset.ledger.toJson()}});
    console.text("dataset:" + std::to_string(id) + "  " + dataset.source.fileName + " (" +
                 std::string(valueKindName(kindOf(dataset.value))) + "): " + dataset.ledger.summary() +
                 (dataset.source.linked ? "; linked, the file must stay as it is" : ""));
    tellLedger(dataset.ledger, console);
}

Result<void> importOne(const std::string& file, const nlohmann::json& options, double linkOver, ProjectStore& store,
                       Console& console, const std::stop_token& stop) {
    // A link that leads nowhere or back to itself is told apart when it is opened.
    if (const QFileInfo info(toQString(file)); !info.exists() && !info.isSymLink())
        return makeError(ErrorCode::notFound, "there is no file " + file);
    ReadContext context;
    context.stop = stop;
    context.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    context.keep = std::make_shared<PartialRead>();
    std::atomic<int> told{0};
    context.progress = [&](double fraction, const std::string& stage) {
        const std::int64_t rows = context.keep->seen;
        console.progress(fraction, rows > 0 ? stage + ", " + grouped(rows) : stage, -1.0);
        // A script sees how far it is.
        const int step = static_cast<int>(fraction * kProgressSteps);
        if (int last = told; rows >= kRowsToTell && step > last && told.compare_exchange_strong(last, step))
            console.object({{"event", "reading"}, {"file", file}, {"fraction", fraction}, {"rows", rows}});
    };
    auto dataset = ReaderRegistry::withBuiltins().read(file, options, context);
    console.endProgress();
    if (!dataset)
        return dataset.error();
    linkWhereLarge(*dataset, static_cast<std::int64_t>(linkOver * kMegabyte));
    const auto id = store.addDataset(*dataset);
    if (!id)
        return id.error();
    tell(*dataset, *id, console);
    if (const std::int64_t rows = context.keep->complete; rows > 0)
        return makeError(ErrorCode::cancelled, dataset->source.fileName + ": reading was stopped; the first " +
                                                   grouped(rows) + (rows == 1 ? " row is" : " rows are") +
                                                   " kept as dataset:" + std::to_string(*id));
    return {};
}

/// Several files with one graph each as one data set; false where they are something else.
Result<bool> importJoined(const CommandLine& line, nlohmann::json options, ProjectStore& store, Console& console,
                          const std::stop_token& stop) {
    const auto joined = line.separate ? std::nullopt : joinable(ReaderRegistry::withBuiltins(), line.files);
    if (!joined)
        return false;
    options.update(joined->options());
    if (const auto imported = importOne(joined->folder, options, line.linkOver, store, console, stop); imported)
        return true;
    else if (imported.error().code == ErrorCode::unsupported) // a file with many graphs
        return false;
    else
        return imported.error();
}

int end(Console& console, const Error& error) {
    int code = kExitFailed;
    if (error.code == ErrorCode::cancelled)
        code = kExitCancelled;
    else if (error.code == ErrorCode::invalidArgument || error.code == ErrorCode::notFound)
        code = kExitUsage;
    console.error(error);
    console.object({{"event", "done"}, {"exit", code}, {"message", error.message}});
    return code;
}

} // namespace

void tellLedger(const Ledger& ledger, Console& console) {
    for (const LedgerEntry& entry : ledger.entries()) {
        std::string text = "  " + std::string(ledgerActionName(entry.action)) + ' ' + grouped(entry.count);
        if (!entry.column.empty())
            text += " in \"" + entry.column + '"';
        console.text(text + ": " + entry.reason + linesText(entry));
    }
}

int importFiles(const CommandLine& line, Console& console, std::stop_token stop) {
    const auto options = readerOptions("--option", line.inputOptions);
    if (!options)
        return end(console, options.error());
    if (const auto good = checkProjectPath(line.project); !good)
        return end(console, good.error());
    auto store = QFileInfo::exists(toQString(line.project)) ? ProjectStore::open(line.project, OpenMode::readWrite)
                                                            : ProjectStore::create(line.project);
    if (!store)
        return end(console, store.error());
    if (line.relink)
        return relinkFiles(line.files, **store, console, stop);
    // Several of the files may be one data set.
    const ReaderRegistry readers = ReaderRegistry::withBuiltins();
    std::set<std::string> done;
    const auto joined = importJoined(line, *options, **store, console, stop);
    if (!joined)
        return end(console, joined.error());
    const std::vector<std::string> files = *joined ? std::vector<std::string>() : line.files;
    for (const std::string& file : files) {
        if (!done.insert(readers.mainFile(file)).second)
            continue;
        if (const auto imported = importOne(file, *options, line.linkOver, **store, console, stop); !imported)
            return end(console, imported.error());
    }
    console.object({{"event", "done"}, {"exit", kExitFinished}});
    return kExitFinished;
}

} // namespace vitrine::cli
