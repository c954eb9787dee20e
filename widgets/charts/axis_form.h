#pragma once

#include "core/figure/figure_changes.h"

#include <QWidget>

class QFormLayout;
class QLineEdit;

namespace vitrine {

class NumberTextField;
class SegmentedControl;
class TextLabel;

/// Title, scale and range of one axis. What is typed is checked at once; the sentence stands under the field.
class AxisForm : public QWidget {
    Q_OBJECT
public:
    AxisForm(const QString& name, AxisRole role, QWidget* parent = nullptr);

    /// Shows an axis of a figure as it is without changes, with the changes laid over it.
    void setAxis(const FigureSpec& given, const AxisChanges& changes);
    /// The changes as far as they can be used: a range with a problem keeps the one before.
    const AxisChanges& changes() const { return m_changes; }
    /// What is wrong with what is typed; empty: nothing.
    QString problem() const;
    /// What a log axis leaves out; empty: nothing, or no log axis.
    QString note() const;

    QLineEdit* titleField() const { return m_title; }
    SegmentedControl* scaleSwitch() const { return m_scale; }
    NumberTextField* fromField() const { return m_from; }
    NumberTextField* toField() const { return m_to; }
    NumberTextField* thresholdField() const { return m_threshold; }

Q_SIGNALS:
    void changed();

private:
    void build(const QString& name);
    NumberTextField* numberField(const QString& name, const QString& tip);
    void takeTitle();
    void takeScale(int index);
    void takeNumbers();
    QString checkNumbers(AxisChanges& changes);
    QString rangeSentence(std::optional<double> from, std::optional<double> to) const;
    void showTexts();
    AxisScale scale() const;

    AxisRole m_role;
    FigureAxis m_given;
    UnplacedCount m_notPositive;
    AxisChanges m_changes;
    QLineEdit* m_title;
    TextLabel* m_unit;
    QWidget* m_scaleAndRange;
    SegmentedControl* m_scale;
    NumberTextField* m_from;
    NumberTextField* m_to;
    QWidget* m_thresholdRow;
    NumberTextField* m_threshold;
    TextLabel* m_problem;
    TextLabel* m_note;
};

} // namespace vitrine
