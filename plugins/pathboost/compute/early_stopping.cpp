#include "plugins/pathboost/compute/early_stopping.h"

namespace vitrine::pathboost {

bool StopWatcher::update(double error) {
    const std::size_t now = m_errors.size();
    m_errors.push_back(error);
    if (now == 0 || error < m_errors[m_best])
        m_best = now;
    if (now == 0 || error < m_improved - m_rules.tolerance) {
        m_improved = error;
        m_improvedAt = now;
    }
    if (m_rules.targetError)
        return error <= *m_rules.targetError;
    if (!m_rules.patience)
        return false;
    const auto patience = static_cast<std::size_t>(*m_rules.patience);
    if (m_rules.rule == StopRule::paper)
        return now - m_improvedAt >= patience;
    return m_errors.size() >= patience && m_errors[m_errors.size() - patience] - error < m_rules.tolerance;
}

} // namespace vitrine::pathboost
