#pragma once

#include "core/jobs/experiment.h"

#include <QWidget>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace vitrine {

/// Field of one parameter. Holds a JSON value of the parameter's type, or text that is none yet.
class ParameterEditor : public QWidget {
    Q_OBJECT
public:
    explicit ParameterEditor(const ParameterSpec& spec, QWidget* parent = nullptr) : QWidget(parent), m_spec(spec) {}

    const ParameterSpec& spec() const { return m_spec; }

    /// Shows the value without emitting edited().
    virtual void setValue(const nlohmann::json& value) = 0;
    /// The value that stands in the field; empty when what stands there is no value of the type.
    virtual std::optional<nlohmann::json> value() const = 0;
    /// What is wrong when value() is empty: "a whole number, such as 100".
    virtual QString inputProblem() const { return {}; }
    /// Options found in the data; ignored by editors that have none.
    virtual void setFoundOptions(const std::vector<FoundOption>&) {}
    /// The control that takes the focus and carries the accessible name.
    virtual QWidget* control() = 0;
    /// A part below label and field, over the whole width (check list, table); owned by the row.
    virtual QWidget* extension() { return nullptr; }
    /// The label stands inside the control (check box).
    virtual bool carriesLabel() const { return false; }
    /// Text that should be seen whole; empty: the width of a number is enough.
    virtual QString contentText() const { return {}; }
    /// The field takes the room that the label leaves instead of the width of a number.
    virtual bool isStretching() const { return false; }

    /// Border in the error colour.
    void setProblemShown(bool shown);

Q_SIGNALS:
    void edited();

private:
    ParameterSpec m_spec;
};

ParameterEditor* createParameterEditor(const ParameterSpec& spec, QWidget* parent);

} // namespace vitrine
