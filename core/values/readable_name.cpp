#include "core/values/readable_name.h"

#include <algorithm>

namespace vitrine {

std::string readableName(std::string_view column) {
    static const std::map<std::string_view, std::string> kShort{{"rmse", "RMSE"}, {"mae", "MAE"}, {"mse", "MSE"},
                                                                {"r2", "R²"},     {"id", "ID"},   {"smiles", "SMILES"},
                                                                {"sd", "s.d."},   {"auc", "AUC"}};
    const bool isCode = column.size() > 1 && std::ranges::all_of(column, [](char c) {
                            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
                        });
    if (!isCode)
        return std::string(column);
    std::string name;
    for (std::size_t from = 0; from < column.size();) {
        const std::size_t end = std::min(column.find('_', from), column.size());
        const std::string_view word = column.substr(from, end - from);
        const auto known = kShort.find(word);
        name += name.empty() || word.empty() ? "" : " ";
        name += known == kShort.end() ? std::string(word) : known->second;
        from = end + 1;
    }
    if (!name.empty() && name.front() >= 'a' && name.front() <= 'z')
        name.front() = static_cast<char>(name.front() - 'a' + 'A');
    return name.empty() ? std::string(column) : name;
}

std::string columnTitle(const ColumnTitles& titles, const std::string& column) {
    const auto found = titles.find(column);
    return found == titles.end() ? readableName(column) : found->second;
}

} // namespace vitrine
