#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QVBoxLayout;

namespace vitrine {

class TextLabel;

/// "Importance   2.74 %  rank 8 of 141"
struct Fact {
    QString name;
    QString value;
    QString note; ///< smaller, behind the value
    QString hint; ///< tool tip: what the number means
    bool strong = false;
    friend bool operator==(const Fact&, const Fact&) = default;
};

/// Lines of facts, names at the left, values at the right.
class FactList : public QWidget {
    Q_OBJECT
public:
    explicit FactList(QWidget* parent = nullptr);
    void setFacts(const QList<Fact>& facts);
    const QList<Fact>& facts() const { return m_facts; }

private:
    QVBoxLayout* m_layout;
    QList<Fact> m_facts;
};

/// Fixed-pitch text that is elided, with a button that copies it whole. Hidden while empty.
class CopyLine : public QWidget {
    Q_OBJECT
public:
    /// @param what  for the accessible name of the button: "the SMILES"
    explicit CopyLine(const QString& what, QWidget* parent = nullptr);
    void setText(const QString& text);
    QString text() const { return m_text; }

private:
    QString m_text;
    TextLabel* m_label;
};

} // namespace vitrine
