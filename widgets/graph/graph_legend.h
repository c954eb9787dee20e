#pragma once

#include "widgets/graph/attribute_scale.h"

#include <QPointer>
#include <QWidget>

class QPainter;

namespace vitrine {

/// What colours, sizes and widths stand for: a bar with its ends, or one swatch per category; grey for what is missing,
/// with its count. Painted on screen and into exported figures alike.
class GraphLegend {
public:
    GraphLegend() = default;
    explicit GraphLegend(const GraphAppearance& appearance);

    bool isEmpty() const { return m_entries.empty(); }
    QSize size() const; ///< px at the small text size
    void paint(QPainter& painter, const QPointF& topLeft, const Tokens& tokens) const;
    QStringList texts() const; ///< all that is written, for screen readers and tests

private:
    enum class Kind { nodeColor, nodeSize, edgeColor, edgeWidth };
    struct Entry {
        Kind kind;
        AttributePointer scale;
    };
    int heightOf(const Entry& entry) const;
    QString titleOf(const Entry& entry) const;
    static QString missingText(const AttributeScale& scale);
    void paintEntry(QPainter& painter, const Entry& entry, const QRectF& area, const Tokens& tokens) const;
    static void paintRamp(QPainter& painter, const Entry& entry, const QRectF& bar, const Tokens& tokens);
    static void paintLine(QPainter& painter, const QRectF& line, const QColor& swatch, const QString& text,
                          const Tokens& tokens);

    std::vector<Entry> m_entries;
};

/// The legend on a raised ground over a view.
class GraphLegendBox : public QWidget {
    Q_OBJECT
public:
    explicit GraphLegendBox(QWidget* parent);
    void setLegend(GraphLegend legend);
    const GraphLegend& legend() const { return m_legend; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    GraphLegend m_legend;
};

/// Name and attributes of a node or an edge, on a raised ground over a view.
class GraphReadOut : public QWidget {
    Q_OBJECT
public:
    static constexpr std::size_t kMostFacts = 10; ///< the rest is counted

    explicit GraphReadOut(QWidget* parent);
    /// Null graph or no element: hidden.
    void showElement(const ShownGraphPointer& graph, GraphElement element);
    const QString& title() const { return m_title; }
    const std::vector<std::pair<QString, QString>>& facts() const { return m_facts; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title;
    std::vector<std::pair<QString, QString>> m_facts;
    int m_nameWidth = 0;
};

} // namespace vitrine
