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
    /// Gives what makes the data shown now, in any thread; null: there are none.
    std::function<std::function<std::string()>()> csv;
};

/// Adds what can be done with a figure: copy, save, data, axes.
void addFigureActions(QMenu* menu, Workbench& workbench, const MenuFigure& figure);

/// Asks where and in which format, then writes the figure. @param title  proposed as name of the file
void saveFigureAs(QWidget* parent, Workbench& workbench, const FigureSpec& figure, const QString& title);
/// For MenuFigure::csv of something that is only a figure.
std::function<std::string()> csvMakerOf(const FigureSpec& figure);
/// Asks where, then makes the data and writes them, in the background. @param make  called in another thread
void saveCsvAs(QWidget* parent, Workbench& workbench, std::function<std::string()> make, const QString& title);
/// Puts the figure on the clipboard, as large as the preferences say.
void copyForPaper(Workbench& workbench, const FigureSpec& figure);

} // namespace vitrine
