#include "app/gui/verify/verdict_tree.h"

#include "core/values/text.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/tokens.h"

#include <QEvent>
#include <QHeaderView>
#include <QTreeWidgetItemIterator>

namespace vitrine {

namespace {

enum Column { kName, kVerdict, kNumbers, kFound };
constexpr int kVerdictRole = Qt::UserRole;
constexpr int kRunRole = Qt::UserRole + 1;
constexpr int kNameWidth = 320;
constexpr int kNumbersWidth = 96;

struct Look {
    const char* iconName;
    IconTint tint;
    QString word;
};

Look lookOf(Verdict verdict) {
    switch (verdict) {
    case Verdict::same: return {"check", IconTint::ok, VerdictTree::tr("Green")};
    case Verdict::close: return {"check", IconTint::ok, VerdictTree::tr("Green, within tolerance")};
    case Verdict::different: return {"error", IconTint::error, VerdictTree::tr("Red")};
    case Verdict::unchecked: break;
    }
    return {"warn", IconTint::warning, VerdictTree::tr("Not computed again")};
}

QColor colorOf(Verdict verdict, const Tokens& tokens) {
    switch (verdict) {
    case Verdict::same:
    case Verdict::close: return tokens.ok;
    case Verdict::different: return tokens.error;
    case Verdict::unchecked: break;
    }
    return tokens.warning;
}

QString runSentence(const RunVerification& run) {
    if (!run.note.empty())
        return toQString(run.note);
    return run.outputs.empty() ? VerdictTree::tr("it keeps no output") : QString();
}

} // namespace

VerdictTree::VerdictTree(QWidget* parent) : QTreeWidget(parent) {
    setHeaderLabels({tr("Run and output"), tr("Verdict"), tr("Numbers"), tr("Found")});
    headerItem()->setTextAlignment(kNumbers, Qt::AlignRight | Qt::AlignVCenter);
    setAccessibleName(tr("Verified numbers"));
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setAlternatingRowColors(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setColumnWidth(kName, kNameWidth);
    header()->setSectionResizeMode(kVerdict, QHeaderView::ResizeToContents);
    setColumnWidth(kNumbers, kNumbersWidth);
    connect(this, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        if (const qint64 run = item->data(kName, kRunRole).toLongLong(); run > 0)
            Q_EMIT runWanted(run);
    });
}

QTreeWidgetItem* VerdictTree::addRow(QTreeWidgetItem* parent, const QString& name, Verdict verdict,
                                     const QString& sentence) {
    auto* item = parent ? new QTreeWidgetItem(parent) : new QTreeWidgetItem(this);
    const Look look = lookOf(verdict);
    item->setText(kName, name);
    item->setToolTip(kName, name);
    item->setText(kVerdict, look.word);
    item->setIcon(kVerdict, icon(QLatin1String(look.iconName), look.tint));
    item->setData(kName, kVerdictRole, static_cast<int>(verdict));
    item->setText(kFound, sentence);
    item->setToolTip(kFound, sentence);
    item->setTextAlignment(kNumbers, Qt::AlignRight | Qt::AlignVCenter);
    tint(item);
    return item;
}

void VerdictTree::tint(QTreeWidgetItem* item) {
    const auto verdict = static_cast<Verdict>(item->data(kName, kVerdictRole).toInt());
    item->setForeground(kVerdict, colorOf(verdict, tokensOf(palette())));
}

void VerdictTree::addDamage(const QString& sentence) {
    addRow(nullptr, tr("Project file"), Verdict::different, sentence);
}

void VerdictTree::addRun(const RunVerification& run) {
    QTreeWidgetItem* top =
        addRow(nullptr, tr("Run %1, %2").arg(run.run).arg(toQString(run.title)), run.verdict, runSentence(run));
    top->setData(kName, kRunRole, static_cast<qint64>(run.run));
    qint64 numbers = 0;
    for (const OutputVerification& output : run.outputs) {
        QTreeWidgetItem* row = addRow(top, toQString(output.title), output.verdict, toQString(verdictSentence(output)));
        row->setData(kName, kRunRole, static_cast<qint64>(run.run));
        row->setText(kNumbers, locale().toString(static_cast<qlonglong>(output.numbers.numbers)));
        numbers += output.numbers.numbers;
    }
    top->setText(kNumbers, locale().toString(numbers));
    top->setExpanded(true);
}

void VerdictTree::changeEvent(QEvent* event) {
    QTreeWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    for (QTreeWidgetItemIterator it(this); *it; ++it)
        tint(*it);
}

} // namespace vitrine
