#include "app/gui/shell/manual_dialog.h"

#include "widgets/style/metrics.h"

#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QTextBrowser>

#include <array>

namespace vitrine {

namespace {

struct ManualPage {
    const char* file;
    const char* title;
    const char* pageId; ///< start of the ids of the pages it is about
};

constexpr std::array kPages{
    ManualPage{"welcome", QT_TRANSLATE_NOOP("vitrine::ManualDialog", "Start"), ""},
    ManualPage{"open-data", QT_TRANSLATE_NOOP("vitrine::ManualDialog", "Open data"), "import"},
    ManualPage{"data-set", QT_TRANSLATE_NOOP("vitrine::ManualDialog", "Data set"), "dataset:"},
    ManualPage{"experiment", QT_TRANSLATE_NOOP("vitrine::ManualDialog", "Experiment"), "experiment:"},
    ManualPage{"run", QT_TRANSLATE_NOOP("vitrine::ManualDialog", "Run"), "run:"},
    ManualPage{"runs", QT_TRANSLATE_NOOP("vitrine::ManualDialog", "Runs"), "runs"},
    ManualPage{"compare", QT_TRANSLATE_NOOP("vitrine::ManualDialog", "Compare"), "compare"},
    ManualPage{"report", QT_TRANSLATE_NOOP("vitrine::ManualDialog", "Report"), "report:"},
    ManualPage{"command-line", QT_TRANSLATE_NOOP("vitrine::ManualDialog", "Command line"), "-"}};
constexpr int kListWidth = 152;

} // namespace

ManualDialog::ManualDialog(QWidget* parent) : QDialog(parent), m_list(new QListWidget), m_text(new QTextBrowser) {
    setWindowTitle(tr("Manual"));
    m_list->setFixedWidth(kListWidth);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setAccessibleName(tr("Pages of the manual"));
    for (const ManualPage& page : kPages)
        m_list->addItem(tr(page.title));
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Text of the manual"));
    m_text->document()->setDocumentMargin(metrics::kPageMargin);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, metrics::kSpace, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_list);
    layout->addWidget(m_text, 1);
    connect(m_list, &QListWidget::currentRowChanged, this, &ManualDialog::showPage);
    resize(760, 560);
}

void ManualDialog::showFor(const QString& pageId) {
    int row = 0;
    for (std::size_t i = 1; i < kPages.size(); ++i)
        if (pageId.startsWith(QLatin1String(kPages[i].pageId)))
            row = static_cast<int>(i);
    m_list->setCurrentRow(row);
    m_list->setFocus();
}

void ManualDialog::showPage(int row) {
    QFile file(
        QStringLiteral(":/vitrine/manual/%1.md").arg(QLatin1String(kPages.at(static_cast<std::size_t>(row)).file)));
    if (file.open(QIODevice::ReadOnly))
        m_text->document()->setMarkdown(QString::fromUtf8(file.readAll()), QTextDocument::MarkdownDialectGitHub);
}

QString ManualDialog::shownText() const {
    return m_text->toPlainText();
}

} // namespace vitrine
