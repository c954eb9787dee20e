#pragma once

#include "core/data/graphset_parser.h"
#include "core/data/reader.h"

namespace vitrine {

/// A text format of graphs: how it is recognised and what reads it.
struct GraphFormat {
    const char* id;    ///< "graphml"
    const char* title; ///< "GraphML"
    int (*score)(const FileHead& head);
    /// @param name  begins every message
    Result<ParsedGraphSet> (*parse)(std::string_view bytes, const std::string& name, const ReadContext& context);
};

/// Reads a file of one such format. Has no options: names and types stand in the file, the ledger tells the rest.
class GraphFileReader : public Reader {
public:
    explicit GraphFileReader(const GraphFormat& format) : m_format(format) {}
    std::string id() const override { return m_format.id; }
    int score(const FileHead& head) const override { return m_format.score(head); }
    Result<ImportPreview> preview(const std::string& path, const nlohmann::json& options,
                                  const ReadContext& context) const override;
    Result<Dataset> read(const std::string& path, const nlohmann::json& options,
                         const ReadContext& context) const override;

private:
    Result<ParsedGraphSet> parseFile(const std::string& path, const ReadContext& context) const;

    GraphFormat m_format;
};

/// "3 graphs, directed, 12 nodes, 9 edges"
std::string graphContents(const GraphSet& graphs);

/// What a ledger says that a person should see before reading: all but what was only read or converted.
std::vector<PreviewProblem> ledgerProblems(const Ledger& ledger);
/// Of these only that on labels of which there are very many.
void showManyLabels(const Ledger& ledger, ImportPreview& preview);

} // namespace vitrine
