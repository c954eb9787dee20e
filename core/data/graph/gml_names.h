#pragma once

#include <string>
#include <string_view>

namespace vitrine {

/// A column name as a field name of GML, which has letters, digits and "_" only and begins with a letter: all else is
/// escaped as "_x0020_", and where an escape would come first a "k" stands before it.
/// @param reserved  whether the name itself means something in GML and must not be used
std::string gmlName(std::string_view name, bool reserved);
/// The column name of a field name that was made by gmlName.
std::string columnName(std::string_view gmlName);

} // namespace vitrine
