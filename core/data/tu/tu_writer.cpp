#include "core/data/tu/tu_writer.h"

#include "core/base/number_text.h"
#include "core/data/graph/write_steps.h"
#include "core/data/input_file.h"
#include "core/data/tu/tu_files.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace vitrine {
namespace {

/// "MUTAG" for "MUTAG_A.txt"; another name keeps all but its endings.
std::string setName(const std::string& path) {
    const auto name = tuFileName(path);
    return name ? name->set : inputStem(path);
}

/// The columns of one part as files of labels and of attributes.
struct TuColumnsOfPart {
    std::vector<Column> labels;
    std::vector<const Column*> attributes;
};

bool isWhole(const Column& column) {
    return (column.type() == ColumnType::integer || column.type() == ColumnType::boolean) && column.missingCount() == 0;
}

/// "label" and, behind it, "label_2", "label_3" ...
bool isNumbered(const Column& column, const std::string& name, std::size_t number) {
    return column.name == (number == 1 ? name : name + '_' + std::to_string(number));
}

/// Numbers for texts, in the order in which they are met.
Column numbered(const Column& column) {
    Column::Integers numbers;
    std::unordered_map<std::string, std::int64_t> known;
    for (const std::string& text : column.texts())
        numbers.push_back(known.try_emplace(text, static_cast<std::int64_t>(known.size())).first->second);
    return {column.name, std::move(numbers)};
}

/// @param name   of the labels as reading names them
/// @param chosen column that serves where no column has that name; may be empty
/// @param passed column that is written nowhere; may be empty
TuColumnsOfPart divide(const Table& table, const std::string& name, const std::string& chosen,
                       const std::string& passed) {
    TuColumnsOfPart part;
    const Column* usual = table.find(name);
    const std::string first = usual && isWhole(*usual) ? name : chosen;
    for (const Column& column : table.columns) {
        const std::size_t number = part.labels.size() + 1;
        const bool label = number == 1 ? column.name == first : first == name && isNumbered(column, name, number);
        if (column.name == passed && !label)
            continue;
        if (label && isWhole(column))
            part.labels.push_back(column);
        else if (label && column.type() == ColumnType::text && column.missingCount() == 0)
            part.labels.push_back(numbered(column));
        else if (column.isNumeric())
            part.attributes.push_back(&column);
    }
    return part;
}

/// With a point or an exponent, so that it reads back as a real.
std::string realText(double value) {
    std::string text = numberText(value);
    if (std::isfinite(value) && text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text;
}

void putCell(std::string& out, const Column& column, std::size_t row) {
    if (!column.isValid(row))
        out += "nan";
    else if (column.type() == ColumnType::boolean)
        out += column.booleans()[row] != 0 ? '1' : '0';
    else
        out += column.type() == ColumnType::real ? realText(column.reals()[row]) : column.cellText(row);
}

template <class Columns, class Of>
void putRow(std::string& out, const Columns& columns, std::size_t row, Of of) {
    bool first = true;
    for (const auto& column : columns) {
        if (!first)
            out += ", ";
        putCell(out, of(column), row);
        first = false;
    }
    out += '\n';
}

constexpr auto kItself = [](const Column& column) -> const Column& { return column; };
constexpr auto kPointed = [](const Column* column) -> const Column& { return *column; };

/// Whether a column counts the edges of each node, as reading does.
bool countsEdges(const Column& column, const GraphTopology& topology) {
    if (column.name != "degree" || column.type() != ColumnType::integer || column.missingCount() > 0)
        return false;
    Column::Integers degree(column.size(), 0);
    for (std::size_t g = 0; g < topology.graphCount(); ++g)
        for (auto e = static_cast<std::size_t>(topology.edgeOffsets[g]);
             e < static_cast<std::size_t>(topology.edgeOffsets[g + 1]); ++e)
            for (const std::int32_t end : {topology.edgeSource[e], topology.edgeTarget[e]})
                ++degree[static_cast<std::size_t>(topology.nodeOffsets[g] + end)];
    return std::equal(degree.begin(), degree.end(), column.integers().begin());
}

/// Writes the parts of one set.
class TuText {
public:
    TuText(const GraphSet& graphs, const ReadContext& context) : m_graphs(graphs), m_steps(graphs, context) {
        const Column* degree = graphs.nodes.find("degree");
        const bool counted = degree && countsEdges(*degree, graphs.topology);
        const std::string label = counted && graphs.labelAttribute == "degree" ? std::string() : graphs.labelAttribute;
        m_nodes = divide(graphs.nodes, "label", label, counted ? "degree" : "");
        m_edges = divide(graphs.edges, "bond", firstText(graphs.edges), "");
        const Column* target = graphs.graphs.find(graphs.targetColumn);
        const bool classes = target && target->type() != ColumnType::real;
        m_columns = divide(graphs.graphs, "class", classes ? graphs.targetColumn : std::string(), "row");
    }

    Result<void> check() const {
        const GraphTopology& topology = m_graphs.topology;
        if (topology.nodeCount() == 0)
            return makeError(ErrorCode::invalidArgument, "a TU data set cannot be written without nodes");
        for (std::size_t g = 0; g < topology.graphCount() && m_columns.labels.empty() && m_columns.attributes.empty();
             ++g)
            if (topology.nodeOffsets[g] == topology.nodeOffsets[g + 1])
                return makeError(
                    ErrorCode::invalidArgument,
                    "graph " + std::to_string(g) +
                        " has no nodes; a TU data set has such graphs only with a class or a number for each");
        return {};
    }

    bool put() {
        const GraphTopology& topology = m_graphs.topology;
        for (std::size_t g = 0; g < topology.graphCount(); ++g) {
            for (auto node = static_cast<std::size_t>(topology.nodeOffsets[g]);
                 node < static_cast<std::size_t>(topology.nodeOffsets[g + 1]); ++node) {
                text(TuPart::graphIndicator) += std::to_string(g + 1) + '\n';
                putColumns(m_nodes, TuPart::nodeLabels, TuPart::nodeAttributes, node);
                if (!m_steps.next())
                    return false;
            }
            for (auto edge = static_cast<std::size_t>(topology.edgeOffsets[g]);
                 edge < static_cast<std::size_t>(topology.edgeOffsets[g + 1]); ++edge) {
                putEdge(edge, topology.nodeOffsets[g] + 1);
                if (!m_steps.next())
                    return false;
            }
            putColumns(m_columns, TuPart::graphLabels, TuPart::graphAttributes, g);
            if (!m_steps.next())
                return false;
        }
        if (text(TuPart::adjacency).empty())
            text(TuPart::adjacency) = "\n"; // an empty file looks like one that was cut off
        return true;
    }

    std::vector<WrittenFile> take(const std::string& set) {
        std::vector<WrittenFile> files;
        for (std::size_t i = 0; i < kTuParts; ++i)
            if (!m_texts[i].empty())
                files.push_back(
                    {set + '_' + std::string(tuPartName(static_cast<TuPart>(i))) + ".txt", std::move(m_texts[i])});
        return files;
    }

private:
    static std::string firstText(const Table& table) {
        for (const Column& column : table.columns)
            if (column.type() == ColumnType::text && column.missingCount() == 0)
                return column.name;
        return {};
    }

    std::string& text(TuPart part) { return m_texts[static_cast<std::size_t>(part)]; }

    void putColumns(const TuColumnsOfPart& part, TuPart labels, TuPart attributes, std::size_t row) {
        if (!part.labels.empty())
            putRow(text(labels), part.labels, row, kItself);
        if (!part.attributes.empty())
            putRow(text(attributes), part.attributes, row, kPointed);
    }

    /// In both directions, unless it has one.
    void putEdge(std::size_t edge, std::int64_t first) {
        const std::int64_t source = first + m_graphs.topology.edgeSource[edge];
        const std::int64_t target = first + m_graphs.topology.edgeTarget[edge];
        const bool twice = !m_graphs.topology.directed && source != target;
        for (int i = 0; i < (twice ? 2 : 1); ++i) {
            text(TuPart::adjacency) +=
                std::to_string(i == 0 ? source : target) + ", " + std::to_string(i == 0 ? target : source) + '\n';
            putColumns(m_edges, TuPart::edgeLabels, TuPart::edgeAttributes, edge);
        }
    }

    const GraphSet& m_graphs;
    WriteSteps m_steps;
    TuColumnsOfPart m_nodes;
    TuColumnsOfPart m_edges;
    TuColumnsOfPart m_columns;
    std::array<std::string, kTuParts> m_texts;
};

} // namespace

std::string TuWriter::limits() const {
    return "Text becomes numbers or is left out; names of columns, units, roles and places of nodes are lost; a "
           "direction of the edges "
           "must be chosen again when the files are read; parallel edges become one.";
}

std::vector<std::string> TuWriter::fileNames(const std::string& path) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kTuParts; ++i)
        names.push_back(setName(path) + '_' + std::string(tuPartName(static_cast<TuPart>(i))) + ".txt");
    return names;
}

Result<std::vector<WrittenFile>> TuWriter::write(const Value& value, const std::string& path,
                                                 const ReadContext& context) const {
    const auto graphs = valueAs<GraphSet>(value);
    TuText text(*graphs, context);
    if (auto ok = text.check(); !ok)
        return ok.error();
    if (!text.put())
        return makeError(ErrorCode::cancelled, "writing was cancelled");
    return text.take(setName(path));
}

} // namespace vitrine
