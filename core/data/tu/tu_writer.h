#pragma once

#include "core/data/writer.h"

namespace vitrine {

/// The text format of the TU collection. The column "label", or that which labels the nodes, becomes the node label,
/// "bond" the edge label, "class" (or a target of whole numbers, truth values or text) the graph label; all other
/// columns of numbers become attributes. Text becomes numbers from 0, in the order in which it is met; a column
/// "degree" that counts the edges is left out, since reading makes it again.
class TuWriter : public Writer {
public:
    std::string id() const override { return "tu"; }
    std::string title() const override { return "TU data set"; }
    std::string suffix() const override { return "_A.txt"; }
    std::string limits() const override;
    bool accepts(const Value& value) const override { return kindOf(value) == ValueKind::graphSet; }
    std::vector<std::string> fileNames(const std::string& path) const override;
    Result<std::vector<WrittenFile>> write(const Value& value, const std::string& path,
                                           const ReadContext& context) const override;
};

} // namespace vitrine
