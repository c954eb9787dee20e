#include "core/data/numpy/zip_file.h"

#include "core/data/message_text.h"

#include <algorithm>
#include <zip.h>

namespace vitrine {
namespace {

constexpr zip_int64_t kMaxEntries = 10'000;
constexpr std::size_t kStep = std::size_t{1} << 18;

struct Close {
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};

Error damaged(const std::string& name, const std::string& detail) {
    return makeError(ErrorCode::parse, name + ": the ZIP archive is damaged or cut off", detail);
}

Error cannotUnpack(const std::string& name, const ZipFile::Entry& entry, int code) {
    const std::string which = name + ": " + inQuotes(entry.name);
    if (code == ZIP_ER_NOPASSWD || code == ZIP_ER_ENCRNOTSUPP || code == ZIP_ER_WRONGPASSWD)
        return makeError(ErrorCode::unsupported, which + " is encrypted, which is not read");
    if (code == ZIP_ER_COMPNOTSUPP)
        return makeError(ErrorCode::unsupported, which + " has a compression that is not read");
    if (code == ZIP_ER_MEMORY)
        return makeError(ErrorCode::outOfRange, name + ": takes more memory than there is");
    return makeError(ErrorCode::parse, which + " is damaged in the archive");
}

} // namespace

void ZipFile::Discard::operator()(zip* archive) const {
    zip_discard(archive);
}

Result<ZipFile> ZipFile::open(const InputFile& file) {
    ZipFile opened;
    opened.m_file = file;
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_buffer_create(file.bytes().data(), file.bytes().size(), 0, &error);
    zip_t* archive = source ? zip_open_from_source(source, ZIP_RDONLY, &error) : nullptr;
    const std::string detail = archive ? std::string() : zip_error_strerror(&error);
    zip_error_fini(&error);
    if (!archive) {
        zip_source_free(source);
        return damaged(file.name(), detail);
    }
    opened.m_archive.reset(archive);
    const zip_int64_t count = zip_get_num_entries(archive, 0);
    if (count > kMaxEntries)
        return makeError(ErrorCode::outOfRange, file.name() + ": " + grouped(count) +
                                                    " files in the archive, at most " + grouped(kMaxEntries) +
                                                    " are looked at");
    for (zip_int64_t i = 0; i < count; ++i) {
        zip_stat_t stat;
        zip_stat_init(&stat);
        if (zip_stat_index(archive, static_cast<zip_uint64_t>(i), 0, &stat) != 0 || (stat.valid & ZIP_STAT_NAME) == 0)
            return damaged(file.name(), "an entry without a name");
        opened.m_entries.push_back({stat.name, static_cast<std::uint64_t>(i), stat.size});
    }
    return opened;
}

Result<std::string> ZipFile::unpack(const Entry& entry, std::size_t limit, bool whole,
                                    const std::stop_token& stop) const {
    const std::unique_ptr<zip_file_t, Close> file(zip_fopen_index(m_archive.get(), entry.index, 0));
    if (!file)
        return cannotUnpack(m_file.name(), entry, zip_error_code_zip(zip_get_error(m_archive.get())));
    std::string out;
    if (whole) // what is claimed is only asked for as far as the archive can explain it
        out.reserve(std::min({static_cast<std::size_t>(entry.bytes), limit, m_file.bytes().size() * 1032}) + kStep);
    while (true) {
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, m_file.name() + ": reading was cancelled");
        const std::size_t before = out.size();
        const std::size_t room = std::min(kStep, limit + 1 - before);
        out.resize(before + room);
        const zip_int64_t got = zip_fread(file.get(), out.data() + before, room);
        if (got < 0 && !(before > 0 && !whole))
            return cannotUnpack(m_file.name(), entry, zip_error_code_zip(zip_file_get_error(file.get())));
        out.resize(before + static_cast<std::size_t>(std::max<zip_int64_t>(got, 0)));
        if (out.size() > limit) {
            out.resize(limit);
            if (!whole)
                return out;
            return makeError(ErrorCode::outOfRange, m_file.name() + ": " + inQuotes(entry.name) + " holds more than " +
                                                        grouped(static_cast<std::int64_t>(limit)) +
                                                        " bytes when decompressed, unpack it first");
        }
        if (got <= 0)
            return out;
    }
}

} // namespace vitrine
