#pragma once

#include "core/report/default_report.h"
#include "widgets/report/report_choices.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace vitrine {

class FormSection;
class ReportBlockForm;
class TextLabel;

/// Everything about the chosen block, the report as a whole, what should be looked at, and the export.
class ReportInspector : public QWidget {
    Q_OBJECT
public:
    explicit ReportInspector(QWidget* parent = nullptr);

    /// `selected` -1: no block. `composed` may be null while it is made.
    void show(const ReportDocument& document, int selected, const ReportChoices& choices,
              const ComposedReport* composed);
    void setReadOnly(bool readOnly);
    void setExporting(bool exporting);
    void startEditing();

Q_SIGNALS:
    void blockEdited(int index, const vitrine::ReportBlock& block, bool typing);
    void removeWanted(int index);
    /// Title and switches of the document; the blocks are as they were.
    void reportEdited(const vitrine::ReportDocument& document, bool typing);
    void templateWanted(vitrine::ReportLength length);
    void blockWanted(int index);              ///< a check was clicked
    void exportWanted(const QString& suffix); ///< ".pdf", ".html", empty: folder

private:
    QWidget* buildBlock();
    QWidget* buildReport();
    QWidget* buildFooter();
    void showChecks(const ComposedReport* composed);
    void say(bool typing);

    ReportDocument m_document;
    int m_selected = -1;
    bool m_quiet = false;
    bool m_readOnly = false;
    TextLabel* m_blockName = nullptr;
    TextLabel* m_noBlock = nullptr;
    QToolButton* m_remove = nullptr;
    ReportBlockForm* m_form = nullptr;
    QLineEdit* m_title = nullptr;
    QCheckBox* m_anonymous = nullptr;
    QCheckBox* m_embed = nullptr;
    QPushButton* m_template = nullptr;
    FormSection* m_checks = nullptr;
    QList<QToolButton*> m_checkButtons;
    QPushButton* m_export = nullptr;
    QPushButton* m_exportAs = nullptr;
};

} // namespace vitrine
