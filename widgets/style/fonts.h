#pragma once

#include <QFont>

namespace vitrine::fonts {

/// The three sizes of the program. Inter where it is installed, else the system's font.
QFont small();                 ///< 11 px: hints, axis labels, table headers, badges
QFont body();                  ///< 13 px: everything else
QFont title();                 ///< 18 px, weight 600: page title, card value
QFont bold(const QFont& font); ///< the same at weight 600
QFont fixedPitch();            ///< 11 px: SMILES, hashes, commands

/// Pins the family, e.g. in tests whose output must not depend on the fonts installed. Empty: the default again.
void setFamily(const QString& family);

} // namespace vitrine::fonts
