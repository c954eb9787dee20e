// Milliseconds to move and to complete the picture of a graph of 10,000 nodes and 50,000 edges, in the plane and, where
// there is OpenGL, in space; seconds to lay it out; the longest time for which the window did not answer meanwhile. A
// frame is everything from the change until it stands. Over 20,000 nodes the layout is a circle, which takes no time.
//   xvfb-run -a -s "-screen 0 1280x1024x24" bench_graph_view [nodes] [edges]

#include "tests/support/random_graph.h"
#include "tests/support/stall_probe.h"
#include "widgets/graph/graph_note.h"
#include "widgets/graph/graph_space.h"
#include "widgets/graph/graph_view.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QThread>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace vitrine;

namespace {

constexpr int kWarmUp = 10;
constexpr int kFrames = 100;
constexpr std::uint32_t kMostSpringNodes = 20'000;

template <class Condition>
double waitUntil(Condition holds) {
    QElapsedTimer timer;
    timer.start();
    while (!holds()) {
        QCoreApplication::processEvents();
        QThread::usleep(500);
    }
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

/// What has kept the window from answering since the last call.
void tellStall(test::StallProbe& probe, const char* what, const char* doing) {
    QElapsedTimer rest;
    rest.start();
    waitUntil([&rest] { return rest.elapsed() > 20; });
    fmt::print("{}: {}, longest stall {:.0f} ms\n", what, doing, probe.worst());
    probe.forget();
}

void measureMotion(GraphView& view, test::StallProbe& probe, const char* what) {
    const double first = waitUntil([&view] { return view.stage()->isFull(); });
    fmt::print("{}: full picture {:.0f} ms after the places{}\n", what, first,
               view.note()->text().isEmpty() ? std::string() : ", " + view.note()->text().toStdString());
    tellStall(probe, what, "until the first full picture");
    std::vector<double> frames;
    QElapsedTimer timer;
    for (int i = 0; i < kWarmUp + kFrames; ++i) {
        timer.start();
        view.stage()->moveBy({i % 40 < 20 ? 6.0 : -6.0, 1.0});
        QCoreApplication::processEvents();
        if (i >= kWarmUp)
            frames.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    const double full = waitUntil([&view] { return view.stage()->isFull(); });
    std::sort(frames.begin(), frames.end());
    fmt::print("{}: moving, median {:.1f} ms, 95 % {:.1f} ms; full {:.0f} ms after the stop\n", what,
               frames[frames.size() / 2], frames[frames.size() * 95 / 100], full);
    tellStall(probe, what, "moving and coming to rest");
}

void layOut(GraphView& view, const char* what) {
    const double ms = waitUntil([&view] { return view.places() && !view.isBusy(); });
    fmt::print("{}: layout as {} {:.1f} s\n", what, view.layoutBox()->currentText().toStdString(), ms / 1000.0);
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    applyTheme(application, ThemeChoice::light);
    const auto nodes = static_cast<std::uint32_t>(argc > 1 ? std::atoi(argv[1]) : 10'000);
    const auto edges = static_cast<std::uint32_t>(argc > 2 ? std::atoi(argv[2]) : 50'000);
    fmt::print("{} nodes, {} edges\n", nodes, edges);
    GraphView view;
    view.resize(714, 572 + 64); // the picture is 714 x 572
    view.show();
    test::StallProbe probe;
    const auto graph = randomGraph(nodes, edges);
    tellStall(probe, "plane", "making the graph");
    view.setGraph(graph, 0);
    if (nodes > kMostSpringNodes) {
        waitUntil([&view] { return view.places() != nullptr; });
        view.layoutBox()->setCurrentIndex(view.layoutBox()->findText(QStringLiteral("Circle")));
    }
    layOut(view, "plane");
    tellStall(probe, "plane", "reading and laying out");
    view.nodeColorBox()->setCurrentIndex(1);
    measureMotion(view, probe, "plane");
    view.dimensionSwitch()->setCurrentIndex(1);
    if (!view.space()) {
        fmt::print("space: {}\n", view.problem().toStdString());
        return 0;
    }
    tellStall(probe, "space", "loading the module");
    layOut(view, "space");
    measureMotion(view, probe, "space");
    return 0;
}
