#pragma once

#include "widgets/molecule/graph_picture.h"
#include "widgets/style/tokens.h"

#include <QString>

namespace vitrine {

/// What a cell of a gallery says beneath its picture.
struct GalleryCell {
    static constexpr int kGap = 8; ///< between two cells
    static constexpr int kFooter = 22;

    QString name;
    QString value;

    /// The frame in the place that a cell has.
    static QRectF frameOf(const QRectF& place);
    static QRectF pictureOf(const QRectF& frame);
    /// Frame and footer, without the picture.
    void paint(QPainter& painter, const QRectF& frame, const QColor& border, const Tokens& tokens) const;
};

} // namespace vitrine
