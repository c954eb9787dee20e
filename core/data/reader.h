#pragma once

#include "core/base/result.h"
#include "core/data/dataset.h"
#include "core/data/file_window.h"
#include "core/data/partial_read.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace vitrine {

/// What the first bytes of a file say about it.
struct FileHead {
    std::string path;
    std::int64_t size = 0;
    std::string bytes; ///< the first 64 KiB at most, decompressed
};
Result<FileHead> readFileHead(const std::string& path);

/// One way in which a column of a table can be used.
enum class ColumnRole { attribute, id, structure, target, split, ignore };
std::string_view columnRoleName(ColumnRole role);

/// A column as the preview shows it.
struct PreviewColumn {
    std::string name;
    ColumnType type = ColumnType::text;
    ColumnRole role = ColumnRole::attribute;
};

/// One way to deal with a problem.
struct PreviewChoice {
    std::string label;      ///< "Trim them"
    nlohmann::json options; ///< changes to the reader's options, as a JSON merge patch; null or {}: none
};

/// Something a person should look at before reading.
struct PreviewProblem {
    std::string title;                       ///< "Spaces around 276 values"
    std::string detail;                      ///< one or two sentences with line numbers
    std::vector<PreviewChoice> choices = {}; ///< what can be done about it; empty: only to be known
    std::size_t chosen = 0;                  ///< the choice that the present options stand for
};

/// What a file will become, shown before anything is read into the project.
struct ImportPreview {
    std::string recognisedAs; ///< "CSV, comma, UTF-8"
    std::string becomes;      ///< "Molecules (RDKit) and table"
    ValueKind kind = ValueKind::table;
    std::int64_t records = -1; ///< -1: not known before reading
    std::vector<PreviewColumn> columns;
    std::vector<std::vector<std::string>> firstRows;
    std::vector<std::vector<std::string>> lastRows;
    std::vector<PreviewProblem> problems;
    nlohmann::json options; ///< complete options as detected; may be edited and handed to read()
};

/// Progress and stop of one import.
struct ReadContext {
    std::stop_token stop;
    FileWindow window = {}; ///< only for readers that read windows
    std::function<void(double fraction, const std::string& stage)> progress = [](double, const std::string&) {};
    int threads = 1;
    std::shared_ptr<PartialRead> keep = {}; ///< none: of a reading that is stopped nothing is kept
};

/// Reads one family of files. Stateless; used from worker threads. Every file is hostile: bounds are checked before
/// memory is taken, and every refusal is one sentence with file, line, what is wrong and what would be right.
class Reader {
public:
    virtual ~Reader() = default;
    virtual std::string id() const = 0;
    /// 0: not mine; 100: certain. Only the head may be looked at.
    virtual int score(const FileHead& head) const = 0;
    /// Looks through the file as far as is needed for the plan; `options` may hold corrections of a former preview.
    virtual Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                          const ReadContext& context) const = 0;
    virtual Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                                 const ReadContext& context) const = 0;
    /// Whether a part of a file can be read by itself, so that a file can be followed while it grows.
    virtual bool readsWindows() const { return false; }
    /// Whether it reads records one by one and has the option "rows", the number of those from the start that are
    /// read: then a stopped reading can keep what it has. Such a reader either returns what is complete, or leaves the
    /// number in context.keep together with ErrorCode::cancelled and is asked again for the first rows.
    virtual bool keepsPart() const { return false; }
};

/// A reader of data sets that lie in several files side by side. preview() and read() are given the main file; sizes
/// and hashes are those of all files.
class FileSetReader : public Reader {
public:
    /// The main file of the data set to which a file belongs, judged by its name and those beside it; empty: to none.
    virtual std::string mainFile(const std::string& path) const = 0;
    /// The files of a data set that are there, sorted.
    virtual std::vector<std::string> files(const std::string& mainFile) const = 0;
};

/// All readers; the highest score wins. Look-alikes (pickle, Git-LFS pointer, HTML page, PDF, empty file) are refused
/// by name before any reader is asked.
class ReaderRegistry {
public:
    /// The readers of core.
    static ReaderRegistry withBuiltins();
    void add(std::shared_ptr<const Reader> reader);
    std::shared_ptr<const Reader> byId(std::string_view id) const;
    Result<std::shared_ptr<const Reader>> recognise(const FileHead& head) const;

    /// The file that stands for the data set to which a file belongs: mostly itself. A folder with one data set of
    /// several files stands for it. Looks at names only.
    std::string mainFile(const std::string& path) const;
    /// All files of the data set of a main file.
    std::vector<std::string> filesOf(const std::string& mainFile) const;

    /// recognise + preview; also given another file of the data set or its folder
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options = {},
                                  const ReadContext& context = {}) const;
    /// recognise + read; fills source and contentHash. Given as above.
    Result<Dataset> read(const std::string& path, const nlohmann::json& options = {},
                         const ReadContext& context = {}) const;

private:
    struct Recognised {
        std::string path;
        FileHead head;
        std::shared_ptr<const Reader> reader;
    };
    Result<Recognised> open(const std::string& path) const;
    Result<std::string> soleFileOf(const std::string& folder) const;
    std::string setOf(const std::string& path) const;

    std::vector<std::shared_ptr<const Reader>> m_readers;
};

} // namespace vitrine
