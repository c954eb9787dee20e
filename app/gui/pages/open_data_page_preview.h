#pragma once

#include "widgets/data/import_plan.h"

#include <QWidget>

class QComboBox;
class QStackedWidget;

namespace vitrine {

class Badge;
class ErrorPanel;
class PreviewTable;
class ProblemList;
class TextLabel;

/// Lower half of the open-data page: first and last rows of one item with its choosers, and what is to review.
class OpenDataPreview : public QWidget {
    Q_OBJECT
public:
    explicit OpenDataPreview(QWidget* parent = nullptr);

    /// Null: nothing is chosen.
    void show(const ImportItem* item);
    /// A correction is being looked at.
    void setBusy(bool busy);
    PreviewTable* table() const { return m_table; }
    ProblemList* problems() const { return m_problems; }
    /// Chooser of an option ("separator", "decimal", "encoding").
    QComboBox* chooser(const QString& option) const;

Q_SIGNALS:
    /// The person corrected the options of the item; a JSON merge patch.
    void corrected(const nlohmann::json& patch);

private:
    struct Chooser {
        QString option;
        TextLabel* label;
        QComboBox* box;
    };
    void addChooser(QLayout* row, const QString& option, const QString& label,
                    const QList<std::pair<QString, QString>>& values);
    void showChoosers(const nlohmann::json& options);
    void showReviews(const ImportPreview& preview);
    void roleChosen(int column, ColumnRole role);
    QString hintOf(const ImportItem& item) const;
    QWidget* makeLeft();
    QWidget* makeRight();

    TextLabel* m_name;
    TextLabel* m_hint;
    QList<Chooser> m_choosers;
    QStackedWidget* m_stack;
    PreviewTable* m_table;
    ErrorPanel* m_error;
    TextLabel* m_note;
    Badge* m_count;
    ProblemList* m_problems;
    TextLabel* m_nothing;
    std::vector<PreviewProblem> m_shownProblems;
};

} // namespace vitrine
