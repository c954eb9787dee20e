#pragma once

#include <QObject>
#include <QStringList>

#include <memory>

class QLocalServer;

namespace vitrine {

/// One window per user and state folder: what a second start was asked to open goes to the window that is there.
class SingleInstance : public QObject {
    Q_OBJECT
public:
    explicit SingleInstance(QObject* parent = nullptr);
    ~SingleInstance() override;

    /// @param files  absolute @return whether a running window has taken them
    bool handOver(const QStringList& files, const QString& sample) const;
    /// Takes what later starts hand over. False when that is not possible here; the program works without.
    bool listen();

Q_SIGNALS:
    void received(const QStringList& files, const QString& sample);

private:
    void take();

    std::unique_ptr<QLocalServer> m_server;
};

} // namespace vitrine
