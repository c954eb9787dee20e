#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace vitrine {

class TextLabel;

/// What an empty page shows: an icon, one sentence that says what belongs here, and the action that brings it.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(const QString& iconName, const QString& sentence, const QString& action = {},
                        QWidget* parent = nullptr);

    void setSentence(const QString& sentence);
    /// Null when there is no action.
    QPushButton* button() const { return m_button; }

Q_SIGNALS:
    void triggered();

protected:
    void changeEvent(QEvent* event) override;

private:
    void updateIcon();

    QString m_iconName;
    QLabel* m_icon;
    TextLabel* m_sentence;
    QPushButton* m_button = nullptr;
};

} // namespace vitrine
