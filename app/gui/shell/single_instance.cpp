#include "app/gui/shell/single_instance.h"

#include "app/gui/app_settings.h"

#include <QCryptographicHash>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>

#include <unistd.h>

namespace vitrine {

namespace {

constexpr int kPatienceMs = 1000;
constexpr qint64 kLargestMessage = 1 << 20;
const QByteArray kTaken = "taken\n";

/// Of this user and this state folder alone.
QString serverName() {
    const QByteArray folder =
        QCryptographicHash::hash(QDir(stateFolder()).absolutePath().toUtf8(), QCryptographicHash::Sha256)
            .toHex()
            .left(12);
    return QStringLiteral("vitrine-%1-%2").arg(getuid()).arg(QLatin1String(folder));
}

} // namespace

SingleInstance::SingleInstance(QObject* parent) : QObject(parent) {}

SingleInstance::~SingleInstance() = default;

bool SingleInstance::handOver(const QStringList& files, const QString& sample) const {
    QLocalSocket socket;
    socket.connectToServer(serverName());
    if (!socket.waitForConnected(kPatienceMs))
        return false;
    const QJsonObject message{{QStringLiteral("files"), QJsonArray::fromStringList(files)},
                              {QStringLiteral("sample"), sample}};
    socket.write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
    if (!socket.waitForBytesWritten(kPatienceMs))
        return false;
    // A window that hangs answers nothing; then there is a new one.
    QByteArray answer;
    while (!answer.contains('\n') && socket.waitForReadyRead(kPatienceMs))
        answer += socket.readAll();
    return answer == kTaken;
}

bool SingleInstance::listen() {
    m_server = std::make_unique<QLocalServer>();
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    if (!m_server->listen(serverName())) {
        // Left behind by a program that was killed: nobody answered there before.
        QLocalServer::removeServer(serverName());
        if (!m_server->listen(serverName()))
            return false;
    }
    connect(m_server.get(), &QLocalServer::newConnection, this, &SingleInstance::take);
    return true;
}

void SingleInstance::take() {
    QLocalSocket* socket = m_server->nextPendingConnection();
    if (!socket)
        return;
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
        if (socket->bytesAvailable() > kLargestMessage)
            return socket->abort();
        if (!socket->canReadLine())
            return;
        const QJsonObject message = QJsonDocument::fromJson(socket->readLine()).object();
        QStringList files;
        const QJsonArray list = message.value(QLatin1String("files")).toArray();
        for (const auto& file : list)
            if (file.isString())
                files.append(file.toString());
        socket->write(kTaken);
        socket->flush();
        Q_EMIT received(files, message.value(QLatin1String("sample")).toString());
    });
}

} // namespace vitrine
