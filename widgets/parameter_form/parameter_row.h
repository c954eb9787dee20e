#pragma once

#include "core/params/parameter.h"

#include <QWidget>

#include <optional>
#include <string>

class QGridLayout;
class QLabel;
class QToolButton;

namespace vitrine {

class ParameterEditor;
class SweepField;
class TextLabel;

/// One line of the form: mark of a changed value, label with symbol, field with unit, hint with the default and its
/// reset, error beneath. Where label and field do not fit beside each other, the field stands below. A row that is
/// swept has a field for several values in place of its own.
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

    /// Several values as parseSweep reads them, or one value again.
    void setSweep(const std::optional<std::string>& text);
    /// Null: one value.
    SweepField* sweep() const { return m_sweep; }
    /// What the values of the sweep are: "3 values: 5, 10, 15"; empty: they are none.
    void setSweepNote(const QString& note);
    /// Gives the focus to the field of the value or values.
    void focusField();
    /// Whether the field stands below its label.
    bool isStacked() const { return m_isStacked; }

Q_SIGNALS:
    void resetRequested();
    void sweepRequested(bool on);
    void sweepEdited();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void buildLabel();
    void buildNotes();
    void layOut();
    void placeEditor();
    int fieldWidth() const;
    QString toolTipText() const;

    ParameterEditor* m_editor;
    QGridLayout* m_grid = nullptr;
    SweepField* m_sweep = nullptr;
    QWidget* m_dot;
    TextLabel* m_label = nullptr;
    QLabel* m_symbol = nullptr;
    QWidget* m_hintLine = nullptr;
    TextLabel* m_hint = nullptr;
    QToolButton* m_reset = nullptr;
    TextLabel* m_problem = nullptr;
    bool m_changed = false;
    bool m_isStacked = false;
    bool m_hasExtension = false; ///< the extension was open when the sweep began
};

} // namespace vitrine
