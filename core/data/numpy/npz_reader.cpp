#include "core/data/message_text.h"
#include "core/data/numpy/npy_value.h"
#include "core/data/numpy/numpy_readers.h"
#include "core/data/numpy/zip_file.h"
#include "core/values/json_text.h"

#include <algorithm>

namespace vitrine {
namespace {

constexpr std::size_t kHeadBytes = std::size_t{70} << 10; // more than the longest header
constexpr std::size_t kListed = 100;
constexpr std::string_view kEnding = ".npy";

/// An array of the archive, judged by its header.
struct Array {
    std::string name;
    ZipFile::Entry entry;
    Result<NpyHeader> header = NpyHeader{};
};

struct Archive {
    ZipFile zip;
    std::vector<Array> arrays;
    std::size_t chosen = 0;
    std::size_t unread = 0; ///< further files
};

Result<std::string> optionOf(const nlohmann::json& options, const std::string& name) {
    if (!options.is_object())
        return std::string();
    for (const auto& item : options.items())
        if (item.key() != "array" || !item.value().is_string())
            return makeError(ErrorCode::invalidArgument,
                             name + (item.key() == "array" ? ": the option \"array\" must be the name of an array"
                                                           : ": there is no option " + inQuotes(item.key())));
    return textField(options, "array");
}

std::string listed(const std::vector<Array>& arrays) {
    constexpr std::size_t kShown = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(arrays.size(), kShown); ++i)
        text += (i == 0 ? "" : ", ") + inQuotes(arrays[i].name);
    return arrays.size() > kShown ? text + " and " + std::to_string(arrays.size() - kShown) + " more" : text;
}

/// The array that is asked for, or the first that can be read.
Result<void> choose(Archive& archive, const std::string& wanted, const std::string& name) {
    const auto& arrays = archive.arrays;
    if (arrays.empty())
        return makeError(ErrorCode::unsupported, name + ": there is no array in the archive, expected files .npy");
    const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const Array& array) {
        return wanted.empty() ? array.header.ok() : array.name == wanted;
    });
    if (found == arrays.end() && !wanted.empty())
        return makeError(ErrorCode::invalidArgument, name + ": there is no array " + inQuotes(wanted) + ", there " +
                                                         (arrays.size() == 1 ? "is " : "are ") + listed(arrays));
    archive.chosen = found == arrays.end() ? 0 : static_cast<std::size_t>(found - arrays.begin());
    const auto& header = arrays[archive.chosen].header;
    return header ? Result<void>() : header.error();
}

Result<Archive> openArchive(const std::string& path, const nlohmann::json& options, const ReadContext& context) {
    const std::string name = inputName(path);
    const auto wanted = optionOf(options, name);
    if (!wanted)
        return wanted.error();
    auto file = InputFile::open(path, context.stop);
    if (!file)
        return file.error();
    auto zip = ZipFile::open(*file);
    if (!zip)
        return zip.error();
    Archive archive{std::move(*zip), {}};
    for (const ZipFile::Entry& entry : archive.zip.entries()) {
        if (!entry.name.ends_with(kEnding) || archive.arrays.size() == kListed) {
            ++archive.unread;
            continue;
        }
        Array array{entry.name.substr(0, entry.name.size() - kEnding.size()), entry};
        const std::string which = name + ": " + inQuotes(array.name);
        const auto head = archive.zip.unpack(entry, kHeadBytes, false, context.stop);
        if (!head && head.error().code == ErrorCode::cancelled)
            return head.error();
        array.header = !head          ? Result<NpyHeader>(head.error())
                       : isNpy(*head) ? parseNpyHeader(*head, which)
                                      : makeError(ErrorCode::parse, which + " is no NumPy array");
        archive.arrays.push_back(std::move(array));
    }
    if (auto good = choose(archive, *wanted, name); !good)
        return good.error();
    return archive;
}

