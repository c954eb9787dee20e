#pragma once

#include "core/params/parameter.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace vitrine {

class ParameterEditor;
class TextLabel;

/// One line of the form: mark of a changed value, label with symbol, field with unit, hint with the default and its
/// reset, error beneath.
class ParameterRow : public QWidget {
    Q_OBJECT
public:
    explicit ParameterRow(const ParameterSpec& spec, QWidget* parent = nullptr);

    ParameterEditor* editor() const { return m_editor; }
    /// Marks the value as changed against `defaultText`, or not.
    void setChanged(bool changed, const QString& defaultText);
    /// Message under the field; empty: none. A warning does not colour the field.
    void setProblem(const QString& message, bool isWarning);
    QString problem() const;
    bool isMarkedChanged() const { return m_changed; }

Q_SIGNALS:
    void resetRequested();

private:
    void buildLabel();
    void buildNotes();
    void layOut();
    QString toolTipText() const;

    ParameterEditor* m_editor;
    QWidget* m_dot;
    TextLabel* m_label = nullptr;
    QLabel* m_symbol = nullptr;
    QWidget* m_hintLine = nullptr;
    TextLabel* m_hint = nullptr;
    QToolButton* m_reset = nullptr;
    TextLabel* m_problem = nullptr;
    bool m_changed = false;
};

} // namespace vitrine
