#include "app/cli/result_folder.h"

#include "core/values/text.h"
#include "core/values/value_codec.h"
#include "core/values/value_export.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>

#include <algorithm>

namespace vitrine::cli {
namespace {

using nlohmann::ordered_json;

const QString kRunFile = QStringLiteral("run.json");
constexpr qint64 kMaxRunFileBytes = 64LL << 20;

Result<void> writeText(const QString& path, const std::string& text) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(text.data(), static_cast<qint64>(text.size())) >= 0 &&
        file.commit())
        return {};
    return makeError(ErrorCode::io, toStd(path) + " could not be written: " + toStd(file.errorString()));
}

/// A name that run.json gives may only mean something within the folder.
bool isPlainName(const QString& name) {
    return !name.isEmpty() && !name.contains(QLatin1Char('/')) && name != QLatin1String("..") &&
           name != QLatin1String(".");
}

/// Removes what an earlier run wrote, as its run.json says.
void removeEarlier(const QDir& folder) {
    QFile file(folder.filePath(kRunFile));
    if (file.size() > kMaxRunFileBytes || !file.open(QIODevice::ReadOnly))
        return;
    const QByteArray bytes = file.readAll();
    const auto run = nlohmann::json::parse(bytes.begin(), bytes.end(), nullptr, false);
    const auto outputs = run.is_object() ? run.value("outputs", nlohmann::json::array()) : nlohmann::json::array();
    for (const auto& output : outputs) {
        const auto name = output.is_object() ? output.value("file", nlohmann::json()) : nlohmann::json();
        const QString plain = name.is_string() ? toQString(name.get<std::string>()) : QString();
        if (!isPlainName(plain))
            continue;
        const QString path = folder.filePath(plain);
        if (QFileInfo(path).isDir())
            QDir(path).removeRecursively();
        else
            QFile::remove(path);
    }
    QFile::remove(folder.filePath(kRunFile));
}

/// Copies the folder that a run wrote; it is removed with the run's scratch folder otherwise.
Result<void> copyFiles(const Files& files, const QString& target) {
    for (const std::string& name : files.names) {
        const QString to = target + QLatin1Char('/') + toQString(name);
        if (!QDir().mkpath(QFileInfo(to).path()) || !QFile::copy(toQString(files.folder + '/' + name), to))
            return makeError(ErrorCode::io, toStd(to) + " could not be written");
    }
    return {};
}

} // namespace

Result<std::unique_ptr<ResultFolder>> ResultFolder::open(const std::string& path) {
    QDir folder(toQString(path));
    if (QFileInfo::exists(folder.path()) && !QFileInfo(folder.path()).isDir())
        return makeError(ErrorCode::invalidArgument, "--out " + path + ": this is a file, expected a folder");
    if (!folder.mkpath(QStringLiteral(".")))
        return makeError(ErrorCode::io, "--out " + path + ": the folder could not be made");
    removeEarlier(folder);
    folder.refresh();
    if (!folder.isEmpty())
        return makeError(ErrorCode::invalidArgument,
                         "--out " + path + ": the folder holds other files; expected an empty one or that of a run");
    return std::unique_ptr<ResultFolder>(new ResultFolder(toStd(QDir::cleanPath(folder.absolutePath()))));
}

Result<std::string> ResultFolder::write(const OutputDescription& output, const Value& value, bool partial) {
    std::string name;
    if (const auto files = valueAs<Files>(value)) {
        name = output.id;
        const QString target = toQString(m_path + '/' + name);
        QDir(target).removeRecursively();
        if (const auto copied = copyFiles(*files, target); !copied)
            return copied.error();
    } else {
        const ExportedFile file = exportValue(value);
        name = output.id + file.suffix;
        if (const auto written = writeText(toQString(m_path + '/' + name), file.text); !written)
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
    return writeText(toQString(m_path + '/') + kRunFile,
                     run.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

} // namespace vitrine::cli