/// The bytes of the chosen array; no more are unpacked than its header and its values take.
Result<std::string> bytesOf(const Archive& archive, const std::string& name, const ReadContext& context) {
    const Array& array = archive.arrays[archive.chosen];
    const double bytes = static_cast<double>(array.header->count) * static_cast<double>(array.header->itemBytes);
    if (bytes > static_cast<double>(kMaxDecompressed))
        return makeError(ErrorCode::outOfRange, name + ": " + inQuotes(array.name) + " holds more than " +
                                                    grouped(static_cast<std::int64_t>(kMaxDecompressed)) +
                                                    " bytes, save it by itself as .npy");
    if (auto fits = checkFits(name, static_cast<std::int64_t>(array.header->count), "value", 3.0 * bytes); !fits)
        return fits.error();
    return archive.zip.unpack(array.entry, kMaxDecompressed, true, context.stop);
}

PreviewProblem choiceOf(const Archive& archive) {
    PreviewProblem problem;
    problem.title = counted(archive.arrays.size(), "array") + " in the file";
    problem.detail = "One of them becomes a data set; open the file again for another.";
    problem.chosen = archive.chosen;
    for (const Array& array : archive.arrays)
        problem.choices.push_back(
            {inQuotes(array.name) + ", " + (array.header ? array.header->description() : std::string("cannot be read")),
             {{"array", array.name}}});
    return problem;
}

std::size_t littleEndian(std::string_view bytes, std::size_t at) {
    return std::size_t{static_cast<unsigned char>(bytes[at])} +
           (std::size_t{static_cast<unsigned char>(bytes[at + 1])} << 8U);
}

} // namespace

bool isNpz(std::string_view head) {
    constexpr std::size_t kNameLengthAt = 26;
    constexpr std::size_t kNameAt = 30;
    if (!head.starts_with("PK\x03\x04") || head.size() < kNameAt)
        return false;
    return head.substr(kNameAt, littleEndian(head, kNameLengthAt)).ends_with(kEnding);
}

int NpzReader::score(const FileHead& head) const {
    return isNpz(head.bytes) ? 100 : 0;
}

Result<ImportPreview> NpzReader::preview(const std::string& path, const nlohmann::json& options,
                                         const ReadContext& context) const {
    const auto archive = openArchive(path, options, context);
    if (!archive)
        return archive.error();
    const std::string name = inputName(path);
    const Array& array = archive->arrays[archive->chosen];
    const auto bytes = bytesOf(*archive, name, context);
    if (!bytes)
        return bytes.error();
    if (auto good = checkNpyBytes(*bytes, *array.header, name + ": " + inQuotes(array.name)); !good)
        return good.error();
    ImportPreview preview;
    preview.recognisedAs = "NumPy archive, " + inQuotes(array.name) + ", " + array.header->description();
    preview.options = {{"array", array.name}};
    showNpy(*bytes, *array.header, preview);
    if (archive->arrays.size() > 1)
        preview.problems.insert(preview.problems.begin(), choiceOf(*archive));
    return preview;
}

Result<Dataset> NpzReader::read(const std::string& path, const nlohmann::json& options,
                                const ReadContext& context) const {
    const auto archive = openArchive(path, options, context);
    if (!archive)
        return archive.error();
    const std::string name = inputName(path);
    const Array& array = archive->arrays[archive->chosen];
    const auto bytes = bytesOf(*archive, name, context);
    if (!bytes)
        return bytes.error();
    Dataset dataset;
    auto value = npyValue(*bytes, *array.header, name + ": " + inQuotes(array.name), context, dataset.ledger);
    if (!value)
        return value.error();
    const std::size_t others = archive->arrays.size() - 1 + archive->unread;
    if (others > 0)
        dataset.ledger.noteAll(LedgerAction::read, "", "Other file of the archive, not a part of this data set",
                               static_cast<std::int64_t>(others));
    dataset.title = inputStem(path) + ", " + array.name;
    dataset.value = std::move(*value);
    dataset.source.options = {{"array", array.name}};
    return dataset;
}

} // namespace vitrine
