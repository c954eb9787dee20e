#include "app/gui/experiment/preset_dialog.h"
#include "app/gui/experiment/preset_store.h"
#include "core/values/text.h"
#include "tests/app/cli/cli_process.h"
#include "tests/app/gui/form_hand.h"
#include "tests/app/gui/window_tour.h"
#include "widgets/parameter_form/parameter_editor.h"

#include <QDir>
#include <QMessageBox>
#include <QPushButton>

using namespace vitrine;
using namespace vitrine::test;

/// Values kept under a name in the real window: saved, put into the form as one step, deleted; a broken file costs
/// nothing else.
class TestPresetsWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_hand.reset(); }
    void savedAppliedUndoneAndDeleted();
    void aPresetOfThatNameIsReplaced();
    void whatThisVersionDoesNotKnowIsNamed();
    void aBrokenFileIsOneSentence();

private:
    QString file() const { return m_hand->path(QStringLiteral("presets/pathboost/train.json")); }
    QLineEdit* field(const QString& id) const { return qobject_cast<QLineEdit*>(m_form->row(id)->editor()->control()); }
    void type(const QString& id, const QString& text) const {
        field(id)->selectAll();
        QTest::keyClick(field(id), Qt::Key_Backspace);
        QTest::keyClicks(field(id), text);
    }
    bool save(const QString& name, const QString& button = QStringLiteral("Save"));
    void resetAll() const {
        for (auto* button : m_form->panel()->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Reset"))
                m_hand->click(button);
    }
    bool has(const QString& name) const { return m_form->panel()->presets()->find(toStd(name)) != nullptr; }

    std::unique_ptr<WindowDriver> m_hand;
    std::unique_ptr<FormHand> m_form;
};

void TestPresetsWindow::init() {
    m_hand = std::make_unique<WindowDriver>();
    m_form = std::make_unique<FormHand>(*m_hand);
    QVERIFY(m_hand->import(smallSample(*m_hand)));
    QVERIFY(m_hand->clickButton(QStringLiteral("New Experiment")));
    QVERIFY(m_hand->waitFor(QStringLiteral("experiment:")));
    QTRY_VERIFY(m_hand->page()->canRun());
}

/// Opens the dialog from the menu, types the name and presses the button.
bool TestPresetsWindow::save(const QString& name, const QString& button) {
    if (!m_form->choose(QStringLiteral("Presets"), QStringLiteral("Save as Preset")))
        return false;
    PresetDialog* dialog = nullptr;
    const auto isOpen = [&] {
        dialog = m_hand->window().findChild<PresetDialog*>();
        return dialog && dialog->isVisible();
    };
    if (!QTest::qWaitFor(isOpen, 3000))
        return false;
    QTest::keyClicks(dialog->findChild<QLineEdit*>(), name);
    QAbstractButton* found = m_hand->button(button, dialog);
    if (!found || !found->isEnabled())
        return false;
    m_hand->click(found);
    return QTest::qWaitFor([&] { return has(name); }, 5000);
}

void TestPresetsWindow::savedAppliedUndoneAndDeleted() {
    type(QStringLiteral("n_iter"), QStringLiteral("20"));
    QVERIFY(m_form->choose(QStringLiteral("Sweep"), QStringLiteral("Learning rate")));
    m_form->type(QStringLiteral("learning_rate"), QStringLiteral("0.1, 0.3"));
    QVERIFY(save(QStringLiteral("Fast & rough")));
    QVERIFY(QFile::exists(file()));

    resetAll();
    QTRY_COMPARE(field(QStringLiteral("n_iter"))->text(), QStringLiteral("100"));
    type(QStringLiteral("n_iter"), QStringLiteral("33")); // not stored yet when the preset comes
    const int before = m_hand->bench().undoStack().count();
    QVERIFY(m_form->choose(QStringLiteral("Presets"), QStringLiteral("Fast & rough").remove(QLatin1Char('&'))));
    QCOMPARE(field(QStringLiteral("n_iter"))->text(), QStringLiteral("20"));
    QVERIFY(m_form->sweepField(QStringLiteral("learning_rate")));
    QCOMPARE(m_form->sweepField(QStringLiteral("learning_rate"))->text(), QStringLiteral("0.1, 0.3"));
    QTRY_VERIFY(m_hand->button(QStringLiteral("Start 2 runs")));
    QTest::qWait(600);                                         // nothing more is stored later
    QCOMPARE(m_hand->bench().undoStack().count(), before + 2); // what was typed, then the preset
    QCOMPARE(m_hand->bench().undoStack().undoText(), QStringLiteral("Apply preset Fast & rough"));
    m_hand->bench().undoStack().undo();
    QTRY_COMPARE(field(QStringLiteral("n_iter"))->text(), QStringLiteral("33"));
    QVERIFY(!m_form->sweepField(QStringLiteral("learning_rate")));

    QVERIFY(m_form->choose(QStringLiteral("Presets"), QStringLiteral("Delete"), QStringLiteral("Fast")));
    QMessageBox* box = nullptr;
    QTRY_VERIFY((box = m_hand->window().findChild<QMessageBox*>()) && box->isVisible());
    m_hand->click(m_hand->button(QStringLiteral("Delete"), box));
    QTRY_VERIFY(!has(QStringLiteral("Fast & rough")));
    QCOMPARE(readJson(file()).at("presets").size(), std::size_t(0));
    QCOMPARE(field(QStringLiteral("n_iter"))->text(), QStringLiteral("33"));
}

