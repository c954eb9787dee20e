#include "app/gui/data/source_actions.h"

#include "app/gui/workbench.h"
#include "core/data/graph_files.h"
#include "core/data/source_state.h"
#include "core/values/text.h"
#include "widgets/data/display_number.h"
#include "widgets/last_folder.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>

#include <thread>

namespace vitrine {

namespace {

constexpr double kReadShare = 0.85; // of the progress; the rest is writing into the project
constexpr int kShownDigits = 12;    // of a hash

QString say(const char* text) {
    return Workbench::tr(text);
}

/// What the job found at the new place.
struct Located {
    DatasetSource source; ///< with the new path and facts
    bool isSame = false;
};

Result<Located> lookAt(const DatasetSource& known, const std::string& path, const ReaderRegistry& readers,
                       const HashSteps& steps) {
    Located located{known, false};
    DatasetSource& source = located.source;
    source.path = known.readerId == kGraphFilesReader ? path : readers.mainFile(path);
    source.fileName = toStd(QFileInfo(toQString(source.path)).fileName());
    const std::vector<std::string> files = sourceFiles(source, readers);
    const auto facts = fileFacts(files);
    if (!facts)
        return makeError(ErrorCode::notFound, source.fileName + ": not all files of the data set are here");
    auto hash = sourceSha256(files, steps);
    if (!hash)
        return hash.error();
    source.fileSha256 = std::move(*hash);
    source.fileBytes = facts->bytes;
    source.modifiedNs = facts->modifiedNs;
    located.isSame = source.fileSha256 == known.fileSha256;
    return located;
}

void setSource(Workbench& workbench, const DatasetRecord& dataset, const DatasetSource& source) {
    const auto change = [id = dataset.id](const DatasetSource& wanted) {
        return [id, wanted](ProjectStore& store) { return store.setDatasetSource(id, wanted); };
    };
    workbench.command(say("Locate source of %1").arg(toQString(dataset.title)), change(source), change(dataset.source));
    workbench.say(say("The source of “%1” is %2 now.")
                      .arg(toQString(dataset.title), QDir::toNativeSeparators(toQString(source.path))));
}

QString factsOf(const QString& what, const DatasetSource& source) {
    return say("%1: %2, %3, sha256 %4")
        .arg(what, toQString(source.fileName), displayBytes(source.fileBytes),
             toQString(source.fileSha256).left(kShownDigits));
}

void readFrom(Workbench& workbench, const DatasetRecord& dataset, const std::string& path);

/// Another content than was read: both are named, and the person decides.
void askToRead(Workbench& workbench, const DatasetRecord& dataset, const DatasetSource& found, QWidget* window) {
    auto* box = new QMessageBox(QMessageBox::Question, say("Other content"),
                                say("%1 has other content than what was read for “%2”.")
                                    .arg(toQString(found.fileName), toQString(dataset.title)),
                                QMessageBox::Cancel, window);
    box->setInformativeText(factsOf(say("Read"), dataset.source) + QLatin1Char('\n') + factsOf(say("Chosen"), found) +
                            QStringLiteral("\n\n") +
                            say("Reading it again puts it in the place of what was read. Runs that used that keep it "
                                "and are marked as stale."));
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* read = box->addButton(say("Read again from this file"), QMessageBox::AcceptRole);
    QObject::connect(read, &QPushButton::clicked, &workbench,
                     [&workbench, dataset, path = found.path] { readFrom(workbench, dataset, path); });
    box->open();
}

/// What reading again left; written on the job's thread before it ends.
struct Reread {
    bool isDone = false;
    DatasetId version = 0; ///< 0: the content is what it was
};

Result<void> reread(ProjectStore& store, const DatasetRecord& dataset, const Dataset& read, Reread& outcome) {
    if (read.contentHash == dataset.contentHash && read.ledger.toJson() == dataset.ledger.toJson()) {
        outcome.isDone = true;
        return store.setDatasetSource(dataset.id, read.source);
    }
    auto version = store.replaceDataset(dataset.id, read, ProjectStore::Keep::always);
    if (!version)
        return version.error();
    outcome = {true, *version};
    return {};
}

void finishReading(Workbench& workbench, const DatasetRecord& dataset, const JobStatus& status, const Reread& outcome) {
    const QString title = toQString(dataset.title);
    workbench.reload();
    if (outcome.version != 0) {
        pushReplacement(workbench, say("Read %1 again").arg(title), dataset.id, outcome.version);
        workbench.say(say("“%1” was read again. Undo brings the former content back.").arg(title));
    } else if (outcome.isDone) {
        workbench.say(say("“%1” was read again: the content is the same.").arg(title));
    } else if (status.state == RunState::failed) {
        workbench.fail(toQString(status.message));
    }
}

void readFrom(Workbench& workbench, const DatasetRecord& dataset, const std::string& path) {
    const auto outcome = std::make_shared<Reread>();
    TaskRequest request;
    request.title = toStd(say("Read %1 again").arg(toQString(dataset.title)));
    request.work = [readers = workbench.readers(), store = workbench.store(), dataset, path,
                    outcome](const std::stop_token& stop, const auto& progress) -> Result<void> {
        ReadContext context;
        context.stop = stop;
        context.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
        context.progress = [&progress](double fraction, const std::string& stage) {
            progress(kReadShare * fraction, stage);
        };
        auto read = readers->read(path, dataset.source.corrections, context);
        if (!read)
            return read.error();
        read->source.linked = dataset.source.linked;
        if (stop.stop_requested())
            return makeError(ErrorCode::cancelled, "cancelled before anything was kept");
        progress(kReadShare, "Writing into the project");
        return reread(*store, dataset, *read, *outcome);
    };
    const std::shared_ptr<JobHandle> job = workbench.jobs().start(std::move(request));
    QObject::connect(job.get(), &JobHandle::ended, &workbench,
                     [&workbench, dataset, outcome, handle = job.get(), store = std::weak_ptr(workbench.store())] {
                         if (store.lock() == workbench.store())
                             finishReading(workbench, dataset, handle->status(), *outcome);
                     });
}

} // namespace

void pushReplacement(Workbench& workbench, const QString& text, DatasetId id, DatasetId version) {
    // On the writer thread only. The first redo finds the content in its place.
    const auto stands = std::make_shared<bool>(true);
    const auto exchange = [id, version, stands](bool wanted) {
        return [id, version, stands, wanted](ProjectStore& store) -> Result<void> {
            if (*stands == wanted)
                return {};
            if (auto done = store.exchangeVersion(id, version); !done)
                return done;
            *stands = wanted;
            return {};
        };
    };
    workbench.command(text, exchange(true), exchange(false));
}

void readSourceAgain(Workbench& workbench, DatasetId id) {
    const DatasetRecord* dataset = workbench.contents().dataset(id);
    if (dataset && workbench.store() && !workbench.isReadOnly())
        readFrom(workbench, *dataset, dataset->source.path);
}

void locateSource(Workbench& workbench, DatasetId id, QWidget* window) {
    const DatasetRecord* dataset = workbench.contents().dataset(id);
    if (!dataset || workbench.isReadOnly())
        return;
    const QFileInfo known(toQString(dataset->source.path));
    auto* dialog = new QFileDialog(window, say("Locate %1").arg(toQString(dataset->source.fileName)),
                                   known.dir().exists() ? known.dir().path() : startFolder(FolderUse::open));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(dataset->source.readerId == kGraphFilesReader ? QFileDialog::Directory
                                                                      : QFileDialog::ExistingFile);
    QObject::connect(dialog, &QFileDialog::fileSelected, &workbench,
                     [&workbench, id, parent = QPointer(window)](const QString& path) {
                         rememberFolder(FolderUse::open, path);
                         relinkSource(workbench, id, path, parent);
                     });
    dialog->open();
}

void relinkSource(Workbench& workbench, DatasetId id, const QString& path, QWidget* window) {
    const DatasetRecord* known = workbench.contents().dataset(id);
    if (!known || workbench.isReadOnly())
        return;
    const auto located = std::make_shared<Located>();
    TaskRequest request;
    request.title = toStd(say("Compare %1 with what was read").arg(QFileInfo(path).fileName()));
    request.work = [readers = workbench.readers(), source = known->source, path = toStd(path),
                    located](const std::stop_token& stop, const auto& progress) -> Result<void> {
        const double all = std::max(1.0, static_cast<double>(QFileInfo(toQString(path)).size()));
        HashSteps steps;
        steps.stop = stop;
        steps.read = [&progress, all, done = 0.0](std::int64_t bytes) mutable {
            done += static_cast<double>(bytes);
            progress(std::min(1.0, done / all), "Comparing the content");
        };
        auto found = lookAt(source, path, *readers, steps);
        if (!found)
            return found.error();
        *located = std::move(*found);
        return {};
    };
    const std::shared_ptr<JobHandle> job = workbench.jobs().start(std::move(request));
    QObject::connect(job.get(), &JobHandle::ended, &workbench,
                     [&workbench, located, dataset = *known, handle = job.get(), parent = QPointer(window),
                      store = std::weak_ptr(workbench.store())] {
                         const JobStatus status = handle->status();
                         if (store.lock() != workbench.store())
                             return;
                         if (status.state == RunState::failed)
                             workbench.fail(toQString(status.message));
                         else if (status.state == RunState::finished && located->isSame)
                             setSource(workbench, dataset, located->source);
                         else if (status.state == RunState::finished)
                             askToRead(workbench, dataset, located->source, parent);
                     });
}

} // namespace vitrine
