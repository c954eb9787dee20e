#include "widgets/parameter_form/parameter_form.h"

#include "core/values/text.h"
#include "widgets/parameter_form/form_section.h"
#include "widgets/parameter_form/parameter_editor.h"
#include "widgets/parameter_form/parameter_row.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

using namespace vitrine;
using Json = nlohmann::json;

namespace {

const char* const kSchema = R"([
 {"id": "iterations", "type": "int", "label": "Iterations", "symbol": "T", "group": "Model", "default": 100, "min": 1,
  "max": 1000, "unit": "rounds", "help": "How many trees."},
 {"id": "rate", "type": "real", "label": "Learning rate", "symbol": "ν", "group": "Model", "default": 0.1, "min": 0,
  "max": 1, "min_open": true},
 {"id": "patience", "type": "int", "label": "Patience", "group": "Model", "default": null, "optional": true, "min": 1},
 {"id": "rule", "type": "enum", "label": "Rule", "group": "Model", "default": "paper",
  "options": [{"value": "paper", "label": "as in the paper"}, {"value": "reference", "label": "as the reference"}]},
 {"id": "early", "type": "bool", "label": "Stop early", "group": "Stopping", "default": false},
 {"id": "tolerance", "type": "real", "label": "Tolerance", "group": "Stopping", "default": 0.0001, "visible_if": "early"},
 {"id": "window", "type": "int", "label": "Window", "group": "Stopping", "default": 5, "enabled_if": "early"},
 {"id": "outputs", "type": "enum_list", "label": "Extra outputs", "default": ["curve"], "options": ["curve", "table"]},
 {"id": "note", "type": "text", "label": "Note", "default": "", "optional": true},
 {"id": "file", "type": "path", "label": "Label file", "default": null, "optional": true},
 {"id": "target", "type": "column", "label": "Target", "input": "graphs", "role": "graph", "default": null,
  "optional": true},
 {"id": "depths", "type": "int_list", "label": "Depths", "default": [1, 3]},
 {"id": "rates", "type": "real_list", "label": "Rates", "default": [0.5]},
 {"id": "anchors", "type": "label_list", "label": "Anchors", "input": "graphs", "default": null, "optional": true},
 {"id": "pairs", "type": "table", "label": "Pairs", "default": [[1, 2]]},
 {"id": "exact", "type": "bool", "label": "Exact", "level": "advanced", "default": true},
 {"id": "secret", "type": "int", "label": "Secret", "level": "hidden", "default": 3}
])";

ParameterSchema schema() {
    auto parsed = ParameterSchema::fromJson(Json::parse(kSchema));
    if (!parsed.ok())
        qFatal("%s", parsed.error().message.c_str());
    return *parsed;
}

Inspection inspection() {
    Inspection found;
    found.options["anchors"] = {{"6", "C", 1105}, {"8", "O", 725}, {"17", "Cl", 252}};
    found.options["target"] = {{"y", "y", -1}, {"logP", "logP", -1}};
    found.suggested["target"] = "y";
    return found;
}

} // namespace

class TestParameterForm : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void startsWithDefaultsAndNothingChanged();
    void typedNumberIsTakenAndMarked();
    void arrowKeysStep();
    void emptiedOptionalNumberIsNone();
    void wrongTextIsNamedUnderTheField();
    void valueOutOfRangeKeepsTheFormInvalid();
    void resetButtonBringsTheDefaultBack();
    void resetAllBringsEveryDefaultBack();
    void comboIsOperatedByKeyboard();
    void conditionsShowAndEnable();
    void hiddenFieldsReportNoProblem();
    void labelListCountsAndChooses();
    void suggestionFromTheDataIsTheDefault();
    void unknownColumnIsAProblem();
    void suggestedTextIsChosenFromTheMenu();
    void tableRowsAreAddedAndRemoved();
    void listsAreReadAndRefused();
    void advancedIsFoldedAndHiddenIsAbsent();
    void decimalCommaIsShownAndNeverStored();
    void everyTypeSurvivesARoundTrip();
    void everyControlHasANameAndATip();
    void tabWalksThroughTheFields();

