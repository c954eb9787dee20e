#pragma once

#include <QElapsedTimer>
#include <QFile>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <algorithm>
#include <vector>

namespace vitrine::test {

/// Time between two turns of the event loop, with the place where it was. What the thread only waited for a processor
/// that others held is left out where the kernel counts it, so that a busy computer is no fault of the program; what it
/// waits for locks, files or other threads counts.
class StallProbe {
public:
    StallProbe() {
        m_statistics.setFileName(QStringLiteral("/proc/thread-self/schedstat"));
        m_counts = m_statistics.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
        m_timer.setTimerType(Qt::PreciseTimer);
        m_clock.start();
        m_waited = waitedMs();
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { turn(); });
        m_timer.start(2);
    }
    void setPlace(const QString& place) { m_place = place; }
    double worst() const { return m_worst; } ///< ms
    /// Begins anew, as if nothing had been seen.
    void forget() {
        m_gaps.clear();
        m_byPlace.clear();
        m_worst = 0.0;
    }
    const QString& worstPlace() const { return m_worstPlace; }
    double quantile(double q) {
        std::ranges::sort(m_gaps);
        return m_gaps.empty() ? 0.0 : m_gaps[static_cast<std::size_t>(q * static_cast<double>(m_gaps.size() - 1))];
    }
    /// The longest stalls of each place, "sort 43 ms", for the log.
    QStringList longest(double from) const {
        QStringList lines;
        for (const auto& [place, ms] : m_byPlace)
            if (ms >= from)
                lines << QStringLiteral("%1 %2 ms").arg(place).arg(ms, 0, 'f', 0);
        return lines;
    }

private:
    void turn() {
        const double waited = waitedMs();
        const double gap =
            std::max(0.0, 1e-6 * static_cast<double>(m_clock.nsecsElapsed()) - std::max(0.0, waited - m_waited));
        m_clock.restart();
        m_waited = waited;
        m_gaps.push_back(gap);
        if (m_byPlace.empty() || m_byPlace.back().first != m_place)
            m_byPlace.emplace_back(m_place, gap);
        m_byPlace.back().second = std::max(m_byPlace.back().second, gap);
        if (gap > m_worst) {
            m_worst = gap;
            m_worstPlace = m_place;
        }
    }
    /// Time for which this thread could have run and others did.
    double waitedMs() {
        if (!m_counts || !m_statistics.seek(0))
            return 0.0;
        const QList<QByteArray> fields = m_statistics.readLine().split(' ');
        return fields.size() < 2 ? 0.0 : 1e-6 * fields[1].toDouble();
    }

    QTimer m_timer;
    QElapsedTimer m_clock;
    QFile m_statistics;
    bool m_counts = false;
    double m_waited = 0.0;
    std::vector<double> m_gaps;
    std::vector<std::pair<QString, double>> m_byPlace;
    double m_worst = 0.0;
    QString m_place = QStringLiteral("start");
    QString m_worstPlace;
};

} // namespace vitrine::test
