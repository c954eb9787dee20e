#pragma once

#include "core/data/reader.h"

namespace vitrine {

/// NumPy arrays (.npy) of numbers or truth values with one or two dimensions: a table of one column or a matrix.
class NpyReader : public Reader {
public:
    std::string id() const override { return "npy"; }
    int score(const FileHead& head) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
};

/// Archives of NumPy arrays (.npz), of which one is read. Options: array, its name; by default the first that can be
/// read.
class NpzReader : public Reader {
public:
    std::string id() const override { return "npz"; }
    int score(const FileHead& head) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
};

/// Whether a ZIP archive begins with a NumPy array.
bool isNpz(std::string_view head);

} // namespace vitrine
