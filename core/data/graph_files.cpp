#include "core/data/graph_files.h"

#include "core/data/graph/graph_file_reader.h"
#include "core/data/graph/graph_joiner.h"
#include "core/data/input_file.h"
#include "core/data/message_text.h"
#include "core/data/preview_rows.h"
#include "core/values/value_codec.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <stdexcept>

namespace vitrine {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 100'000;
constexpr double kBytesPerByte = 4.0; ///< of the graphs, for each of the files
constexpr double kFreeBytes = 256e6;
constexpr std::array<std::string_view, 6> kJoinable{"graphml", "gexf", "gml", "node_link", "graphset", "edge_list"};
constexpr std::array<std::string_view, 7> kEndings{".graphml", ".gexf", ".gml", ".edges", ".edgelist", ".el", ".ncol"};

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// A run of digits without zeros before it.
std::string_view takeNumber(std::string_view& text) {
    std::size_t end = 0;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    while (digits.size() > 1 && digits[0] == '0')
        digits.remove_prefix(1);
    return digits;
}

bool isWithin(const std::string& name) {
    const fs::path path(name);
    return !name.empty() && path.is_relative() &&
           std::none_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".."; });
}

Result<void> takeOptions(const nlohmann::json& options, GraphFileList& list) {
    const std::string name = inputName(list.folder);
    if (!options.is_object())
        return {};
    for (const auto& item : options.items()) {
        if (item.key() == "joined" && item.value().is_boolean()) {
            list.joined = item.value().get<bool>();
            continue;
        }
        if (item.key() != "files")
            return makeError(ErrorCode::invalidArgument, name + ": there is no option " + inQuotes(item.key()));
        list.chosen = true;
        const bool names = item.value().is_array() && !item.value().empty() && item.value().size() <= kMostFiles;
        for (const nlohmann::json& file : names ? item.value() : nlohmann::json::array({nullptr})) {
            if (!file.is_string() || !isWithin(file.get<std::string>()))
                return makeError(ErrorCode::invalidArgument,
                                 name + ": the option \"files\" must be a list of names of files in the folder");
            list.names.push_back(file.get<std::string>());
        }
    }
    return {};
}

/// By its beginning; by its ending where the beginning is bad, so that the file is named and not passed over.
bool looksLikeGraphs(const ReaderRegistry& readers, const std::string& path) {
    if (const auto head = readFileHead(path))
        if (const auto reader = readers.recognise(*head))
            return canBeJoined((*reader)->id());
    return std::find(kEndings.begin(), kEndings.end(), inputEnding(path)) != kEndings.end();
}

Result<void> findFiles(const ReaderRegistry& readers, GraphFileList& list) {
    std::error_code ignored;
    for (auto entry = fs::directory_iterator(list.folder, ignored); entry != fs::directory_iterator();
         entry.increment(ignored)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with('.') || !entry->is_regular_file(ignored))
            continue;
        if (list.names.size() + list.passedOver.size() == kMostFiles)
            return makeError(ErrorCode::outOfRange, inputName(list.folder) + ": more than " + grouped(kMostFiles) +
                                                        " files in the folder, at most these are read");
        (looksLikeGraphs(readers, entry->path().string()) ? list.names : list.passedOver).push_back(name);
    }
    return {};
}

std::int64_t bytesOf(const GraphFileList& files) {
    std::int64_t bytes = 0;
    for (const std::string& path : files.paths()) {
        std::error_code error;
        const auto size = fs::file_size(path, error);
        bytes += error ? 0 : static_cast<std::int64_t>(size);
    }
    return bytes;
}

