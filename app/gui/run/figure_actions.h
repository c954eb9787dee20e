#pragma once

#include "core/figure/figure_spec.h"

#include <QString>

#include <string>

#include <functional>
#include <optional>

class QMenu;
class QWidget;

namespace vitrine {

class ChartView;
class Workbench;

/// A figure as its menu sees it.
struct MenuFigure {
    QWidget* parent = nullptr;  ///< of the dialogs; lives at least as long as what is asked below
    QString title;              ///< name of the figure, proposed for files
    ChartView* chart = nullptr; ///< null: no chart, or it is not shown
    std::function<std::optional<FigureSpec>()> figure; ///< null: there is none
    std::function<std::string()> csv;                  ///< null: there is none
};

/// Adds what can be done with a figure: copy, save, data, axes.
void addFigureActions(QMenu* menu, Workbench& workbench, const MenuFigure& figure);

/// Asks where and in which format, then writes the figure. @param title  proposed as name of the file
void saveFigureAs(QWidget* parent, Workbench& workbench, const FigureSpec& figure, const QString& title);
void saveCsvAs(QWidget* parent, Workbench& workbench, const std::string& csv, const QString& title);
/// Puts the figure on the clipboard, as large as the preferences say.
void copyForPaper(Workbench& workbench, const FigureSpec& figure);

} // namespace vitrine
