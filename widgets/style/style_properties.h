#pragma once

namespace vitrine::style {

// Dynamic properties that the style reads. Set them through theme.h.
constexpr const char* kPrimary = "vitrinePrimary";
constexpr const char* kDanger = "vitrineDanger";
constexpr const char* kSmall = "vitrineSmall";
constexpr const char* kInvalid = "vitrineInvalid";
/// Position of a button in a segmented control: "first", "middle", "last", "single".
constexpr const char* kSegment = "vitrineSegment";
/// A checkable button whose icon alone says whether it is on (head of a section that folds).
constexpr const char* kFolding = "vitrineFolding";
/// A read-only field that is there to be clicked: keeps the ground of one that can be edited.
constexpr const char* kClickable = "vitrineClickable";

} // namespace vitrine::style
