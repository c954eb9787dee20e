#include "app/gui/shell/preferences_dialog.h"
#include "tests/app/gui/window_driver.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSpinBox>

using namespace vitrine;
using namespace vitrine::test;

/// What is chosen in the preferences holds at once and at the next start.
class TestPreferences : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_hand = std::make_unique<WindowDriver>(); }
    void cleanup() { m_hand.reset(); }
    void choicesHoldAndAreKept();
    void fileEditedByHandDoesNoHarm();

private:
    template <class T>
    T* field(const char* name) const {
        for (T* one : m_hand->window().findChildren<T*>())
            if (one->accessibleName() == QLatin1String(name) && one->isVisible())
                return one;
        return nullptr;
    }
    std::unique_ptr<WindowDriver> m_hand;
};

void TestPreferences::choicesHoldAndAreKept() {
    m_hand->key(Qt::Key_Comma, Qt::ControlModifier);
    QTRY_VERIFY(m_hand->window().findChild<PreferencesDialog*>());
    QTRY_VERIFY(field<QComboBox>("Theme"));
    field<QComboBox>("Theme")->setCurrentIndex(2);
    QCOMPARE(m_hand->bench().settings().theme(), ThemeChoice::dark);
    field<QComboBox>("Theme")->setCurrentIndex(1);
    field<QComboBox>("Scale")->setCurrentIndex(2);
    field<QSpinBox>("Threads of a run")->setValue(1);
    field<QSpinBox>("Runs at once")->setValue(3);
    field<QSpinBox>("Width")->setValue(120);
    field<QSpinBox>("Height")->setValue(90);
    field<QSpinBox>("Resolution")->setValue(600);
    auto* isolate = field<QCheckBox>("Every run in a process of its own");
    QVERIFY(isolate && !isolate->isChecked());
    isolate->click();
    QVERIFY(m_hand->bench().experiments().isolates("pathboost", "train"));
    const AppSettings again;
    QCOMPARE(again.theme(), ThemeChoice::light);
    QCOMPARE(again.scalePercent(), 150);
    QCOMPARE(again.threads(), 1);
    QCOMPARE(again.runsAtOnce(), 3);
    QCOMPARE(again.figureSize().widthMm, 120.0);
    QCOMPARE(again.figureSize().heightMm, 90.0);
    QCOMPARE(again.figureDpi(), 600);
    QVERIFY(again.isolatesAll());
    isolate->click();
    QVERIFY(!m_hand->bench().experiments().isolates("pathboost", "train"));
}

void TestPreferences::fileEditedByHandDoesNoHarm() {
    {
        QSettings file(stateFolder() + QStringLiteral("/settings.ini"), QSettings::IniFormat);
        file.setValue(QStringLiteral("scalePercent"), QStringLiteral("huge"));
        file.setValue(QStringLiteral("runs/threads"), -5);
        file.setValue(QStringLiteral("runs/atOnce"), 100000);
        file.setValue(QStringLiteral("figures/dpi"), 1);
        file.setValue(QStringLiteral("figures/widthMm"), QStringLiteral("nan"));
    }
    const AppSettings read;
    QCOMPARE(read.scalePercent(), 100);
    QCOMPARE(read.threads(), 0);
    QCOMPARE(read.runsAtOnce(), 8);
    QCOMPARE(read.figureDpi(), 72);
    QCOMPARE(read.figureSize().widthMm, 84.0);
}

QTEST_MAIN(TestPreferences)
#include "tst_preferences.moc"