private:
    ParameterRow* row(const char* id) const {
        return m_form->findChild<ParameterRow*>(QStringLiteral("parameter:") + QString::fromLatin1(id));
    }
    template <class T>
    T* control(const char* id) const {
        return qobject_cast<T*>(row(id)->editor()->control());
    }
    void type(const char* id, const QString& text) const {
        auto* field = control<QLineEdit>(id);
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Backspace);
        QTest::keyClicks(field, text);
    }

    std::unique_ptr<ParameterForm> m_form;
};

void TestParameterForm::init() {
    QLocale::setDefault(QLocale::c());
    m_form = std::make_unique<ParameterForm>();
    m_form->setSchema(schema());
    m_form->resize(304, 1400);
    m_form->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_form.get()));
}

void TestParameterForm::cleanup() {
    m_form.reset();
    QLocale::setDefault(QLocale::c());
}

void TestParameterForm::startsWithDefaultsAndNothingChanged() {
    QVERIFY(m_form->values().values().empty());
    QVERIFY2(m_form->isValid(), qPrintable(m_form->problems().join(QLatin1Char('\n'))));
    QCOMPARE(control<QLineEdit>("iterations")->text(), QStringLiteral("100"));
    QCOMPARE(control<QLineEdit>("rate")->text(), QStringLiteral("0.1"));
    QCOMPARE(control<QLineEdit>("patience")->text(), QString());
    QCOMPARE(control<QLineEdit>("patience")->placeholderText(), QStringLiteral("none"));
    QVERIFY(!row("iterations")->isMarkedChanged());
}

void TestParameterForm::typedNumberIsTakenAndMarked() {
    QSignalSpy changed(m_form.get(), &ParameterForm::changed);
    type("iterations", QStringLiteral("400"));
    QCOMPARE(m_form->values().integer("iterations"), 400);
    QVERIFY(row("iterations")->isMarkedChanged());
    QVERIFY(changed.count() > 0);
    QCOMPARE(m_form->changedCount(), 1);
    const QList<QLabel*> labels = row("iterations")->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text() == QStringLiteral("changed, default 100");
    }));
    type("iterations", QStringLiteral("100"));
    QVERIFY(!m_form->values().isSet("iterations"));
    QVERIFY(!row("iterations")->isMarkedChanged());
}

void TestParameterForm::arrowKeysStep() {
    auto* whole = control<QLineEdit>("iterations");
    QTest::keyClick(whole, Qt::Key_Up);
    QCOMPARE(m_form->completed().integer("iterations"), 101);
    QTest::keyClick(whole, Qt::Key_PageDown);
    QCOMPARE(m_form->completed().integer("iterations"), 91);
    auto* real = control<QLineEdit>("rate");
    QTest::keyClick(real, Qt::Key_Up);
    QCOMPARE(real->text(), QStringLiteral("0.11"));
    QCOMPARE(m_form->completed().real("rate"), 0.11);
    type("iterations", QStringLiteral("1000"));
    QTest::keyClick(whole, Qt::Key_Up);
    QCOMPARE(m_form->completed().integer("iterations"), 1000);
}

void TestParameterForm::emptiedOptionalNumberIsNone() {
    type("patience", QStringLiteral("12"));
    QCOMPARE(m_form->completed().integer("patience"), 12);
    type("patience", QString());
    QVERIFY(m_form->completed().isNone("patience"));
    QVERIFY(m_form->isValid());
    type("iterations", QString());
    QVERIFY(!m_form->isValid());
}

void TestParameterForm::wrongTextIsNamedUnderTheField() {
    type("iterations", QStringLiteral("12.5"));
    QCOMPARE(row("iterations")->problem(), QStringLiteral("a whole number, such as 100"));
    QCOMPARE(m_form->problems(), QStringList{QStringLiteral("Iterations: a whole number, such as 100")});
    QVERIFY(control<QLineEdit>("iterations")->property("vitrineInvalid").toBool());
    // The last good value stays pending.
    QCOMPARE(m_form->completed().integer("iterations"), 12);
    type("iterations", QStringLiteral("125"));
    QVERIFY(row("iterations")->problem().isEmpty());
    QVERIFY(m_form->isValid());
}

