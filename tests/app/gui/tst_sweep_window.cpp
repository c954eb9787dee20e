#include "app/gui/pages/compare_page.h"
#include "app/gui/pages/runs_page.h"
#include "core/values/text.h"
#include "tests/app/cli/cli_process.h"
#include "tests/app/gui/form_hand.h"
#include "tests/app/gui/window_tour.h"
#include "widgets/models/table_model.h"

#include <QAction>
#include <QTableView>

using namespace vitrine;
using namespace vitrine::test;

/// A sweep in the real window: made by mouse and keyboard, its number of runs before the start, a run for each
/// combination with the bytes of the command line, and these runs together in the table of all.
class TestSweepWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_hand.reset(); }
    void threeValuesAreThreeRunsAndTheBytesOfTheCommandLine();
    void everyCombinationIsStarted();
    void aSweepGoesOnWithoutItsPageAndIsCancelledAtOnce();
    void seedsAreARunEach();
    void whatIsWrongKeepsTheRunsFromStarting();
    void aSweepIsTakenAwayAndBroughtBackByUndo();

private:
    QString importedFile() const { return m_hand->path(QStringLiteral("solubility.csv")); }
    const ProjectContents& contents() const { return m_hand->bench().contents(); }
    std::map<std::string, std::string> hashes(const ProjectStore& store, RunId run) const;
    std::map<int, std::map<std::string, std::string>> hashesByIterations(const ProjectStore& store) const;
    bool allFinished(std::size_t count) const;

    std::unique_ptr<WindowDriver> m_hand;
    std::unique_ptr<FormHand> m_form;
};

void TestSweepWindow::init() {
    m_hand = std::make_unique<WindowDriver>();
    m_form = std::make_unique<FormHand>(*m_hand);
    QVERIFY(m_hand->import(smallSample(*m_hand)));
    QVERIFY(m_hand->clickButton(QStringLiteral("New Experiment")));
    QVERIFY(m_hand->waitFor(QStringLiteral("experiment:")));
    QTRY_VERIFY(m_hand->page()->canRun());
}

void TestSweepWindow::seedsAreARunEach() {
    QLineEdit* seeds = nullptr;
    for (QLineEdit* field : m_hand->window().findChildren<QLineEdit*>())
        if (field->isVisible() && field->accessibleName() == QLatin1String("Seeds"))
            seeds = field;
    QVERIFY(seeds);
    seeds->setFocus();
    QTest::keyClicks(seeds, QStringLiteral("4, 4"));
    QTRY_VERIFY(!m_hand->page()->canRun());
    QVERIFY(m_form->shows(QStringLiteral("the seed 4 is given twice")));
    seeds->clear();
    QTest::keyClicks(seeds, QStringLiteral("4, 9"));
    QTRY_VERIFY(m_hand->page()->canRun());
    QTRY_VERIFY(m_form->shows(QStringLiteral("2 runs, ")));
    if (const QString folder = qEnvironmentVariable("VITRINE_PICTURES"); !folder.isEmpty())
        QVERIFY(m_hand->window().grab().save(QDir(folder).filePath(QStringLiteral("seeds.png"))));
    QVERIFY(m_hand->clickButton(QStringLiteral("Start 2 runs")));
    QVERIFY(allFinished(2));
    std::map<std::uint64_t, std::map<std::string, std::string>> inWindow;
    for (const RunRecord& run : contents().runs) {
        QVERIFY2(run.title.starts_with("seed = " + std::to_string(run.seed) + ": "), run.title.c_str());
        inWindow[run.seed] = hashes(*m_hand->bench().store(), run.id);
    }
    QCOMPARE(inWindow.size(), std::size_t(2));
    const QString project = m_hand->path(QStringLiteral("seed9.vitrine"));
    CliProcess process({QStringLiteral("run"), QStringLiteral("pathboost/train"), QStringLiteral("--input"),
                        QStringLiteral("graphs=") + importedFile(), QStringLiteral("--seed"), QStringLiteral("9"),
                        QStringLiteral("--project"), project});
    QVERIFY2(process.finish(60000) == 0, qPrintable(process.err()));
    const auto store = ProjectStore::open(toStd(project), OpenMode::readOnly);
    QVERIFY(store.ok());
    QCOMPARE(hashes(**store, 1), inWindow[9]);
}

