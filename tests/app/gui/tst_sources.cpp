#include "app/gui/data/growing_files.h"
#include "app/gui/data/source_actions.h"
#include "app/gui/data/source_bar.h"
#include "app/gui/data/source_watch.h"
#include "app/gui/pages/compare_page.h"
#include "app/gui/pages/dataset_page.h"
#include "app/gui/pages/run_page.h"
#include "app/gui/pages/runs_page.h"
#include "app/gui/run/run_header.h"
#include "app/gui/shell/project_model.h"
#include "app/gui/shell/project_panel.h"
#include "core/values/text.h"
#include "tests/app/gui/window_tour.h"
#include "widgets/data/dataset_view.h"
#include "widgets/models/table_model.h"
#include "widgets/style/badge.h"
#include "widgets/style/error_panel.h"
#include "widgets/views/table_panel.h"

#include <QAction>
#include <QDir>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeView>

#include <algorithm>

using namespace vitrine;
using namespace vitrine::test;

/// The files behind the data of a project: gone, moved, changed, growing.
class TestSources : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_hand = std::make_unique<WindowDriver>(); }
    void cleanup();
    void aMissingFileIsMarkedAndLocated();
    void otherContentIsNamedBeforeItIsRead();
    void aChangedFileMakesRunsStale();
    void aLinkedFileIsReadWhenItIsNeeded();
    void aGrowingFileIsFollowed();
    void followingEndsWithASentence();

private:
    DatasetPage* page() const { return m_hand->pageAs<DatasetPage>(); }
    const ProjectContents& contents() const { return m_hand->bench().contents(); }
    ProjectStore& store() const { return *m_hand->bench().store(); }
    QString badge() const {
        return page()->sourceBar()->isVisible() ? page()->sourceBar()->badge()->text() : QString();
    }
    QString treeNote(const QString& pageId) const;
    QString treeTip(const QString& pageId) const;
    QMessageBox* question() const;
    QString write(const QString& name, const QByteArray& bytes, QIODevice::OpenMode mode = QIODevice::WriteOnly) const;
    void look() const { m_hand->bench().sources().lookAgain(); }
    void undo() const { m_hand->bench().undoStack().undo(); }
    void grab(const QString& name) const;

    std::unique_ptr<WindowDriver> m_hand;
};

void TestSources::cleanup() {
    m_hand.reset();
}

/// For a look by eye: VITRINE_PICTURES names a folder.
void TestSources::grab(const QString& name) const {
    const QString folder = qEnvironmentVariable("VITRINE_PICTURES");
    if (folder.isEmpty())
        return;
    for (const ThemeChoice theme : {ThemeChoice::dark, ThemeChoice::light}) {
        applyTheme(*qApp, theme);
        QTest::qWait(300);
        const QString suffix = theme == ThemeChoice::dark ? QStringLiteral("_dark.png") : QStringLiteral(".png");
        QVERIFY(m_hand->window().grab().save(QDir(folder).filePath(name + suffix)));
    }
}

QString TestSources::write(const QString& name, const QByteArray& bytes, QIODevice::OpenMode mode) const {
    QFile file(m_hand->path(name));
    if (!file.open(mode) || file.write(bytes) != bytes.size())
        qFatal("cannot write a test file");
    return file.fileName();
}

QString TestSources::treeNote(const QString& pageId) const {
    const ProjectModel* model = m_hand->window().findChild<ProjectPanel*>()->model();
    return model->indexOfPage(pageId).data(ProjectModel::NoteRole).toString();
}

QString TestSources::treeTip(const QString& pageId) const {
    const ProjectModel* model = m_hand->window().findChild<ProjectPanel*>()->model();
    return model->indexOfPage(pageId).data(Qt::ToolTipRole).toString();
}

QMessageBox* TestSources::question() const {
    QMessageBox* box = nullptr;
    static_cast<void>(QTest::qWaitFor(
        [&] { return (box = m_hand->window().findChild<QMessageBox*>()) != nullptr && box->isVisible(); }));
    return box;
}

