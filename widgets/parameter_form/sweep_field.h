#pragma once

#include "core/params/parameter.h"

#include <QWidget>

class QLineEdit;

namespace vitrine {

/// Field for several values of one parameter, a run for each: a list, or a range of numbers. Numbers are read and
/// shown as the user's locale writes them; where a comma is the decimal mark, semicolons separate.
class SweepField : public QWidget {
    Q_OBJECT
public:
    explicit SweepField(const ParameterSpec& spec, QWidget* parent = nullptr);

    /// As parseSweep reads it. Emits nothing.
    void setText(const std::string& text);
    std::string text() const;
    QLineEdit* field() const { return m_field; }
    /// Values as somebody would type them: "50, 100 or 50..150 step 50".
    QString example() const;

Q_SIGNALS:
    void edited();
    void ended(); ///< one value again

private:
    ParameterSpec m_spec;
    QLineEdit* m_field;
};

} // namespace vitrine