void TestPresetsWindow::aPresetOfThatNameIsReplaced() {
    type(QStringLiteral("n_iter"), QStringLiteral("20"));
    QVERIFY(save(QStringLiteral("A")));
    type(QStringLiteral("n_iter"), QStringLiteral("30"));
    QVERIFY(!save(QStringLiteral("  "))); // no name
    m_hand->window().findChild<PresetDialog*>()->reject();
    QTRY_VERIFY(!m_hand->window().findChild<PresetDialog*>());
    QVERIFY(save(QStringLiteral("A"), QStringLiteral("Replace")));
    QTRY_COMPARE(readJson(file()).at("presets").at(0).at("parameters").at("n_iter").get<int>(), 30);
    QCOMPARE(readJson(file()).at("presets").size(), std::size_t(1));
}

void TestPresetsWindow::whatThisVersionDoesNotKnowIsNamed() {
    QDir().mkpath(QFileInfo(file()).path());
    writeFile(file(), "{\"vitrine_presets\": 1, \"presets\": [{\"name\": \"Old\", \"parameters\": {\"n_iter\": 25, "
                      "\"shrinkage\": 0.5, \"tree_depth\": -3}, \"sweep\": {\"momentum\": \"0.1, 0.9\"}}]}");
    m_form->panel()->presets()->reload();
    QTRY_VERIFY(has(QStringLiteral("Old")));
    QVERIFY(m_form->choose(QStringLiteral("Presets"), QStringLiteral("Old")));
    QCOMPARE(field(QStringLiteral("n_iter"))->text(), QStringLiteral("25"));
    for (const char* value : {"shrinkage = 0.5", "tree_depth = -3", "momentum = 0.1, 0.9"})
        QVERIFY2(m_form->shows(QLatin1String(value)), value);
    QTRY_VERIFY(m_hand->page()->canRun());
    resetAll();
    QVERIFY(!m_form->shows(QStringLiteral("shrinkage")));
}

void TestPresetsWindow::aBrokenFileIsOneSentence() {
    QDir().mkpath(QFileInfo(file()).path());
    writeFile(file(), "{\"vitrine_presets\": 1, \"presets\": [{\"na");
    type(QStringLiteral("n_iter"), QStringLiteral("20"));
    m_form->panel()->presets()->reload();
    QTRY_VERIFY(m_form->shows(QStringLiteral("the presets cannot be read")));
    QCOMPARE(field(QStringLiteral("n_iter"))->text(), QStringLiteral("20"));
    QTRY_VERIFY(m_hand->page()->canRun());
    QVERIFY(save(QStringLiteral("New")));
    QTRY_VERIFY(m_form->shows(QStringLiteral("they are kept as ")));
    QCOMPARE(readFile(file() + QStringLiteral(".broken-1")),
             QByteArray("{\"vitrine_presets\": 1, \"presets\": [{\"na"));
    QCOMPARE(readJson(file()).at("presets").size(), std::size_t(1));
}

QTEST_MAIN(TestPresetsWindow)
#include "tst_presets_window.moc"
