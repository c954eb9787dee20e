#include "app/gui/run/run_log_view.h"

#include "core/values/text.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/fonts.h"
#include "widgets/style/metrics.h"

#include <QPlainTextEdit>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace vitrine {

namespace {
constexpr int kMostLines = 10000;
} // namespace

RunLogView::RunLogView(QWidget* parent)
    : QWidget(parent), m_stack(new QStackedWidget(this)), m_text(new QPlainTextEdit(m_stack)) {
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setFont(fonts::fixedPitch());
    m_text->setMaximumBlockCount(kMostLines);
    m_text->setAccessibleName(tr("Log of the run"));
    m_text->document()->setDocumentMargin(metrics::kPageMargin);
    m_stack->addWidget(new EmptyState(QStringLiteral("log"), tr("This run has logged nothing."), {}, m_stack));
    m_stack->addWidget(m_text);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
}

void RunLogView::show(const std::shared_ptr<ProjectStore>& store, RunId run) {
    if (!store)
        return;
    if (m_task.isRunning()) {
        m_again = true;
        return;
    }
    m_task.start(
        [store, run](std::stop_token) {
            QString text;
            const auto lines = store->runLog(run);
            if (!lines)
                return toQString(lines.error().message);
            for (const LogLine& line : *lines)
                text += QStringLiteral("%1  %2  %3\n")
                            .arg(toQString(line.time), toQString(line.level).leftJustified(7), toQString(line.text));
            return text;
        },
        [this, store, run](const QString& text) {
            if (std::exchange(m_again, false))
                show(store, run);
            m_stack->setCurrentIndex(text.isEmpty() ? 0 : 1);
            if (m_text->toPlainText() == text)
                return;
            const bool atEnd = m_text->verticalScrollBar()->value() == m_text->verticalScrollBar()->maximum();
            m_text->setPlainText(text);
            if (atEnd)
                m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
        });
}

} // namespace vitrine
