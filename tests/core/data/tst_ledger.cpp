#include "core/data/ledger.h"

#include <QTest>

using namespace vitrine;

/// What an import tells about itself.
class TestLedger : public QObject {
    Q_OBJECT

private slots:
    void gathersByKind();
    void conversionsStayOutOfTheSummary();
    void aReasonIsOneLine();
    void linesAreLimited();
    void damagedTextIsTakenAsFarAsItGoes();
};

void TestLedger::gathersByKind() {
    Ledger ledger;
    ledger.note(LedgerAction::trimmed, "a", "Spaces", 2);
    ledger.note(LedgerAction::trimmed, "b", "Spaces", 3);
    ledger.note(LedgerAction::trimmed, "a", "Spaces", 7);
    ledger.noteLines(LedgerAction::trimmed, "a", "Spaces", 5, {9, 11});
    QCOMPARE(ledger.entries().size(), std::size_t{2});
    QCOMPARE(ledger.entries()[0].count, std::int64_t{7});
    QCOMPARE(ledger.entries()[0].lines, (std::vector<std::int64_t>{2, 7, 9, 11}));
    Ledger later;
    later.recordsRead = 4;
    later.recordsDropped = 1;
    later.note(LedgerAction::trimmed, "b", "Spaces", 20);
    ledger.append(later);
    QCOMPARE(ledger.entries()[1].lines, (std::vector<std::int64_t>{3, 20}));
    QCOMPARE(ledger.recordsRead, std::int64_t{4});
    QCOMPARE(ledger.recordsDropped, std::int64_t{1});
}

void TestLedger::aReasonIsOneLine() {
    Ledger ledger;
    ledger.noteAll(LedgerAction::dropped, "", "File left out, two\nlines\x1b[31m.gml: no graph", 1);
    QCOMPARE(ledger.entries()[0].reason, std::string("File left out, two?lines?[31m.gml: no graph"));
}

void TestLedger::conversionsStayOutOfTheSummary() {
    Ledger ledger;
    ledger.recordsRead = 1128;
    ledger.noteAll(LedgerAction::changed, "smiles", "Made into a graph", 1128);
    ledger.noteAll(LedgerAction::read, "", "Comment line at the top passed over", 3);
    QCOMPARE(ledger.summary(), std::string("1,128 read, 0 dropped"));
    ledger.noteLines(LedgerAction::trimmed, "smiles", "Spaces", 212, {2});
    ledger.noteLines(LedgerAction::marked, "smiles", "Twins", 22, {5});
    ledger.noteLines(LedgerAction::coerced, "y", "NA", 1, {6});
    ledger.note(LedgerAction::dropped, "smiles", "No molecule", 8);
    ledger.recordsDropped = 1;
    QCOMPARE(ledger.summary(), std::string("1,128 read, 212 trimmed, 1 coerced, 22 marked, 1 dropped"));
}

void TestLedger::linesAreLimited() {
    Ledger ledger;
    for (std::int64_t line = 1; line <= 2500; ++line)
        ledger.note(LedgerAction::marked, "a", "Empty", line);
    QCOMPARE(ledger.entries()[0].count, std::int64_t{2500});
    QCOMPARE(ledger.entries()[0].lines.size(), LedgerEntry::kMaxLines);
    const Ledger again = Ledger::fromJson(ledger.toJson());
    QCOMPARE(again.toJson().dump(), ledger.toJson().dump());
}

void TestLedger::damagedTextIsTakenAsFarAsItGoes() {
    const auto json = nlohmann::json::parse(
        "{\"records_read\": \"many\", \"entries\": [7, {\"action\": \"swallowed\", \"count\": 2, \"lines\": [1, "
        "\"x\"], \"reason\": \"Why\"}]}");
    const Ledger ledger = Ledger::fromJson(json);
    QCOMPARE(ledger.recordsRead, std::int64_t{0});
    QCOMPARE(ledger.entries().back().action, LedgerAction::marked);
    QCOMPARE(ledger.entries().back().lines, std::vector<std::int64_t>{1});
    QCOMPARE(Ledger::fromJson(nlohmann::json::array()).entries().size(), std::size_t{0});
}

QTEST_GUILESS_MAIN(TestLedger)
#include "tst_ledger.moc"
