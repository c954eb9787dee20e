#include "widgets/style/vitrine_style.h"

#include "widgets/style/fonts.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/mnemonic_watch.h"
#include "widgets/style/style_paint.h"
#include "widgets/style/style_properties.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QFrame>
#include <QHeaderView>
#include <QPainter>
#include <QScrollArea>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

namespace vitrine {
namespace {

/// Tables and trees with columns have a line under each row; plain trees (project, blocks) have none.
bool hasRowLines(const QWidget* view) {
    const auto* tree = qobject_cast<const QTreeView*>(view);
    return tree ? !tree->isHeaderHidden() : qobject_cast<const QTableView*>(view) != nullptr;
}

/// What a scroll bar stands on: the base of its view, or what is seen through a view that paints nothing itself.
QColor behindBar(const QStyleOption* option, const QWidget* bar) {
    const QWidget* at = bar ? bar->parentWidget() : nullptr;
    const auto* area = qobject_cast<const QAbstractScrollArea*>(at ? at->parentWidget() : nullptr);
    if (!area || area->viewport()->autoFillBackground())
        return option->palette.color(QPalette::Base);
    while (!at->isWindow() && !at->autoFillBackground())
        at = at->parentWidget();
    return at->palette().color(at->backgroundRole());
}

} // namespace

VitrineStyle::VitrineStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))), m_mnemonics(new MnemonicWatch(this)) {
    setObjectName(QStringLiteral("vitrine"));
}

void VitrineStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                 const QWidget* widget) const {
    if (!drawOwnPrimitive(element, option, painter, widget))
        QProxyStyle::drawPrimitive(element, option, painter, widget);
}

bool VitrineStyle::drawOwnPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                    const QWidget* widget) const {
    const Tokens& tokens = tokensOf(option->palette);
    switch (element) {
    case PE_PanelButtonCommand: style::pushButton(painter, option, widget); return true;
    case PE_PanelButtonTool: style::toolButton(painter, option, widget); return true;
    case PE_FrameLineEdit:
    case PE_PanelLineEdit: {
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        if (!frame || frame->lineWidth > 0)
            style::field(painter, option, widget);
        return true;
    }
    case PE_FrameFocusRect:
        // Buttons and fields draw their ring themselves.
        if (qobject_cast<const QAbstractButton*>(widget) && !widget->inherits("QCheckBox") &&
            !widget->inherits("QRadioButton"))
            return true;
        if (option->state & State_KeyboardFocusChange)
            style::box(painter, option->rect, Qt::transparent, tokens.accent, metrics::kRadius,
                       qobject_cast<const QAbstractItemView*>(widget) ? 1 : metrics::kFocusWidth);
        return true;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: style::checkBox(painter, option); return true;
    case PE_IndicatorRadioButton: style::radioButton(painter, option); return true;
    case PE_IndicatorBranch: style::branch(painter, option); return true;
    case PE_IndicatorArrowDown: style::glyph(painter, "chev", option->rect, tokens.text2); return true;
    case PE_IndicatorArrowRight: style::glyph(painter, "chevr", option->rect, tokens.text2); return true;
    case PE_IndicatorTabClose: style::glyph(painter, "close", option->rect, tokens.text2); return true;
    case PE_PanelItemViewItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option))
            style::itemBackground(painter, item);
        return true;
    case PE_PanelItemViewRow: // rows are not striped, but the selection reaches over the branches
        if (option->state & State_Selected)
            painter->fillRect(option->rect, tokens.selection);
        if (hasRowLines(widget))
            painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), tokens.line);
        return true;
    case PE_Frame:
    case PE_FrameTabWidget:
        painter->save();
        painter->setPen(option->state & State_HasFocus && option->state & State_KeyboardFocusChange ? tokens.accent
                                                                                                    : tokens.line);
        painter->drawRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5));
        painter->restore();
        return true;
    case PE_FrameMenu: return true;
    case PE_PanelMenu:
        painter->fillRect(option->rect, tokens.raised);
        style::box(painter, option->rect, Qt::transparent, tokens.line2, 0);
        return true;
    case PE_PanelTipLabel: style::box(painter, option->rect, tokens.raised, tokens.line2, 0); return true;
    case PE_FrameTabBarBase:
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), tokens.line);
        return true;
    case PE_FrameStatusBarItem:
    case PE_FrameDockWidget:
    case PE_PanelMenuBar: return true;
    case PE_IndicatorToolBarSeparator: {
        const QRect rect = option->rect;
        painter->fillRect(QRect(rect.center().x(), rect.top() + 4, 1, rect.height() - 8), tokens.line);
        return true;
    }
    case PE_IndicatorDockWidgetResizeHandle: painter->fillRect(option->rect, tokens.line); return true;
    default: return false;
    }
}

void VitrineStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
    if (!drawOwnControl(element, option, painter, widget))
        QProxyStyle::drawControl(element, option, painter, widget);
}

bool VitrineStyle::drawOwnControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                                  const QWidget* widget) const {
    const Tokens& tokens = tokensOf(option->palette);
    switch (element) {
    case CE_PushButtonLabel: {
        const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        const bool primary = style::flag(widget, style::kPrimary);
        if (!button || !(button->state & State_Enabled) || (!primary && !style::flag(widget, style::kDanger)))
            return false;
        QStyleOptionButton label = *button;
        label.palette.setColor(QPalette::ButtonText, primary ? tokens.onAccent : tokens.error);
        painter->save();
        painter->setFont(fonts::bold(painter->font()));
        QProxyStyle::drawControl(element, &label, painter, widget);
        painter->restore();
        return true;
    }
    case CE_ProgressBarGroove: style::progressGroove(painter, option); return true;
    case CE_ProgressBarContents:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option))
            style::progressContents(painter, bar);
        return true;
    case CE_ProgressBarLabel: return true; // the number stands beside the bar
    case CE_HeaderSection:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option))
            style::headerSection(painter, header);
        return true;
    case CE_HeaderLabel: {
        // Header text stands over cell text.
        QStyleOptionHeader label = *qstyleoption_cast<const QStyleOptionHeader*>(option);
        const int side = metrics::kSpace - metrics::kGap;
        label.rect.adjust(side, 0, -side, 0);
        QProxyStyle::drawControl(element, &label, painter, widget);
        return true;
    }
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, tokens.window);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), tokens.line2);
        return true;
    case CE_TabBarTabShape:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            style::tab(painter, tab);
        return true;
    case CE_MenuBarEmptyArea: painter->fillRect(option->rect, tokens.window); return true;
    case CE_MenuBarItem: {
        QStyleOptionMenuItem item = *qstyleoption_cast<const QStyleOptionMenuItem*>(option);
        painter->fillRect(option->rect, tokens.window);
        if (item.state & (State_Selected | State_Sunken))
            style::box(painter, option->rect, tokens.selection, Qt::transparent, metrics::kRadius);
        const int letters = m_mnemonics->isShown() ? Qt::TextShowMnemonic : Qt::TextHideMnemonic;
        drawItemText(painter, item.rect, Qt::AlignCenter | letters | Qt::TextDontClip | Qt::TextSingleLine,
                     item.palette, item.state & State_Enabled, item.text, QPalette::WindowText);
        return true;
    }
    case CE_MenuItem: {
        // The base style frames the selected row in a colour of its own: paint the row ourselves, then its contents.
        QStyleOptionMenuItem item = *qstyleoption_cast<const QStyleOptionMenuItem*>(option);
        if ((item.state & State_Selected) && (item.state & State_Enabled))
            painter->fillRect(item.rect, tokens.selection);
        item.state &= ~State_Selected;
        QProxyStyle::drawControl(element, &item, painter, widget);
        return true;
    }
    case CE_Splitter: {
        const QRect rect = option->rect;
        if (option->state & State_Horizontal)
            painter->fillRect(QRect(rect.center().x(), rect.top(), 1, rect.height()), tokens.line);
        else
            painter->fillRect(QRect(rect.left(), rect.center().y(), rect.width(), 1), tokens.line);
        return true;
    }
    case CE_ToolBar:
        painter->fillRect(option->rect, tokens.window);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), tokens.line);
        return true;
    case CE_RubberBand: {
        QColor fill = tokens.accent;
        fill.setAlphaF(0.12F);
        style::box(painter, option->rect, fill, tokens.accent, 0);
        return true;
    }
    default: return false;
    }
}

void VitrineStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                      const QWidget* widget) const {
    switch (control) {
    case CC_ComboBox:
        if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option))
            return style::comboBox(painter, combo, widget);
        break;
    case CC_SpinBox:
        if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option))
            return style::spinBox(painter, spin, widget);
        break;
    case CC_Slider:
        if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option))
            return style::slider(painter, slider);
        break;
    case CC_ScrollBar:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option))
            return style::scrollBar(painter, bar, subControlRect(CC_ScrollBar, bar, SC_ScrollBarSlider, widget),
                                    behindBar(bar, widget));
        break;
    case CC_ToolButton:
        // A lone icon that opens a menu needs no second arrow.
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
            button && button->toolButtonStyle == Qt::ToolButtonIconOnly) {
            QStyleOptionToolButton plain = *button;
            plain.features &= ~QStyleOptionToolButton::HasMenu;
            return QProxyStyle::drawComplexControl(control, &plain, painter, widget);
        }
        break;
    default: break;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect VitrineStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                                   const QWidget* widget) const {
    if (control == CC_ScrollBar) {
        // No arrow buttons: the groove is the whole bar.
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (!bar)
            return {};
        const bool horizontal = bar->orientation == Qt::Horizontal;
        const QRect rect = bar->rect;
        const int length = horizontal ? rect.width() : rect.height();
        const qint64 span = qint64{bar->maximum} - bar->minimum;
        const int handle = span <= 0
                               ? length
                               : std::clamp(static_cast<int>(qint64{bar->pageStep} * length / (span + bar->pageStep)),
                                            std::min(28, length), length);
        const int start =
            sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - handle, bar->upsideDown);
        const auto piece = [&](int from, int size) {
            return visualRect(bar->direction, rect,
                              horizontal ? QRect(rect.left() + from, rect.top(), size, rect.height())
                                         : QRect(rect.left(), rect.top() + from, rect.width(), size));
        };
        switch (subControl) {
        case SC_ScrollBarGroove: return rect;
        case SC_ScrollBarSlider: return piece(start, handle);
        case SC_ScrollBarSubPage: return piece(0, start);
        case SC_ScrollBarAddPage: return piece(start + handle, length - start - handle);
        default: return {};
        }
    }
    if (control == CC_SpinBox && subControl == SC_SpinBoxEditField) {
        const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        const bool buttons = spin && spin->buttonSymbols != QAbstractSpinBox::NoButtons;
        return option->rect.adjusted(4, 2, buttons ? -18 : -4, -2);
    }
    if (control == CC_ComboBox && subControl == SC_ComboBoxEditField)
        return option->rect.adjusted(6, 2, -26, -2);
    return QProxyStyle::subControlRect(control, option, subControl, widget);
}

QRect VitrineStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
    switch (element) {
    case SE_ProgressBarGroove:
    case SE_ProgressBarContents: return option->rect;
    case SE_LineEditContents: {
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        const int side = frame && frame->lineWidth > 0 ? 6 : 0;
        return option->rect.adjusted(side, 1, -side, -1);
    }
    default: return QProxyStyle::subElementRect(element, option, widget);
    }
}

void VitrineStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (auto* bar = qobject_cast<QToolBar*>(widget)) {
        bar->setIconSize(QSize(metrics::kIcon, metrics::kIcon));
        bar->setMovable(false);
    }
    if (auto* header = qobject_cast<QHeaderView*>(widget))
        header->setHighlightSections(false);
    if (auto* table = qobject_cast<QTableView*>(widget))
        table->setShowGrid(false);
}

QIcon VitrineStyle::standardIcon(StandardPixmap standard, const QStyleOption* option, const QWidget* widget) const {
    switch (standard) {
    case SP_MessageBoxWarning: return icon(QStringLiteral("warn"), IconTint::warning);
    case SP_MessageBoxCritical: return icon(QStringLiteral("error"), IconTint::error);
    case SP_MessageBoxInformation:
    case SP_MessageBoxQuestion: return icon(QStringLiteral("info"), IconTint::accent);
    case SP_DirIcon:
    case SP_DirClosedIcon:
    case SP_DirOpenIcon: return icon(QStringLiteral("folder"));
    case SP_FileIcon: return icon(QStringLiteral("file"));
    case SP_DockWidgetCloseButton:
    case SP_TitleBarCloseButton:
    case SP_LineEditClearButton: return icon(QStringLiteral("close"), IconTint::text2);
    case SP_TitleBarNormalButton: return icon(QStringLiteral("undock"), IconTint::text2);
    case SP_ToolBarHorizontalExtensionButton:
    case SP_ToolBarVerticalExtensionButton: return icon(QStringLiteral("more"), IconTint::text2);
    case SP_DialogSaveButton:
    case SP_DialogOpenButton:
    case SP_DialogCancelButton:
    case SP_DialogOkButton:
    case SP_DialogCloseButton:
    case SP_DialogApplyButton:
    case SP_DialogResetButton:
    case SP_DialogYesButton:
    case SP_DialogNoButton:
    case SP_DialogDiscardButton: return {};
    default: return QProxyStyle::standardIcon(standard, option, widget);
    }
}

} // namespace vitrine