void TestParameterForm::valueOutOfRangeKeepsTheFormInvalid() {
    type("iterations", QStringLiteral("0"));
    QVERIFY(!m_form->isValid());
    QVERIFY2(row("iterations")->problem().contains(QStringLiteral("from 1 to 1000")),
             qPrintable(row("iterations")->problem()));
    type("rate", QStringLiteral("0"));
    QCOMPARE(m_form->problems().size(), 2);
}

void TestParameterForm::resetButtonBringsTheDefaultBack() {
    type("rate", QStringLiteral("abc"));
    type("iterations", QStringLiteral("7"));
    auto* button = row("iterations")->findChild<QToolButton*>();
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(control<QLineEdit>("iterations")->text(), QStringLiteral("100"));
    QVERIFY(!m_form->values().isSet("iterations"));
    QCOMPARE(m_form->problems().size(), 1);
}

void TestParameterForm::resetAllBringsEveryDefaultBack() {
    type("rate", QStringLiteral("abc"));
    type("iterations", QStringLiteral("7"));
    QTest::mouseClick(control<QCheckBox>("early"), Qt::LeftButton, {}, QPoint(8, 8));
    m_form->resetAll();
    QVERIFY(m_form->isValid());
    QCOMPARE(m_form->changedCount(), 0);
    QCOMPARE(control<QLineEdit>("rate")->text(), QStringLiteral("0.1"));
    QVERIFY(!control<QCheckBox>("early")->isChecked());
}

void TestParameterForm::comboIsOperatedByKeyboard() {
    auto* combo = control<QComboBox>("rule");
    QCOMPARE(combo->currentText(), QStringLiteral("as in the paper"));
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    QCOMPARE(m_form->completed().text("rule"), std::string("reference"));
    QVERIFY(row("rule")->isMarkedChanged());
}

void TestParameterForm::conditionsShowAndEnable() {
    QVERIFY(!row("tolerance")->isVisible());
    QVERIFY(!control<QLineEdit>("window")->isEnabled());
    auto* box = control<QCheckBox>("early");
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Space);
    QVERIFY(row("tolerance")->isVisible());
    QVERIFY(control<QLineEdit>("window")->isEnabled());
}

void TestParameterForm::hiddenFieldsReportNoProblem() {
    auto* box = control<QCheckBox>("early");
    QTest::keyClick(box, Qt::Key_Space);
    type("tolerance", QStringLiteral("x"));
    QVERIFY(!m_form->isValid());
    QTest::keyClick(box, Qt::Key_Space);
    QVERIFY(m_form->isValid());
}

