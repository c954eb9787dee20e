#include "widgets/style/tokens.h"

#include <cmath>

namespace vitrine {
namespace {

Tokens lightTokens() {
    Tokens t;
    t.window = QColor(0xF3F4F4);
    t.base = QColor(0xFFFFFF);
    t.alt = QColor(0xF8F9F9);
    t.raised = QColor(0xFFFFFF);
    t.button = QColor(0xFFFFFF);
    t.hover = QColor(0xE9EDED);
    t.text = QColor(0x1B1F22);
    t.text2 = QColor(0x4A5257);
    t.muted = QColor(0x62696E);
    t.line = QColor(0xD8DBDC);
    t.line2 = QColor(0xBFC4C6);
    t.selection = QColor(0xD3E8EA);
    t.accent = QColor(0x0B6B75);
    t.onAccent = QColor(0xFFFFFF);
    t.ok = QColor(0x1B7340);
    t.okGround = QColor(0xE1F1E6);
    t.warning = QColor(0x8A5200);
    t.warningGround = QColor(0xFBEFD9);
    t.error = QColor(0xB3261E);
    t.errorGround = QColor(0xFBE7E5);
    t.runningGround = QColor(0xE3F0F1);
    t.grid = QColor(0xE7E9EA);
    t.axis = QColor(0x8A9195);
    t.series = {0x4C4AD9, 0xE97130, 0x004D3F, 0x710A8B, 0x7C5F0E, 0x1796E3, 0xB3588D, 0x141C3B};
    t.sequential = {0xF7F4E5, 0xCFE1B2, 0x90D1A5, 0x49BBAB, 0x06A0AF, 0x0081AD, 0x1C619F, 0x204185, 0x202268};
    t.diverging = {0x194292, 0x2C72B6, 0x5FA0D3, 0xA3CBE8, 0xF0F0F0, 0xEABD9B, 0xD88759, 0xB5542E, 0x852919};
    t.cellDark = QColor(0x15181A);
    t.cellLight = QColor(0xFFFFFF);
    return t;
}

Tokens darkTokens() {
    Tokens t;
    t.window = QColor(0x22262A);
    t.base = QColor(0x191C1F);
    t.alt = QColor(0x1E2225);
    t.raised = QColor(0x272C30);
    t.button = QColor(0x2D3337);
    t.hover = QColor(0x2C3236);
    t.text = QColor(0xE6E9EA);
    t.text2 = QColor(0xB9C0C4);
    t.muted = QColor(0x979FA4);
    t.line = QColor(0x363C41);
    t.line2 = QColor(0x4C545A);
    t.selection = QColor(0x1F4348);
    t.accent = QColor(0x57BDC8);
    t.onAccent = QColor(0x0D1416);
    t.ok = QColor(0x6CC78D);
    t.okGround = QColor(0x1D3326);
    t.warning = QColor(0xE4B45A);
    t.warningGround = QColor(0x3A2F1A);
    t.error = QColor(0xFF8F84);
    t.errorGround = QColor(0x40231F);
    t.runningGround = QColor(0x1B3437);
    t.grid = QColor(0x2A2F33);
    t.axis = QColor(0x7B848A);
    t.series = {0x8EA2FC, 0xEE7401, 0x15AF68, 0xA46EC0, 0xEBCB13, 0x43D6F9, 0xFB9CBB, 0xEEE3D9};
    t.sequential = {0x20262F, 0x273764, 0x2F4C93, 0x1670B0, 0x1290B6, 0x12B1BA, 0x54CEB0, 0xA8E09C, 0xF1EC9D};
    t.diverging = {0xA6E2FB, 0x64B1E5, 0x447EBA, 0x33517D, 0x2E2E2E, 0x763F2B, 0xB66137, 0xE39455, 0xF5D29C};
    t.cellDark = QColor(0x15181A);
    t.cellLight = QColor(0xFFFFFF);
    return t;
}

double linearChannel(double channel) {
    return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
    return 0.2126 * linearChannel(color.redF()) + 0.7152 * linearChannel(color.greenF()) +
           0.0722 * linearChannel(color.blueF());
}

} // namespace

const Tokens& tokensOf(ThemeKind theme) {
    static const Tokens light = lightTokens();
    static const Tokens dark = darkTokens();
    return theme == ThemeKind::light ? light : dark;
}

QPalette paletteOf(ThemeKind theme) {
    const Tokens& t = tokensOf(theme);
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, const QColor& color, const QColor& disabled) {
        palette.setColor(QPalette::Active, role, color);
        palette.setColor(QPalette::Inactive, role, color);
        palette.setColor(QPalette::Disabled, role, disabled);
    };
    for (QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText, QPalette::HighlightedText})
        set(role, t.text, t.muted);
    set(QPalette::Window, t.window, t.window);
    set(QPalette::Base, t.base, t.window);
    set(QPalette::AlternateBase, t.alt, t.window);
    set(QPalette::ToolTipBase, t.raised, t.raised);
    set(QPalette::Button, t.button, t.window);
    set(QPalette::Midlight, t.hover, t.window);
    set(QPalette::Light, t.raised, t.window);
    set(QPalette::PlaceholderText, t.muted, t.muted);
    set(QPalette::BrightText, t.error, t.muted);
    set(QPalette::Mid, t.line, t.line);
    set(QPalette::Dark, t.line2, t.line);
    set(QPalette::Shadow, t.line2, t.line);
    set(QPalette::Highlight, t.selection, t.line);
    set(QPalette::Link, t.accent, t.muted);
    set(QPalette::LinkVisited, t.accent, t.muted);
    return palette;
}

ThemeKind themeOf(const QPalette& palette) {
    return palette.color(QPalette::Active, QPalette::Text).lightness() > 127 ? ThemeKind::dark : ThemeKind::light;
}

double contrastRatio(const QColor& a, const QColor& b) {
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor mixed(const QColor& under, const QColor& over, double opacity) {
    const auto part = [opacity](float a, float b) { return static_cast<float>(a + (b - a) * opacity); };
    return QColor::fromRgbF(part(under.redF(), over.redF()), part(under.greenF(), over.greenF()),
                            part(under.blueF(), over.blueF()));
}

} // namespace vitrine
