#pragma once

#include <QLineEdit>

namespace vitrine {

/// Looks like a search field with its shortcut; a click or a key opens the command palette.
class SearchBox : public QLineEdit {
    Q_OBJECT
public:
    explicit SearchBox(QWidget* parent = nullptr);

Q_SIGNALS:
    /// @param text  what was typed first, may be empty
    void wanted(const QString& text);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace vitrine
