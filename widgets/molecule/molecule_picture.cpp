#include "widgets/molecule/molecule_picture.h"

#include "core/values/text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QPainterPathStroker>

#include <algorithm>
#include <cmath>
#include <map>

namespace vitrine {
namespace {

constexpr double kLetterShare = 0.46;     // of the bond length
constexpr double kDoubleGap = 0.17;       // between the two lines of a double bond
constexpr double kInnerShortening = 0.13; // of the second line in a ring
constexpr double kWedgeShare = 0.13;      // half width of a wedge at its end
constexpr int kHashes = 6;
constexpr double kSmallLetter = 0.74; // of counts and charges
constexpr double kHalo = 3.0;

std::vector<QPointF> placesOf(const chem::Depiction& depiction) {
    std::vector<QPointF> places;
    places.reserve(depiction.atoms.size());
    for (const chem::DepictedAtom& atom : depiction.atoms)
        places.emplace_back(atom.x, -atom.y);
    return places;
}

QString chargeText(int charge) {
    if (charge == 0)
        return {};
    const QString sign = charge > 0 ? QStringLiteral("+") : QString(QChar(0x2212));
    return std::abs(charge) == 1 ? sign : QString::number(std::abs(charge)) + sign;
}

double letterSize(const PictureFrame& frame, const GraphInk& ink) {
    return std::round(std::clamp(kLetterShare * frame.scale, ink.smallestLetter, ink.largestLetter));
}

QFont letterFont(const QFont& family, double pixels) {
    QFont font = family;
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

MoleculePicture::MoleculePicture(chem::Depiction depiction)
    : GraphPicture(placesOf(depiction)), m_bonds(std::move(depiction.bonds)) {
    m_letters.reserve(depiction.atoms.size());
    for (const chem::DepictedAtom& atom : depiction.atoms) {
        m_letters.push_back(lettersOf(atom));
        m_hasLetters = m_hasLetters || !m_letters.back().element.isEmpty();
    }
    const auto count = static_cast<int>(nodeCount());
    std::erase_if(m_bonds, [count](const chem::DepictedBond& bond) {
        return bond.from < 0 || bond.to < 0 || bond.from >= count || bond.to >= count;
    });
}

MoleculePicture::Letters MoleculePicture::lettersOf(const chem::DepictedAtom& atom) {
    Letters letters;
    QString label = toQString(atom.label);
    if (label.isEmpty())
        return letters;
    while (!label.isEmpty() && label.front().isDigit()) {
        letters.isotope += label.front();
        label.remove(0, 1);
    }
    const QString symbol = toQString(chem::elementSymbol(atom.atomicNumber));
    letters.element = label.startsWith(symbol) ? symbol : label;
    const QString rest = label.mid(letters.element.size());
    if (rest.startsWith(QLatin1Char('H'))) {
        letters.hydrogen = rest.left(1);
        for (const QChar character : rest.mid(1))
            if (character.isDigit())
                letters.count += character;
    }
    letters.charge = chargeText(atom.charge);
    letters.hydrogenLeft = atom.labelToLeft;
    return letters;
}

QSizeF MoleculePicture::margin(const GraphInk& ink) const {
    return m_hasLetters ? QSizeF(1.6 * ink.largestLetter, 0.9 * ink.largestLetter) : QSizeF(6.0, 6.0);
}

QPainterPath MoleculePicture::letterPath(const Letters& letters, double size, const QFont& family) {
    const QFont large = letterFont(family, size);
    const QFont small = letterFont(family, size * kSmallLetter);
    const QFontMetricsF largeMetrics(large), smallMetrics(small);
    const double baseline = 0.5 * largeMetrics.capHeight();
    const double right = 0.5 * largeMetrics.horizontalAdvance(letters.element);
    const double hydrogenWidth = largeMetrics.horizontalAdvance(letters.hydrogen);
    const double hydrogens = hydrogenWidth + smallMetrics.horizontalAdvance(letters.count);
    const double hydrogenStart = letters.hydrogenLeft ? -right - hydrogens : right;
    const double start = letters.hydrogenLeft ? hydrogenStart : -right;
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    path.addText(-right, baseline, large, letters.element);
    path.addText(hydrogenStart, baseline, large, letters.hydrogen);
    path.addText(hydrogenStart + hydrogenWidth, baseline + 0.25 * size, small, letters.count);
    path.addText(start - smallMetrics.horizontalAdvance(letters.isotope), baseline - 0.4 * size, small,
                 letters.isotope);
    path.addText(letters.hydrogenLeft ? right : right + hydrogens, baseline - 0.4 * size, small, letters.charge);
    return path;
}

const MoleculePicture::LetterShape& MoleculePicture::shapeOf(const Letters& letters, double size, const QFont& family) {
    static thread_local std::map<QString, LetterShape> known; // outlines are dear, and there are few different ones
    const QString key =
        QStringList{letters.isotope,       letters.element,
                    letters.hydrogen,      letters.count,
                    letters.charge,        letters.hydrogenLeft ? QStringLiteral("l") : QStringLiteral("r"),
                    QString::number(size), family.family()}
            .join(QLatin1Char('|'));
    const auto found = known.find(key);
    if (found != known.end())
        return found->second;
    LetterShape shape{letterPath(letters, size, family), {}};
    QPainterPathStroker stroker;
    stroker.setWidth(kHalo);
    stroker.setJoinStyle(Qt::RoundJoin);
    shape.halo = stroker.createStroke(shape.letters).united(shape.letters).simplified();
    return known.emplace(key, std::move(shape)).first->second;
}

void MoleculePicture::paintBond(QPainter& painter, const chem::DepictedBond& bond, const PictureFrame& frame,
                                const GraphInk& ink) const {
    QPointF a = frame.map(places()[static_cast<std::size_t>(bond.from)]);
    QPointF b = frame.map(places()[static_cast<std::size_t>(bond.to)]);
    const double length = std::hypot(b.x() - a.x(), b.y() - a.y());
    if (length < 1e-6)
        return;
    const QPointF along = (b - a) / length;
    const QPointF left(along.y(), -along.x()); // left of a->b as seen on the screen
    const double gap = std::max(kDoubleGap * frame.scale, 2.5);
    const double clear = 0.62 * letterSize(frame, ink);
    const bool fromLetter = !m_letters[static_cast<std::size_t>(bond.from)].element.isEmpty();
    const bool toLetter = !m_letters[static_cast<std::size_t>(bond.to)].element.isEmpty();
    if (length > 2.5 * clear) {
        a += fromLetter ? clear * along : QPointF();
        b -= toLetter ? clear * along : QPointF();
    }
    if (bond.wedge > 0) {
        const QPointF half = kWedgeShare * frame.scale * left;
        painter.setBrush(ink.text);
        painter.drawPolygon(QPolygonF{a, b + half, b - half});
        return;
    }
    if (bond.wedge < 0) {
        for (int i = 1; i <= kHashes; ++i) {
            const double share = static_cast<double>(i) / kHashes;
            const QPointF half = kWedgeShare * frame.scale * share * left;
            const QPointF middle = a + share * (b - a);
            painter.drawLine(middle - half, middle + half);
        }
        return;
    }
    const bool isDouble = bond.order > 1.75 && bond.order < 2.5;
    if (isDouble && bond.ringSide == 0) {
        painter.drawLine(a + 0.5 * gap * left, b + 0.5 * gap * left);
        painter.drawLine(a - 0.5 * gap * left, b - 0.5 * gap * left);
        return;
    }
    painter.drawLine(a, b);
    if (isDouble) {
        const QPointF side = gap * (bond.ringSide > 0 ? 1.0 : -1.0) * left;
        const QPointF cut = kInnerShortening * frame.scale * along;
        painter.drawLine(a + side + (fromLetter ? QPointF() : cut), b + side - (toLetter ? QPointF() : cut));
    } else if (bond.order >= 2.5) {
        painter.drawLine(a + gap * left, b + gap * left);
        painter.drawLine(a - gap * left, b - gap * left);
    }
}

void MoleculePicture::paintGraph(QPainter& painter, const PictureFrame& frame, const GraphInk& ink,
                                 const PictureOptions&) const {
    painter.setPen(QPen(ink.text, ink.lineWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const chem::DepictedBond& bond : m_bonds)
        paintBond(painter, bond, frame, ink);
    if (!m_hasLetters)
        return;
    // Halos first: none may cover a letter of its neighbour.
    const double size = letterSize(frame, ink);
    std::vector<std::pair<QPointF, const LetterShape*>> shapes;
    for (std::size_t i = 0; i < m_letters.size(); ++i)
        if (!m_letters[i].element.isEmpty())
            shapes.emplace_back(frame.map(places()[i]), &shapeOf(m_letters[i], size, ink.font));
    for (const auto& [center, shape] : shapes) {
        painter.translate(center);
        painter.fillPath(shape->halo, ink.ground);
        painter.translate(-center);
    }
    for (const auto& [center, shape] : shapes) {
        painter.translate(center);
        painter.fillPath(shape->letters, ink.text);
        painter.translate(-center);
    }
}

} // namespace vitrine
