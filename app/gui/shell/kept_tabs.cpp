#include "app/gui/shell/kept_tabs.h"

#include "app/gui/page_factory.h"
#include "app/gui/shell/document_area.h"
#include "app/gui/workbench.h"
#include "core/values/text.h"

#include <QTimer>

namespace vitrine {

namespace {

const std::string kStateKey = "window/tabs";
constexpr qsizetype kMostTabs = 8; ///< each of them reads its data

/// Pages that show something of the project; the others stand for work that was under way.
bool isKept(const QString& pageId) {
    return pageId != QStringLiteral("import") && pageId != QStringLiteral("compare");
}

} // namespace

KeptTabs::KeptTabs(Workbench& workbench, DocumentArea* documents, Opener open, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_documents(documents), m_open(std::move(open)) {
    connect(&workbench, &Workbench::contentsChanged, this, [this] {
        m_isKnown = m_workbench.store() != nullptr;
        openWhenKnown();
    });
}

void KeptTabs::restore() {
    m_wanted.clear();
    m_isWaiting = false;
    m_isKnown = false;
    const auto store = m_workbench.store();
    if (!store) {
        m_reading.cancel();
        return;
    }
    m_reading.start([store](const std::stop_token&) { return store->state(kStateKey); },
                    [this](const nlohmann::json& state) {
                        if (!state.is_object() || !state.contains("open") || !state["open"].is_array())
                            return;
                        for (const nlohmann::json& page : state["open"])
                            if (page.is_string() && m_wanted.size() < kMostTabs)
                                m_wanted.append(toQString(page.get<std::string>()));
                        const nlohmann::json& front = state.value("front", nlohmann::json());
                        m_front = front.is_string() ? toQString(front.get<std::string>()) : QString();
                        m_isWaiting = true;
                        openWhenKnown();
                    });
}

void KeptTabs::openWhenKnown() {
    if (!m_isKnown || !std::exchange(m_isWaiting, false))
        return;
    erase_if(m_wanted, [this](const QString& page) { return !isKept(page) || !isInProject(m_workbench, page); });
    if (!m_documents->pages().isEmpty())
        m_wanted.clear();
    if (m_wanted.isEmpty())
        return;
    if (!m_wanted.contains(m_front))
        m_front = m_wanted.first();
    m_open(m_front, -1);
    openNext();
}

/// One page at a time: making several of them takes longer than a click may wait.
void KeptTabs::openNext() {
    QTimer::singleShot(0, this, [this] {
        const Page* front = m_documents->page(m_front);
        if (!front) // closed, or another project
            m_wanted.clear();
        for (qsizetype i = 0; i < m_wanted.size(); ++i) {
            if (m_documents->page(m_wanted[i]))
                continue;
            m_open(m_wanted[i], static_cast<int>(i));
            if (!m_documents->page(m_wanted[i]))
                m_wanted.removeAt(i);
            return openNext();
        }
        m_wanted.clear();
    });
}

void KeptTabs::keep() {
    const auto store = m_workbench.store();
    if (!store || store->isReadOnly())
        return;
    nlohmann::json open = nlohmann::json::array();
    const QList<Page*> pages = m_documents->pages();
    for (const Page* page : pages)
        if (isKept(page->pageId()))
            open.push_back(toStd(page->pageId()));
    const Page* front = m_documents->current();
    nlohmann::json state{{"open", open}, {"front", front ? toStd(front->pageId()) : std::string()}};
    m_workbench.change([state = std::move(state)](ProjectStore& project) { return project.setState(kStateKey, state); },
                       [](const Result<void>&) {});
}

} // namespace vitrine
