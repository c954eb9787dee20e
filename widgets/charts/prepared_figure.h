#pragma once

#include "core/figure/figure_spec.h"
#include "core/figure/reduce.h"

#include <QList>
#include <QString>

#include <memory>
#include <vector>

namespace vitrine {

/// Finite values seen along one screen axis.
struct Extent {
    double minimum = 0.0;
    double maximum = 0.0;
    double smallestPositive = 0.0; ///< for log axes; 0: none
    bool any = false;

    void add(double value);
    void add(const Extent& other);
};

/// Place of a datum: mark and position in it.
struct MarkPoint {
    int mark = -1;
    int index = -1;
    bool isValid() const { return mark >= 0; }
    friend bool operator==(const MarkPoint&, const MarkPoint&) = default;
};

/// How many indices of a MarkPoint share a key: the cells of a row when a heat map has keys for its rows; else one.
std::size_t indicesPerKey(const FigureMark& mark);

/// A figure with what drawing needs to know about its data, computed once. The spec is immutable from here on.
class PreparedFigure {
public:
    PreparedFigure();
    explicit PreparedFigure(std::shared_ptr<const FigureSpec> spec);

    struct Mark {
        const FigureMark* mark = nullptr;
        ExtremesIndex yIndex;   ///< of lines and points
        bool ascending = false; ///< x never falls
        Extent x, y;            ///< along the screen axes, with bands and intervals
    };

    const FigureSpec& spec() const { return *m_spec; }
    const std::shared_ptr<const FigureSpec>& sharedSpec() const { return m_spec; }
    const std::vector<Mark>& marks() const { return m_marks; }
    const Extent& x() const { return m_x; }
    const Extent& y() const { return m_y; }
    NonFiniteCount nonFinite() const { return m_nonFinite; }
    std::int64_t unplaced() const { return m_unplaced; } ///< values without a place on the log axes
    bool has(MarkKind kind) const;
    /// Marks that get a label of their own: lines, points and bars with a label.
    std::vector<int> labelledMarks(MarkKind kind) const;

    /// Key of a datum for linked selection: of the point, else of the mark; empty: none.
    QString keyOf(MarkPoint point) const;
    /// Data with this key.
    QList<MarkPoint> pointsOf(const QString& key) const;

private:
    std::shared_ptr<const FigureSpec> m_spec;
    std::vector<Mark> m_marks;
    Extent m_x, m_y;
    NonFiniteCount m_nonFinite;
    std::int64_t m_unplaced = 0;
    struct KeyPlace {
        std::size_t hash = 0;
        MarkPoint point; ///< index -1: the key is that of the mark
    };
    mutable std::vector<KeyPlace> m_byKey; ///< by hash, then in order; filled at the first question
    mutable bool m_indexed = false;
    void indexKeys() const;
};

} // namespace vitrine
