#include "core/base/file_write.h"
#include "core/data/csv_graphs/csv_graph_writer.h"
#include "core/data/graph/gml_writer.h"
#include "core/data/graph/graphml_writer.h"
#include "core/data/input_file.h"
#include "core/data/message_text.h"
#include "core/data/tu/tu_writer.h"
#include "core/data/value_writers.h"
#include "core/data/writer.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <new>

namespace vitrine {
namespace {

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

std::string endings(const std::vector<std::shared_ptr<const Writer>>& writers) {
    std::string out;
    for (std::size_t i = 0; i < writers.size(); ++i)
        out += (i == 0 ? "" : i + 1 == writers.size() ? " or " : ", ") + writers[i]->suffix();
    return out;
}

bool isThere(const std::filesystem::path& path) {
    std::error_code none;
    return std::filesystem::exists(std::filesystem::symlink_status(path, none));
}

/// Files of the set that stand in the folder and would not be replaced, also compressed ones.
std::vector<std::string> leftFrom(const Writer& writer, const std::string& path,
                                  const std::vector<WrittenFile>& written) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const std::vector<std::string> names = writer.fileNames(path);
    std::vector<std::string> left;
    for (std::size_t i = 0; names.size() > 1 && i < names.size(); ++i)
        if (std::none_of(written.begin(), written.end(), [&](const auto& file) { return file.name == names[i]; }))
            for (const char* ending : {"", ".gz", ".zst"})
                if (isThere(folder / (names[i] + ending)))
                    left.push_back(names[i] + ending);
    return left;
}

/// Files of the set, beside the one that was named, that would be replaced.
std::vector<std::string> replacedBeside(const std::string& path, const std::vector<WrittenFile>& written) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::vector<std::string> there;
    for (const WrittenFile& file : written)
        if (file.name != inputName(path) && isThere(folder / file.name))
            there.push_back(file.name);
    return there;
}

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

Error replaceError(const std::string& path, const std::vector<std::string>& there) {
    const bool one = there.size() == 1;
    return makeError(ErrorCode::invalidArgument,
                     inputName(path) + ": " + listed(there) + (one ? " stands" : " stand") +
                         " there and would be replaced, too; choose another name or folder, or remove " +
                         (one ? "it" : "them"));
}

Error mixError(const std::string& path, const std::vector<std::string>& left) {
    return makeError(ErrorCode::invalidArgument,
                     inputName(path) + ": " + listed(left) +
                         (left.size() == 1 ? " of another data set stands there and would be read with this one"
                                           : " of another data set stand there and would be read with this one") +
                         "; choose another name or folder, or remove " + (left.size() == 1 ? "it" : "them"));
}

} // namespace

std::vector<std::string> Writer::fileNames(const std::string& path) const {
    return {inputName(path)};
}

WriterRegistry WriterRegistry::withBuiltins() {
    WriterRegistry registry;
    registry.add(std::make_shared<GraphMlWriter>());
    registry.add(std::make_shared<GmlWriter>());
    registry.add(std::make_shared<GraphSetWriter>());
    registry.add(std::make_shared<TuWriter>());
    registry.add(std::make_shared<CsvGraphWriter>());
    registry.add(std::make_shared<CsvWriter>());
    return registry;
}

std::shared_ptr<const Writer> WriterRegistry::byId(std::string_view id) const {
    for (const auto& writer : m_writers)
        if (writer->id() == id)
            return writer;
    return nullptr;
}

std::vector<std::shared_ptr<const Writer>> WriterRegistry::forValue(const Value& value) const {
    std::vector<std::shared_ptr<const Writer>> writers;
    std::copy_if(m_writers.begin(), m_writers.end(), std::back_inserter(writers),
                 [&](const auto& writer) { return writer->accepts(value); });
    return writers;
}

Result<std::shared_ptr<const Writer>> WriterRegistry::forPath(const std::string& path, const Value& value) const {
    const auto writers = forValue(value);
    if (writers.empty())
        return makeError(ErrorCode::unsupported, "there is no file format for a value of the kind \"" +
                                                     std::string(valueKindName(kindOf(value))) + '"');
    const std::string name = lowered(inputName(path));
    std::shared_ptr<const Writer> best; // the longest ending: "x.graphs.json" before "x.json"
    for (const auto& writer : writers)
        if (name.ends_with(lowered(writer->suffix())) && (!best || writer->suffix().size() > best->suffix().size()))
            best = writer;
    if (best)
        return best;
    return makeError(ErrorCode::unsupported, inputName(path) +
                                                 ": the ending names no format that can be written, expected " +
                                                 endings(writers));
}

Result<std::vector<std::string>> exportTo(const Writer& writer, const Value& value, const std::string& path,
                                          const ReadContext& context,
                                          const std::function<bool(const std::vector<std::string>&)>& mayReplace) {
    try {
        const auto files = writer.write(value, path, context);
        if (!files)
            return files.error();
        if (const auto left = leftFrom(writer, path, *files); !left.empty())
            return mixError(path, left);
        const std::vector<std::string> there = replacedBeside(path, *files);
        if (mayReplace && !there.empty() && !mayReplace(there))
            return replaceError(path, there);
        std::vector<std::string> paths;
        const std::filesystem::path folder = std::filesystem::path(path).parent_path();
        for (const WrittenFile& file : *files) {
            // The file that was asked for keeps its path, the others stand beside it.
            const std::string to = file.name == inputName(path) ? path : (folder / file.name).string();
            if (auto written = writeFileAtomically(to, file.text); !written)
                return written.error();
            paths.push_back(to);
        }
        return paths;
    } catch (const std::bad_alloc&) {
        return makeError(ErrorCode::outOfRange, inputName(path) + ": takes more memory than there is");
    }
}

} // namespace vitrine
