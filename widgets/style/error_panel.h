#pragma once

#include <QWidget>

class QHBoxLayout;
class QPushButton;

namespace vitrine {

class TextLabel;

/// An error where the problem is: bold first line, what it means, and what can be done about it.
class ErrorPanel : public QWidget {
    Q_OBJECT
public:
    explicit ErrorPanel(QWidget* parent = nullptr);

    void setMessage(const QString& title, const QString& text);
    QString title() const;
    QString text() const;
    /// Adds a button; connect to its `clicked`.
    QPushButton* addAction(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    TextLabel* m_title;
    TextLabel* m_text;
    QHBoxLayout* m_buttons;
};

} // namespace vitrine
