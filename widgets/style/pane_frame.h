#pragma once

#include <QWidget>

#include <functional>

class QHBoxLayout;
class QMenu;
class QMimeData;
class QToolButton;
class QVBoxLayout;

namespace vitrine {

class TextLabel;

/// Frame of one pane: title row (title, hint, badges, "+" and "…") over its content.
class PaneFrame : public QWidget {
    Q_OBJECT
public:
    explicit PaneFrame(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    QString title() const;
    void setSubtitle(const QString& subtitle);
    QString subtitle() const;
    void setTitleHint(const QString& text); ///< definition, as tool tip of the title
    /// Takes ownership; replaces and deletes the content before.
    void setContent(QWidget* content);
    QWidget* content() const { return m_content; }
    /// Puts a badge or button into the title row, left of "+".
    void addTitleWidget(QWidget* widget);

    QToolButton* addButton() const { return m_add; } ///< "+", add to report; hidden until `setAddVisible`
    void setAddVisible(bool visible);
    /// Fills the "…" menu each time it opens; without one the button is hidden.
    void setMenuFactory(std::function<void(QMenu*)> fill);
    QToolButton* menuButton() const { return m_more; }
    /// What is dragged when the title is; without it a title cannot be dragged.
    void setDragSource(std::function<QMimeData*()> make) { m_makeDragData = std::move(make); }

Q_SIGNALS:
    void addToReport();
    void maximizeToggled(); ///< double click on the title

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void startDrag();

    QWidget* m_titleRow;
    QHBoxLayout* m_titleLayout;
    QVBoxLayout* m_layout;
    TextLabel* m_title;
    TextLabel* m_subtitle;
    QToolButton* m_add;
    QToolButton* m_more;
    QMenu* m_menu;
    QWidget* m_content = nullptr;
    std::function<void(QMenu*)> m_fillMenu;
    std::function<QMimeData*()> m_makeDragData;
    QPoint m_pressedAt;
};

} // namespace vitrine
