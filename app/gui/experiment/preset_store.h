#pragma once

#include "core/jobs/preset_file.h"

#include <QObject>
#include <QThreadPool>

#include <functional>

namespace vitrine {

/// Presets of one experiment, kept per user in the settings folder. Reads and writes in the background, one after the
/// other.
class PresetStore : public QObject {
    Q_OBJECT
public:
    explicit PresetStore(QObject* parent = nullptr);
    ~PresetStore() override; ///< waits for what is being written

    /// Presets of another experiment. changed() follows.
    void setExperiment(const std::string& plugin, const std::string& experiment);
    /// Looks at the file again: another window may have written it.
    void reload();
    const std::vector<Preset>& presets() const { return m_presets; }
    /// Null: there is none of that name.
    const Preset* find(const std::string& name) const;
    /// Why the file cannot be read, in one sentence; empty: it can.
    QString problem() const { return m_problem; }

    void save(const Preset& preset);
    void remove(const std::string& name);

Q_SIGNALS:
    void changed();
    void said(const QString& message); ///< something was done
    void failed(const QString& message);

private:
    using Work = std::function<Result<PresetChange>(const std::string& path)>;
    void queue(Work work, const QString& done);
    void take(const std::string& path, Result<PresetChange> change, const QString& done);

    std::string m_path; ///< empty: no experiment
    std::vector<Preset> m_presets;
    QString m_problem;
    QThreadPool m_pool; ///< one thread: changes happen in the order they were asked for
};

} // namespace vitrine
