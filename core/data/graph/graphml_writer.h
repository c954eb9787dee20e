#pragma once

#include "core/data/writer.h"

namespace vitrine {

/// GraphML with keys for all columns, and the columns' order, units and roles as a value of the file. Text that XML has
/// no place for is escaped as "_x0007_".
class GraphMlWriter : public Writer {
public:
    std::string id() const override { return "graphml"; }
    std::string title() const override { return "GraphML"; }
    std::string suffix() const override { return ".graphml"; }
    bool accepts(const Value& value) const override { return kindOf(value) == ValueKind::graphSet; }
    Result<std::vector<WrittenFile>> write(const Value& value, const std::string& path,
                                           const ReadContext& context) const override;
};

} // namespace vitrine
