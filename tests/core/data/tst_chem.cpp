#include "core/data/chem/depiction.h"
#include "core/data/chem/descriptors.h"
#include "core/data/chem/smiles.h"

#include <QTest>

#include <cmath>

using namespace vitrine;

class TestChem : public QObject {
    Q_OBJECT

private slots:
    void depictionKeepsAtomOrderAndBondLength();
    void skeletalLabels_data();
    void skeletalLabels();
    void hydrogensTurnAwayFromTheBond();
    void aromaticRingsAreKekulised();
    void secondLineOfARingBondLiesInside();
    void wedgesAreDrawn();
    void descriptorsOfAspirin();
    void morganCountsOfEthanol();
    void refusals_data();
    void refusals();
    void oversizedTextIsRefused();
    void dativeBondIsABond();
};

void TestChem::depictionKeepsAtomOrderAndBondLength() {
    const auto drawn = chem::depict("OCC(Cl)N");
    QVERIFY(drawn.ok());
    const std::vector<int> expected{8, 6, 6, 17, 7};
    QCOMPARE(drawn->atoms.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QCOMPARE(drawn->atoms[i].atomicNumber, expected[i]);
    for (const chem::DepictedBond& bond : drawn->bonds) {
        const auto& a = drawn->atoms[static_cast<std::size_t>(bond.from)];
        const auto& b = drawn->atoms[static_cast<std::size_t>(bond.to)];
        QVERIFY(std::abs(std::hypot(a.x - b.x, a.y - b.y) - 1.0) < 0.05);
    }
}

void TestChem::skeletalLabels_data() {
    QTest::addColumn<QString>("smiles");
    QTest::addColumn<QString>("labels");
    QTest::newRow("chain ends are corners") << "CCO"
                                            << "||OH";
    QTest::newRow("methane has no corner") << "C"
                                           << "CH4";
    QTest::newRow("isotope") << "[13CH3]Cl"
                             << "13CH3|Cl";
    QTest::newRow("charge stands apart") << "C[NH3+]"
                                         << "|NH3";
    QTest::newRow("any atom") << "*C"
                              << "*|";
    QTest::newRow("hydrogen") << "[H][H]"
                              << "H|H";
}

void TestChem::skeletalLabels() {
    QFETCH(QString, smiles);
    QFETCH(QString, labels);
    const auto drawn = chem::depict(smiles.toStdString());
    QVERIFY(drawn.ok());
    QStringList found;
    for (const chem::DepictedAtom& atom : drawn->atoms)
        found << QString::fromStdString(atom.label);
    QCOMPARE(found.join(QLatin1Char('|')), labels);
}

void TestChem::hydrogensTurnAwayFromTheBond() {
    const auto drawn = chem::depict("OCCCCCO");
    QVERIFY(drawn.ok());
    const auto& first = drawn->atoms.front();
    const auto& last = drawn->atoms.back();
    QCOMPARE(first.labelToLeft, first.x < last.x);
    QCOMPARE(last.labelToLeft, last.x < first.x);
}

void TestChem::aromaticRingsAreKekulised() {
    const auto drawn = chem::depict("c1ccccc1");
    QVERIFY(drawn.ok());
    int doubles = 0;
    for (const chem::DepictedBond& bond : drawn->bonds) {
        QVERIFY(bond.order == 1.0 || bond.order == 2.0);
        doubles += bond.order == 2.0 ? 1 : 0;
    }
    QCOMPARE(doubles, 3);
}

void TestChem::secondLineOfARingBondLiesInside() {
    const auto drawn = chem::depict("C1=CCCCC1");
    QVERIFY(drawn.ok());
    double cx = 0.0;
    double cy = 0.0;
    for (const chem::DepictedAtom& atom : drawn->atoms) {
        cx += atom.x / 6.0;
        cy += atom.y / 6.0;
    }
    const chem::DepictedBond& bond = drawn->bonds.front();
    QCOMPARE(bond.order, 2.0);
    const auto& a = drawn->atoms[static_cast<std::size_t>(bond.from)];
    const auto& b = drawn->atoms[static_cast<std::size_t>(bond.to)];
    const double cross = (b.x - a.x) * (cy - a.y) - (b.y - a.y) * (cx - a.x);
    QCOMPARE(bond.ringSide, cross > 0.0 ? 1 : -1);
    const auto chain = chem::depict("C=CC");
    QVERIFY(chain.ok());
    QCOMPARE(chain->bonds.front().ringSide, 0);
}

void TestChem::wedgesAreDrawn() {
    const auto drawn = chem::depict("C[C@H](O)N");
    QVERIFY(drawn.ok());
    int wedges = 0;
    for (const chem::DepictedBond& bond : drawn->bonds)
        wedges += bond.wedge != 0 ? 1 : 0;
    QCOMPARE(wedges, 1);
}

void TestChem::descriptorsOfAspirin() {
    const auto values = chem::descriptors("CC(=O)Oc1ccccc1C(=O)O");
    QVERIFY(values.ok());
    QCOMPARE(values->size(), chem::descriptorNames().size());
    // Weight from the element table: 9 C, 8 H, 4 O; TPSA of two carbonyls, an ester and a hydroxyl oxygen.
    QVERIFY(std::abs((*values)[0] - (9 * 12.011 + 8 * 1.008 + 4 * 15.999)) < 1e-9);
    QVERIFY(std::abs((*values)[2] - (2 * 17.07 + 9.23 + 20.23)) < 1e-9);
    const std::vector<double> counts(values->begin() + 3, values->end());
    const std::vector<double> expected{1, 3, 2, 1, 1.0 / 9.0, 13, 1};
    QCOMPARE(counts, expected);
}

void TestChem::morganCountsOfEthanol() {
    const auto counts = chem::morganCounts("CCO", 2, 1024);
    QVERIFY(counts.ok());
    QCOMPARE(counts->size(), std::size_t{1024});
    double sum = 0.0;
    for (double count : *counts)
        sum += count;
    QCOMPARE(sum, 6.0); // three atoms; at radius 1 three more environments, all distinct; radius 2 adds none
    QCOMPARE(chem::morganCounts("CCO", 2, 0).error().code, ErrorCode::invalidArgument);
}

void TestChem::refusals_data() {
    QTest::addColumn<QString>("smiles");
    QTest::addColumn<QString>("reason");
    QTest::newRow("empty") << ""
                           << "there is no structure";
    QTest::newRow("syntax") << "CX"
                            << "syntax error: this is no SMILES";
    QTest::newRow("open ring") << "C1CC"
                               << "a ring is opened and never closed";
    QTest::newRow("open branch") << "C(C"
                                 << "a parenthesis is opened and never closed";
    QTest::newRow("closed branch") << "CC)C"
                                   << "a parenthesis is closed that was not opened";
    QTest::newRow("double ring bond") << "C12CC12"
                                      << "ring closure 2 duplicates bond between atom 0 and atom 2";
    QTest::newRow("valence") << "CC(C)(C)(C)C"
                             << "atom 2 (C) has more bonds than its valence allows";
    QTest::newRow("kekulize") << "n1cccc1"
                              << "the aromatic bonds of atoms 1, 2, 3, 4 and 5 cannot be drawn as single and double "
                                 "bonds";
    QTest::newRow("aromatic chain") << "cc"
                                    << "atom 1 (C) is marked aromatic but stands in no ring";
    QTest::newRow("space") << "CO bar"
                           << "the SMILES holds a space or a control character";
    QTest::newRow("not ASCII") << QStringLiteral("C\u00e9") << "the SMILES holds a character outside of ASCII";
}

void TestChem::refusals() {
    QFETCH(QString, smiles);
    QFETCH(QString, reason);
    const auto parsed = chem::parseSmiles(smiles.toStdString());
    QVERIFY(!parsed.ok());
    QCOMPARE(QString::fromStdString(parsed.error().message), reason);
    QCOMPARE(QString::fromStdString(chem::depict(smiles.toStdString()).error().message), reason);
}

void TestChem::oversizedTextIsRefused() {
    QCOMPARE(QString::fromStdString(chem::parseSmiles(std::string(20'000, 'C')).error().message),
             QStringLiteral("the SMILES has 20000 characters, at most 10000 are read"));
    QCOMPARE(QString::fromStdString(chem::parseSmiles(std::string(3'000, 'C')).error().message),
             QStringLiteral("the molecule has 3000 atoms, at most 2000 are read"));
}

void TestChem::dativeBondIsABond() {
    const auto drawn = chem::depict("N->[Fe]");
    QVERIFY(drawn.ok());
    QCOMPARE(drawn->bonds.size(), std::size_t{1});
    QCOMPARE(drawn->bonds.front().order, 1.0);
}

QTEST_GUILESS_MAIN(TestChem)
#include "tst_chem.moc"
