#include "core/data/csv/csv_reader.h"
#include "core/data/csv/text_decoder.h"
#include "core/data/csv_graphs/csv_graph_files.h"
#include "core/data/csv_graphs/csv_graph_reader.h"
#include "core/data/edge_list/edge_list_reader.h"
#include "core/data/graph/gexf_parser.h"
#include "core/data/graph/gml_parser.h"
#include "core/data/graph/graphml_parser.h"
#include "core/data/graph/node_link_parser.h"
#include "core/data/graph_files.h"
#include "core/data/graphset_reader.h"
#include "core/data/input_file.h"
#include "core/data/json_lines/json_lines_reader.h"
#include "core/data/look_alike.h"
#include "core/data/message_text.h"
#include "core/data/model_reader.h"
#include "core/data/numpy/numpy_readers.h"
#include "core/data/reader.h"
#include "core/data/sdf/sdf_reader.h"
#include "core/data/smi_reader.h"
#include "core/data/source_state.h"
#include "core/data/split_reader.h"
#include "core/data/sqlite/sqlite_reader.h"
#include "core/data/tu/tu_reader.h"
#include "core/data/weights/safetensors_reader.h"
#include "core/values/json_text.h"
#include "core/values/value_codec.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <set>
#include <stdexcept>

namespace vitrine {
namespace {

constexpr std::array<std::string_view, 6> kRoles{"attribute", "id", "structure", "target", "split", "ignore"};

/// Lines of text, as far as the control characters say.
bool isTextWithLines(std::string_view bytes) {
    return bytes.find('\n') != std::string_view::npos && std::all_of(bytes.begin(), bytes.end(), [](unsigned char c) {
               return c >= 32 || c == '\t' || c == '\r' || c == '\n';
           });
}

Error unknownKind(const FileHead& head) {
    const std::string name = inputName(head.path);
    const std::size_t start = head.bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (looksBinary(head.bytes)) {
        const std::size_t zero = head.bytes.find('\0');
        if (isTextWithLines(std::string_view(head.bytes).substr(0, zero)))
            return makeError(ErrorCode::unsupported, name + ':' + std::to_string(lineAt(head.bytes, zero)) +
                                                         ": a zero byte, this is not a text file");
        return makeError(ErrorCode::unsupported, name + ": binary data of a kind that no reader knows");
    }
    if (start == std::string::npos)
        return makeError(ErrorCode::unsupported, name + ": there is nothing but white space in the file");
    if (head.bytes[start] == '{' || head.bytes[start] == '[')
        return makeError(
            ErrorCode::unsupported,
            name + ": JSON of a kind that no reader knows, expected graphset-1, node-link graphs, a split or a model");
    return makeError(ErrorCode::unsupported, name + ": text of a kind that no reader knows");
}

/// A folder in which nothing was found.
Error noDataSet(const std::string& folder) {
    std::error_code ignored;
    std::filesystem::path plain = std::filesystem::absolute(folder).lexically_normal();
    if (!plain.has_filename())
        plain = plain.parent_path();
    const std::string name = inputName(plain.string());
    if (std::filesystem::is_empty(folder, ignored))
        return makeError(ErrorCode::unsupported, name + ": the folder is empty");
    const std::string problem = csvGraphProblem(folder);
    return makeError(ErrorCode::unsupported,
                     name + ": " +
                         (problem.empty() ? "no graphs and no data set of several files in the folder, open one of its "
                                            "files"
                                          : problem));
}

/// A reader that is refused memory ends with a sentence.
template <class Read>
auto withinMemory(const std::string& path, Read read) -> decltype(read()) {
    try {
        return read();
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    return makeError(ErrorCode::outOfRange, inputName(path) + ": takes more memory than there is");
}

/// What stands for the files of a source, and how they stood before they were read.
struct SourceFiles {
    std::string main;
    std::vector<std::string> files;
    FileFacts before;
    SourceFiles(std::string path, std::vector<std::string> all)
        : main(std::move(path)), files(std::move(all)), before(fileFacts(files).value_or(FileFacts{})) {}
};

/// What was read, with its source.
Result<Dataset> completed(Result<Dataset> dataset, const std::string& readerId, const SourceFiles& read,
                          const nlohmann::json& options, const FileWindow& window) {
    if (!dataset)
        return dataset.error();
    if (auto sound = checkValue(dataset->value); !sound)
        return makeError(ErrorCode::internal, inputName(read.main) + ": " + sound.error().message);
    // A file that grows meanwhile counts as it was when reading began.
    const std::int64_t bytes = window.to < 0 ? read.before.bytes : window.to;
    DatasetSource& source = dataset->source;
    auto hash = !source.fileSha256.empty() ? Result<std::string>(source.fileSha256) // the reader had to make it
                : read.files.size() == 1   ? fileSha256(read.files.front(), bytes)
                                           : sourceSha256(read.files);
    if (!hash)
        return hash.error();
    source.path = std::filesystem::absolute(read.main).lexically_normal().string();
    source.fileName = inputName(read.main);
    source.fileSha256 = std::move(*hash);
    source.fileBytes = bytes;
    source.modifiedNs = read.before.modifiedNs;
    source.readerId = readerId;
    source.corrections = options.is_object() ? options : nlohmann::json::object();
    if (dataset->title.empty())
        dataset->title = inputStem(read.main);
    dataset->contentHash = contentSha256(dataset->value);
    return dataset;
}

Error nothingKept(Error error) {
    if (error.code == ErrorCode::cancelled)
        error.message += "; nothing of it is kept";
    return error;
}

/// Reads a file; where that is stopped, what was read completely becomes the data set.
/// @param options  gets the number of rows, where it is a part
Result<Dataset> readOrKeepPart(const Reader& reader, const std::string& path, nlohmann::json& options,
                               const ReadContext& context) {
    ReadContext first = context;
    if (!reader.keepsPart())
        first.keep = nullptr;
    auto dataset = reader.read(path, options, first);
    PartialRead& part = *context.keep;
    if (!dataset && (dataset.error().code != ErrorCode::cancelled || part.complete == 0))
        return nothingKept(dataset.error());
    if (part.complete == 0)
        return dataset;
    if (!options.is_object())
        options = nlohmann::json::object();
    options["rows"] = std::to_string(part.complete);
    if (!dataset) { // what took time is known by now
        ReadContext again = context;
        again.stop = {};
        dataset = reader.read(path, options, again);
        if (!dataset)
            return dataset;
    }
    const std::string rows = "first " + grouped(part.complete) + (part.complete == 1 ? " row" : " rows");
    dataset->title = (dataset->title.empty() ? inputStem(path) : dataset->title) + ", " + rows;
    dataset->ledger.noteAll(LedgerAction::dropped, "", "Reading was stopped, only the " + rows + " are kept", 1);
    return dataset;
}

/// The graph files of a folder; none where the path stands for something else.
template <class SoleFileOf>
Result<GraphFileList> filesOfFolder(const ReaderRegistry& readers, const std::string& path,
                                    const nlohmann::json& options, SoleFileOf soleFileOf) {
    const auto folder = graphFolder(readers, path, options);
    if (!folder)
        return GraphFileList{};
    const bool chosen = options.is_object() && options.contains("files");
    if (!chosen)
        if (const Result<std::string> sole = soleFileOf(*folder); !sole)
            return sole.error();
    return listGraphFiles(readers, *folder, options);
}

} // namespace

std::string_view columnRoleName(ColumnRole role) {
    return kRoles[static_cast<std::size_t>(role)];
}

ReaderRegistry ReaderRegistry::withBuiltins() {
    ReaderRegistry registry;
    registry.add(std::make_shared<GraphSetReader>());
    registry.add(std::make_shared<GraphFileReader>(kGraphMl));
    registry.add(std::make_shared<GraphFileReader>(kGexf));
    registry.add(std::make_shared<GraphFileReader>(kGml));
    registry.add(std::make_shared<GraphFileReader>(kNodeLink));
    registry.add(std::make_shared<TuReader>());
    registry.add(std::make_shared<CsvGraphReader>());
    registry.add(std::make_shared<EdgeListReader>());
    registry.add(std::make_shared<SplitReader>());
    registry.add(std::make_shared<ModelReader>());
    registry.add(std::make_shared<SdfReader>());
    registry.add(std::make_shared<SmiReader>());
    registry.add(std::make_shared<JsonLinesReader>());
    registry.add(std::make_shared<NpyReader>());
    registry.add(std::make_shared<NpzReader>());
    registry.add(std::make_shared<SqliteReader>());
    registry.add(std::make_shared<SafetensorsReader>());
    registry.add(std::make_shared<LoraAdapterReader>());
    registry.add(std::make_shared<CsvReader>());
    return registry;
}

void ReaderRegistry::add(std::shared_ptr<const Reader> reader) {
    m_readers.push_back(std::move(reader));
}

std::shared_ptr<const Reader> ReaderRegistry::byId(std::string_view id) const {
    for (const auto& reader : m_readers)
        if (reader->id() == id)
            return reader;
    return nullptr;
}

Result<std::shared_ptr<const Reader>> ReaderRegistry::recognise(const FileHead& head) const {
    if (auto refused = refuseLookAlike(head))
        return *refused;
    std::shared_ptr<const Reader> best;
    int bestScore = 0;
    for (const auto& reader : m_readers)
        if (const int score = reader->score(head); score > bestScore) {
            bestScore = score;
            best = reader;
        }
    if (!best)
        return unknownKind(head);
    return best;
}

std::string ReaderRegistry::mainFile(const std::string& path) const {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        const auto sole = soleFileOf(path);
        return sole && !sole->empty() ? *sole : path;
    }
    const std::string main = setOf(path);
    return main.empty() ? path : main;
}

/// The main file of the set that a file belongs to; empty: to none.
std::string ReaderRegistry::setOf(const std::string& path) const {
    for (const auto& reader : m_readers)
        if (const auto* set = dynamic_cast<const FileSetReader*>(reader.get()))
            if (std::string main = set->mainFile(path); !main.empty())
                return main;
    return {};
}

std::vector<std::string> ReaderRegistry::filesOf(const std::string& mainFile) const {
    for (const auto& reader : m_readers)
        if (const auto* set = dynamic_cast<const FileSetReader*>(reader.get()))
            if (set->mainFile(mainFile) == mainFile)
                return set->files(mainFile);
    return {mainFile};
}

/// The main file of the one data set of several files in a folder; empty where there is none.
Result<std::string> ReaderRegistry::soleFileOf(const std::string& folder) const {
    constexpr std::size_t kMaxLookedAt = 10'000;
    std::set<std::string> found;
    std::error_code ignored;
    std::size_t seen = 0;
    // "raw": where some libraries unpack what they have fetched.
    for (const std::filesystem::path& place : {std::filesystem::path(folder), std::filesystem::path(folder) / "raw"})
        for (auto entry = std::filesystem::directory_iterator(place, ignored);
             entry != std::filesystem::directory_iterator() && seen < kMaxLookedAt; entry.increment(ignored), ++seen)
            if (entry->is_regular_file(ignored))
                if (const std::string main = setOf(entry->path().string()); !main.empty())
                    found.insert(main);
    if (found.size() < 2)
        return found.empty() ? std::string() : *found.begin();
    return makeError(ErrorCode::unsupported, inputName(folder) + ": the folder holds several data sets, " +
                                                 inQuotes(inputName(*found.begin())) + " and " +
                                                 inQuotes(inputName(*std::next(found.begin()))) +
                                                 " among them; open one of these files");
}

Result<ReaderRegistry::Recognised> ReaderRegistry::open(const std::string& path) const {
    std::error_code ignored;
    Recognised found;
    found.path = mainFile(path);
    if (std::filesystem::is_directory(found.path, ignored)) {
        const auto sole = soleFileOf(found.path);
        return sole ? noDataSet(found.path) : sole.error();
    }
    auto head = readFileHead(found.path);
    if (!head)
        return head.error();
    auto reader = recognise(*head);
    if (!reader)
        return reader.error();
    found.head = std::move(*head);
    found.reader = std::move(*reader);
    return found;
}

Result<ImportPreview> ReaderRegistry::preview(const std::string& path, const nlohmann::json& options,
                                              const ReadContext& context) const {
    const auto folder = filesOfFolder(*this, path, options, [this](const auto& place) { return soleFileOf(place); });
    if (!folder)
        return folder.error();
    if (folder->names.size() == 1 && !folder->chosen)
        return preview(folder->paths().front(), options, context);
    if (!folder->names.empty())
        return withinMemory(folder->folder, [&] { return previewGraphFiles(*this, *folder, context); });
    const auto found = open(path);
    if (!found)
        return found.error();
    return withinMemory(found->path, [&] { return found->reader->preview(found->path, options, context); });
}

Result<Dataset> ReaderRegistry::read(const std::string& path, const nlohmann::json& options,
                                     const ReadContext& context) const {
    const auto folder = filesOfFolder(*this, path, options, [this](const auto& place) { return soleFileOf(place); });
    if (!folder)
        return folder.error();
    if (folder->names.size() == 1 && !folder->chosen)
        return read(folder->paths().front(), options, context);
    if (!folder->names.empty()) {
        const SourceFiles files(folder->folder, folder->paths());
        auto dataset = withinMemory(folder->folder, [&] { return readGraphFiles(*this, *folder, context); });
        if (context.keep && !dataset)
            return nothingKept(dataset.error());
        return completed(std::move(dataset), kGraphFilesReader, files, options, {});
    }
    const auto found = open(path);
    if (!found)
        return found.error();
    const std::string& main = found->path;
    if (!context.window.isWhole() && !found->reader->readsWindows())
        return makeError(ErrorCode::unsupported,
                         inputName(main) + ": only tables of lines can be read while they grow (CSV, JSON Lines)");
    const auto* set = dynamic_cast<const FileSetReader*>(found->reader.get());
    const SourceFiles files(main, set ? set->files(main) : std::vector<std::string>{main});
    if (!context.keep) {
        auto dataset = withinMemory(main, [&] { return found->reader->read(main, options, context); });
        return completed(std::move(dataset), found->reader->id(), files, options, context.window);
    }
    nlohmann::json used = options;
    auto dataset = withinMemory(main, [&] { return readOrKeepPart(*found->reader, main, used, context); });
    return completed(std::move(dataset), found->reader->id(), files, used, context.window);
}

} // namespace vitrine
