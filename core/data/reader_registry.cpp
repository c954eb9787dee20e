#include "core/base/sha256.h"
#include "core/data/csv/csv_reader.h"
#include "core/data/csv/text_decoder.h"
#include "core/data/graph/gexf_parser.h"
#include "core/data/graph/gml_parser.h"
#include "core/data/graph/graphml_parser.h"
#include "core/data/graphset_reader.h"
#include "core/data/input_file.h"
#include "core/data/look_alike.h"
#include "core/data/model_reader.h"
#include "core/data/reader.h"
#include "core/data/smi_reader.h"
#include "core/data/split_reader.h"
#include "core/values/json_text.h"
#include "core/values/value_codec.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <stdexcept>

namespace vitrine {
namespace {

constexpr std::array<std::string_view, 6> kRoles{"attribute", "id", "structure", "target", "split", "ignore"};

/// Lines of text, as far as the control characters say.
bool isTextWithLines(std::string_view bytes) {
    return bytes.find('\n') != std::string_view::npos && std::all_of(bytes.begin(), bytes.end(), [](unsigned char c) {
               return c >= 32 || c == '\t' || c == '\r' || c == '\n';
           });
}

Error unknownKind(const FileHead& head) {
    const std::string name = inputName(head.path);
    const std::size_t start = head.bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (looksBinary(head.bytes)) {
        const std::size_t zero = head.bytes.find('\0');
        if (isTextWithLines(std::string_view(head.bytes).substr(0, zero)))
            return makeError(ErrorCode::unsupported, name + ':' + std::to_string(lineAt(head.bytes, zero)) +
                                                         ": a zero byte, this is not a text file");
        return makeError(ErrorCode::unsupported, name + ": binary data of a kind that no reader knows");
    }
    if (start == std::string::npos)
        return makeError(ErrorCode::unsupported, name + ": there is nothing but white space in the file");
    if (head.bytes[start] == '{' || head.bytes[start] == '[')
        return makeError(ErrorCode::unsupported,
                         name + ": JSON of a kind that no reader knows, expected graphset-1, a split or a model");
    return makeError(ErrorCode::unsupported, name + ": text of a kind that no reader knows");
}

/// A reader that is refused memory ends with a sentence.
template <class Read>
auto withinMemory(const std::string& path, Read read) -> decltype(read()) {
    try {
        return read();
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    return makeError(ErrorCode::outOfRange, inputName(path) + ": takes more memory than there is");
}

} // namespace

std::string_view columnRoleName(ColumnRole role) {
    return kRoles[static_cast<std::size_t>(role)];
}

ReaderRegistry ReaderRegistry::withBuiltins() {
    ReaderRegistry registry;
    registry.add(std::make_shared<GraphSetReader>());
    registry.add(std::make_shared<GraphFileReader>(kGraphMl));
    registry.add(std::make_shared<GraphFileReader>(kGexf));
    registry.add(std::make_shared<GraphFileReader>(kGml));
    registry.add(std::make_shared<SplitReader>());
    registry.add(std::make_shared<ModelReader>());
    registry.add(std::make_shared<SmiReader>());
    registry.add(std::make_shared<CsvReader>());
    return registry;
}

void ReaderRegistry::add(std::shared_ptr<const Reader> reader) {
    m_readers.push_back(std::move(reader));
}

std::shared_ptr<const Reader> ReaderRegistry::byId(std::string_view id) const {
    for (const auto& reader : m_readers)
        if (reader->id() == id)
            return reader;
    return nullptr;
}

Result<std::shared_ptr<const Reader>> ReaderRegistry::recognise(const FileHead& head) const {
    if (auto refused = refuseLookAlike(head))
        return *refused;
    std::shared_ptr<const Reader> best;
    int bestScore = 0;
    for (const auto& reader : m_readers)
        if (const int score = reader->score(head); score > bestScore) {
            bestScore = score;
            best = reader;
        }
    if (!best)
        return unknownKind(head);
    return best;
}

Result<ImportPreview> ReaderRegistry::preview(const std::string& path, const nlohmann::json& options,
                                              const ReadContext& context) const {
    auto head = readFileHead(path);
    if (!head)
        return head.error();
    auto reader = recognise(*head);
    if (!reader)
        return reader.error();
    return withinMemory(path, [&] { return (*reader)->preview(path, options, context); });
}

Result<Dataset> ReaderRegistry::read(const std::string& path, const nlohmann::json& options,
                                     const ReadContext& context) const {
    auto head = readFileHead(path);
    if (!head)
        return head.error();
    auto reader = recognise(*head);
    if (!reader)
        return reader.error();
    auto dataset = withinMemory(path, [&] { return (*reader)->read(path, options, context); });
    if (!dataset)
        return dataset;
    if (auto sound = checkValue(dataset->value); !sound)
        return makeError(ErrorCode::internal, inputName(path) + ": " + sound.error().message);
    auto hash = fileSha256(path);
    if (!hash)
        return hash.error();
    DatasetSource& source = dataset->source;
    source.path = std::filesystem::absolute(path).lexically_normal().string();
    source.fileName = inputName(path);
    source.fileSha256 = std::move(*hash);
    source.fileBytes = head->size;
    source.readerId = (*reader)->id();
    source.corrections = options.is_object() ? options : nlohmann::json::object();
    if (dataset->title.empty())
        dataset->title = std::filesystem::path(path).stem().string();
    dataset->contentHash = contentSha256(dataset->value);
    return dataset;
}

} // namespace vitrine
