#pragma once

#include "core/jobs/job_queue.h"

#include <QElapsedTimer>

/// A job whose status a test sets by hand.
class FakeJob : public vitrine::JobHandle {
public:
    explicit FakeJob(qint64 id, const QString& title, vitrine::RunId run = 0) : m_id(id), m_title(title), m_run(run) {}

    qint64 id() const override { return m_id; }
    QString title() const override { return m_title; }
    vitrine::RunId runId() const override { return m_run; }
    vitrine::JobStatus status() const override {
        vitrine::JobStatus now = m_status;
        if (now.state == vitrine::RunState::running && now.elapsedSeconds <= 0.0)
            now.elapsedSeconds = 1e-3 * static_cast<double>(m_clock.elapsed());
        return now;
    }
    std::optional<vitrine::Value> liveValue(const std::string&) const override { return std::nullopt; }
    void cancel() override {
        ++cancelled;
        m_status.cancelRequested = true;
    }

    void run(double fraction, const std::string& stage) {
        if (!m_clock.isValid())
            m_clock.start();
        m_status.state = vitrine::RunState::running;
        m_status.fraction = fraction;
        m_status.stage = stage;
        Q_EMIT changed();
    }
    void finish(vitrine::RunState state, const std::string& message = {}) {
        m_status.state = state;
        m_status.message = message;
        Q_EMIT changed();
        Q_EMIT ended();
    }
    vitrine::JobStatus& edit() { return m_status; }

    int cancelled = 0;

private:
    qint64 m_id;
    QString m_title;
    vitrine::RunId m_run;
    vitrine::JobStatus m_status;
    QElapsedTimer m_clock; ///< since it runs
};
