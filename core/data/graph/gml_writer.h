#pragma once

#include "core/data/writer.h"

namespace vitrine {

/// GML in plain ASCII. Names that GML has no place for are escaped ("_x0020_" for a space, with a "k" before it at the
/// start); the columns' types, order, units and roles stand in a field before the graphs.
class GmlWriter : public Writer {
public:
    std::string id() const override { return "gml"; }
    std::string title() const override { return "GML"; }
    std::string suffix() const override { return ".gml"; }
    bool accepts(const Value& value) const override { return kindOf(value) == ValueKind::graphSet; }
    Result<std::vector<WrittenFile>> write(const Value& value, const std::string& path,
                                           const ReadContext& context) const override;
};

} // namespace vitrine
