#pragma once

#include <QLineEdit>

#include <optional>

namespace vitrine {

/// Line edit for one number with its unit inside, at the right. Shows and reads the user's locale and also reads a
/// point; the value itself is a number and never text. Arrow keys step, Page Up and Page Down step ten times.
class NumberTextField : public QLineEdit {
    Q_OBJECT
public:
    enum class Kind { integer, real };

    explicit NumberTextField(Kind kind, QWidget* parent = nullptr);

    void setUnit(const QString& unit);
    void setRange(std::optional<double> minimum, std::optional<double> maximum);
    void setStep(std::optional<double> step) { m_step = step; }
    /// Shows the number in the user's locale, or nothing.
    void setNumber(std::optional<double> number);
    /// The number that stands in the field; empty when the text is no number of this kind.
    std::optional<double> number() const;
    bool isBlank() const { return text().trimmed().isEmpty(); }

    QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void stepBy(int steps);
    double stepWidth(double value) const;
    void placeUnit();

    Kind m_kind;
    QString m_unit;
    std::optional<double> m_minimum;
    std::optional<double> m_maximum;
    std::optional<double> m_step;
};

/// Number as shown in fields: the user's locale, shortest exact digits, no thousands separators.
QString fieldNumberText(double number);
/// Reads what fieldNumberText wrote, and a number with a point; nothing else.
std::optional<double> readFieldNumber(const QString& text);

} // namespace vitrine
