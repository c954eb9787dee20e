#pragma once

#include "core/data/ledger.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QTemporaryDir>

#include <string>

namespace vitrine::samples {

/// A folder for the files of one test.
class DataFolder {
public:
    /// Path of a file with these bytes.
    std::string write(const QString& name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(name));
        QDir().mkpath(QFileInfo(file).absolutePath());
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write a test file");
        return file.fileName().toStdString();
    }
    /// Several files from one text: a line "== NAME" begins each. Gives the path of the first.
    std::string writeAll(const QByteArray& text) {
        std::string first;
        QByteArray marked = '\n' + text;
        for (const QByteArray& part : marked.replace("\n== ", "\x01").split('\x01')) {
            const qsizetype end = part.indexOf('\n');
            if (end < 0)
                continue;
            const QByteArray lines = part.mid(end + 1);
            const std::string path =
                write(QString::fromUtf8(part.left(end)), lines.endsWith('\n') ? lines : lines + '\n');
            first = first.empty() ? path : first;
        }
        return first;
    }
    std::string path() const { return m_folder.path().toStdString(); }

private:
    QTemporaryDir m_folder;
};

/// "dropped 1 [smiles]: reason @3,5" line by line.
inline QString ledgerText(const Ledger& ledger) {
    QString text;
    for (const LedgerEntry& entry : ledger.entries()) {
        text += QString::fromStdString(std::string(ledgerActionName(entry.action)) + ' ' + std::to_string(entry.count) +
                                       " [" + entry.column + "]: " + entry.reason);
        QStringList lines;
        for (const std::int64_t line : entry.lines)
            lines << QString::number(line);
        if (!lines.isEmpty())
            text += QStringLiteral(" @") + lines.join(QLatin1Char(','));
        text += QLatin1Char('\n');
    }
    return text;
}

} // namespace vitrine::samples