std::map<std::string, std::string> TestSweepWindow::hashes(const ProjectStore& store, RunId run) const {
    std::map<std::string, std::string> found;
    const auto artifacts = store.artifacts(run);
    for (const ArtifactRecord& artifact : *artifacts)
        if (artifact.description.id != "baselines") // times differ between two runs
            found[artifact.description.id] = artifact.contentHash;
    return found;
}

std::map<int, std::map<std::string, std::string>> TestSweepWindow::hashesByIterations(const ProjectStore& store) const {
    std::map<int, std::map<std::string, std::string>> found;
    const auto runs = store.runs();
    for (const RunRecord& run : *runs)
        found[run.parameters.value("n_iter").get<int>()] = hashes(store, run.id);
    return found;
}

bool TestSweepWindow::allFinished(std::size_t count) const {
    return QTest::qWaitFor(
        [&] {
            return contents().runs.size() == count && std::ranges::all_of(contents().runs, [](const RunRecord& run) {
                       return run.state == RunState::finished;
                   });
        },
        60000);
}

void TestSweepWindow::threeValuesAreThreeRunsAndTheBytesOfTheCommandLine() {
    // One run before and after, so that "these runs" are not all.
    QVERIFY(m_hand->clickButton(QStringLiteral("Run")));
    QVERIFY(m_hand->waitFor(QStringLiteral("run:")));
    QVERIFY(allFinished(1));
    m_hand->bench().requestOpen(QStringLiteral("experiment:1"));
    QVERIFY(m_hand->waitFor(QStringLiteral("experiment:")));

    QVERIFY(m_form->choose(QStringLiteral("Sweep"), QStringLiteral("Iterations")));
    QLineEdit* values = m_form->sweepField(QStringLiteral("n_iter"));
    QVERIFY(values && values->isVisible());
    QTRY_COMPARE(QApplication::focusWidget(), values); // typed at once, without a click
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("5, 10, 15"));
    QTRY_VERIFY(m_hand->page()->canRun());
    QVERIFY(m_form->shows(QStringLiteral("3 values")));
    QTRY_VERIFY(m_form->shows(QStringLiteral("3 runs, ")));
    QVERIFY(m_hand->button(QStringLiteral("Start 3 runs")));

    // The saved file has the sweep.
    const QString file = m_hand->path(QStringLiteral("sweep.json"));
    QMetaObject::invokeMethod(
        &m_hand->window(), [this] { m_hand->window().mainActions().saveExperimentFile->trigger(); },
        Qt::QueuedConnection);
    QTimer::singleShot(0, &m_hand->window(), [this, file] { m_hand->answerFileDialog(file); });
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), 10000);
    const auto saved = readJson(file);
    QCOMPARE(saved.at("sweep").at("n_iter").get<std::string>(), std::string("5, 10, 15"));

    QVERIFY(m_hand->clickButton(QStringLiteral("Start 3 runs")));
    QVERIFY(m_hand->waitFor(QStringLiteral("runs")));
    QVERIFY(allFinished(4));
    auto* page = m_hand->pageAs<RunsPage>();
    QVERIFY(page);
    QTRY_COMPARE(page->chosenRuns().size(), qsizetype(3));
    QTRY_COMPARE(page->panel()->model()->rowCount(), 3);
    const auto inWindow = hashesByIterations(*m_hand->bench().store());
    QCOMPARE(inWindow.size(), std::size_t(4)); // with the default of the run before

    // One click puts exactly these side by side.
    QVERIFY(m_hand->clickButton(QStringLiteral("Compare")));
    QVERIFY(m_hand->waitFor(QStringLiteral("compare")));
    auto* compare = m_hand->pageAs<ComparePage>();
    QVERIFY(compare);
    QCOMPARE(compare->runs().size(), std::size_t(3));

    // Later, one click on the experiment's page shows them again.
    m_hand->bench().requestOpen(QStringLiteral("experiment:1"));
    QVERIFY(m_hand->waitFor(QStringLiteral("experiment:")));
    QVERIFY(m_hand->clickButton(QStringLiteral("Show the 3 runs")));
    QVERIFY(m_hand->waitFor(QStringLiteral("runs")));
    QTRY_COMPARE(m_hand->pageAs<RunsPage>()->chosenRuns().size(), qsizetype(3));

    // Three single runs of the command line, and the saved file, have the same bytes.
    const QString single = m_hand->path(QStringLiteral("single.vitrine"));
    for (const char* count : {"5", "10", "15"}) {
        CliProcess process({QStringLiteral("run"), QStringLiteral("pathboost/train"), QStringLiteral("--input"),
                            QStringLiteral("graphs=") + importedFile(), QStringLiteral("--set"),
                            QStringLiteral("n_iter=") + QLatin1String(count), QStringLiteral("--project"), single});
        QVERIFY2(process.finish(60000) == 0, qPrintable(process.err()));
    }
    const QString filed = m_hand->path(QStringLiteral("filed.vitrine"));
    CliProcess process({QStringLiteral("run"), file, QStringLiteral("--project"), filed});
    QVERIFY2(process.finish(60000) == 0, qPrintable(process.err()));
    for (const QString& path : {single, filed}) {
        const auto store = ProjectStore::open(toStd(path), OpenMode::readOnly);
        QVERIFY(store.ok());
        const auto headless = hashesByIterations(**store);
        QCOMPARE(headless.size(), std::size_t(3));
        for (const auto& [count, outputs] : headless) {
            QVERIFY(outputs.size() >= 5);
            QVERIFY2(outputs == inWindow.at(count), qPrintable(QString::number(count)));
        }
    }
}

