#pragma once

#include "core/data/reader.h"

namespace vitrine {

/// Weights in safetensors files: one file, or several with their index. The values stay in the files.
class SafetensorsReader : public FileSetReader {
public:
    std::string id() const override { return "safetensors"; }
    int score(const FileHead& head) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
    std::string mainFile(const std::string& path) const override;
    std::vector<std::string> files(const std::string& mainFile) const override;
};

/// A LoRA adapter as PEFT writes it: adapter_config.json beside adapter_model.safetensors.
class LoraAdapterReader : public FileSetReader {
public:
    std::string id() const override { return "lora_adapter"; }
    int score(const FileHead& head) const override;
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;
    std::string mainFile(const std::string& path) const override;
    std::vector<std::string> files(const std::string& mainFile) const override;
};

} // namespace vitrine
