#pragma once

namespace vitrine::style {

// Dynamic properties that the style reads. Set them through theme.h.
constexpr const char* kPrimary = "vitrinePrimary";
constexpr const char* kDanger = "vitrineDanger";
constexpr const char* kSmall = "vitrineSmall";
constexpr const char* kInvalid = "vitrineInvalid";
/// Position of a button in a segmented control: "first", "middle", "last", "single".
constexpr const char* kSegment = "vitrineSegment";

} // namespace vitrine::style
