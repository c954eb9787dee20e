#pragma once

#include <QMap>
#include <QObject>
#include <QStringList>

namespace vitrine {

/// The one selection of a page: a key kind ("path", "graph", "layer") and the chosen keys. All panes of the page share
/// it and never call each other. A selection is kept per kind; `current` is the kind that was changed last.
class Selection : public QObject {
    Q_OBJECT
public:
    static constexpr qsizetype kMaxHistory = 500; ///< steps that back and forward reach

    explicit Selection(QObject* parent = nullptr) : QObject(parent) {}

    QString currentKind() const { return m_kind; }
    QStringList keys(const QString& kind) const;
    bool contains(const QString& kind, const QString& key) const { return keys(kind).contains(key); }

    /// Sets the keys of a kind (order kept, doubles removed) and makes it current. Adds a step to back and forward.
    void select(const QString& kind, const QStringList& keys);
    /// The same for keys that are known to differ; many of them cost nothing.
    void selectDistinct(const QString& kind, const QStringList& keys);
    void toggle(const QString& kind, const QString& key);
    void clear();
    /// Transient emphasis under the pointer; empty key: none. Not part of the history.
    void hover(const QString& kind, const QString& key);
    QString hoverKind() const { return m_hoverKind; }
    QString hoverKey() const { return m_hoverKey; }

    bool canGoBack() const { return m_position > 0; }
    bool canGoForward() const { return m_position + 1 < m_history.size(); }
    void back();
    void forward();

Q_SIGNALS:
    void changed(const QString& kind);
    void hoverChanged(const QString& kind);

private:
    struct State {
        QString kind;
        QMap<QString, QStringList> keys;
    };
    void remember();
    void restore(qsizetype position);

    QString m_kind;
    QMap<QString, QStringList> m_keys;
    QList<State> m_history{State{}};
    qsizetype m_position = 0;
    QString m_hoverKind;
    QString m_hoverKey;
};

} // namespace vitrine
