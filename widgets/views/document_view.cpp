#include "widgets/views/document_view.h"

#include "core/values/text.h"
#include "widgets/style/metrics.h"

#include <QScrollBar>
#include <QTextBrowser>

namespace vitrine {
namespace {

/// A document comes from a run or a file: it must not make the program read other files.
class ClosedBrowser : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;
    QVariant loadResource(int, const QUrl&) override { return {}; }
};

} // namespace

DocumentView::DocumentView(const OutputDescription& description, QWidget* parent)
    : GenericView(description, parent), m_browser(new ClosedBrowser) {
    m_browser->setOpenLinks(false);
    m_browser->setFrameShape(QFrame::NoFrame);
    m_browser->document()->setDocumentMargin(metrics::kPadding);
    m_browser->setAccessibleName(toQString(description.title));
    finishLayout();
}

QWidget* DocumentView::content() {
    return m_browser;
}

void DocumentView::showValue(const Value& value) {
    const auto document = valueAs<Document>(value);
    const int scroll = m_browser->verticalScrollBar()->value();
    m_browser->document()->setMarkdown(document ? toQString(document->markdown) : QString(),
                                       QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                                           QTextDocument::MarkdownNoHTML);
    m_browser->verticalScrollBar()->setValue(scroll);
}

} // namespace vitrine
