#pragma once

#include <QIcon>
#include <QString>

namespace vitrine {

/// What an icon is tinted with; the colour follows the theme at run time.
enum class IconTint { text, text2, muted, accent, onAccent, ok, warning, error };

/// One of the line icons in resources/icons by name ("run", "open", …). Disabled is drawn muted, active and selected
/// states keep the tint. An unknown name gives a null icon.
QIcon icon(const QString& name, IconTint tint = IconTint::text);
/// Names of all icons, sorted.
QStringList iconNames();

} // namespace vitrine
