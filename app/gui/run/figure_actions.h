#pragma once

#include "core/figure/figure_spec.h"

#include <QString>

#include <string>

class QWidget;

namespace vitrine {

class Workbench;

/// Asks where and in which format, then writes the figure. @param title  proposed as name of the file
void saveFigureAs(QWidget* parent, Workbench& workbench, const FigureSpec& figure, const QString& title);
void saveCsvAs(QWidget* parent, Workbench& workbench, const std::string& csv, const QString& title);
/// Puts the figure on the clipboard, as large as the preferences say.
void copyForPaper(Workbench& workbench, const FigureSpec& figure);

} // namespace vitrine
