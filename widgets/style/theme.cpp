#include "widgets/style/theme.h"

#include "widgets/style/fonts.h"
#include "widgets/style/style_properties.h"
#include "widgets/style/vitrine_style.h"

#include <QStyle>
#include <QToolTip>
#include <QWidget>

namespace vitrine {
namespace {

void setProperty(QWidget* widget, const char* name, bool value) {
    if (widget->property(name).toBool() == value)
        return;
    widget->setProperty(name, value);
    // Buttons remember their size; a change of style makes them ask again.
    QEvent changed(QEvent::StyleChange);
    QApplication::sendEvent(widget, &changed);
    widget->updateGeometry();
    widget->update();
}

} // namespace

ThemeKind systemTheme() {
    // Asked before our own palette is set for the first time: later the application palette is ours.
    static const ThemeKind kind = themeOf(QGuiApplication::palette());
    return kind;
}

void applyTheme(QApplication& application, ThemeChoice choice) {
    const ThemeKind system = systemTheme();
    const ThemeKind kind = choice == ThemeChoice::system  ? system
                           : choice == ThemeChoice::light ? ThemeKind::light
                                                          : ThemeKind::dark;
    if (!qobject_cast<VitrineStyle*>(application.style()))
        application.setStyle(new VitrineStyle);
    const QPalette palette = paletteOf(kind);
    application.setPalette(palette);
    QToolTip::setPalette(palette);
    application.setFont(fonts::body());
    application.setFont(fonts::small(), "QHeaderView");
    application.setFont(fonts::small(), "QToolTip");
    application.setFont(fonts::small(), "QStatusBar");
}

QString themeChoiceName(ThemeChoice choice) {
    switch (choice) {
    case ThemeChoice::light: return QStringLiteral("light");
    case ThemeChoice::dark: return QStringLiteral("dark");
    case ThemeChoice::system: break;
    }
    return QStringLiteral("system");
}

ThemeChoice themeChoiceFromName(const QString& name) {
    if (name == QLatin1String("light"))
        return ThemeChoice::light;
    return name == QLatin1String("dark") ? ThemeChoice::dark : ThemeChoice::system;
}

void setPrimary(QWidget* button, bool primary) {
    setProperty(button, style::kPrimary, primary);
}

void setDanger(QWidget* button, bool danger) {
    setProperty(button, style::kDanger, danger);
}

void setFolding(QWidget* button) {
    setProperty(button, style::kFolding, true);
}

void setClickable(QWidget* field) {
    setProperty(field, style::kClickable, true);
}

void setSmall(QWidget* button, bool compact) {
    setProperty(button, style::kSmall, compact);
}

void setInvalid(QWidget* field, bool invalid) {
    setProperty(field, style::kInvalid, invalid);
    // Spin and combo boxes hold a line edit of their own that repaints alone.
    field->update();
}

} // namespace vitrine
