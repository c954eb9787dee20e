#include "widgets/graph/graph_space.h"

#include "core/base/log.h"
#include "core/plugin/plugin_registry.h"
#include "core/values/text.h"
#include "widgets/graph/graph_stage.h"

#include <QCoreApplication>
#include <QDir>
#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QPluginLoader>

namespace vitrine {
namespace {

constexpr int kLeastMajor = 3, kLeastMinor = 2;

QString tr(const char* text) {
    return QCoreApplication::translate("GraphSpace", text);
}

QString moduleFile() {
    for (const std::string& folder : PluginRegistry::defaultFolders())
        if (QString file = QDir::cleanPath(toQString(folder) + QStringLiteral("/../../modules/vitrine_space.so"));
            QFileInfo::exists(file))
            return file;
    return {};
}

} // namespace

bool isGraphSpaceInstalled() {
    return !moduleFile().isEmpty();
}

QString openGlProblem() {
    const QString platform = QGuiApplication::platformName();
    // On "offscreen" a context can be made where there is a display, and yet the widget ends the program.
    static const QStringList without{QStringLiteral("offscreen"), QStringLiteral("minimal"), QStringLiteral("vnc"),
                                     QStringLiteral("linuxfb")};
    if (without.contains(platform))
        return tr("3-D needs OpenGL, and the platform \"%1\" has none. The 2-D view shows the same graph.")
            .arg(platform);
    QOpenGLContext context;
    QOffscreenSurface surface;
    surface.create();
    if (!context.create() || !context.makeCurrent(&surface))
        return tr("3-D needs OpenGL, and this display offers none. The 2-D view shows the same graph.");
    const QSurfaceFormat format = context.format();
    context.doneCurrent();
    if (format.version() < qMakePair(kLeastMajor, kLeastMinor))
        return tr("3-D needs OpenGL 3.2, and this display offers %1.%2. The 2-D view shows the same graph.")
            .arg(format.majorVersion())
            .arg(format.minorVersion());
    return {};
}

GraphSpace makeGraphSpace(QWidget* parent) {
    const QString file = moduleFile();
    if (file.isEmpty())
        return {nullptr, tr("This build has no 3-D view. The 2-D view shows the same graph.")};
    if (QString problem = openGlProblem(); !problem.isEmpty())
        return {nullptr, std::move(problem)};
    // Never unloaded: its views may outlive any moment that could be picked.
    auto* loader = new QPluginLoader(file, QCoreApplication::instance());
    loader->setLoadHints(QLibrary::ResolveAllSymbolsHint);
    const bool ours =
        loader->metaData().value(QLatin1String("IID")).toString() == QLatin1String(VITRINE_GRAPH_SPACE_IID);
    const auto* factory = ours ? qobject_cast<GraphSpaceFactory*>(loader->instance()) : nullptr;
    if (factory)
        return {factory->createStage(parent), {}};
    log(LogLevel::warning, "views", toStd(file) + " was not loaded: " + toStd(loader->errorString()));
    return {nullptr,
            tr("The module for 3-D could not be loaded; the log says why. The 2-D view shows the same graph.")};
}

} // namespace vitrine