void TestParameterForm::labelListCountsAndChooses() {
    m_form->setInspection(inspection());
    auto* button = control<QPushButton>("anchors");
    QCOMPARE(button->text(), QStringLiteral("all 3"));
    auto* list = row("anchors")->findChild<QTreeWidget*>();
    QVERIFY(!list->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(list->isVisible());
    QCOMPARE(list->topLevelItem(0)->text(1), QStringLiteral("1105"));
    list->setCurrentItem(list->topLevelItem(2));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(m_form->values().value("anchors").dump(), Json({"6", "8"}).dump());
    QCOMPARE(button->text(), QStringLiteral("2 of 3"));
    auto* all = row("anchors")->editor()->extension()->findChild<QCheckBox*>();
    QCOMPARE(all->checkState(), Qt::PartiallyChecked);
    QTest::mouseClick(all, Qt::LeftButton, {}, QPoint(8, all->height() / 2));
    QVERIFY(!m_form->values().isSet("anchors"));
    QCOMPARE(button->text(), QStringLiteral("all 3"));
}

void TestParameterForm::suggestionFromTheDataIsTheDefault() {
    QVERIFY(m_form->completed().isNone("target"));
    m_form->setInspection(inspection());
    QCOMPARE(m_form->completed().text("target"), std::string("y"));
    QCOMPARE(control<QComboBox>("target")->currentText(), QStringLiteral("y"));
    QVERIFY(!row("target")->isMarkedChanged());
    auto* combo = control<QComboBox>("target");
    QTest::keyClick(combo, Qt::Key_Down);
    QCOMPARE(m_form->completed().text("target"), std::string("logP"));
    QVERIFY(row("target")->isMarkedChanged());
}

void TestParameterForm::suggestedTextIsChosenFromTheMenu() {
    auto* button = row("note")->editor()->findChild<QToolButton*>();
    QVERIFY(button && !button->isVisible()); // nothing is suggested yet
    Inspection found = inspection();
    found.options["note"] = {{"fraction:0.2", "A random fifth", -1}, {"none", "none", -1}};
    m_form->setInspection(found);
    QVERIFY(button->isVisible());
    QCOMPARE(button->menu()->actions().size(), 2);
    QCOMPARE(button->menu()->actions().front()->text(), QStringLiteral("A random fifth\tfraction:0.2"));
    QCOMPARE(button->menu()->actions().back()->text(), QStringLiteral("none"));
    button->menu()->actions().front()->trigger();
    QVERIFY(m_form->values().value("note") == Json("fraction:0.2"));
    QVERIFY(m_form->isValid());
}

void TestParameterForm::unknownColumnIsAProblem() {
    ParameterSet saved;
    saved.set("target", "old");
    m_form->setValues(saved);
    m_form->setInspection(inspection());
    QCOMPARE(m_form->problems(), QStringList{QStringLiteral("Target: the data have no column “old”")});
    QCOMPARE(control<QComboBox>("target")->currentText(), QStringLiteral("old"));
}

void TestParameterForm::tableRowsAreAddedAndRemoved() {
    QTest::mouseClick(control<QPushButton>("pairs"), Qt::LeftButton);
    auto* table = row("pairs")->findChild<QTableWidget*>();
    const QList<QPushButton*> buttons = row("pairs")->editor()->extension()->findChildren<QPushButton*>();
    QTest::mouseClick(buttons.at(0), Qt::LeftButton);
    table->item(1, 1)->setText(QStringLiteral("7.5"));
    QCOMPARE(m_form->values().value("pairs").dump(), Json::parse("[[1, 2], [0, 7.5]]").dump());
    table->item(1, 0)->setText(QString());
    QCOMPARE(row("pairs")->problem(), QStringLiteral("fill in every cell"));
    table->setCurrentCell(1, 0);
    QTest::mouseClick(buttons.at(1), Qt::LeftButton);
    QVERIFY(!m_form->values().isSet("pairs"));
    QVERIFY(m_form->isValid());
}

void TestParameterForm::listsAreReadAndRefused() {
    type("depths", QStringLiteral("2, 4;6 8"));
    QCOMPARE(m_form->values().value("depths").dump(), Json({2, 4, 6, 8}).dump());
    type("depths", QStringLiteral("2, x"));
    QCOMPARE(row("depths")->problem(), QStringLiteral("whole numbers, such as 10, 20"));
    type("rates", QStringLiteral("0.25 1e-3"));
    QCOMPARE(m_form->values().value("rates").dump(), Json({0.25, 0.001}).dump());
}

void TestParameterForm::advancedIsFoldedAndHiddenIsAbsent() {
    const QList<FormSection*> sections = m_form->findChildren<FormSection*>();
    QVERIFY(!sections.last()->isExpanded());
    QVERIFY(!row("exact")->isVisible());
    QVERIFY(!row("secret"));
    QCOMPARE(m_form->completed().integer("secret"), 3);
    auto* header = sections.last()->findChild<QToolButton*>();
    QTest::mouseClick(header, Qt::LeftButton);
    QVERIFY(row("exact")->isVisible());
}

void TestParameterForm::decimalCommaIsShownAndNeverStored() {
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    m_form = std::make_unique<ParameterForm>();
    m_form->setSchema(schema());
    m_form->show();
    QCOMPARE(control<QLineEdit>("rate")->text(), QStringLiteral("0,1"));
    type("rate", QStringLiteral("0,25"));
    QCOMPARE(m_form->values().real("rate"), 0.25);
    QCOMPARE(m_form->values().toJson().dump(), std::string(R"({"rate":0.25})"));
    type("rate", QStringLiteral("0.75"));
    QCOMPARE(m_form->values().real("rate"), 0.75);
    QTest::keyClick(control<QLineEdit>("rate"), Qt::Key_Return);
    QCOMPARE(control<QLineEdit>("rate")->text(), QStringLiteral("0,75"));
    type("rates", QStringLiteral("0,5; 1"));
    QCOMPARE(m_form->values().value("rates").dump(), Json({0.5, 1.0}).dump());
}

void TestParameterForm::everyTypeSurvivesARoundTrip() {
    const Json wanted = Json::parse(R"({"iterations": 7, "rate": 0.123456789012345, "patience": 3, "rule": "reference",
        "early": true, "tolerance": 1e-9, "window": 9, "outputs": ["table"], "note": "ü, \"x\"", "file": "/data/a b.csv",
        "target": "logP", "depths": [4], "rates": [0.1, 2.0], "anchors": ["17"], "pairs": [["a", 1.5], ["b", -2]],
        "exact": false})");
    m_form->setInspection(inspection());
    m_form->setValues(ParameterSet::fromJson(wanted));
    QVERIFY2(m_form->isValid(), qPrintable(m_form->problems().join(QLatin1Char('\n'))));
    QCOMPARE(m_form->values().toJson().dump(), wanted.dump());
    // What the fields hold, read back one by one, is the same again.
    for (const auto& [id, value] : wanted.items()) {
        const auto held = row(id.c_str())->editor()->value();
        QVERIFY2(held.has_value(), id.c_str());
        QCOMPARE(held->dump(), value.dump());
    }
    m_form->setValues({});
    QCOMPARE(m_form->changedCount(), 0);
    for (const ParameterSpec& spec : m_form->schema().parameters)
        if (spec.level != ParameterLevel::hidden && spec.id != "target")
            QVERIFY2(row(spec.id.c_str())->editor()->value() == spec.defaultValue, spec.id.c_str());
}

