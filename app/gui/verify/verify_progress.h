#pragma once

#include "core/verify/verify_project.h"

#include <mutex>

namespace vitrine {

/// What a verification has found so far. Written by the thread that verifies, emptied by the page now and then.
class VerifyProgress {
public:
    struct News {
        std::vector<std::string> damage;
        std::vector<RunVerification> runs;
        double fraction = 0.0;
        std::string stage;
    };

    void addDamage(const std::string& sentence) {
        const std::lock_guard lock(m_mutex);
        m_news.damage.push_back(sentence);
    }
    void addRun(const RunVerification& run) {
        const std::lock_guard lock(m_mutex);
        m_news.runs.push_back(run);
        m_news.runs.back().computed.clear(); // only the verdict is shown
    }
    void setProgress(double fraction, const std::string& stage) {
        const std::lock_guard lock(m_mutex);
        m_news.fraction = fraction;
        m_news.stage = stage;
    }
    /// What came since the last call.
    News take() {
        const std::lock_guard lock(m_mutex);
        News news = std::move(m_news);
        m_news = {{}, {}, news.fraction, news.stage};
        return news;
    }

private:
    std::mutex m_mutex;
    News m_news;
};

} // namespace vitrine