void TestSources::aMissingFileIsMarkedAndLocated() {
    const QString file = write(QStringLiteral("t.csv"), "a,b\n1,2\n3,4\n");
    QVERIFY(m_hand->import(file));
    QTRY_COMPARE(treeNote(QStringLiteral("dataset:1")), QStringLiteral("2"));
    QCOMPARE(badge(), QString());
    const QString moved = m_hand->path(QStringLiteral("moved.csv"));
    QVERIFY(QFile::rename(file, moved));
    look();
    QTRY_COMPARE(badge(), QStringLiteral("Source missing"));
    QTRY_COMPARE(treeNote(QStringLiteral("dataset:1")), QStringLiteral("source missing"));
    QVERIFY(page()->sourceBar()->text().contains(QStringLiteral("t.csv is no longer in ")));
    QVERIFY(!page()->sourceBar()->readButton()->isVisible());  // there is nothing to read
    QTRY_COMPARE(page()->view()->tableModel()->rowCount(), 2); // what was read stays readable
    grab(QStringLiteral("source_missing"));
    // By the button; the dialog begins where the file was.
    m_hand->click(page()->sourceBar()->locateButton());
    QFileDialog* dialog = nullptr;
    QTRY_VERIFY((dialog = m_hand->window().findChild<QFileDialog*>()) != nullptr && dialog->isVisible());
    QCOMPARE(dialog->directory().path(), QFileInfo(file).path());
    Q_EMIT dialog->fileSelected(moved); // as a choice in it does
    dialog->close();
    QTRY_COMPARE(badge(), QString());
    QTRY_COMPARE(QString::fromStdString(contents().datasets.front().source.path), moved);
    QCOMPARE(contents().datasets.front().contentHash, store().dataset(1)->contentHash);
    undo();
    QTRY_COMPARE(badge(), QStringLiteral("Source missing"));
    // The next start finds it missing by itself.
    const QString project = m_hand->path(QStringLiteral("p.vitrine"));
    m_hand->bench().saveProjectAs(project);
    QTRY_VERIFY(QFile::exists(project));
    m_hand->bench().closeProject();
    QTRY_VERIFY(!m_hand->bench().store());
    QTest::qWait(200);
    m_hand->bench().openProject(project);
    QTRY_VERIFY(m_hand->bench().store() != nullptr);
    QTRY_COMPARE(treeNote(QStringLiteral("dataset:1")), QStringLiteral("source missing"));
    QVERIFY(treeTip(QStringLiteral("dataset:1")).contains(QStringLiteral("t.csv")));
}

void TestSources::aLinkedFileIsReadWhenItIsNeeded() {
    m_hand->bench().settings().setLinkOverMegabytes(0);
    const QString file = write(QStringLiteral("t.csv"), "a,b\n1,2\n3,4\n");
    const bool imported = m_hand->import(file);
    m_hand->bench().settings().setLinkOverMegabytes(256);
    QVERIFY(imported);
    QTRY_COMPARE(page()->view()->tableModel()->rowCount(), 2);
    QVERIFY(contents().datasets.front().source.linked);
    const QString project = m_hand->path(QStringLiteral("p.vitrine"));
    m_hand->bench().saveProjectAs(project);
    QTRY_VERIFY(QFile::exists(project));
    m_hand->bench().closeProject();
    QTRY_VERIFY(!m_hand->bench().store());
    QTest::qWait(200); // until its lock is gone
    const QString moved = m_hand->path(QStringLiteral("moved.csv"));
    QVERIFY(QFile::rename(file, moved));
    m_hand->bench().openProject(project);
    QTRY_VERIFY(m_hand->bench().store() != nullptr);
    QTRY_COMPARE(contents().datasets.size(), std::size_t{1}); // at once, without the file
    QCOMPARE(contents().datasets.front().records, std::int64_t{2});
    m_hand->bench().requestOpen(QStringLiteral("dataset:1"));
    QTRY_COMPARE(badge(), QStringLiteral("Source missing"));
    QVERIFY(page()->sourceBar()->text().contains(QStringLiteral("linked to it and cannot be shown without it")));
    const auto shown = [this] { // the view of graphs has one, too
        const auto panels = page()->findChildren<ErrorPanel*>();
        const auto found = std::ranges::find_if(panels, &QWidget::isVisible);
        return found == panels.end() ? nullptr : *found;
    };
    QTRY_VERIFY(shown());
    const ErrorPanel* error = shown();
    QVERIFY(error->text().contains(QStringLiteral("t.csv: the file that this data set is linked to is not at ")));
    grab(QStringLiteral("linked_missing"));
    relinkSource(m_hand->bench(), 1, moved, &m_hand->window());
    QTRY_VERIFY(page()->view()->isVisible());
    QTRY_COMPARE(page()->view()->tableModel()->rowCount(), 2);
    QCOMPARE(badge(), QString());
    QVERIFY(contents().datasets.front().source.linked);
}

