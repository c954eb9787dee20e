#pragma once

#include "core/data/chem/depiction.h"
#include "widgets/molecule/graph_picture.h"

#include <QPainterPath>
#include <QString>

namespace vitrine {

/// A 2-D structure. Node i of the picture is atom i of the depiction.
class MoleculePicture : public GraphPicture {
public:
    explicit MoleculePicture(chem::Depiction depiction);

protected:
    void paintGraph(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                    const PictureOptions& options) const override;
    QSizeF margin(const GraphInk& ink) const override;

private:
    /// Pieces of an atom's label: hydrogens and their count stand left or right of the element.
    struct Letters {
        QString element;
        QString isotope;  ///< mass number before it, above the line
        QString hydrogen; ///< "H" or empty
        QString count;    ///< digits below the line
        QString charge;   ///< above the line
        bool hydrogenLeft = false;
    };
    static Letters lettersOf(const chem::DepictedAtom& atom);

    void paintBond(QPainter& painter, const chem::DepictedBond& bond, const PictureFrame& frame,
                   const GraphInk& ink) const;
    /// Letters around the origin, and what stands in the colour of the ground behind them.
    struct LetterShape {
        QPainterPath letters;
        QPainterPath halo;
    };
    static QPainterPath letterPath(const Letters& letters, double size, const QFont& family);
    static const LetterShape& shapeOf(const Letters& letters, double size, const QFont& family);

    std::vector<chem::DepictedBond> m_bonds;
    std::vector<Letters> m_letters; ///< empty element: plain carbon
    bool m_hasLetters = false;
};

} // namespace vitrine
