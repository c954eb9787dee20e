#include "app/gui/runs/run_notes_panel.h"

#include "app/gui/workbench.h"
#include "core/values/text.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <utility>

namespace vitrine {

namespace {
constexpr int kNoteHeight = 144;
} // namespace

RunNotesPanel::RunNotesPanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_title(new TextLabel({}, TextSize::body, TextTone::text2)),
      m_tags(new QLineEdit), m_note(new QPlainTextEdit) {
    m_title->setWordWrap(true);
    m_tags->setAccessibleName(tr("Tags"));
    m_tags->setPlaceholderText(tr("final, figure 2"));
    m_tags->setToolTip(tr("Words to find the run by, separated by commas"));
    m_note->setAccessibleName(tr("Note"));
    m_note->setPlaceholderText(tr("What you want to remember about this run"));
    m_note->setTabChangesFocus(true);
    m_note->setFixedHeight(kNoteHeight);
    m_note->installEventFilter(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kPadding, metrics::kSpace, metrics::kPadding, metrics::kPadding);
    layout->setSpacing(metrics::kGap);
    layout->addWidget(m_title);
    layout->addSpacing(metrics::kSpace);
    layout->addWidget(new TextLabel(tr("Tags")));
    layout->addWidget(m_tags);
    layout->addSpacing(metrics::kSpace);
    layout->addWidget(new TextLabel(tr("Note")));
    layout->addWidget(m_note);
    layout->addStretch();
    connect(m_tags, &QLineEdit::editingFinished, this, &RunNotesPanel::keep);
    connect(&m_workbench, &Workbench::contentsChanged, this, [this] {
        const auto stored = m_workbench.contents().notes.find(m_run);
        const RunNotes now = stored == m_workbench.contents().notes.end() ? RunNotes() : stored->second;
        if (now != m_shown)
            show();
    });
    show();
}

void RunNotesPanel::setRun(RunId run) {
    if (run == m_run)
        return;
    keep();
    m_run = run;
    show();
}

void RunNotesPanel::show() {
    const RunRecord* record = m_workbench.contents().run(m_run);
    const auto stored = m_workbench.contents().notes.find(m_run);
    m_shown = record && stored != m_workbench.contents().notes.end() ? stored->second : RunNotes();
    m_title->setText(record ? tr("Run %1, %2").arg(record->id).arg(toQString(record->title))
                            : tr("Choose one run to write tags and a note."));
    m_tags->setText(toQString(tagsText(m_shown.tags)));
    m_note->setPlainText(toQString(m_shown.text));
    const bool usable = record && !m_workbench.isReadOnly();
    m_tags->setEnabled(usable);
    m_note->setEnabled(usable);
}

void RunNotesPanel::keep() {
    const RunNotes typed{tagsFromText(toStd(m_tags->text())), toStd(m_note->toPlainText())};
    if (m_run == 0 || typed == m_shown || !m_workbench.contents().run(m_run))
        return;
    const auto write = [run = m_run](const RunNotes& notes) {
        return [run, notes](ProjectStore& store) { return writeRunNotes(store, run, notes); };
    };
    const RunNotes before = std::exchange(m_shown, typed);
    m_workbench.command(tr("Notes of run %1").arg(m_run), write(typed), write(before));
}

bool RunNotesPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_note && event->type() == QEvent::FocusOut)
        keep();
    return QWidget::eventFilter(watched, event);
}

} // namespace vitrine