void TestSweepWindow::everyCombinationIsStarted() {
    QVERIFY(m_form->choose(QStringLiteral("Sweep"), QStringLiteral("Iterations")));
    m_form->type(QStringLiteral("n_iter"), QStringLiteral("5..15 step 5"));
    QVERIFY(m_form->choose(QStringLiteral("Sweep"), QStringLiteral("Learning rate")));
    m_form->type(QStringLiteral("learning_rate"), QStringLiteral("0.1, 0.3"));
    QTRY_VERIFY(m_hand->page()->canRun());
    QVERIFY(m_hand->button(QStringLiteral("Start 6 runs")));
    m_hand->key(Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(m_hand->waitFor(QStringLiteral("runs")));
    QVERIFY(allFinished(6));
    QStringList titles;
    for (const RunRecord& run : contents().runs)
        titles.append(toQString(run.title).section(QStringLiteral(": "), 0, 0));
    titles.removeDuplicates();
    QCOMPARE(titles.size(), 6);
    const QString last = QStringLiteral("Iterations = 15, Learning rate = 0.3");
    QVERIFY2(titles.contains(last), qPrintable(titles.join(QLatin1Char('\n'))));
    for (const RunRecord& run : contents().runs)
        if (toQString(run.title).startsWith(last)) {
            QCOMPARE(run.parameters.value("n_iter").get<int>(), 15);
            QCOMPARE(run.parameters.value("learning_rate").get<double>(), 0.3);
        }
}

void TestSweepWindow::aSweepGoesOnWithoutItsPageAndIsCancelledAtOnce() {
    QVERIFY(m_form->choose(QStringLiteral("Sweep"), QStringLiteral("Iterations")));
    m_form->type(QStringLiteral("n_iter"), QStringLiteral("9001..9020 step 1"));
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->page()->canRun(), 30000);
    m_hand->page()->run();
    m_hand->window().mainActions().closePage->trigger(); // before the first has started
    QVERIFY(m_hand->waitFor(QStringLiteral("runs")));
    auto* page = m_hand->pageAs<RunsPage>();
    QTRY_COMPARE(page->chosenRuns().size(), qsizetype(20));
    QTRY_VERIFY(page->canCancel());
    QTRY_VERIFY(m_hand->window().mainActions().cancel->isEnabled());
    m_hand->window().mainActions().cancel->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_hand->bench().hasRunningJobs(), 10000);
    QTRY_VERIFY(
        std::ranges::all_of(contents().runs, [](const RunRecord& run) { return run.state == RunState::cancelled; }));
    QCOMPARE(contents().runs.size(), std::size_t(20));
    QTRY_VERIFY(!page->canCancel());
}