void TestSources::otherContentIsNamedBeforeItIsRead() {
    QVERIFY(m_hand->import(write(QStringLiteral("t.csv"), "a,b\n1,2\n3,4\n")));
    const QString other = write(QStringLiteral("other.csv"), "a,b\n1,2\n3,4\n5,6\n");
    QTRY_COMPARE(contents().datasets.size(), std::size_t{1});
    relinkSource(m_hand->bench(), 1, other, &m_hand->window());
    QMessageBox* box = question();
    QVERIFY(box);
    QCOMPARE(box->text(), QStringLiteral("other.csv has other content than what was read for “t”."));
    const QString facts = box->informativeText();
    QVERIFY(facts.contains(QStringLiteral("Read: t.csv, 12 B, sha256 ")));
    QVERIFY(facts.contains(QStringLiteral("Chosen: other.csv, 16 B, sha256 ")));
    box->reject();
    QTRY_VERIFY(!m_hand->window().findChild<QMessageBox*>());
    QCOMPARE(contents().datasets.front().records, std::int64_t{2});
    relinkSource(m_hand->bench(), 1, other, &m_hand->window());
    box = question();
    QVERIFY(box);
    for (QAbstractButton* button : box->buttons())
        if (button->text().startsWith(QStringLiteral("Read again")))
            button->click();
    QTRY_COMPARE(contents().datasets.front().records, std::int64_t{3});
    QCOMPARE(QString::fromStdString(contents().datasets.front().source.path), other);
    QTRY_COMPARE(page()->view()->tableModel()->rowCount(), 3);
    undo();
    QTRY_COMPARE(page()->view()->tableModel()->rowCount(), 2);
    QVERIFY(contents().datasets.front().source.path.ends_with("t.csv"));
}

void TestSources::aChangedFileMakesRunsStale() {
    const QString file = smallSample(*m_hand);
    QVERIFY(m_hand->import(file));
    QVERIFY(m_hand->clickButton(QStringLiteral("New Experiment")));
    QVERIFY(m_hand->waitFor(QStringLiteral("experiment:")));
    for (const char* runPage : {"run:1", "run:2"}) {
        m_hand->bench().requestOpen(QStringLiteral("experiment:1"));
        QTRY_VERIFY_WITH_TIMEOUT(m_hand->isInFront(QStringLiteral("experiment:")) && m_hand->page()->canRun(), 10000);
        m_hand->key(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(m_hand->waitFor(QLatin1String(runPage)));
        QTRY_VERIFY_WITH_TIMEOUT(m_hand->stateOf(m_hand->runInFront()) == RunState::finished, 30000);
    }
    QTRY_COMPARE(treeNote(QStringLiteral("run:2")), QStringLiteral("done"));
    const auto* header = m_hand->page()->findChild<RunHeader*>();
    QVERIFY(!header->staleBadge()->isVisible());
    // The file changes.
    QFile whole(file);
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray lines = whole.readAll();
    whole.close();
    write(QStringLiteral("solubility.csv"), lines.left(lines.lastIndexOf('\n', -2) + 1));
    look();
    QTRY_COMPARE(treeNote(QStringLiteral("run:2")), QStringLiteral("stale"));
    QVERIFY(treeTip(QStringLiteral("run:1")).contains(QStringLiteral("has changed since this run used it")));
    QTRY_VERIFY(header->staleBadge()->isVisible());
    QVERIFY(header->staleBadge()->toolTip().contains(QStringLiteral("solubility")));
    grab(QStringLiteral("run_stale"));
    m_hand->window().mainActions().allRuns->trigger();
    QVERIFY(m_hand->waitFor(QStringLiteral("runs")));
    QTRY_VERIFY(m_hand->pageAs<RunsPage>()->panel()->model()->table()->find("stale") != nullptr);
    grab(QStringLiteral("runs_stale"));
    m_hand->page()->selection()->select(QStringLiteral("run"), {QStringLiteral("1"), QStringLiteral("2")});
    m_hand->bench().requestCompare({1, 2});
    QVERIFY(m_hand->waitFor(QStringLiteral("compare")));
    QTRY_VERIFY(m_hand->pageAs<ComparePage>()->comparison() != nullptr);
    QCOMPARE(m_hand->pageAs<ComparePage>()->comparison()->stale.size(), std::size_t{2});
    // Reading again keeps for the runs what they were given.
    m_hand->bench().requestOpen(QStringLiteral("dataset:1"));
    QVERIFY(m_hand->waitFor(QStringLiteral("dataset:")));
    QTRY_COMPARE(badge(), QStringLiteral("Source changed"));
    grab(QStringLiteral("source_changed"));
    m_hand->click(page()->sourceBar()->readButton());
    QTRY_COMPARE_WITH_TIMEOUT(contents().datasets.front().records, std::int64_t{119}, 10000);
    QTRY_COMPARE(badge(), QString());
    QTRY_VERIFY(treeTip(QStringLiteral("run:1")).contains(QStringLiteral("has other content now")));
    const InputReference given = store().run(1)->inputs.front();
    QCOMPARE(store().datasetVersion(1, given.contentHash)->records, std::int64_t{120});
    // A run of the same experiment has the new content, and is not stale.
    m_hand->bench().requestOpen(QStringLiteral("experiment:1"));
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->isInFront(QStringLiteral("experiment:")) && m_hand->page()->canRun(), 10000);
    QTest::qWait(500); // until the inputs are those of now
    QTRY_VERIFY(m_hand->page()->canRun());
    m_hand->key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(m_hand->waitFor(QStringLiteral("run:3")));
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->stateOf(3) == RunState::finished, 30000);
    QCOMPARE(store().run(3)->inputs.front().contentHash, contents().datasets.front().contentHash);
    QTRY_COMPARE(treeNote(QStringLiteral("run:3")), QStringLiteral("done"));
    // Undo puts the former content back: the file is newer again.
    undo();
    QTRY_COMPARE(contents().datasets.front().records, std::int64_t{120});
    QTRY_COMPARE(treeNote(QStringLiteral("run:3")), QStringLiteral("stale"));
}

