#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>

class QRegularExpression;

namespace vitrine::intruder_threshold {

/// A key of rank_pattern or alpha_pattern: fits a module path when `^(.*\.)?(key)$` does.
class NamePattern {
public:
    /// @param place  begins every message, e.g. "alpha_pattern"
    /// @errors parse  the key is no regular expression, or too long
    static Result<NamePattern> compile(const std::string& key, const std::string& place);

    /// @errors out_of_range  the expression needs too many steps on this path
    Result<bool> matches(const std::string& path) const;

    const std::string& key() const { return m_key; }

private:
    NamePattern(std::string key, std::string place, std::shared_ptr<const QRegularExpression> expression);

    std::string m_key;
    std::string m_place;
    std::shared_ptr<const QRegularExpression> m_expression;
};

} // namespace vitrine::intruder_threshold
