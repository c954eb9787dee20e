#pragma once

#include <QWidget>

namespace vitrine {

class ErrorPanel;

/// A strip above the pages that says what did not work, until it is closed.
class NoticeBar : public QWidget {
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent = nullptr);
    void showProblem(const QString& message);
    QString message() const;

private:
    ErrorPanel* m_panel;
};

} // namespace vitrine
