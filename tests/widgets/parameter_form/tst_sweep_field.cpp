#include "widgets/parameter_form/parameter_editor.h"
#include "widgets/parameter_form/parameter_form.h"
#include "widgets/parameter_form/parameter_row.h"
#include "widgets/parameter_form/sweep_field.h"

#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace vitrine;
using Json = nlohmann::json;

/// Fields of the form that take several values, and rows that are too narrow for label and field.
class TestSweepField : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void aFieldBecomesASweepAndOneValueAgain();
    void theMenuOfARowSweepsIt();
    void errorsStandBesideTheField();
    void savedSweepsComeBack();
    void decimalCommasAreReadAndShown();
    void everyKindStartsWithItsValue();
    void narrowRowsPutTheFieldBelow();
    void longChoicesAreSeenWhole();

private:
    ParameterRow* row(const char* id) const {
        return m_form->findChild<ParameterRow*>(QStringLiteral("parameter:") + QString::fromLatin1(id));
    }
    void type(const char* id, const QString& text) const {
        QLineEdit* field = row(id)->sweep()->field();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Backspace);
        QTest::keyClicks(field, text);
    }

    std::unique_ptr<ParameterForm> m_form;
};

namespace {

ParameterSchema schema() {
    auto parsed = ParameterSchema::fromJson(Json::parse(
        "[{\"id\": \"n\", \"type\": \"int\", \"label\": \"Maximum path length\", \"symbol\": \"L\", \"default\": 100, "
        "\"min\": 1, \"max\": 1000},"
        "{\"id\": \"rate\", \"type\": \"real\", \"label\": \"Rate\", \"default\": 0.5, \"min\": 0, \"max\": 1},"
        "{\"id\": \"rule\", \"type\": \"enum\", \"label\": \"Rule\", \"default\": \"paper\", \"options\": [{\"value\": "
        "\"paper\", \"label\": \"As in the paper, both\"}, \"late\"]},"
        "{\"id\": \"early\", \"type\": \"bool\", \"label\": \"Stop early\", \"default\": false},"
        "{\"id\": \"depths\", \"type\": \"int_list\", \"label\": \"Depths\", \"default\": [1, 3]},"
        "{\"id\": \"patience\", \"type\": \"int\", \"label\": \"Patience\", \"default\": null, \"optional\": true},"
        "{\"id\": \"target\", \"type\": \"column\", \"label\": \"Target\", \"input\": \"g\", \"role\": \"graph\", "
        "\"default\": null, \"optional\": true},"
        "{\"id\": \"fixed\", \"type\": \"int\", \"label\": \"Fixed\", \"default\": 1, \"sweepable\": false}]"));
    if (!parsed.ok())
        qFatal("%s", parsed.error().message.c_str());
    return *parsed;
}

} // namespace

void TestSweepField::init() {
    QLocale::setDefault(QLocale::c());
    m_form = std::make_unique<ParameterForm>();
    m_form->setSchema(schema());
    m_form->resize(320, 900);
    m_form->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_form.get()));
}

void TestSweepField::cleanup() {
    m_form.reset();
    QLocale::setDefault(QLocale::c());
}

void TestSweepField::aFieldBecomesASweepAndOneValueAgain() {
    QSignalSpy changed(m_form.get(), &ParameterForm::changed);
    QVERIFY(m_form->canSweep("n") && !m_form->canSweep("fixed") && !m_form->canSweep("unknown"));
    m_form->sweep("n");
    QVERIFY(row("n")->sweep() && !row("n")->editor()->isVisible());
    QCOMPARE(row("n")->sweep()->field()->text(), QStringLiteral("100"));
    type("n", QStringLiteral("5..15 step 5"));
    QVERIFY(changed.count() > 1);
    QVERIFY(m_form->isValid());
    QCOMPARE(m_form->sweeps().size(), std::size_t(1));
    QCOMPARE(Json(m_form->sweeps()[0].values).dump(), std::string("[5,10,15]"));
    QVERIFY(row("n")->isMarkedChanged());
    QCOMPARE(m_form->changedCount(), 1);
    QVERIFY(!m_form->values().isSet("n")); // the one value is what it was
    auto* end = row("n")->sweep()->findChild<QToolButton*>();
    QTest::mouseClick(end, Qt::LeftButton);
    QVERIFY(!row("n")->sweep() && row("n")->editor()->isVisible());
    QVERIFY(m_form->sweeps().empty() && m_form->changedCount() == 0);
    m_form->sweep("early");
    QVERIFY(!row("early")->editor()->isVisible());
    m_form->resetAll();
    QVERIFY(m_form->sweepTexts().empty() && row("early")->editor()->isVisible());
}

