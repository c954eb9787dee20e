#include "core/data/look_alike.h"

#include "core/data/input_file.h"
#include "core/data/numpy/numpy_readers.h"
#include "core/data/sqlite/sqlite_reader.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace vitrine {
namespace {

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// The first characters without white space before them, in lower case.
std::string loweredStart(std::string_view text) {
    const std::size_t start = std::min(text.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), text.size());
    std::string out(text.substr(start, 32));
    std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::tolower(c); });
    return out;
}

/// A pickle of protocol 2 to 5 names its protocol in two bytes and ends with a full stop; no text begins like that.
bool isPickle(std::string_view bytes) {
    if (bytes.size() >= 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5)
        return true;
    // Protocol 0 is text.
    static constexpr std::array<std::string_view, 5> kStarts{"(dp", "(lp", "ccopy_reg\n", "c__builtin__\n", "cnumpy"};
    return std::any_of(kStarts.begin(), kStarts.end(),
                       [&](std::string_view start) { return bytes.starts_with(start); });
}

/// Latin text in two bytes a character: every second byte is zero.
bool isUtf16WithoutMark(std::string_view bytes) {
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
        return false;
    constexpr std::size_t kLookedAt = 64;
    const std::string_view start = bytes.substr(0, std::min(bytes.size() / 2 * 2, kLookedAt));
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < start.size(); ++i)
        zeros[i % 2] += start[i] == '\0' ? 1 : 0;
    const std::size_t many = start.size() / 2 * 9 / 10;
    return start.size() >= 8 && ((zeros[0] == 0 && zeros[1] >= many) || (zeros[1] == 0 && zeros[0] >= many));
}

std::string_view zipKind(std::string_view bytes) {
    if (contains(bytes, "data.pkl"))
        return "a PyTorch file with a Python pickle inside, opening it could run code; save it as safetensors";
    if (contains(bytes, "xl/") || contains(bytes, "[Content_Types].xml"))
        return "an Excel workbook; export the sheet as CSV";
    if (contains(bytes, "opendocument.spreadsheet"))
        return "an OpenDocument spreadsheet; export the sheet as CSV";
    return "a ZIP archive; unpack it and open the files inside";
}

struct Magic {
    std::string_view start;
    std::string_view what;
};
using namespace std::string_view_literals;
constexpr std::array<Magic, 13> kMagics{{
    {"%PDF-"sv, "a PDF document; save the table in it as CSV"sv},
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, "an old Excel workbook or Office document; export the sheet as CSV"sv},
    {"version https://git-lfs.github.com/spec/"sv,
     "a Git LFS pointer, not the data it stands for; run \"git lfs pull\" and open the file again"sv},
    {"\x28\xB5\x2F\xFD"sv, "compressed twice; unpack it once"sv},
    {"\xFD\x37zXZ\x00"sv, "compressed with xz; unpack it first"sv},
    {"BZh"sv, "compressed with bzip2; unpack it first"sv},
    {"\x1F\x8B\x08"sv, "compressed twice; unpack it once"sv},
    {"GGUF"sv, "a GGUF model, whose packed weights are not analysable; use the safetensors files it was made from"sv},
    {"PAR1"sv, "a Parquet file; save the table as CSV"sv},
    {"\x89HDF\r\n"sv, "an HDF5 file; save the table in it as CSV"sv},
    {"\x89PNG\r\n"sv, "a picture; save the numbers behind it as CSV"sv},
    {"\x7F"
     "ELF"sv,
     "a program, not data"sv},
    {"{\\rtf"sv, "a text document; save the table in it as CSV"sv},
}};

std::string_view whatItIs(std::string_view bytes) {
    if (isPickle(bytes))
        return "a Python pickle, opening it could run code; save the data as CSV or JSON";
    if (isProjectFile(bytes))
        return "a Vitrine project; open it as a project";
    if (bytes.starts_with("PK\x03\x04") && !isNpz(bytes))
        return zipKind(bytes);
    for (const Magic& magic : kMagics)
        if (bytes.starts_with(magic.start) && (magic.start != "BZh" || bytes.size() < 4 || std::isdigit(bytes[3])))
            return magic.what;
    if (isUtf16WithoutMark(bytes))
        return "UTF-16 text without a byte order mark; save it as UTF-8";
    const std::string start = loweredStart(bytes);
    if (start.starts_with("<!doctype html") || start.starts_with("<html"))
        return "an HTML page, perhaps saved in place of the file behind it; download the file itself";
    return {};
}

} // namespace

bool looksBinary(std::string_view head) {
    if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF"))
        return false;
    return head.find('\0') != std::string_view::npos;
}

std::optional<Error> refuseLookAlike(const FileHead& head) {
    const std::string name = inputName(head.path);
    if (head.size == 0)
        return makeError(ErrorCode::unsupported, name + ": the file is empty");
    if (head.bytes.empty())
        return makeError(ErrorCode::unsupported, name + ": the compressed file is empty");
    const std::string_view what = whatItIs(head.bytes);
    if (what.empty())
        return std::nullopt;
    return makeError(ErrorCode::unsupported, name + ": this is " + std::string(what));
}

} // namespace vitrine
