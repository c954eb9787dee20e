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

/// What is known of the desktop, and whether it is followed.
struct Desktop {
    ThemeKind kind;
    ThemeChoice choice = ThemeChoice::system;
};

Desktop& desktop() {
    // Asked before our own palette is set for the first time: later the application palette is ours.
    static Desktop known{themeOf(QGuiApplication::palette())};
    return known;
}

void setColours(QApplication& application, const QPalette& palette) {
    if (application.palette() == palette)
        return;
    application.setPalette(palette);
    QToolTip::setPalette(palette);
}

/// Looks at the desktop's colours again when Qt says that they have changed.
class DesktopWatch : public QObject {
public:
    explicit DesktopWatch(QApplication& application) : QObject(&application), m_application(application) {}

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::ThemeChange && watched->isWindowType() && !m_looking) {
            m_looking = true;
            QMetaObject::invokeMethod(
                this, [this] { look(); }, Qt::QueuedConnection); // once for all windows
        }
        return QObject::eventFilter(watched, event);
    }

private:
    void look() {
        // While no palette is set the application has that of the desktop.
        const QPalette ours = QApplication::palette();
        QApplication::setPalette(QPalette());
        const QPalette desktops = QApplication::palette();
        QApplication::setPalette(ours);
        m_looking = false;
        desktopChanged(m_application, desktops);
    }

    QApplication& m_application;
    bool m_looking = false;
};

} // namespace

ThemeKind systemTheme() {
    return desktop().kind;
}

void desktopChanged(QApplication& application, const QPalette& palette) {
    desktop().kind = themeOf(palette);
    if (desktop().choice == ThemeChoice::system)
        applyTheme(application, ThemeChoice::system);
}

void applyTheme(QApplication& application, ThemeChoice choice) {
    desktop().choice = choice;
    const ThemeKind system = systemTheme();
    const ThemeKind kind = choice == ThemeChoice::system  ? system
                           : choice == ThemeChoice::light ? ThemeKind::light
                                                          : ThemeKind::dark;
    if (!qobject_cast<VitrineStyle*>(application.style())) {
        application.setStyle(new VitrineStyle);
        application.installEventFilter(new DesktopWatch(application));
    }
    setColours(application, paletteOf(kind));
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
