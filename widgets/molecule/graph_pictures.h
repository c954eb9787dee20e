#pragma once

#include "core/values/graph_set.h"
#include "widgets/molecule/graph_cache.h"
#include "widgets/molecule/graph_picture.h"

#include <memory>
#include <stop_token>

namespace vitrine {

using GraphPicturePointer = std::shared_ptr<const GraphPicture>;

/// Label of a node as people read it: an element's symbol for an atomic number.
QString nodeLabel(const Column& column, std::size_t row);

/// The 2-D structure of a molecule; null when there is none that fits the graph node by node. Thread-safe.
GraphPicturePointer moleculePicture(const GraphSet& graphs, int graph);
/// Picture of one graph: the 2-D structure of a molecule, else nodes and links. A structure that does not fit the
/// graph node by node is drawn as nodes and links, so that highlights always lie right. Thread-safe; never null.
/// @cost 0.1 ms for a molecule; see planarLayout for the rest
GraphPicturePointer makeGraphPicture(const GraphSet& graphs, int graph, std::stop_token stop = {});

/// Pictures of a graph set, made in the background when first asked for and kept while in use (the 4,096 last used).
/// All views of one graph set share one object. GUI thread only.
class GraphPictures : public QObject {
    Q_OBJECT
public:
    /// The object of this graph set; the same one as long as somebody holds it.
    static std::shared_ptr<GraphPictures> of(std::shared_ptr<const GraphSet> graphs);
    explicit GraphPictures(std::shared_ptr<const GraphSet> graphs);

    const GraphSet& graphs() const { return *m_graphs; }
    const std::shared_ptr<const GraphSet>& graphSet() const { return m_graphs; }
    /// Null while it is being made; `ready` follows.
    GraphPicturePointer picture(int graph);

Q_SIGNALS:
    void ready(const QList<int>& graphs);

private:
    std::shared_ptr<const GraphSet> m_graphs;
    GraphCache<GraphPicturePointer> m_cache;
};

} // namespace vitrine