void TestSweepWindow::whatIsWrongKeepsTheRunsFromStarting() {
    QVERIFY(m_form->choose(QStringLiteral("Sweep"), QStringLiteral("Iterations")));
    m_form->type(QStringLiteral("n_iter"), QStringLiteral("5, 0"));
    QVERIFY(!m_hand->page()->canRun());
    QVERIFY2(m_hand->page()->runHint().contains(QStringLiteral("Iterations: ")), qPrintable(m_hand->page()->runHint()));
    QVERIFY2(m_form->problem(QStringLiteral("n_iter")).contains(QStringLiteral("0 is not allowed")),
             qPrintable(m_form->problem(QStringLiteral("n_iter"))));
    m_form->type(QStringLiteral("n_iter"), QString());
    QVERIFY(!m_hand->page()->canRun());
    m_form->type(QStringLiteral("n_iter"), QStringLiteral("1..200 step 1"));
    QTRY_VERIFY_WITH_TIMEOUT(m_hand->page()->canRun(), 30000);
    QVERIFY(m_hand->button(QStringLiteral("Start 200 runs")));
    QVERIFY(m_form->choose(QStringLiteral("Sweep"), QStringLiteral("Tree depth")));
    m_form->type(QStringLiteral("tree_depth"), QStringLiteral("1, 2"));
    QVERIFY(!m_hand->page()->canRun());
    QTRY_VERIFY(m_form->shows(QStringLiteral("The sweep would start more than 200 runs. Give fewer values.")));
    m_hand->page()->run();
    QTest::qWait(300);
    QVERIFY(contents().runs.empty());
}

void TestSweepWindow::aSweepIsTakenAwayAndBroughtBackByUndo() {
    QVERIFY(m_form->choose(QStringLiteral("Sweep"), QStringLiteral("Iterations")));
    m_form->type(QStringLiteral("n_iter"), QStringLiteral("5, 10"));
    QTRY_VERIFY(m_hand->page()->canRun());
    const auto stored = [this] {
        return contents().experiments.empty() ? SweepTexts() : sweepTexts(contents().experiments.front().parameters);
    };
    QTRY_COMPARE(stored().size(), std::size_t(1)); // kept in the project
    QVERIFY(m_hand->clickButton(QStringLiteral("Do not sweep Iterations")));
    QTRY_VERIFY(stored().empty());
    QVERIFY(!m_form->sweepField(QStringLiteral("n_iter")));
    QTRY_VERIFY(m_hand->page()->canRun());
    QVERIFY(!m_hand->button(QStringLiteral("Start")));
    m_hand->bench().undoStack().undo();
    QTRY_VERIFY(m_form->sweepField(QStringLiteral("n_iter")));
    QCOMPARE(m_form->sweepField(QStringLiteral("n_iter"))->text(), QStringLiteral("5, 10"));
    QTRY_VERIFY(m_hand->button(QStringLiteral("Start 2 runs")));
}

QTEST_MAIN(TestSweepWindow)
#include "tst_sweep_window.moc"
