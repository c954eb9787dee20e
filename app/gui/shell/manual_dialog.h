#pragma once

#include <QDialog>

class QListWidget;
class QTextBrowser;

namespace vitrine {

/// The manual: one page per window, the one of the page in front first.
class ManualDialog : public QDialog {
    Q_OBJECT
public:
    explicit ManualDialog(QWidget* parent = nullptr);

    /// @param pageId  of the page in front, "run:7"; empty: the welcome page
    void showFor(const QString& pageId);
    QString shownText() const;

private:
    void showPage(int row);

    QListWidget* m_list;
    QTextBrowser* m_text;
};

} // namespace vitrine
