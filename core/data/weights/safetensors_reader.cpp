#include "core/data/weights/safetensors_reader.h"

#include "core/base/sha256.h"
#include "core/data/input_file.h"
#include "core/data/message_text.h"
#include "core/data/preview_rows.h"
#include "core/data/weights/read_weights.h"
#include "core/data/weights/safetensors_header.h"
#include "core/data/weights/weight_index.h"
#include "core/values/json_text.h"
#include "core/values/tensor_table.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace vitrine {

namespace {

/// All files of a set, sorted; shards are those that the index names.
std::vector<std::string> allFiles(const WeightFiles& files) {
    std::set<std::string> found;
    if (files.main.empty())
        return {};
    found.insert(files.main);
    if (!files.config.empty())
        found.insert(files.config);
    if (files.isIndexed)
        if (const auto index = InputFile::open(files.main))
            if (const auto shards = parseWeightIndex(index->bytes(), index->name()))
                for (const auto& [tensor, file] : *shards)
                    found.insert((std::filesystem::path(files.main).parent_path() / file).string());
    return {found.begin(), found.end()};
}

Result<std::string> hashOfSource(const WeightFiles& files, const Tensors& tensors, const std::stop_token& stop) {
    std::vector<std::pair<std::string, std::string>> hashes;
    std::set<std::string> known;
    for (const TensorFile& file : tensors.files) {
        hashes.emplace_back(file.name, file.sha256);
        known.insert(file.name);
    }
    for (const std::string& path : allFiles(files)) {
        if (known.contains(inputName(path)))
            continue;
        HashSteps steps;
        steps.stop = stop;
        auto hash = fileSha256(path, -1, steps);
        if (!hash)
            return hash;
        hashes.emplace_back(inputName(path), std::move(*hash));
    }
    return sourceSha256Of(hashes);
}

std::string rankText(const Tensors& tensors) {
    const auto config = parseJson(tensors.config);
    const nlohmann::json rank = config ? jsonField(*config, "r") : nlohmann::json();
    return rank.is_number_integer() ? ", rank " + std::to_string(rank.get<std::int64_t>()) : std::string();
}

Result<ImportPreview> previewWeights(const WeightFiles& files, const ReadContext& context) {
    Ledger ledger;
    const auto tensors = readWeights(files, false, context, ledger);
    if (!tensors)
        return tensors.error();
    ImportPreview preview;
    preview.kind = ValueKind::tensors;
    preview.recognisedAs =
        files.isAdapter ? "PEFT folder, safetensors" : "safetensors, " + counted(tensors->files.size(), "file");
    preview.becomes = (files.isAdapter ? "LoRA adapter" + rankText(*tensors) : std::string("Model weights")) + ", " +
                      counted(tensors->items.size(), "tensor") + ", linked";
    preview.records = static_cast<std::int64_t>(tensors->items.size());
    preview.options = nlohmann::json::object();
    showTable(tensorTable(*tensors), preview);
    for (const LedgerEntry& entry : ledger.entries())
        preview.problems.push_back({inQuotes(entry.column) + " is left out", entry.reason});
    return preview;
}

Result<Dataset> readDataset(const WeightFiles& files, const ReadContext& context) {
    Dataset dataset;
    auto tensors = readWeights(files, true, context, dataset.ledger);
    if (!tensors)
        return tensors.error();
    auto hash = hashOfSource(files, *tensors, context.stop);
    if (!hash)
        return hash.error();
    dataset.source.fileSha256 = std::move(*hash);
    dataset.source.options = nlohmann::json::object();
    // "model" and "adapter_model" are what every such file is called: the folder tells them apart.
    dataset.title = std::filesystem::path(tensors->folder).filename().string();
    const std::string stem = inputStem(files.main);
    if (!files.isAdapter && !files.isIndexed && (stem != "model" || dataset.title.empty()))
        dataset.title = stem;
    dataset.value = makeValue(std::move(*tensors));
    return dataset;
}

} // namespace

int SafetensorsReader::score(const FileHead& head) const {
    const WeightFiles files = weightFilesOf(head.path);
    if (files.isAdapter)
        return 0;
    return !files.main.empty() ? 90 : isSafetensors(head.bytes, head.size) ? 60 : 0;
}

std::string SafetensorsReader::mainFile(const std::string& path) const {
    const WeightFiles files = weightFilesOf(path);
    return files.isAdapter ? std::string() : files.main;
}

std::vector<std::string> SafetensorsReader::files(const std::string& mainFile) const {
    return allFiles(weightFilesOf(mainFile));
}

Result<ImportPreview> SafetensorsReader::preview(const std::string& path, const nlohmann::json&,
                                                 const ReadContext& context) const {
    const WeightFiles files = weightFilesOf(path);
    return previewWeights(files.main.empty() ? WeightFiles{path, {}, false, false} : files, context);
}

Result<Dataset> SafetensorsReader::read(const std::string& path, const nlohmann::json&,
                                        const ReadContext& context) const {
    const WeightFiles files = weightFilesOf(path);
    return readDataset(files.main.empty() ? WeightFiles{path, {}, false, false} : files, context);
}

int LoraAdapterReader::score(const FileHead& head) const {
    return weightFilesOf(head.path).isAdapter ? 95 : 0;
}

std::string LoraAdapterReader::mainFile(const std::string& path) const {
    const WeightFiles files = weightFilesOf(path);
    return files.isAdapter ? files.main : std::string();
}

std::vector<std::string> LoraAdapterReader::files(const std::string& mainFile) const {
    return allFiles(weightFilesOf(mainFile));
}

Result<ImportPreview> LoraAdapterReader::preview(const std::string& path, const nlohmann::json&,
                                                 const ReadContext& context) const {
    return previewWeights(weightFilesOf(path), context);
}

Result<Dataset> LoraAdapterReader::read(const std::string& path, const nlohmann::json&,
                                        const ReadContext& context) const {
    return readDataset(weightFilesOf(path), context);
}

} // namespace vitrine