void TestParameterForm::everyControlHasANameAndATip() {
    m_form->setInspection(inspection());
    for (QWidget* widget : m_form->findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || widget->window() != m_form.get() ||
            qobject_cast<ParameterEditor*>(widget))
            continue;
        const bool isInside = qobject_cast<QAbstractItemView*>(widget->parentWidget()) != nullptr;
        auto* button = qobject_cast<QAbstractButton*>(widget);
        if (isInside)
            continue;
        QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                 widget->metaObject()->className());
    }
    QVERIFY(control<QLineEdit>("iterations")->toolTip().startsWith(QStringLiteral("How many trees.")));
    QVERIFY(control<QLineEdit>("iterations")->toolTip().contains(QStringLiteral("From 1 to 1000.")));
    QCOMPARE(control<QLineEdit>("iterations")->accessibleName(), QStringLiteral("Iterations (rounds)"));
}

void TestParameterForm::tabWalksThroughTheFields() {
    m_form->activateWindow();
    control<QLineEdit>("iterations")->setFocus();
    QTest::keyClick(m_form.get(), Qt::Key_Tab);
    QCOMPARE(m_form->focusWidget(), control<QLineEdit>("rate"));
    QTest::keyClick(m_form.get(), Qt::Key_Tab);
    QCOMPARE(m_form->focusWidget(), control<QLineEdit>("patience"));
    QTest::keyClick(m_form.get(), Qt::Key_Backtab);
    QCOMPARE(m_form->focusWidget(), control<QLineEdit>("rate"));
}

QTEST_MAIN(TestParameterForm)
#include "tst_parameter_form.moc"
