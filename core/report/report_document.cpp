#include "core/report/report_document.h"

#include "core/base/result.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace vitrine {
namespace {

using nlohmann::json;

struct KindNames {
    std::string_view name;
    std::string_view title;
};

// Same order as BlockKind.
constexpr std::array<KindNames, 10> kKinds{{{"heading", "Heading"},
                                            {"text", "Text"},
                                            {"figure", "Figure"},
                                            {"table", "Table"},
                                            {"scalars", "Numbers"},
                                            {"parameters", "Parameters"},
                                            {"ledger", "Import ledger"},
                                            {"provenance", "Provenance"},
                                            {"definitions", "Definitions"},
                                            {"citation", "Citation"}}};

std::optional<BlockKind> kindFromName(std::string_view name) {
    const auto found = std::find_if(kKinds.begin(), kKinds.end(), [&](const KindNames& k) { return k.name == name; });
    if (found == kKinds.end())
        return std::nullopt;
    return static_cast<BlockKind>(found - kKinds.begin());
}

/// Reads the fields of one block; the first problem stays.
class BlockReader {
public:
    explicit BlockReader(const json& object) : m_object(object) {
        if (!object.is_object())
            m_problem = "expected an object";
    }

    void text(const char* key, std::string& into) {
        if (const json* field = find(key); field && expect(field->is_string(), key, "a text"))
            into = field->get<std::string>();
    }
    void flag(const char* key, bool& into) {
        if (const json* field = find(key); field && expect(field->is_boolean(), key, "true or false"))
            into = field->get<bool>();
    }
    void length(const char* key, double& into) {
        const json* field = find(key);
        if (!field || !expect(field->is_number(), key, "a number"))
            return;
        const double value = field->get<double>();
        if (expect(value >= ReportBlock::kMinMm && value <= ReportBlock::kMaxMm, key, "a length from 20 to 250 mm"))
            into = value;
    }
    template <class T>
    void whole(const char* key, T& into, std::int64_t low, std::int64_t high, const char* what) {
        const json* field = find(key);
        if (!field || !expect(field->is_number_integer(), key, what))
            return;
        const auto value = field->get<std::int64_t>();
        if (expect(value >= low && value <= high, key, what))
            into = static_cast<T>(value);
    }
    const json* find(const char* key) const {
        if (!m_problem.empty())
            return nullptr;
        const auto found = m_object.find(key);
        return found == m_object.end() ? nullptr : &*found;
    }
    bool expect(bool holds, const std::string& key, const std::string& what) {
        if (!holds && m_problem.empty())
            m_problem = '"' + key + "\" should be " + what;
        return holds;
    }
    const std::string& problem() const { return m_problem; }

private:
    const json& m_object;
    std::string m_problem;
};

} // namespace

std::string_view blockKindName(BlockKind kind) {
    return kKinds[static_cast<std::size_t>(kind)].name;
}

std::string_view blockKindTitle(BlockKind kind) {
    return kKinds[static_cast<std::size_t>(kind)].title;
}

Result<ReportBlock> ReportBlock::fromJson(const json& object) {
    constexpr std::int64_t kMaxId = std::int64_t{1} << 53;
    BlockReader reader(object);
    ReportBlock block;
    std::string kind;
    reader.text("kind", kind);
    if (const auto known = kindFromName(kind))
        block.kind = *known;
    else
        reader.expect(false, "kind",
                      "heading, text, figure, table, scalars, parameters, ledger, provenance, "
                      "definitions or citation");
    reader.text("id", block.id);
    reader.text("title", block.title);
    reader.text("text", block.text);
    reader.text("output", block.outputId);
    reader.text("figure", block.figureId);
    reader.whole("run", block.run, 0, kMaxId, "the number of a run");
    reader.whole("dataset", block.dataset, 0, kMaxId, "the number of a data set");
    reader.whole("level", block.level, 2, 3, "2 or 3");
    reader.whole("max_rows", block.maxRows, 1, ReportBlock::kMaxRows, "a number of rows from 1 to 1000");
    reader.length("width_mm", block.widthMm);
    reader.length("height_mm", block.heightMm);
    reader.flag("fingerprint", block.showFingerprint);
    if (const json* options = reader.find("options");
        options && reader.expect(options->is_object() || options->is_null(), "options", "an object"))
        block.options = *options;
    if (!reader.problem().empty())
        return makeError(ErrorCode::parse, reader.problem());
    return block;
}

json ReportBlock::toJson() const {
    const ReportBlock standard;
    json object{{"kind", blockKindName(kind)}};
    const auto put = [&](const char* key, const auto& value, const auto& usual) {
        if (value != usual)
            object[key] = value;
    };
    put("id", id, standard.id);
    put("title", title, standard.title);
    put("text", text, standard.text);
    put("run", run, standard.run);
    put("output", outputId, standard.outputId);
    put("dataset", dataset, standard.dataset);
    put("figure", figureId, standard.figureId);
    put("level", level, standard.level);
    put("width_mm", widthMm, standard.widthMm);
    put("height_mm", heightMm, standard.heightMm);
    put("max_rows", maxRows, standard.maxRows);
    put("fingerprint", showFingerprint, standard.showFingerprint);
    put("options", options, standard.options);
    return object;
}

std::string ReportDocument::freeId(std::string_view wish) const {
    const auto taken = [&](const std::string& id) {
        return std::any_of(blocks.begin(), blocks.end(), [&](const ReportBlock& block) { return block.id == id; });
    };
    std::string id(wish);
    for (int number = 2; taken(id); ++number)
        id = std::string(wish) + '-' + std::to_string(number);
    return id;
}

json ReportDocument::toJson() const {
    json list = json::array();
    for (const ReportBlock& block : blocks)
        list.push_back(block.toJson());
    return {{"version", 1},
            {"title", title},
            {"anonymous", anonymous},
            {"embed_data", embedData},
            {"blocks", std::move(list)}};
}

Result<ReportDocument> ReportDocument::fromJson(const json& object) {
    BlockReader reader(object);
    ReportDocument document;
    int version = 1;
    reader.whole("version", version, 1, 1, "1; a newer program wrote this report");
    reader.text("title", document.title);
    reader.flag("anonymous", document.anonymous);
    reader.flag("embed_data", document.embedData);
    const json* list = reader.find("blocks");
    if (list)
        reader.expect(list->is_array() && list->size() <= kMaxBlocks, "blocks", "a list of at most 2000 blocks");
    if (!reader.problem().empty())
        return makeError(ErrorCode::parse, "the report cannot be read: " + reader.problem());
    if (!list)
        return document;
    for (const json& item : *list) {
        auto block = ReportBlock::fromJson(item);
        if (!block)
            return makeError(ErrorCode::parse, "the report cannot be read: block " +
                                                   std::to_string(document.blocks.size() + 1) + ": " +
                                                   block.error().message);
        document.blocks.push_back(std::move(*block));
    }
    return document;
}

} // namespace vitrine
