#include "app/cli/run_targets.h"

#include "app/cli/result_folder.h"
#include "core/base/file_write.h"
#include "core/values/text.h"
#include "widgets/report/report_writer.h"

#include <QDir>
#include <QFileInfo>

namespace vitrine::cli {
namespace {

Error wrong(const std::string& what) {
    return makeError(ErrorCode::invalidArgument, what);
}

/// Absolute and without links, as far as the path exists.
QString realPath(const std::string& path) {
    const QFileInfo info(QDir::cleanPath(QFileInfo(toQString(path)).absoluteFilePath()));
    if (const QString real = info.canonicalFilePath(); !real.isEmpty())
        return real;
    if (info.isRoot() || info.path() == info.filePath())
        return info.filePath();
    return QDir(realPath(toStd(info.path()))).filePath(info.fileName());
}

struct Place {
    std::string shown; ///< "--input model=PATH"
    QString real;
};

bool isWithin(const Place& inner, const Place& folder) {
    return inner.real.startsWith(folder.real.endsWith(QLatin1Char('/')) ? folder.real : folder.real + QLatin1Char('/'));
}

Result<void> checkApart(const Place& a, const Place& b) {
    if (a.real == b.real)
        return wrong(a.shown + " and " + b.shown + " name the same path");
    return {};
}

/// Nothing that is needed may lie in a folder whose content is replaced.
Result<void> checkOutside(const Place& place, const Place& folder) {
    if (isWithin(place, folder))
        return wrong(place.shown + " lies in the folder of " + folder.shown + ", whose content is replaced");
    return checkApart(place, folder);
}

std::vector<Place> inputPlaces(const CommandLine& line, const std::vector<InputReference>& inputs) {
    std::vector<Place> places;
    for (const InputReference& input : inputs)
        if (!input.path.empty())
            places.push_back({"--input " + input.inputId + '=' + input.path, realPath(input.path)});
    if (QFileInfo(toQString(line.experiment)).isFile())
        places.push_back({"the experiment " + line.experiment, realPath(line.experiment)});
    return places;
}

Result<void> checkReadPlaces(const std::vector<Place>& places, const Place& target, bool isFolder) {
    for (const Place& place : places)
        if (const auto good = isFolder ? checkOutside(place, target) : checkApart(place, target); !good)
            return good;
    return {};
}

/// Inputs and the project stay apart from everything that is written.
Result<void> checkPlaces(const CommandLine& line, const std::vector<InputReference>& inputs) {
    std::vector<Place> places = inputPlaces(line, inputs);
    if (!line.project.empty()) {
        const Place project{"--project " + line.project, realPath(line.project)};
        if (const auto good = checkReadPlaces(places, project, false); !good)
            return good;
        places.push_back(project);
    }
    const Place out{"--out " + line.outFolder, realPath(line.outFolder)};
    if (!line.outFolder.empty())
        if (const auto good = checkReadPlaces(places, out, true); !good)
            return good;
    if (line.reportFile.empty())
        return {};
    const Place report{"--report " + line.reportFile, realPath(line.reportFile)};
    const bool isFolder = isReportFolder(toQString(line.reportFile));
    if (!line.outFolder.empty()) {
        if (isFolder)
            places.push_back(out);
        if (const auto good = checkApart(report, out); !good)
            return good;
    }
    return checkReadPlaces(places, report, isFolder);
}

/// Whether the folder of the report is that of the results, which the run makes.
bool isMadeByOut(const CommandLine& line) {
    const QString folder = QFileInfo(toQString(line.reportFile)).path();
    return !line.outFolder.empty() && !QFileInfo::exists(folder) && !isReportFolder(toQString(line.reportFile)) &&
           realPath(toStd(folder)) == realPath(line.outFolder);
}

} // namespace

Result<void> checkProjectPath(const std::string& project) {
    const QFileInfo info(toQString(project));
    if (info.isDir())
        return wrong("--project " + project + ": this is a folder, expected a file");
    if (info.exists())
        return {};
    const std::string folder = toStd(QFileInfo(info.path()).filePath());
    if (!QFileInfo(info.path()).isDir())
        return wrong("--project " + project + ": the folder " + folder + " does not exist");
    if (const auto writable = checkFolderIsWritable(folder); !writable)
        return wrong("--project " + project + ": the project cannot be created there: " + writable.error().message);
    return {};
}

Result<void> checkReportPath(const std::string& option, const std::string& report) {
    if (const auto good = checkReportTarget(toQString(report)); !good)
        return wrong(option + ' ' + report + ": " + good.error().message);
    return {};
}

Result<void> checkRunTargets(const CommandLine& line, const std::vector<InputReference>& inputs) {
    if (const auto apart = checkPlaces(line, inputs); !apart)
        return apart;
    if (!line.project.empty())
        if (const auto good = checkProjectPath(line.project); !good)
            return good;
    if (!line.reportFile.empty() && !isMadeByOut(line))
        if (const auto good = checkReportPath("--report", line.reportFile); !good)
            return good;
    return line.outFolder.empty() ? Result<void>() : ResultFolder::check(line.outFolder);
}

} // namespace vitrine::cli
