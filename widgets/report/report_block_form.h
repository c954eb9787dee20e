#pragma once

#include "core/report/composed_report.h"
#include "widgets/report/report_choices.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;
class QPushButton;

namespace vitrine {

class TextLabel;

/// Fields of one block. Every change is said at once; fields that are being typed in are left alone when the block is
/// shown again.
class ReportBlockForm : public QWidget {
    Q_OBJECT
public:
    explicit ReportBlockForm(QWidget* parent = nullptr);

    /// `composed` names the figures and tables that a text can refer to; may be null.
    void setBlock(const ReportBlock& block, const ReportDocument& document, const ReportChoices& choices,
                  const ComposedReport* composed);
    const ReportBlock& block() const { return m_block; }
    void setReadOnly(bool readOnly);
    /// Puts the cursor into the text or the first field.
    void startEditing();

Q_SIGNALS:
    /// `typing`: more of the same kind will follow.
    void edited(const vitrine::ReportBlock& block, bool typing);

private:
    void buildFields();
    void addRow(const QString& label, QWidget* field, const QString& hint);
    void addTall(const QString& label, QWidget* field, const QString& hint);
    void showFields();
    void fillSources(const ReportChoices& choices);
    /// What stands there while a field is empty.
    void showUsual(const ComposedReport* composed, int source);
    void fillInsertMenu(const ReportDocument& document, const ReportChoices& choices, const ComposedReport* composed);
    void takeSource(int index);
    void takeColumns(const QString& text);
    void say(bool typing);

    ReportBlock m_block;
    bool m_quiet = false;
    QGridLayout* m_grid;
    QLineEdit* m_title;
    QLineEdit* m_line;
    QComboBox* m_level;
    QComboBox* m_source;
    QSpinBox* m_width;
    QSpinBox* m_height;
    QSpinBox* m_rows;
    QLineEdit* m_columns;
    QPlainTextEdit* m_text;
    QPushButton* m_insert;
    QCheckBox* m_fingerprint;
    std::map<QWidget*, QList<QWidget*>> m_withField; ///< labels and hints that are shown with a field
};

} // namespace vitrine
