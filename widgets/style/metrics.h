#pragma once

namespace vitrine::metrics {

// Lengths in device-independent pixels; the interface scale is Qt's own scale factor and applies to all of them.

constexpr int kGap = 4;            ///< inside a control group
constexpr int kSpace = 8;          ///< between controls and cards
constexpr int kPadding = 12;       ///< inner padding of docks and panes
constexpr int kPageMargin = 16;    ///< around a page
constexpr int kWelcomeMargin = 24; ///< around the welcome page

constexpr int kMenuHeight = 24;
constexpr int kToolBarHeight = 40;
constexpr int kTabBarHeight = 32;
constexpr int kPageHeaderHeight = 48;
constexpr int kCardHeight = 72;
constexpr int kTitleHeight = 32; ///< title of a pane or a dock
constexpr int kRowHeight = 24;
constexpr int kHeaderHeight = 24; ///< of a table
constexpr int kFieldHeight = 26;
constexpr int kFieldPitch = 32;
constexpr int kButtonHeight = 28;
constexpr int kSmallButtonHeight = 24;
constexpr int kBadgeHeight = 18;
constexpr int kStatusBarHeight = 24;
constexpr int kJobsDrawerHeight = 136;

constexpr int kRadius = 4;
constexpr int kBadgeRadius = 9;
constexpr int kFocusWidth = 2;
constexpr int kProgressHeight = 6;
constexpr int kSplitterHandle = 1;
constexpr int kSplitterGrab = 5;

constexpr int kIcon = 16;      ///< bars, trees, buttons
constexpr int kListIcon = 20;  ///< lists of two lines
constexpr int kEmptyIcon = 24; ///< empty states

constexpr int kPaneMinimumWidth = 280;
constexpr int kPaneMinimumHeight = 160;

constexpr int kSmallText = 11;
constexpr int kBodyText = 13;
constexpr int kTitleText = 18;

} // namespace vitrine::metrics
