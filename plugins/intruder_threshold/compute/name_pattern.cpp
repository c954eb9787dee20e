#include "plugins/intruder_threshold/compute/name_pattern.h"

#include <QRegularExpression>
#include <QString>

#include <fmt/format.h>

namespace vitrine::intruder_threshold {

namespace {

constexpr std::size_t kMaxKey = 4'096;

} // namespace

NamePattern::NamePattern(std::string key, std::string place, std::shared_ptr<const QRegularExpression> expression)
    : m_key(std::move(key)), m_place(std::move(place)), m_expression(std::move(expression)) {}

Result<NamePattern> NamePattern::compile(const std::string& key, const std::string& place) {
    if (key.size() > kMaxKey)
        return makeError(ErrorCode::parse, fmt::format("{}: a key of {} bytes is too long", place, key.size()));
    // The limit bounds what an expression with nested repeats can cost.
    const QString text = QStringLiteral("(*LIMIT_MATCH=200000)(*LIMIT_DEPTH=20000)^(.*\\.)?(") +
                         QString::fromStdString(key) + QStringLiteral(")$");
    auto expression = std::make_shared<const QRegularExpression>(text);
    if (!expression->isValid())
        return makeError(ErrorCode::parse, fmt::format("{}: \"{}\" is no regular expression: {}", place, key,
                                                       expression->errorString().toStdString()));
    return NamePattern(key, place, std::move(expression));
}

Result<bool> NamePattern::matches(const std::string& path) const {
    const QRegularExpressionMatch match = m_expression->match(QString::fromStdString(path));
    if (!match.isValid())
        return makeError(ErrorCode::outOfRange,
                         fmt::format("{}: \"{}\" takes too many steps on {}; write it without nested repeats", m_place,
                                     m_key, path));
    return match.hasMatch();
}

} // namespace vitrine::intruder_threshold
