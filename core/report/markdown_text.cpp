#include "core/report/markdown_text.h"

#include <algorithm>

namespace vitrine {

std::string escapeMarkdown(std::string_view text) {
    constexpr std::string_view kSpecial = "\\`*_[]<>#|~&";
    std::string escaped;
    escaped.reserve(text.size() + 8);
    bool atStart = true; // of a line, where "-", "+" and "1. " begin a list
    bool afterDigits = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool beforeSpace = i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\n';
        const bool beginsList = (atStart && (c == '-' || c == '+')) || (afterDigits && (c == '.' || c == ')'));
        if (kSpecial.find(c) != std::string_view::npos || (beginsList && beforeSpace))
            escaped += '\\';
        escaped += c;
        afterDigits = c >= '0' && c <= '9' && (atStart || afterDigits);
        atStart = c == '\n' || (atStart && c == ' ');
    }
    return escaped;
}

std::string markdownCell(std::string_view text) {
    std::string cell = escapeMarkdown(text);
    std::replace(cell.begin(), cell.end(), '\n', ' ');
    std::replace(cell.begin(), cell.end(), '\r', ' ');
    return cell;
}

std::string fileNameText(std::string_view text) {
    std::string name;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (plain)
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    while (!name.empty() && name.back() == '-')
        name.pop_back();
    return name.empty() ? "data" : name;
}

} // namespace vitrine
