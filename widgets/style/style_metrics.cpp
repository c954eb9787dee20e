#include "widgets/style/metrics.h"
#include "widgets/style/mnemonic_watch.h"
#include "widgets/style/style_paint.h"
#include "widgets/style/style_properties.h"
#include "widgets/style/vitrine_style.h"

#include <QStyleOption>
#include <QWidget>

#include <algorithm>

// Sizes and behaviour of VitrineStyle; the painting stands in vitrine_style.cpp.

namespace vitrine {

int VitrineStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_SmallIconSize:
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize:
    case PM_TabBarIconSize:
    case PM_ListViewIconSize: return metrics::kIcon;
    case PM_MessageBoxIconSize: return metrics::kEmptyIcon;
    case PM_DefaultFrameWidth: return 1;
    case PM_ScrollBarExtent: return 12;
    case PM_SplitterWidth:
    case PM_DockWidgetSeparatorExtent: return metrics::kSplitterHandle; // the grab area grows by itself at 1 px
    case PM_DockWidgetFrameWidth: return 0;
    case PM_LayoutLeftMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutBottomMargin: return metrics::kPadding;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing: return metrics::kSpace;
    case PM_ToolBarItemSpacing: return metrics::kGap;
    case PM_ToolBarItemMargin: return 6;
    case PM_ToolBarFrameWidth:
    case PM_ToolBarHandleExtent: return 0;
    case PM_MenuPanelWidth: return 1;
    case PM_MenuVMargin: return metrics::kGap;
    case PM_MenuHMargin: return 0;
    case PM_MenuBarHMargin: return metrics::kSpace;
    case PM_MenuBarVMargin:
    case PM_MenuBarPanelWidth: return 0;
    case PM_SliderThickness:
    case PM_SliderControlThickness:
    case PM_SliderLength: return 16;
    case PM_TabBarTabHSpace: return 28;
    case PM_TabBarTabVSpace: return 12;
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarBaseOverlap: return 0;
    case PM_TabCloseIndicatorWidth:
    case PM_TabCloseIndicatorHeight: return 12;
    case PM_HeaderMargin: return metrics::kGap;
    case PM_HeaderDefaultSectionSizeVertical: return metrics::kRowHeight;
    case PM_HeaderMarkSize: return 10;
    case PM_MenuButtonIndicator: return 16;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return 16;
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing: return metrics::kSpace;
    case PM_TreeViewIndentation: return metrics::kIcon;
    case PM_FocusFrameHMargin: return metrics::kSpace - 1; // Qt adds one: cell text stands under header text
    case PM_FocusFrameVMargin: return 2;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical: return 0;
    case PM_ToolTipLabelFrameWidth: return 6;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int VitrineStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                            QStyleHintReturn* data) const {
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_Widget_Animate: // nothing moves by itself
    case SH_ComboBox_Popup:
    case SH_ScrollBar_Transient:
    case SH_DialogButtonBox_ButtonsHaveIcons: return 0;
    case SH_ItemView_ShowDecorationSelected:
    case SH_ScrollBar_LeftClickAbsolutePosition: return 1;
    case SH_UnderlineShortcut: return m_mnemonics->isShown() ? 1 : 0;
    case SH_Slider_AbsoluteSetButtons: return Qt::LeftButton;
    case SH_ToolTipLabel_Opacity: return 255;
    case SH_FormLayoutLabelAlignment:
    case SH_FormLayoutFormAlignment: return Qt::AlignLeft | Qt::AlignTop;
    case SH_FormLayoutFieldGrowthPolicy: return 2; // QFormLayout::AllNonFixedFieldsGrow
    case SH_TabBar_Alignment:
    case SH_Header_ArrowAlignment: return Qt::AlignLeft;
    case SH_Table_GridLineColor:
        return option ? static_cast<int>(tokensOf(option->palette).grid.rgba())
                      : QProxyStyle::styleHint(hint, option, widget, data);
    default: return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize VitrineStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                     const QWidget* widget) const {
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    const bool compact = style::flag(widget, style::kSmall);
    const int buttonHeight = compact ? metrics::kSmallButtonHeight : metrics::kButtonHeight;
    switch (type) {
    case CT_PushButton:
        size.setHeight(std::max(buttonHeight, contents.height()));
        size.setWidth(contents.width() + 24 + (style::flag(widget, style::kPrimary) ? contents.width() / 12 : 0));
        break;
    case CT_ToolButton: {
        const bool segment = widget && !widget->property(style::kSegment).toString().isEmpty();
        const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        const bool text = button && button->toolButtonStyle != Qt::ToolButtonIconOnly && !button->text.isEmpty();
        const int height = segment ? metrics::kSmallButtonHeight : buttonHeight;
        size.setHeight(std::max(height, contents.height()));
        size.setWidth(text ? contents.width() + (segment ? 16 : 12) : std::max(height, contents.width()));
        break;
    }
    case CT_LineEdit:
    case CT_ComboBox:
    case CT_SpinBox:
        size.setHeight(std::max(metrics::kFieldHeight, contents.height()));
        if (type == CT_ComboBox)
            size.setWidth(contents.width() + 34);
        break;
    case CT_TabBarTab: size.setHeight(metrics::kTabBarHeight); break;
    case CT_MenuBarItem: size = QSize(contents.width() + 16, metrics::kMenuHeight); break;
    case CT_MenuItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
            item && item->menuItemType != QStyleOptionMenuItem::Separator)
            size.setHeight(std::max(26, size.height()));
        break;
    case CT_HeaderSection: size.setHeight(std::max(metrics::kHeaderHeight, contents.height())); break;
    case CT_ItemViewItem: size.setHeight(std::max(metrics::kRowHeight, size.height())); break;
    case CT_ProgressBar: size.setHeight(std::max(metrics::kProgressHeight, 8)); break;
    default: break;
    }
    return size;
}

} // namespace vitrine
