#pragma once

#include "core/base/result.h"
#include "core/data/reader.h"
#include "core/values/value.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace vitrine {

/// One file that a writer makes.
struct WrittenFile {
    std::string name; ///< beside the file that was asked for
    std::string text;
};

/// Writes one family of values as files that other programs read. Stateless; used from worker threads.
class Writer {
public:
    virtual ~Writer() = default;
    virtual std::string id() const = 0;     ///< "graphml"
    virtual std::string title() const = 0;  ///< "GraphML"
    virtual std::string suffix() const = 0; ///< ".graphml"
    /// What the format cannot hold, one sentence for the person who chooses it; empty when it holds everything.
    virtual std::string limits() const { return {}; }
    virtual bool accepts(const Value& value) const = 0;
    /// Names of the files that writing to `path` makes, beside it; some of them perhaps only for other values.
    virtual std::vector<std::string> fileNames(const std::string& path) const;
    /// The files, in the order of fileNames. @errors cancelled, out_of_range (more than fits into memory),
    /// invalid_argument (the value cannot be said in this format)
    virtual Result<std::vector<WrittenFile>> write(const Value& value, const std::string& path,
                                                   const ReadContext& context) const = 0;
};

/// All writers.
class WriterRegistry {
public:
    /// The writers of core.
    static WriterRegistry withBuiltins();
    void add(std::shared_ptr<const Writer> writer) { m_writers.push_back(std::move(writer)); }
    const std::vector<std::shared_ptr<const Writer>>& all() const { return m_writers; }
    std::shared_ptr<const Writer> byId(std::string_view id) const;
    /// Those that can write a value, in the order in which they are offered.
    std::vector<std::shared_ptr<const Writer>> forValue(const Value& value) const;
    /// The writer that the ending of a file asks for. @errors unsupported: no writer has it, with those there are
    Result<std::shared_ptr<const Writer>> forPath(const std::string& path, const Value& value) const;

private:
    std::vector<std::shared_ptr<const Writer>> m_writers;
};

/// Writes a value to files, each of them atomically. Files that reading would take for parts of this data set, but that
/// are not written now, are no one's to delete: then nothing is written.
/// @param mayReplace  asked before anything is written whether files that stand beside the named one may be replaced,
///                    given their names; without it they are
/// @returns the paths
/// @errors those of the writer and of writeFileAtomically; invalid_argument: such files stand there, they are named
Result<std::vector<std::string>> exportTo(const Writer& writer, const Value& value, const std::string& path,
                                          const ReadContext& context,
                                          const std::function<bool(const std::vector<std::string>&)>& mayReplace = {});

} // namespace vitrine
