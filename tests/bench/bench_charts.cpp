// Milliseconds until a chart stands: pan and zoom of a curve, first paint of a scatter and of many curves. A frame is
// everything from the event until the picture is complete; a first paint begins when the figure is handed over.
//   QT_QPA_PLATFORM=offscreen bench_charts [curve|scatter|lines]

#include "core/base/rng.h"
#include "widgets/charts/chart_view.h"
#include "widgets/style/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QWheelEvent>

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

using namespace vitrine;

namespace {

constexpr int kFrames = 60;
constexpr int kFirstPaints = 7;

/// By the clock, and of the processor: they differ where others compute at the same time. All is done by one thread, so
/// the processor's time is what a chart takes on an idle machine, and what is held against the goal.
struct Times {
    std::vector<double> wall, cpu;
};

class Watch {
public:
    Watch() { m_timer.start(); }
    void stop(Times& times) const {
        times.wall.push_back(static_cast<double>(m_timer.nsecsElapsed()) / 1e6);
        times.cpu.push_back(static_cast<double>(std::clock() - m_cpu) * 1000.0 / CLOCKS_PER_SEC);
    }

private:
    QElapsedTimer m_timer;
    std::clock_t m_cpu = std::clock();
};

double quantile(std::vector<double>& values, std::size_t percent) {
    std::sort(values.begin(), values.end());
    return values[values.size() * percent / 100];
}

void tell(const char* what, Times times, double goal) {
    fmt::print("{}: median {:.1f} ms, 95 % {:.1f} ms (processor {:.1f} and {:.1f} ms), goal {:.0f} ms: {}\n", what,
               quantile(times.wall, 50), quantile(times.wall, 95), quantile(times.cpu, 50), quantile(times.cpu, 95),
               goal, quantile(times.cpu, 50) <= goal ? "kept" : "missed");
}

FigureMark walk(std::size_t count, int slot, const Rng& rng) {
    FigureMark mark;
    mark.kind = MarkKind::line;
    mark.id = fmt::format("line {}", slot);
    mark.slot = slot % 8 + 1;
    mark.x.resize(count);
    mark.y.resize(count);
    double y = 0;
    for (std::size_t i = 0; i < count; ++i) {
        y += rng.u01(static_cast<std::uint64_t>(slot), i) - 0.5;
        mark.x[i] = static_cast<double>(i);
        mark.y[i] = y;
    }
    return mark;
}

FigureMark cloud(std::size_t count, const Rng& rng) {
    FigureMark mark;
    mark.kind = MarkKind::points;
    mark.slot = 1;
    mark.opacity = 0.5;
    for (std::size_t i = 0; i < count; ++i) {
        mark.x.push_back(rng.normal(i, 0));
        mark.y.push_back(rng.normal(i, 1));
    }
    return mark;
}

class Bench {
public:
    Bench() {
        m_chart.resize(900, 600);
        m_chart.show();
        QCoreApplication::processEvents();
        settle();
    }

    void firstPaint(const char* what, const std::shared_ptr<const FigureSpec>& spec, double goal) {
        Times times;
        for (int i = 0; i < kFirstPaints; ++i) {
            m_chart.setSpec(FigureSpec{});
            settle();
            const Watch watch;
            m_chart.setSpec(spec);
            settle();
            watch.stop(times);
        }
        tell(what, times, goal);
    }

    void zoom(const char* what, double goal) {
        Times times;
        const QPointF at = m_chart.plotRect().center();
        for (int i = 0; i < kFrames; ++i) {
            QWheelEvent event(at, m_chart.viewport()->mapToGlobal(at), {}, {0, i % 20 < 10 ? 120 : -120}, Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            frame(event, times);
        }
        tell(what, times, goal);
    }

    void pan(const char* what, double goal) {
        const QPointF middle = m_chart.plotRect().center();
        Times before;
        for (int i = 0; i < 3; ++i) { // into the data, so that there is something to both sides
            QWheelEvent event(middle, m_chart.viewport()->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            frame(event, before);
        }
        mouse(QEvent::MouseButtonPress, middle, before);
        Times times;
        for (int i = 0; i < kFrames; ++i)
            mouse(QEvent::MouseMove, middle + QPointF(10.0 + 3 * i, 0), times);
        mouse(QEvent::MouseButtonRelease, middle, before);
        tell(what, times, goal);
        m_chart.resetView();
        settle();
    }

private:
    /// What is queued is done, and the chart is painted now instead of at the next beat of the screen.
    void settle() {
        QCoreApplication::sendPostedEvents();
        m_chart.viewport()->repaint();
    }

    void frame(QEvent& event, Times& times) {
        const Watch watch;
        QCoreApplication::sendEvent(m_chart.viewport(), &event);
        settle();
        watch.stop(times);
    }

    void mouse(QEvent::Type type, const QPointF& at, Times& times) {
        QMouseEvent event(type, at, m_chart.viewport()->mapToGlobal(at),
                          type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                          type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
        frame(event, times);
    }

    ChartView m_chart;
};

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    applyTheme(application, ThemeChoice::light);
    const Rng rng(7, "charts");
    const std::string only = argc > 1 ? argv[1] : "";
    Bench bench;
    if (only.empty() || only == "curve") {
        auto curve = std::make_shared<FigureSpec>();
        curve->marks.push_back(walk(10'000'000, 1, rng));
        bench.firstPaint("curve of 10,000,000 points, first paint", curve, 500);
        bench.zoom("curve of 10,000,000 points, zoom", 16);
        bench.pan("curve of 10,000,000 points, pan", 16);
    }
    if (only.empty() || only == "scatter") {
        auto scatter = std::make_shared<FigureSpec>();
        scatter->marks.push_back(cloud(100'000, rng));
        bench.firstPaint("scatter of 100,000 points, first paint", scatter, 60);
    }
    if (only.empty() || only == "lines") {
        auto lines = std::make_shared<FigureSpec>();
        for (int i = 0; i < 300; ++i)
            lines->marks.push_back(walk(1'000, i, rng));
        bench.firstPaint("300 curves of 1,000 points, first paint", lines, 120);
        bench.pan("300 curves of 1,000 points, pan", 120);
    }
    return 0;
}
