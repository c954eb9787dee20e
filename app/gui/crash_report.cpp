#include "app/gui/crash_report.h"

#include "app/gui/app_settings.h"

#include <QDateTime>
#include <QDir>
#include <QFile>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <execinfo.h>
#include <fcntl.h>
#include <unistd.h>

namespace vitrine {

namespace {

constexpr std::array kSignals{SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
constexpr int kDepth = 64;
constexpr std::size_t kStack = 64 * 1024;
constexpr const char* kTold = "told";

// Everything that the handler needs is made beforehand: it may take no memory and no lock.
char g_path[4096];
char g_head[512];
char g_stack[kStack];

void put(int file, const char* text) {
    if (::write(file, text, std::strlen(text)) < 0) {
        // There is nobody left to tell.
    }
}

const char* nameOf(int signal) {
    switch (signal) {
    case SIGSEGV: return "SIGSEGV, memory that is not the program's";
    case SIGABRT: return "SIGABRT, the program gave up";
    case SIGBUS: return "SIGBUS, memory that is not there";
    case SIGFPE: return "SIGFPE, a division by zero";
    case SIGILL: return "SIGILL, an instruction that the processor does not know";
    default: return "a signal";
    }
}

extern "C" void reportCrash(int signal) {
    const int file = ::open(g_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file >= 0) {
        put(file, g_head);
        put(file, "Signal: ");
        put(file, nameOf(signal));
        put(file, "\nWhere (addresses in the program and its libraries):\n");
        std::array<void*, kDepth> frames{};
        backtrace_symbols_fd(frames.data(), backtrace(frames.data(), kDepth), file);
        ::close(file);
    }
    // The system's own answer follows: core dump, exit status.
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

} // namespace

QString crashFolder() {
    return stateFolder() + QStringLiteral("/crashes");
}

void installCrashReport() {
    if (!QDir().mkpath(crashFolder()))
        return;
    const QString started = QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    const QByteArray path = QFile::encodeName(
        QStringLiteral("%1/crash-%2-%3.txt").arg(crashFolder(), started).arg(static_cast<qint64>(getpid())));
    if (path.size() >= static_cast<qsizetype>(sizeof g_path))
        return;
    std::memcpy(g_path, path.constData(), static_cast<std::size_t>(path.size()) + 1);
    std::snprintf(g_head, sizeof g_head,
                  "Vitrine %s ended unexpectedly.\nNothing of this is sent by itself. It names no data and no files of "
                  "yours; read it before you send it.\n\nStarted: %s UTC\n",
                  VITRINE_VERSION, started.toUtf8().constData());
    std::array<void*, 1> first{};
    (void)backtrace(first.data(), 1); // loads what it needs now and not in the handler
    stack_t stack{};
    stack.ss_sp = g_stack;
    stack.ss_size = kStack;
    sigaltstack(&stack, nullptr); // a stack that has run over needs another one
    struct sigaction action {};
    action.sa_handler = reportCrash;
    action.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND);
    for (const int signal : kSignals)
        sigaction(signal, &action, nullptr);
}

QStringList newCrashReports() {
    const QDir folder(crashFolder());
    QFile told(folder.filePath(QLatin1String(kTold)));
    const QByteArray last = told.open(QIODevice::ReadOnly) ? told.readAll().trimmed() : QByteArray();
    QStringList reports;
    const QStringList names = folder.entryList({QStringLiteral("crash-*.txt")}, QDir::Files, QDir::Name);
    for (const QString& name : names)
        if (name.toUtf8() > last)
            reports.append(folder.filePath(name));
    return reports;
}

void markCrashReportsTold() {
    const QDir folder(crashFolder());
    const QStringList names = folder.entryList({QStringLiteral("crash-*.txt")}, QDir::Files, QDir::Name);
    QFile told(folder.filePath(QLatin1String(kTold)));
    if (!names.isEmpty() && told.open(QIODevice::WriteOnly))
        told.write(names.last().toUtf8());
}

} // namespace vitrine
