#include "core/data/weights/read_weights.h"

#include "core/base/sha256.h"
#include "core/data/input_file.h"
#include "core/data/look_alike.h"
#include "core/data/message_text.h"
#include "core/data/source_state.h"
#include "core/data/weights/safetensors_header.h"
#include "core/data/weights/weight_index.h"
#include "core/values/text.h"

#include <QFile>

#include <algorithm>
#include <filesystem>
#include <set>

namespace vitrine {

namespace {

constexpr std::int64_t kMaxConfig = 16 << 20;
constexpr std::int64_t kHead = 4096;

/// The header of one file. Small headers are read, large ones are mapped, so that a claim takes no memory.
Result<SafetensorsHeader> readHeader(const std::string& path, std::int64_t& fileBytes) {
    constexpr std::int64_t kReadAtOnce = 16 << 20;
    const std::string name = inputName(path);
    QFile file(toQString(path));
    if (!file.open(QIODevice::ReadOnly))
        return makeError(file.exists() ? ErrorCode::io : ErrorCode::notFound,
                         name + ": " + (file.exists() ? "cannot be opened" : "the file is not there"));
    fileBytes = file.size();
    const QByteArray head = file.read(kHead);
    const std::string_view start(head.constData(), static_cast<std::size_t>(head.size()));
    if (!isSafetensors(start, fileBytes))
        if (auto other = refuseLookAlike({path, fileBytes, std::string(start)}))
            return *other;
    const std::int64_t wanted = headerBytes(start, fileBytes);
    if (wanted <= head.size())
        return parseSafetensorsHeader(start, fileBytes, name);
    if (wanted <= kReadAtOnce) {
        file.seek(0);
        const QByteArray whole = file.read(wanted);
        return parseSafetensorsHeader({whole.constData(), static_cast<std::size_t>(whole.size())}, fileBytes, name);
    }
    const uchar* mapped = file.map(0, wanted);
    if (!mapped)
        return makeError(ErrorCode::io, name + ": cannot be mapped");
    return parseSafetensorsHeader({reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(wanted)}, fileBytes,
                                  name);
}

Result<std::string> readSmallFile(const std::string& path, std::int64_t most) {
    QFile file(toQString(path));
    if (!file.open(QIODevice::ReadOnly))
        return makeError(ErrorCode::io, inputName(path) + ": cannot be opened");
    if (file.size() > most)
        return makeError(ErrorCode::outOfRange,
                         inputName(path) + ": larger than such a file may be (" + grouped(most >> 20) + " MiB)");
    return file.readAll().toStdString();
}

/// Adds the tensors of one file. `wanted`: the tensors that the index places here; null: all.
Result<void> addFile(const std::string& path, const std::map<std::string, std::string>* index, Tensors& tensors,
                     Ledger& ledger) {
    TensorFile file;
    file.name = inputName(path);
    auto header = readHeader(path, file.bytes);
    if (!header)
        return header.error();
    if (const auto facts = fileFacts({path}))
        file.modifiedNs = facts->modifiedNs;
    std::set<std::string_view> here;
    for (Tensor& item : header->items) {
        const auto listed = index ? index->find(item.name) : std::map<std::string, std::string>::const_iterator();
        if (index && (listed == index->end() || listed->second != file.name)) {
            ledger.noteAll(LedgerAction::dropped, item.name, "stands in " + file.name + ", but not in the index", 1);
            ++ledger.recordsDropped;
            continue;
        }
        item.file = static_cast<std::uint32_t>(tensors.files.size());
        here.insert(item.name);
    }
    if (index)
        for (const auto& [tensor, where] : *index)
            if (where == file.name && !here.contains(tensor))
                return makeError(ErrorCode::parse, file.name + ": the tensor " + inQuotes(tensor) +
                                                       " is not there, although the index says so");
    for (Tensor& item : header->items)
        if (here.contains(item.name)) {
            ++ledger.recordsRead;
            here.erase(item.name);
            tensors.items.push_back(std::move(item));
        }
    for (auto& [key, value] : header->metadata)
        tensors.metadata.try_emplace(key, std::move(value));
    tensors.files.push_back(std::move(file));
    return {};
}

Result<void> hashFiles(Tensors& tensors, const ReadContext& context) {
    std::int64_t total = 1, done = 0;
    for (const TensorFile& file : tensors.files)
        total += file.bytes;
    for (TensorFile& file : tensors.files) {
        HashSteps steps;
        steps.stop = context.stop;
        steps.read = [&](std::int64_t bytes) {
            done += bytes;
            context.progress(static_cast<double>(done) / static_cast<double>(total), "Hashing " + file.name);
        };
        auto hash = fileSha256(tensors.folder + '/' + file.name, file.bytes, steps);
        if (!hash)
            return hash.error();
        file.sha256 = std::move(*hash);
    }
    return {};
}

} // namespace

Result<Tensors> readWeights(const WeightFiles& files, bool hashed, const ReadContext& context, Ledger& ledger) {
    Tensors tensors;
    tensors.form = files.isAdapter ? "lora_adapter" : "weights";
    tensors.folder = std::filesystem::absolute(files.main).lexically_normal().parent_path().string();
    if (!files.config.empty()) {
        auto config = readSmallFile(files.config, kMaxConfig);
        if (!config)
            return config.error();
        tensors.config = std::move(*config);
    }
    if (files.isIndexed) {
        const auto bytes = readSmallFile(files.main, std::int64_t{64} << 20);
        if (!bytes)
            return bytes.error();
        const auto index = parseWeightIndex(*bytes, inputName(files.main));
        if (!index)
            return index.error();
        std::set<std::string> shards;
        for (const auto& [tensor, file] : *index)
            shards.insert(file);
        for (const std::string& shard : shards) {
            if (context.stop.stop_requested())
                return makeError(ErrorCode::cancelled, "stopped");
            if (auto added = addFile(tensors.folder + '/' + shard, &*index, tensors, ledger); !added)
                return added.error();
        }
    } else if (auto added = addFile(files.main, nullptr, tensors, ledger); !added) {
        return added.error();
    }
    if (hashed)
        if (auto done = hashFiles(tensors, context); !done)
            return done.error();
    return tensors;
}

std::string sourceSha256Of(const std::vector<std::pair<std::string, std::string>>& hashByName) {
    if (hashByName.size() == 1)
        return hashByName.front().second;
    auto sorted = hashByName;
    std::ranges::sort(sorted);
    Sha256 whole;
    for (const auto& [name, hash] : sorted)
        for (const std::string_view part :
             {std::string_view(hash), std::string_view("  "), std::string_view(name), std::string_view("\n")})
            whole.add(part);
    return whole.hex();
}

} // namespace vitrine
