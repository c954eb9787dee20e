#include "core/values/column_unit.h"

#include <QtTest>

using namespace vitrine;

class TestColumnUnit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void headers_data();
    void headers();
    void onlyNumbersGetUnits();
    void bracketsAreNotDoubled();
};

void TestColumnUnit::headers_data() {
    QTest::addColumn<QString>("header");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("unit");
    const auto row = [](const char* header, const char* title, const char* unit) {
        QTest::newRow(header) << QString::fromUtf8(header) << QString::fromUtf8(title) << QString::fromUtf8(unit);
    };
    row("measured log solubility in mols per litre", "measured log solubility", "log mol/L");
    row("measured log solubility (mol/L)", "measured log solubility", "log mol/L");
    row("solubility (log mol/L)", "solubility", "log mol/L");
    row("log10_activity [nM]", "log10_activity", "log10 nM");
    row("yield (%)", "yield", "%");
    row("Mass [kg/mol]", "Mass", "kg/mol");
    row("wavenumber (cm^-1)", "wavenumber", "cm^-1");
    row("area, m2", "area, m2", "");
    row("temperature (°C)", "temperature", "°C");
    row("gap in eV", "gap", "eV");
    row("sample (old)", "sample (old)", "");
    row("day in month", "day in month", "");
    row("(mol/L)", "(mol/L)", "");
    row("f(x)", "f(x)", "");
    row("", "", "");
    row("x (", "x (", "");
}

void TestColumnUnit::headers() {
    QFETCH(QString, header);
    QFETCH(QString, title);
    QFETCH(QString, unit);
    const HeaderParts parts = splitHeader(header.toStdString());
    QCOMPARE(QString::fromStdString(parts.title), title);
    QCOMPARE(QString::fromStdString(parts.unit), unit);
}

void TestColumnUnit::onlyNumbersGetUnits() {
    Table table;
    table.columns.emplace_back("gap (eV)", Column::Reals{1.0});
    table.columns.emplace_back("name (eV)", Column::Texts{"a"});
    table.columns.emplace_back("mass (g)", Column::Integers{1});
    table.columns.back().unit = "kg";
    nameUnits(table);
    QCOMPARE(table.columns[0].unit, std::string("eV"));
    QCOMPARE(table.columns[0].name, std::string("gap (eV)"));
    QCOMPARE(table.columns[1].unit, std::string());
    QCOMPARE(table.columns[2].unit, std::string("kg"));
}

void TestColumnUnit::bracketsAreNotDoubled() {
    QCOMPARE(titleWithUnit("Gain", "g"), std::string("Gain (g)"));
    QCOMPARE(titleWithUnit("Gain", "(log mol/L)²"), std::string("Gain, (log mol/L)²"));
    QCOMPARE(titleWithUnit("Gain", ""), std::string("Gain"));
    QCOMPARE(titleWithUnit("", "g"), std::string("g"));
}

QTEST_APPLESS_MAIN(TestColumnUnit)
#include "tst_column_unit.moc"
