#include "app/cli/result_folder.h"

#include "app/cli/earlier_results.h"
#include "core/base/file_write.h"
#include "core/values/text.h"
#include "core/values/value_codec.h"
#include "core/values/value_export.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace vitrine::cli {
namespace {

using nlohmann::ordered_json;

Result<void> writeJson(const std::string& path, const ordered_json& json) {
    return writeFileAtomically(path, json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n');
}

Error onOut(const std::string& path, const Error& error) {
    return makeError(error.code, "--out " + path + ": " + error.message);
}

/// The deepest folder of a path that is there already.
QString nearestFolder(const QString& path) {
    QString folder = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
    while (!QFileInfo::exists(folder) && folder != QDir::rootPath())
        folder = QFileInfo(folder).path();
    return folder;
}

/// Copies the folder that a run wrote; it is removed with the run's scratch folder otherwise. The marker comes first,
/// so that what a killed run leaves is known, too.
Result<void> copyFiles(const Files& files, const std::string& target) {
    namespace fs = std::filesystem;
    std::error_code failed;
    fs::create_directories(target, failed);
    if (!failed)
        if (const auto marked = writeJson(target + '/' + kFilesMarker, ordered_json(files.names)); !marked)
            return marked;
    for (const std::string& name : files.names) {
        if (const fs::path plain = fs::path(name).lexically_normal();
            plain.empty() || plain.is_absolute() || *plain.begin() == "..")
            return makeError(ErrorCode::plugin, target + ": the name \"" + name + "\" leads out of the folder");
        const fs::path to = fs::path(target) / name;
        if (!failed)
            fs::create_directories(to.parent_path(), failed);
        if (!failed)
            fs::copy_file(fs::path(files.folder) / name, to, fs::copy_options::overwrite_existing, failed);
        if (failed)
            return makeError(ErrorCode::io, to.string() + ": cannot be written: " + failed.message());
    }
    if (failed)
        return makeError(ErrorCode::io, target + ": cannot be written: " + failed.message());
    return {};
}

} // namespace

Result<void> ResultFolder::check(const std::string& path) {
    const QString nearest = nearestFolder(toQString(path));
    if (!QFileInfo(nearest).isDir())
        return makeError(ErrorCode::invalidArgument,
                         "--out " + path + ": " + (QFileInfo::exists(toQString(path)) ? "this" : toStd(nearest)) +
                             " is a file, expected a folder");
    if (const auto earlier = findEarlierResults(toQString(path)); !earlier)
        return onOut(path, earlier.error());
    if (const auto writable = checkFolderIsWritable(toStd(nearest)); !writable)
        return makeError(ErrorCode::invalidArgument,
                         "--out " + path + ": the folder cannot be written: " + writable.error().message);
    return {};
}

Result<std::unique_ptr<ResultFolder>> ResultFolder::open(const std::string& path, ordered_json run,
                                                         const std::vector<OutputDescription>& outputs) {
    if (const auto good = check(path); !good)
        return good.error();
    const auto earlier = findEarlierResults(toQString(path));
    if (!earlier)
        return onOut(path, earlier.error());
    const QDir folder(toQString(path));
    if (!folder.mkpath(QStringLiteral(".")))
        return makeError(ErrorCode::io, "--out " + path + ": the folder could not be made");
    if (const auto removed = removeEarlierResults(*earlier); !removed)
        return onOut(path, removed.error());
    run["expected_outputs"] = ordered_json::array();
    for (const OutputDescription& output : outputs)
        run["expected_outputs"].push_back(output.id);
    const std::string absolute = toStd(QDir::cleanPath(folder.absolutePath()));
    if (const auto written = writeJson(absolute + '/' + kRunFileName, run); !written)
        return onOut(path, written.error());
    return std::unique_ptr<ResultFolder>(new ResultFolder(absolute));
}

Result<std::string> ResultFolder::write(const OutputDescription& output, const Value& value, bool partial) {
    std::string name;
    if (const auto files = valueAs<Files>(value)) {
        name = output.id;
        if (const auto removed = removeOutputFolder(toQString(m_path + '/' + name)); !removed) // the partial one
            return removed.error();
        if (const auto copied = copyFiles(*files, m_path + '/' + name); !copied)
            return copied.error();
    } else {
        const ExportedFile file = exportValue(value);
        name = output.id + file.suffix;
        if (const auto written = writeFileAtomically(m_path + '/' + name, file.text); !written)
            return written.error();
    }
    ordered_json entry{{"id", output.id},
                       {"title", output.title},
                       {"kind", valueKindName(output.kind)},
                       {"file", name},
                       {"content_sha256", contentSha256(value)},
                       {"partial", partial}};
    const std::scoped_lock lock(m_mutex);
    const auto old =
        std::find_if(m_outputs.begin(), m_outputs.end(), [&](const auto& o) { return o.at("id") == output.id; });
    if (old != m_outputs.end())
        *old = std::move(entry);
    else
        m_outputs.push_back(std::move(entry));
    return name;
}

Result<void> ResultFolder::finish(ordered_json run) {
    const std::scoped_lock lock(m_mutex);
    run["outputs"] = m_outputs;
    return writeJson(m_path + '/' + kRunFileName, run);
}

} // namespace vitrine::cli
