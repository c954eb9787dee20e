#pragma once

#include "core/values/text.h"

#include <nlohmann/json.hpp>

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStringList>

#include <csignal>
#include <map>
#include <string>
#include <vector>

namespace vitrine::test {

/// The program as a user of a shell meets it.
class CliProcess {
public:
    explicit CliProcess(const QStringList& arguments, const QString& folder = {},
                        const std::map<QString, QString>& environment = {}) {
        QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
        for (const auto& [name, value] : environment)
            all.insert(name, value);
        m_process.setProcessEnvironment(all);
        m_process.setWorkingDirectory(folder);
        m_process.start(QStringLiteral(VITRINE_PROGRAM), arguments);
        m_process.waitForStarted();
    }

    /// Waits for the end. @return the exit code; -1 after a time-out, -2 after a crash or kill
    int finish(int timeoutMs = 30000) {
        if (!m_process.waitForFinished(timeoutMs))
            return -1;
        m_out += m_process.readAllStandardOutput();
        m_err += m_process.readAllStandardError();
        return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -2;
    }
    /// Waits until standard output holds the text.
    bool waitForOutput(const QByteArray& text, int timeoutMs = 20000) {
        QElapsedTimer timer;
        timer.start();
        while (!m_out.contains(text) && timer.elapsed() < timeoutMs && m_process.state() == QProcess::Running) {
            m_process.waitForReadyRead(50);
            m_out += m_process.readAllStandardOutput();
        }
        return m_out.contains(text);
    }
    /// Nothing when the process is over: a signal to process 0 would go to the tests themselves.
    void send(int signal) const {
        if (const auto pid = static_cast<pid_t>(m_process.processId()); pid > 0)
            ::kill(pid, signal);
    }

    QString out() const { return QString::fromUtf8(m_out); }
    QString err() const { return QString::fromUtf8(m_err); }
    /// Standard output as JSON lines; a line that is none becomes a discarded value.
    std::vector<nlohmann::json> lines() const {
        std::vector<nlohmann::json> all;
        for (const QByteArray& line : m_out.split('\n'))
            if (!line.isEmpty())
                all.push_back(nlohmann::json::parse(line.begin(), line.end(), nullptr, false));
        return all;
    }

private:
    QProcess m_process;
    QByteArray m_out;
    QByteArray m_err;
};

inline QByteArray readFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline nlohmann::json readJson(const QString& path) {
    const QByteArray bytes = readFile(path);
    return nlohmann::json::parse(bytes.begin(), bytes.end(), nullptr, false);
}

inline void writeFile(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(bytes);
}

/// A table with two columns, "part" (text) and "length".
inline QByteArray lengthsCsv(int rows) {
    QByteArray csv = "part,length\n";
    for (int i = 0; i < rows; ++i)
        csv += "P" + QByteArray::number(i) + "," + QByteArray::number(50.0 + (i * 37 % 101) / 10.0) + "\n";
    return csv;
}

} // namespace vitrine::test
