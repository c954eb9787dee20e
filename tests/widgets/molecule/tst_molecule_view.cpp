#include "tests/widgets/molecule/small_graphs.h"
#include "widgets/molecule/molecule_view.h"
#include "widgets/style/theme.h"

#include <QPainter>
#include <QSignalSpy>
#include <QTest>

using namespace vitrine;

class TestMoleculeView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init() {
        m_view = std::make_unique<MoleculeView>();
        m_view->resize(260, 180);
        m_view->setGraph(smallMolecules(5), 1);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        QTRY_VERIFY(m_view->hasPicture());
    }
    void cleanup() { m_view.reset(); }

    void pointerTellsNodeAndOccurrence() {
        m_view->setHighlights({{0, 1}, {2, 3}});
        QSignalSpy node(m_view.get(), &MoleculeView::nodeHovered);
        QSignalSpy sequence(m_view.get(), &MoleculeView::sequenceHovered);
        QTest::mouseMove(m_view.get(), m_view->nodePosition(3).toPoint());
        QTRY_COMPARE(node.size(), 1);
        QCOMPARE(node.front().front().toInt(), 3);
        QCOMPARE(sequence.front().front().toInt(), 1);
        QCOMPARE(m_view->highlights().hovered, 1);
        QTest::mouseMove(m_view.get(), QPoint(3, 3));
        QTRY_COMPARE(node.back().front().toInt(), -1);
        QCOMPARE(m_view->highlights().hovered, -1);
    }
    void clickTellsTheNode() {
        QSignalSpy clicked(m_view.get(), &MoleculeView::nodeClicked);
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, m_view->nodePosition(0).toPoint());
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked.front().front().toInt(), 0);
    }
    void hoverMakesTheStrokeStronger() {
        m_view->setHighlights({{0, 1, 2}});
        const QImage lit = m_view->grab().toImage();
        m_view->setHoveredSequence(0);
        QVERIFY(m_view->grab().toImage() != lit);
        m_view->setHoveredSequence(-1);
        QCOMPARE(m_view->grab().toImage(), lit);
    }
    void anotherGraphForgetsTheLight() {
        m_view->setHighlights({{0, 1, 2}});
        m_view->setGraph(smallMolecules(5), 0);
        QVERIFY(m_view->highlights().sequences.empty());
        m_view->setGraph(nullptr, 0);
        QVERIFY(!m_view->hasPicture());
        QCOMPARE(m_view->graph(), -1);
        QVERIFY(m_view->nodePosition(0).isNull());
    }

private:
    std::unique_ptr<MoleculeView> m_view;
};

QTEST_MAIN(TestMoleculeView)
#include "tst_molecule_view.moc"
