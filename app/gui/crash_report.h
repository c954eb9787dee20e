#pragma once

#include <QString>
#include <QStringList>

namespace vitrine {

/// From now on a crash leaves a report, a text file in the folder `crashes` of the state folder: version, signal and
/// where it was. Nothing is sent by itself. Called once, at the start of the window.
void installCrashReport();

/// Reports that nobody has been told of, oldest first.
QStringList newCrashReports();
/// Marks them as told; the files stay.
void markCrashReportsTold();

/// Folder of the reports.
QString crashFolder();

} // namespace vitrine
