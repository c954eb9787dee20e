#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>

#include <functional>

/// Reads every include line of the program and fails with file and line where a layer knows one above it.
class TestLayering : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void layersKnowOnlyWhatStandsBelow();
    void coreFoldersKeepTheirOrder();
    void pluginsKnowNoOtherPlugin();
    void nothingOutsideAPluginNamesIt();
    void qtStaysWhereItBelongs();
    void librariesStayWhereTheyBelong();

private:
    struct Include {
        QString file; // relative to the source folder
        int line = 0;
        QString target;
    };
    using Rule = std::function<QString(const Include&)>; // reason, or empty
    void check(const Rule& rule) const;

    QList<Include> m_includes;
    QStringList m_files;
};

namespace {

QString at(const QString& file, int line) {
    return QStringLiteral("%1:%2: ").arg(file).arg(line);
}

QString part(const QString& path, int index) {
    return path.section(QLatin1Char('/'), index, index);
}

QString top(const QString& path) {
    return part(path, 0);
}

} // namespace

void TestLayering::initTestCase() {
    const QDir root(QStringLiteral(VITRINE_SOURCE_DIR));
    static const QRegularExpression include(QStringLiteral("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]"));
    for (const char* folder : {"app", "core", "plugins", "widgets"}) {
        QDirIterator it(root.filePath(QLatin1String(folder)), {QStringLiteral("*.cpp"), QStringLiteral("*.h")},
                        QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            QFile file(it.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString relative = root.relativeFilePath(file.fileName());
            m_files.append(relative);
            for (int line = 1; !file.atEnd(); ++line) {
                const auto match = include.match(QString::fromUtf8(file.readLine()));
                if (match.hasMatch())
                    m_includes.append({relative, line, match.captured(1)});
            }
        }
    }
    QVERIFY(m_files.size() > 20);
}

void TestLayering::check(const Rule& rule) const {
    QStringList found;
    for (const Include& include : m_includes) {
        const QString reason = rule(include);
        if (!reason.isEmpty())
            found.append(at(include.file, include.line) + reason);
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
}

void TestLayering::layersKnowOnlyWhatStandsBelow() {
    static const QMap<QString, QStringList> allowed{
        {QStringLiteral("core"), {QStringLiteral("core")}},
        {QStringLiteral("widgets"), {QStringLiteral("core"), QStringLiteral("widgets")}},
        {QStringLiteral("plugins"), {QStringLiteral("core"), QStringLiteral("widgets"), QStringLiteral("plugins")}},
        {QStringLiteral("app"), {QStringLiteral("core"), QStringLiteral("widgets"), QStringLiteral("app")}}};
    check([](const Include& include) {
        const QString target = top(include.target);
        if (!allowed.contains(target) || allowed[top(include.file)].contains(target))
            return QString();
        return QStringLiteral("%1 must not include %2").arg(top(include.file), include.target);
    });
}

void TestLayering::coreFoldersKeepTheirOrder() {
    static const QStringList order{QStringLiteral("base"),    QStringLiteral("kernels"), QStringLiteral("values"),
                                   QStringLiteral("data"),    QStringLiteral("params"),  QStringLiteral("results"),
                                   QStringLiteral("figure"),  QStringLiteral("store"),   QStringLiteral("jobs"),
                                   QStringLiteral("plugin"),  QStringLiteral("report"),  QStringLiteral("verify"),
                                   QStringLiteral("isolate"), QStringLiteral("compare")};
    check([](const Include& include) {
        if (top(include.file) != QLatin1String("core") || top(include.target) != QLatin1String("core"))
            return QString();
        const auto from = order.indexOf(part(include.file, 1));
        const auto to = order.indexOf(part(include.target, 1));
        if (from < 0 || to < 0)
            return QStringLiteral("unknown folder of core");
        return to <= from ? QString() : QStringLiteral("core/%1 stands left of %2").arg(order[from], include.target);
    });
}

void TestLayering::pluginsKnowNoOtherPlugin() {
    check([](const Include& include) {
        if (top(include.file) != QLatin1String("plugins"))
            return QString();
        const QString own = QStringLiteral("plugins/") + part(include.file, 1) + QLatin1Char('/');
        if (top(include.target) == QLatin1String("plugins") && !include.target.startsWith(own))
            return QStringLiteral("a plugin must not include another one");
        const bool upper =
            top(include.target) == QLatin1String("widgets") || include.target.startsWith(own + QLatin1String("views/"));
        if (include.file.startsWith(own + QLatin1String("compute/")) && upper)
            return QStringLiteral("compute code must not include views or widgets");
        return QString();
    });
}

void TestLayering::nothingOutsideAPluginNamesIt() {
    const QDir root(QStringLiteral(VITRINE_SOURCE_DIR));
    QStringList ids = QDir(root.filePath(QStringLiteral("plugins"))).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    ids.removeAll(QStringLiteral("template")); // an ordinary word of C++
    QStringList found;
    for (const QString& path : std::as_const(m_files)) {
        if (top(path) == QLatin1String("plugins"))
            continue;
        QFile file(root.filePath(path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        for (int line = 1; !file.atEnd(); ++line) {
            const QString text = QString::fromUtf8(file.readLine()).section(QLatin1String("//"), 0, 0);
            for (const QString& id : std::as_const(ids))
                if (text.contains(id, Qt::CaseInsensitive))
                    found.append(at(path, line) + QStringLiteral("names the plugin ") + id);
        }
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
}

void TestLayering::qtStaysWhereItBelongs() {
    static const QRegularExpression qt(QStringLiteral("^Q[A-Zt]"));
    static const QRegularExpression gui(QStringLiteral(
        "^Q(Widget|Painter|Color|Icon|Font|Image|Pixmap|GuiApplication|Application|Dialog|MainWindow|Action|Pen|Brush|"
        "Palette|TextDocument|PdfWriter|Svg|Chart|Screen|Clipboard|MessageBox|FileDialog)"));
    check([](const Include& include) {
        const QString& file = include.file;
        const bool plain =
            file.startsWith(QLatin1String("core/base/")) || file.startsWith(QLatin1String("core/kernels/"));
        if (plain && qt.match(include.target).hasMatch())
            return QStringLiteral("base and kernels know no Qt");
        const bool headless = top(file) == QLatin1String("core") || file.contains(QLatin1String("/compute/"));
        if (headless && gui.match(include.target).hasMatch())
            return QStringLiteral("core and compute code know no Qt Gui or Widgets");
        return QString();
    });
}

void TestLayering::librariesStayWhereTheyBelong() {
    struct Home {
        const char* header;
        const char* folder;
        const char* other = "core/no_other/";
    };
    // SQL stands in the store, and in the reader that looks into other people's files.
    static constexpr Home homes[]{{"sqlite3.h", "core/store/", "core/data/sqlite/"},
                                  {"vtk", "widgets/vtk/"},
                                  {"GraphMol/", "core/data/chem/"},
                                  {"CLI/", "app/cli/"},
                                  {"igraph", "core/kernels/graph/"}};
    check([](const Include& include) {
        for (const Home& home : homes)
            if (include.target.startsWith(QLatin1String(home.header)) &&
                !include.file.startsWith(QLatin1String(home.folder)) &&
                !include.file.startsWith(QLatin1String(home.other)))
                return QStringLiteral("%1 belongs in %2").arg(include.target, QLatin1String(home.folder));
        return QString();
    });
}

QTEST_GUILESS_MAIN(TestLayering)
#include "tst_layering.moc"
