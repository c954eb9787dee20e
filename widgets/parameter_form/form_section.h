#pragma once

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace vitrine {

class TextLabel;

/// A titled part of a form or inspector that folds: arrow and bold title, a hint at the right, the contents below.
class FormSection : public QWidget {
    Q_OBJECT
public:
    explicit FormSection(const QString& title, QWidget* parent = nullptr);

    QVBoxLayout* contents() const { return m_contents; }
    void setHint(const QString& hint);
    void setExpanded(bool expanded);
    bool isExpanded() const;

private:
    QToolButton* m_header;
    TextLabel* m_hint;
    QWidget* m_body;
    QVBoxLayout* m_contents;
};

} // namespace vitrine
