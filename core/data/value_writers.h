#pragma once

#include "core/data/writer.h"

namespace vitrine {

/// graphset-1, the graph format of this program: JSON with everything that a graph set holds.
class GraphSetWriter : public Writer {
public:
    std::string id() const override { return "graphset"; }
    std::string title() const override { return "graphset-1 (JSON)"; }
    std::string suffix() const override { return ".json"; }
    bool accepts(const Value& value) const override { return kindOf(value) == ValueKind::graphSet; }
    Result<std::vector<WrittenFile>> write(const Value& value, const std::string& path,
                                           const ReadContext& context) const override;
};

/// Tables, series and matrices as CSV.
class CsvWriter : public Writer {
public:
    std::string id() const override { return "csv"; }
    std::string title() const override { return "CSV"; }
    std::string suffix() const override { return ".csv"; }
    bool accepts(const Value& value) const override;
    Result<std::vector<WrittenFile>> write(const Value& value, const std::string& path,
                                           const ReadContext& context) const override;
};

} // namespace vitrine
