#include "app/gui/main_window.h"
#include "app/gui/workbench.h"

#include <QScreen>
#include <QTemporaryDir>
#include <QtTest>

using namespace vitrine;

class TestMainWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void firstStartAsksForNoMoreThanTheScreen();
};

void TestMainWindow::firstStartAsksForNoMoreThanTheScreen() {
    const QTemporaryDir state;
    qputenv("VITRINE_STATE_DIR", state.path().toUtf8()); // no geometry of an earlier start
    Workbench bench;
    const MainWindow window(bench);
    const QSize screen = window.screen()->availableSize();
    const QSize least = window.minimumSize(); // the window never goes below it, whatever the screen
    QVERIFY2(window.width() <= qMax(screen.width(), least.width()), qPrintable(QString::number(window.width())));
    QVERIFY2(window.height() <= qMax(screen.height(), least.height()), qPrintable(QString::number(window.height())));
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
