#pragma once

#include "widgets/style/tokens.h"

#include <QApplication>

namespace vitrine {

enum class ThemeChoice { system, light, dark };

/// Sets style, palette and fonts of the whole program. May be called again at any time; widgets follow through
/// QEvent::PaletteChange. Ask `tokensOf(widget->palette())` for colours that QPalette cannot hold.
void applyTheme(QApplication& application, ThemeChoice choice);
/// What `system` means here and now: the desktop's colour scheme.
ThemeKind systemTheme();
/// The desktop has these colours now; a program whose theme is `system` changes at once. Called when Qt tells of a
/// change (QEvent::ThemeChange).
void desktopChanged(QApplication& application, const QPalette& desktop);

/// Name as it stands in the settings: "system", "light", "dark"; anything else is `system`.
QString themeChoiceName(ThemeChoice choice);
ThemeChoice themeChoiceFromName(const QString& name);

/// Roles that the style understands, set as dynamic properties.
void setPrimary(QWidget* button, bool primary = true); ///< filled with accent: the next step
void setDanger(QWidget* button, bool danger = true);   ///< outlined in error: destroys something
void setSmall(QWidget* button, bool compact = true);   ///< 24 px high
void setInvalid(QWidget* field, bool invalid);         ///< error border around a field
void setFolding(QWidget* button);                      ///< checked state told by its icon, without a ground
void setClickable(QWidget* field);                     ///< read-only, yet looks like a field to be used

} // namespace vitrine
