#pragma once

#include <functional>
#include <memory>
#include <string>

namespace vitrine {

/// A picture without axes: molecules, a graph. What it is made of and how it is painted belongs to widgets
/// (PaintedDrawing). Immutable, used from several threads.
class FigureDrawing {
public:
    virtual ~FigureDrawing() = default;
    /// The data shown, with a header.
    virtual std::string csv() const = 0;
    /// The same with every text changed, for anonymous reports.
    using ChangeText = std::function<std::string(const std::string&)>;
    virtual std::shared_ptr<const FigureDrawing> withTexts(const ChangeText& change) const = 0;
};

} // namespace vitrine
