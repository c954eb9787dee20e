#include "core/data/value_writers.h"

#include "core/data/graph/write_steps.h"
#include "core/data/input_file.h"
#include "core/values/value_export.h"

namespace vitrine {

Result<std::vector<WrittenFile>> GraphSetWriter::write(const Value& value, const std::string& path,
                                                       const ReadContext& context) const {
    const auto graphs = valueAs<GraphSet>(value);
    std::string text;
    WriteSteps steps(*graphs, context);
    if (!putGraphSetJson(text, *graphs, [&steps] { return steps.next(); }))
        return makeError(ErrorCode::cancelled, "writing was cancelled");
    return std::vector<WrittenFile>{{inputName(path), std::move(text)}};
}

bool CsvWriter::accepts(const Value& value) const {
    const ValueKind kind = kindOf(value);
    return kind == ValueKind::table || kind == ValueKind::series || kind == ValueKind::matrix;
}

Result<std::vector<WrittenFile>> CsvWriter::write(const Value& value, const std::string& path,
                                                  const ReadContext&) const {
    return std::vector<WrittenFile>{{inputName(path), exportValue(value).text}};
}

} // namespace vitrine
