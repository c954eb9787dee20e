#pragma once

#include <map>
#include <string>
#include <string_view>

namespace vitrine {

/// Titles of columns whose own name would not be understood, by name.
using ColumnTitles = std::map<std::string, std::string, std::less<>>;

/// "Times chosen" of "times_chosen", "RMSE" of "rmse"; names that were written for people stay as they are.
std::string readableName(std::string_view column);
/// The title of a column, else its name made readable.
std::string columnTitle(const ColumnTitles& titles, const std::string& column);

} // namespace vitrine
