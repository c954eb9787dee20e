#pragma once

#include "core/jobs/experiment.h"
#include "core/params/sweep.h"

#include <QWidget>

#include <map>
#include <vector>

class QVBoxLayout;

namespace vitrine {

class FormSection;
class ParameterRow;

/// Form of one experiment, built from its schema: basic fields by group, advanced ones folded away. Edits a pending
/// ParameterSet that holds only what differs from the defaults.
class ParameterForm : public QWidget {
    Q_OBJECT
public:
    explicit ParameterForm(QWidget* parent = nullptr);

    void setSchema(const ParameterSchema& schema);
    const ParameterSchema& schema() const { return m_schema; }
    /// Shows saved values and sweeps, as far as the schema knows them. Emits nothing.
    void setValues(const ParameterSet& values, const SweepTexts& sweeps = {});
    /// Options, data-dependent defaults and problems as found in the inputs. Emits changed() if that changes the state.
    void setInspection(const Inspection& inspection);

    /// What differs from the defaults.
    const ParameterSet& values() const { return m_values; }
    /// Every parameter with its value: given, else suggested by the data, else default.
    ParameterSet completed() const;
    /// One sentence per field that keeps the run from starting: "Path length: from 1 to 12".
    QStringList problems() const;
    bool isValid() const { return problems().isEmpty(); }
    int changedCount() const;

    bool canSweep(const std::string& id) const;
    bool isSwept(const std::string& id) const { return m_sweeps.contains(id); }
    /// The field of a parameter takes several values, a run for each, and gets the focus.
    void sweep(const std::string& id);
    /// One value again: the one from before.
    void endSweep(const std::string& id);
    const SweepTexts& sweepTexts() const { return m_sweeps; }
    /// Those that are valid, in the order of the parameters.
    std::vector<ParameterSweep> sweeps() const;

    /// Unfolds the section of a parameter and gives it the focus.
    void showParameter(const std::string& id);

public Q_SLOTS:
    void resetAll();
    void reset(const QString& id);

Q_SIGNALS:
    /// Values or validity changed.
    void changed();

private:
    void build();
    FormSection* sectionFor(const ParameterSpec& spec);
    ParameterRow* addRow(const ParameterSpec& spec, FormSection* section);
    void takeEdit(const std::string& id);
    void showSweeps();
    ParameterProblem sweepProblem(const ParameterSpec& spec) const;
    QString sweepNote(const ParameterSpec& spec) const;
    void refresh();
    nlohmann::json defaultOf(const ParameterSpec& spec) const;
    void showValue(const ParameterSpec& spec);
    std::map<std::string, ParameterProblem> collectProblems(const ParameterSet& completedValues) const;
    ParameterProblem offerProblem(const ParameterSpec& spec, const nlohmann::json& value) const;

    ParameterSchema m_schema;
    ParameterSet m_values;
    SweepTexts m_sweeps;
    Inspection m_inspection;
    QVBoxLayout* m_layout;
    std::map<std::string, ParameterRow*> m_rows;
    std::map<std::string, FormSection*> m_sections; ///< by group
    FormSection* m_advanced = nullptr;
    std::map<std::string, ParameterProblem> m_problems;
};

} // namespace vitrine
