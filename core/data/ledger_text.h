#pragma once

/// Sentences of ledger entries that several readers write, so that the same thing is said in the same words.
namespace vitrine::ledger_text {

constexpr const char* kBlankLine = "Blank line passed over";
constexpr const char* kCommentLine = "Comment line passed over";
constexpr const char* kColumnIgnored = "Column left out, as its role says";
constexpr const char* kNoNumber = "Not a number, so the whole column is text";
constexpr const char* kDigitsLost = "More digits than a real number keeps, rounded";
constexpr const char* kNoMolecule = "Not a molecule: "; ///< before the reason
constexpr const char* kTooLarge = "Number too large for a real number, taken as missing";
constexpr const char* kInfinite = "Infinite value, kept";
constexpr const char* kNotANumber = "NaN, kept as a value";
constexpr const char* kMissingValue = "Missing value";
constexpr const char* kGraphWithoutNodes = "Graph without nodes";
constexpr const char* kLabelChosen = "Taken as the label of the nodes, the file names none";
/// Behind their number.
constexpr const char* kManyLabels =
    " different labels of the nodes: hardly any path repeats, and a model keeps each of them";
constexpr const char* kLabelsRepeatIds = "Labels that repeat the ids, not kept";
constexpr const char* kAttributeTwice = "Attribute that stands twice, the first value is kept";
constexpr const char* kUnknownType = "Type of an attribute that is not known, taken as text";
constexpr const char* kBadDefault = "Default value that is not of the declared type";
constexpr const char* kBadPlan = "Description of the columns that cannot be read";
constexpr const char* kElementPassed = "Element that is not read";
constexpr const char* kEdgeDoubled = "Edge without direction among directed ones, taken as two";

} // namespace vitrine::ledger_text