/// The one graph of a file.
Result<Dataset> readOne(const ReaderRegistry& readers, const std::string& path, const ReadContext& context) {
    const auto head = readFileHead(path);
    if (!head)
        return head.error();
    const auto reader = readers.recognise(*head);
    if (!reader)
        return reader.error();
    if (!canBeJoined((*reader)->id()))
        return makeError(ErrorCode::parse, inputName(path) + ": no graph, the file is read as " + (*reader)->id());
    try {
        auto dataset = (*reader)->read(path, {}, context);
        if (!dataset)
            return dataset;
        if (auto sound = checkValue(dataset->value); !sound)
            return makeError(ErrorCode::internal, inputName(path) + ": " + sound.error().message);
        return dataset;
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    return makeError(ErrorCode::outOfRange, inputName(path) + ": takes more memory than there is");
}

/// Reads the files one after the other.
class GraphFilesWork {
public:
    GraphFilesWork(const ReaderRegistry& readers, const GraphFileList& files, const ReadContext& context)
        : m_readers(readers), m_files(files), m_context(context), m_name(inputName(files.folder)),
          m_joiner(m_name, static_cast<double>(bytesOf(files))) {}

    Result<ParsedGraphSet> read() {
        const double bytes = kBytesPerByte * static_cast<double>(bytesOf(m_files));
        if (bytes > kFreeBytes)
            if (auto fits = checkFits(m_name, static_cast<std::int64_t>(m_files.names.size()), "file", bytes); !fits)
                return fits.error();
        for (std::size_t i = 0; i < m_files.names.size(); ++i) {
            m_context.progress(static_cast<double>(i) / static_cast<double>(m_files.names.size()), "Reading files");
            if (auto ok = addFile(m_files.names[i]); !ok)
                return ok.error();
        }
        if (m_joiner.graphCount() == 0)
            return makeError(m_firstProblem.code,
                             m_firstProblem.message +
                                 (m_files.names.size() > 1 ? "; nor can any other file be read" : std::string()));
        auto parsed = m_joiner.finish();
        if (parsed && !m_files.passedOver.empty())
            notePassedOver(parsed->ledger);
        if (parsed)
            parsed->graphs.name = m_name;
        return parsed;
    }

    /// Files that gave a graph.
    const std::vector<std::string>& used() const { return m_joiner.files(); }

private:
    Result<void> addFile(const std::string& file) {
        if (m_context.stop.stop_requested())
            return makeError(ErrorCode::cancelled, m_name + ": reading was cancelled");
        ReadContext quiet;
        quiet.stop = m_context.stop;
        quiet.threads = m_context.threads;
        auto dataset = readOne(m_readers, m_files.folder + '/' + file, quiet);
        const auto graphs = dataset ? valueAs<GraphSet>(dataset->value) : nullptr;
        if (graphs && graphs->graphCount() == 1)
            return m_joiner.add(file, *graphs, dataset->ledger);
        if (!dataset && dataset.error().code == ErrorCode::cancelled)
            return dataset.error();
        const Error problem =
            dataset ? makeError(ErrorCode::unsupported,
                                inputName(file) + ": " +
                                    grouped(static_cast<std::int64_t>(graphs ? graphs->graphCount() : 0)) +
                                    " graphs in the file, expected one graph in each of several files")
                    : dataset.error();
        if (dataset && m_files.chosen)
            return problem;
        if (m_firstProblem.message.empty())
            m_firstProblem = problem;
        m_joiner.leaveOut(problem.message);
        return {};
    }

    void notePassedOver(Ledger& ledger) const {
        constexpr std::size_t kNamed = 5;
        std::string names;
        for (std::size_t i = 0; i < std::min(m_files.passedOver.size(), kNamed); ++i)
            names += (i == 0 ? "" : ", ") + m_files.passedOver[i];
        ledger.noteAll(LedgerAction::read, "",
                       "File of the folder that holds no graph, passed over (" + names +
                           (m_files.passedOver.size() > kNamed ? " and others)" : ")"),
                       static_cast<std::int64_t>(m_files.passedOver.size()));
    }

    const ReaderRegistry& m_readers;
    const GraphFileList& m_files;
    const ReadContext& m_context;
    std::string m_name;
    GraphJoiner m_joiner;
    Error m_firstProblem;
};

PreviewProblem proposal(std::size_t graphs, bool joined) {
    return {grouped(static_cast<std::int64_t>(graphs)) +
                (graphs == 1 ? " file with one graph" : " files with one graph each"),
            "They can be one data set, in which each graph has the name of its file, or a data set each.",
            {{"Open as one data set", {{"joined", true}}}, {"Open each file by itself", {{"joined", false}}}},
            joined ? std::size_t{0} : std::size_t{1}};
}

} // namespace

bool canBeJoined(std::string_view readerId) {
    return std::find(kJoinable.begin(), kJoinable.end(), readerId) != kJoinable.end();
}