void TestSweepField::theMenuOfARowSweepsIt() {
    const auto choose = [this](const char* id) {
        QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(4, 4), row(id)->mapToGlobal(QPoint(4, 4)));
        QCoreApplication::sendEvent(row(id), &asked);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QAction* first = menu ? menu->actions().front() : nullptr;
        const bool usable = first && first->isEnabled();
        if (usable)
            first->trigger();
        if (menu)
            menu->close();
        return usable;
    };
    QVERIFY(choose("rate"));
    QVERIFY(m_form->isSwept("rate"));
    QVERIFY(choose("rate"));
    QVERIFY(!m_form->isSwept("rate"));
    QVERIFY(!choose("fixed"));
}

void TestSweepField::errorsStandBesideTheField() {
    m_form->sweep("n");
    type("n", QStringLiteral("5, 0"));
    QVERIFY2(row("n")->problem().startsWith(QStringLiteral("0 is not allowed")), qPrintable(row("n")->problem()));
    QVERIFY(row("n")->sweep()->field()->property("vitrineInvalid").toBool());
    QCOMPARE(m_form->problems().size(), 1);
    type("n", QStringLiteral("5, 5"));
    QCOMPARE(row("n")->problem(), QStringLiteral("5 was given twice"));
    type("n", QStringLiteral("5, x"));
    QVERIFY2(!row("n")->problem().isEmpty() && !row("n")->problem().contains(QStringLiteral("n: ")),
             qPrintable(row("n")->problem()));
    type("n", QString());
    QVERIFY(row("n")->problem().startsWith(QStringLiteral("values, such as ")));
    m_form->endSweep("n");
    QVERIFY(m_form->isValid() && row("n")->problem().isEmpty());
}

void TestSweepField::savedSweepsComeBack() {
    QSignalSpy changed(m_form.get(), &ParameterForm::changed);
    ParameterSet saved;
    saved.set("rate", 0.25);
    m_form->setValues(saved, {{"rate", "0.1, 0.2"}, {"fixed", "1, 2"}, {"gone", "3"}});
    QCOMPARE(changed.count(), 0);
    QVERIFY((m_form->sweepTexts() == SweepTexts{{"rate", "0.1, 0.2"}}));
    QCOMPARE(row("rate")->sweep()->field()->text(), QStringLiteral("0.1, 0.2"));
    m_form->setValues(saved);
    QVERIFY(!row("rate")->sweep());
    QCOMPARE(m_form->completed().real("rate"), 0.25);
}

void TestSweepField::decimalCommasAreReadAndShown() {
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    m_form->setValues({}, {{"rate", "0.05..0.15 step 0.05"}});
    QCOMPARE(row("rate")->sweep()->field()->text(), QStringLiteral("0,05..0,15 step 0,05"));
    QVERIFY(m_form->isValid());
    type("rate", QStringLiteral("0,05; 0,1"));
    QVERIFY2(m_form->isValid(), qPrintable(row("rate")->problem()));
    QCOMPARE(m_form->sweepTexts().at("rate"), std::string("0.05, 0.1"));
    QCOMPARE(Json(m_form->sweeps()[0].values).dump(), std::string("[0.05,0.1]"));
}

void TestSweepField::everyKindStartsWithItsValue() {
    for (const ParameterSpec& spec : m_form->schema().parameters)
        if (m_form->canSweep(spec.id))
            m_form->sweep(spec.id);
    QVERIFY2(m_form->isValid(), qPrintable(m_form->problems().join(QLatin1Char('\n'))));
    QCOMPARE(m_form->sweeps().size(), std::size_t(7));
    QCOMPARE(m_form->sweepTexts().at("patience"), std::string("none"));
    for (const ParameterSweep& sweep : m_form->sweeps())
        QVERIFY2(sweep.values.front() == m_form->completed().value(sweep.parameter), sweep.parameter.c_str());
}

void TestSweepField::narrowRowsPutTheFieldBelow() {
    QVERIFY(!row("n")->isStacked());
    m_form->resize(220, 900);
    QTRY_VERIFY(row("n")->isStacked());
    QVERIFY(!row("rate")->isStacked());
    QTRY_VERIFY(row("n")->editor()->y() > 0);
    QVERIFY(row("n")->editor()->geometry().right() < row("n")->width());
    m_form->resize(320, 900);
    QTRY_VERIFY(!row("n")->isStacked());
}

void TestSweepField::longChoicesAreSeenWhole() {
    auto* rule = qobject_cast<QComboBox*>(row("rule")->editor()->control());
    const int text = rule->fontMetrics().horizontalAdvance(rule->currentText());
    QVERIFY2(rule->width() > text, qPrintable(QStringLiteral("%1 %2").arg(rule->width()).arg(text)));
    Inspection found;
    const std::string name(80, 'm');
    found.options["target"] = {{name, name, -1}};
    found.suggested["target"] = name;
    m_form->setInspection(found);
    QTRY_VERIFY(row("target")->isStacked());
    // Wider than the form: the tip has it.
    QVERIFY(row("target")->editor()->control()->toolTip().startsWith(QString::fromStdString(name)));
}

QTEST_MAIN(TestSweepField)
#include "tst_sweep_field.moc"