void TestSources::aGrowingFileIsFollowed() {
    QVERIFY(m_hand->import(write(QStringLiteral("log.csv"), "step,loss\n1,0.5\n2,0.25\n")));
    QTRY_VERIFY(page()->followAction()->isEnabled());
    page()->followAction()->trigger();
    QTRY_COMPARE(badge(), QStringLiteral("Following"));
    QTRY_COMPARE(page()->view()->tableModel()->rowCount(), 2);
    page()->view()->setCurrentTab(DatasetView::kTable);
    write(QStringLiteral("log.csv"), "3,0.125\n4,bro", QIODevice::Append);
    QTRY_COMPARE_WITH_TIMEOUT(page()->view()->tableModel()->rowCount(), 3, 10000);
    write(QStringLiteral("log.csv"), "ken,7\n5,0.06\n", QIODevice::Append);
    QTRY_COMPARE_WITH_TIMEOUT(page()->view()->tableModel()->rowCount(), 4, 10000);
    QTRY_COMPARE(contents().datasets.front().ledger.recordsDropped, std::int64_t{1});
    QVERIFY(page()->sourceBar()->text().contains(QStringLiteral("log.csv: 2 new rows, the last at ")));
    QCOMPARE(page()->view()->currentTab(), DatasetView::kTable); // the view stays what it was
    grab(QStringLiteral("following"));
    m_hand->click(page()->sourceBar()->stopButton());
    QTRY_VERIFY(!m_hand->bench().growing().isOn(1));
    QTRY_COMPARE(badge(), QString());
    undo(); // all of it is one step
    QTRY_COMPARE(page()->view()->tableModel()->rowCount(), 2);
    QTRY_COMPARE(badge(), QStringLiteral("Source changed"));
}

void TestSources::followingEndsWithASentence() {
    QVERIFY(m_hand->import(write(QStringLiteral("log.csv"), "step,loss\n1,0.5\n2,0.25\n")));
    QTRY_VERIFY(page()->followAction()->isEnabled());
    page()->followAction()->trigger();
    QTRY_COMPARE(badge(), QStringLiteral("Following"));
    QTest::qWait(300);
    write(QStringLiteral("log.csv"), "step,loss\n");
    QTRY_COMPARE_WITH_TIMEOUT(badge(), QStringLiteral("Stopped"), 10000);
    QCOMPARE(page()->sourceBar()->text(), QStringLiteral("Following stopped: log.csv has become shorter."));
    QCOMPARE(page()->view()->tableModel()->rowCount(), 2);
    QVERIFY(!page()->followAction()->isChecked());
    // Closing the page ends following, too.
    write(QStringLiteral("log.csv"), "step,loss\n1,0.5\n2,0.25\n");
    page()->followAction()->trigger();
    QTRY_COMPARE(badge(), QStringLiteral("Following"));
    m_hand->window().mainActions().closePage->trigger();
    QTRY_VERIFY(!m_hand->bench().growing().isOn(1));
}

QTEST_MAIN(TestSources)
#include "tst_sources.moc"
