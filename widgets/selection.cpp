#include "widgets/selection.h"

namespace vitrine {

QStringList Selection::keys(const QString& kind) const {
    return m_keys.value(kind);
}

void Selection::select(const QString& kind, const QStringList& keys) {
    QStringList unique = keys;
    unique.removeDuplicates();
    selectDistinct(kind, unique);
}

void Selection::selectDistinct(const QString& kind, const QStringList& keys) {
    if (m_kind == kind && m_keys.value(kind) == keys)
        return;
    m_kind = kind;
    m_keys[kind] = keys;
    remember();
    Q_EMIT changed(kind);
}

void Selection::toggle(const QString& kind, const QString& key) {
    QStringList next = keys(kind);
    if (next.removeAll(key) == 0)
        next.append(key);
    select(kind, next);
}

void Selection::clear() {
    const QStringList kinds = m_keys.keys();
    if (m_keys.isEmpty())
        return;
    m_keys.clear();
    m_kind.clear();
    remember();
    for (const QString& kind : kinds)
        Q_EMIT changed(kind);
}

void Selection::hover(const QString& kind, const QString& key) {
    if (m_hoverKind == kind && m_hoverKey == key)
        return;
    m_hoverKind = kind;
    m_hoverKey = key;
    Q_EMIT hoverChanged(kind);
}

void Selection::remember() {
    m_history.resize(m_position + 1);
    m_history.append(State{m_kind, m_keys});
    if (m_history.size() > kMaxHistory)
        m_history.removeFirst();
    m_position = m_history.size() - 1;
}

void Selection::back() {
    if (canGoBack())
        restore(m_position - 1);
}

void Selection::forward() {
    if (canGoForward())
        restore(m_position + 1);
}

void Selection::restore(qsizetype position) {
    const QMap<QString, QStringList> before = m_keys;
    m_position = position;
    m_kind = m_history[position].kind;
    m_keys = m_history[position].keys;
    QStringList kinds = before.keys() + m_keys.keys();
    kinds.removeDuplicates();
    for (const QString& kind : kinds)
        if (before.value(kind) != m_keys.value(kind))
            Q_EMIT changed(kind);
}

} // namespace vitrine
