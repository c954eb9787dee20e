#pragma once

#include <QWidget>

class QPushButton;

namespace vitrine {

class LinkButton;
class TextLabel;

/// A bubble over the window that points at one control and says what it is for, with Back, Next and Skip. The window
/// can be used as before.
class Callout : public QWidget {
    Q_OBJECT
public:
    static constexpr int kWidth = 344;
    static constexpr int kArrow = 8; ///< height of the arrow, above or below the bubble

    explicit Callout(QWidget* window);

    /// @param step  from 0 to count - 1
    void setStep(int step, int count, const QString& title, const QString& text);
    /// Below the control or, without room there, above it; always inside the window. Null: below the top of the window,
    /// without an arrow.
    void pointAt(const QWidget* target);

    QString title() const;
    QPushButton* backButton() const { return m_back; }
    QPushButton* nextButton() const { return m_next; }
    LinkButton* skipButton() const { return m_skip; }

Q_SIGNALS:
    void backWanted();
    void nextWanted();
    void skipWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Arrow { none, up, down };

    TextLabel* m_count;
    TextLabel* m_title;
    TextLabel* m_text;
    LinkButton* m_skip;
    QPushButton* m_back;
    QPushButton* m_next;
    Arrow m_arrow = Arrow::none;
    int m_tip = 0; ///< x of the arrow's tip
};

} // namespace vitrine
