#include "core/data/source_state.h"

#include "core/data/graph_files.h"
#include "core/data/input_file.h"

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>

namespace vitrine {
namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;

} // namespace

std::optional<FileFacts> fileFacts(const std::vector<std::string>& files) {
    FileFacts facts;
    for (const std::string& file : files) {
        struct stat info {};
        if (::stat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
            return std::nullopt;
        facts.bytes += info.st_size;
        facts.modifiedNs =
            std::max(facts.modifiedNs, std::int64_t{info.st_mtim.tv_sec} * kNsPerSecond + info.st_mtim.tv_nsec);
    }
    return files.empty() ? std::nullopt : std::optional(facts);
}

Result<std::string> sourceSha256(const std::vector<std::string>& files, const HashSteps& steps) {
    if (!fileFacts(files)) // a pipe would be waited for
        return makeError(ErrorCode::io, (files.empty() ? std::string("source") : inputName(files.front())) +
                                            ": there is no such file");
    if (files.size() == 1)
        return fileSha256(files.front(), -1, steps);
    Sha256 all;
    for (const std::string& file : files) {
        auto one = fileSha256(file, -1, steps);
        if (!one)
            return one;
        all.add(*one + "  " + inputName(file) + '\n');
    }
    return all.hex();
}

std::vector<std::string> sourceFiles(const DatasetSource& source, const ReaderRegistry& readers) {
    if (source.path.empty())
        return {};
    if (source.readerId != kGraphFilesReader)
        return readers.filesOf(source.path);
    std::vector<std::string> files;
    const auto names = source.options.is_object() ? source.options.find("files") : source.options.end();
    if (names != source.options.end() && names->is_array())
        for (const nlohmann::json& name : *names)
            if (name.is_string())
                files.push_back((std::filesystem::path(source.path) / name.get<std::string>()).string());
    return files;
}

SourceCheck lookAtSource(const DatasetSource& source, const ReaderRegistry& readers) {
    SourceCheck check;
    const std::vector<std::string> files = sourceFiles(source, readers);
    if (files.empty() || source.fileSha256.empty())
        return check;
    const auto facts = fileFacts(files);
    if (!facts) {
        check.state = SourceState::missing;
        return check;
    }
    check.now = *facts;
    check.state = facts->bytes != source.fileBytes         ? SourceState::changed
                  : facts->modifiedNs == source.modifiedNs ? SourceState::same
                                                           : SourceState::unsure;
    return check;
}

Result<SourceCheck> compareSource(const DatasetSource& source, const ReaderRegistry& readers, const HashSteps& steps) {
    SourceCheck check = lookAtSource(source, readers);
    if (check.state != SourceState::unsure)
        return check;
    auto hash = sourceSha256(sourceFiles(source, readers), steps);
    if (!hash)
        return hash.error();
    check.fileSha256 = std::move(*hash);
    check.state = check.fileSha256 == source.fileSha256 ? SourceState::same : SourceState::changed;
    return check;
}

} // namespace vitrine