bool comesBefore(std::string_view a, std::string_view b) {
    const std::string_view wholeA = a;
    const std::string_view wholeB = b;
    while (!a.empty() && !b.empty()) {
        if (isDigit(a[0]) && isDigit(b[0])) {
            const std::string_view left = takeNumber(a);
            const std::string_view right = takeNumber(b);
            if (left.size() != right.size())
                return left.size() < right.size();
            if (left != right)
                return left < right;
        } else {
            if (a[0] != b[0])
                return static_cast<unsigned char>(a[0]) < static_cast<unsigned char>(b[0]);
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    return a.empty() && b.empty() ? wholeA < wholeB : a.empty();
}

std::vector<std::string> GraphFileList::paths() const {
    std::vector<std::string> all;
    all.reserve(names.size());
    for (const std::string& name : names)
        all.push_back(folder + '/' + name);
    return all;
}

std::optional<GraphFilePaths> joinable(const ReaderRegistry& readers, const std::vector<std::string>& paths) {
    std::vector<fs::path> files;
    fs::path folder;
    for (const std::string& path : paths) {
        const auto head = readFileHead(path);
        if (!head)
            return std::nullopt;
        const auto reader = readers.recognise(*head);
        if (!reader || !canBeJoined((*reader)->id()))
            return std::nullopt;
        files.push_back(fs::absolute(path).lexically_normal());
        const fs::path parent = files.back().parent_path();
        if (files.size() == 1)
            folder = parent;
        while (parent.lexically_relative(folder).string().starts_with(".."))
            folder = folder.parent_path();
    }
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    if (files.size() < 2)
        return std::nullopt;
    GraphFilePaths found{folder.string(), {}};
    for (const fs::path& file : files)
        found.names.push_back(file.lexically_relative(folder).string());
    std::sort(found.names.begin(), found.names.end(), comesBefore);
    return found;
}

std::optional<std::string> graphFolder(const ReaderRegistry& readers, const std::string& path,
                                       const nlohmann::json& options) {
    std::error_code ignored;
    const bool chosen = options.is_object() && options.contains("files");
    const std::string main = chosen ? path : readers.mainFile(path);
    if (!fs::is_directory(main, ignored))
        return std::nullopt;
    fs::path folder = fs::absolute(main).lexically_normal();
    return (folder.has_filename() ? folder : folder.parent_path()).string();
}

Result<GraphFileList> listGraphFiles(const ReaderRegistry& readers, const std::string& folder,
                                     const nlohmann::json& options) {
    GraphFileList list{folder, {}, {}};
    if (auto ok = takeOptions(options, list); !ok)
        return ok.error();
    if (!list.chosen)
        if (auto ok = findFiles(readers, list); !ok)
            return ok.error();
    for (std::vector<std::string>* names : {&list.names, &list.passedOver}) {
        std::sort(names->begin(), names->end(), comesBefore);
        names->erase(std::unique(names->begin(), names->end()), names->end());
    }
    return list;
}

Result<ImportPreview> previewGraphFiles(const ReaderRegistry& readers, const GraphFileList& files,
                                        const ReadContext& context) {
    const auto parsed = GraphFilesWork(readers, files, context).read();
    if (!parsed)
        return parsed.error();
    ImportPreview preview;
    preview.recognisedAs = "One graph in each file";
    preview.becomes = graphContents(parsed->graphs);
    preview.kind = ValueKind::graphSet;
    preview.records = static_cast<std::int64_t>(parsed->graphs.graphCount());
    showTable(parsed->graphs.graphs, preview);
    showGraphRoles(parsed->graphs, preview);
    preview.problems = ledgerProblems(parsed->ledger);
    for (PreviewProblem& problem : preview.problems)
        if (problem.title.starts_with("File left out"))
            problem.detail = "The other files are read.";
    preview.problems.insert(preview.problems.begin(), proposal(parsed->graphs.graphCount(), files.joined));
    preview.options = {{"joined", files.joined}};
    if (files.chosen)
        preview.options["files"] = files.names;
    return preview;
}

Result<Dataset> readGraphFiles(const ReaderRegistry& readers, const GraphFileList& files, const ReadContext& context) {
    GraphFilesWork work(readers, files, context);
    auto parsed = work.read();
    if (!parsed)
        return parsed.error();
    Dataset dataset;
    dataset.title = parsed->graphs.name;
    dataset.ledger = std::move(parsed->ledger);
    dataset.value = makeValue(std::move(parsed->graphs));
    dataset.source.options = {{"files", work.used()}}; // reads the same again, without what was left out
    return dataset;
}

} // namespace vitrine
