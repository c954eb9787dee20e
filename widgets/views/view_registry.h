#pragma once

#include "core/plugin/plugin_info.h"
#include "widgets/views/result_view.h"

#include <QtPlugin>

#include <set>

namespace vitrine {

/// Views by name. Generic views are registered by widgets itself; plugin view modules add theirs.
class ViewRegistry {
public:
    using ViewFactory = std::function<ResultView*(QWidget* parent)>;
    using InspectorFactory = std::function<SelectionInspector*(QWidget* parent)>;
    /// Figure of a system view without a widget, so that headless reports show the same one.
    using FigureFactory = std::function<std::optional<FigureSpec>(const RunData& data, const nlohmann::json& options)>;

    void addView(const std::string& viewId, ViewFactory factory) { m_views[viewId] = std::move(factory); }
    void addFigure(const std::string& figureId, FigureFactory factory) { m_figures[figureId] = std::move(factory); }
    void setPageLayout(const std::string& plugin, const std::string& experiment, RunPageLayout layout);
    void setInspector(const std::string& plugin, const std::string& experiment, InspectorFactory factory);

    /// Null for an unknown id, and when the factory failed.
    ResultView* createView(const std::string& viewId, QWidget* parent) const;
    /// Generic view for a kind of value (table, chart, heat map, text, scalars), never null.
    ResultView* createGenericView(const OutputDescription& output, QWidget* parent) const;
    /// Null for an unknown id.
    const FigureFactory* figure(const std::string& figureId) const {
        const auto found = m_figures.find(figureId);
        return found == m_figures.end() ? nullptr : &found->second;
    }
    /// Layout of the system, or a generic one: a pane per output.
    RunPageLayout pageLayout(const std::string& plugin, const ExperimentInfo& experiment) const;
    /// Null when the system has none.
    SelectionInspector* createInspector(const std::string& plugin, const std::string& experiment,
                                        QWidget* parent) const;

    /// Where view modules lie: beside the folders of the compute plugins.
    static std::vector<std::string> defaultFolders();
    /// Loads the view modules "plugins/views" that belong to available compute plugins; a broken one is logged and left
    /// out, its outputs are shown by generic views.
    void loadModules(const std::vector<std::string>& folders);
    /// Names of the modules that were loaded: "pathboost_views".
    const std::set<std::string>& modules() const { return m_modules; }

private:
    std::map<std::string, ViewFactory> m_views;
    std::map<std::string, FigureFactory> m_figures;
    std::map<std::pair<std::string, std::string>, RunPageLayout> m_layouts;
    std::map<std::pair<std::string, std::string>, InspectorFactory> m_inspectors;
    std::set<std::string> m_modules; ///< loaded, by file name without ending
};

/// Root object of a view module.
class ViewPlugin {
public:
    virtual ~ViewPlugin() = default;
    virtual void registerViews(ViewRegistry& registry) const = 0;
};

} // namespace vitrine

#define VITRINE_VIEW_IID "org.vitrine.ViewPlugin/1"
Q_DECLARE_INTERFACE(vitrine::ViewPlugin, VITRINE_VIEW_IID)
