#include "core/jobs/preset_file.h"

#include "core/base/file_write.h"
#include "core/values/json_text.h"
#include "core/values/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace vitrine {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr qint64 kMaxBytes = qint64{1} << 20;

Error wrong(const std::string& pointer, const std::string& what) {
    return makeError(ErrorCode::parse, pointer + ": " + what);
}

Result<Preset> presetFromJson(const json& object, const std::string& pointer) {
    if (!object.is_object())
        return wrong(pointer, "expected an object");
    Preset preset;
    const json name = object.value("name", json());
    preset.name = name.is_string() ? name.get<std::string>() : std::string();
    if (const std::string problem = presetNameProblem(preset.name); !problem.empty())
        return wrong(pointer + "/name", problem);
    const json parameters = object.value("parameters", json::object());
    if (!parameters.is_object())
        return wrong(pointer + "/parameters", "expected an object");
    preset.parameters = ParameterSet::fromJson(parameters);
    const json sweeps = object.value("sweep", json::object());
    if (!sweeps.is_object())
        return wrong(pointer + "/sweep", "expected an object");
    for (const auto& [id, values] : sweeps.items()) {
        if (!values.is_string())
            return wrong(std::string(pointer).append("/sweep/").append(id), "expected values as a text");
        preset.sweeps[id] = values.get<std::string>();
    }
    return preset;
}

Result<std::vector<Preset>> presetsFromJson(const json& object) {
    const json version = object.is_object() ? object.value("vitrine_presets", json()) : json();
    if (!version.is_number_integer() || version.get<std::int64_t>() != kVersion)
        return wrong("/vitrine_presets", "expected the version of the form, 1");
    const json list = object.value("presets", json());
    if (!list.is_array() || list.size() > kMostPresets)
        return wrong("/presets", "expected a list of at most " + std::to_string(kMostPresets) + " presets");
    std::vector<Preset> presets;
    for (std::size_t i = 0; i < list.size(); ++i) {
        auto preset = presetFromJson(list[i], "/presets/" + std::to_string(i));
        if (!preset)
            return preset.error();
        if (std::ranges::find(presets, preset->name, &Preset::name) != presets.end())
            return wrong("/presets/" + std::to_string(i) + "/name", "the name stands twice");
        presets.push_back(std::move(*preset));
    }
    std::ranges::sort(presets, {}, &Preset::name);
    return presets;
}

Result<void> writePresets(const std::string& path, const std::vector<Preset>& presets) {
    json list = json::array();
    for (const Preset& preset : presets) {
        json object{{"name", preset.name}, {"parameters", preset.parameters.toJson()}};
        if (!preset.sweeps.empty())
            object["sweep"] = preset.sweeps;
        list.push_back(std::move(object));
    }
    const json object{{"vitrine_presets", kVersion}, {"presets", list}};
    const std::string text = object.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
    if (static_cast<qint64>(text.size()) > kMaxBytes)
        return makeError(ErrorCode::invalidArgument, "the presets of one experiment have at most 1 MiB together");
    const QString folder = QFileInfo(toQString(path)).absolutePath();
    if (!QDir().mkpath(folder))
        return makeError(ErrorCode::io, toStd(folder) + ": the folder cannot be made");
    return writeFileAtomically(path, text);
}

/// The presets that are there. A file that cannot be understood is moved aside, so that nothing in it is lost.
Result<PresetChange> presetsForChange(const std::string& path) {
    PresetChange change;
    auto presets = readPresetFile(path);
    if (presets) {
        change.presets = std::move(*presets);
        return change;
    }
    if (presets.error().code != ErrorCode::parse)
        return presets.error();
    for (int i = 1; i < 100; ++i) {
        const QString aside = toQString(path) + QStringLiteral(".broken-%1").arg(i);
        if (!QFileInfo::exists(aside) && QFile::rename(toQString(path), aside)) {
            change.setAside = toStd(aside);
            return change;
        }
    }
    return presets.error();
}

} // namespace

std::string presetNameProblem(const std::string& name) {
    const QString text = toQString(name);
    if (name.empty() || text.trimmed() != text)
        return "a preset needs a name without blanks around it";
    if (name.size() > kLongestPresetName)
        return "a name has at most " + std::to_string(kLongestPresetName) + " bytes";
    const bool oneLine = std::ranges::all_of(text, [](QChar c) { return c.isPrint() || c.isSurrogate(); });
    return oneLine ? std::string() : "a name is one line of text";
}

Result<std::vector<Preset>> readPresetFile(const std::string& path) {
    const QFileInfo info(toQString(path));
    if (!info.exists())
        return std::vector<Preset>();
    if (!info.isFile())
        return makeError(ErrorCode::io, path + ": the presets cannot be read: this is no file");
    if (info.size() > kMaxBytes)
        return makeError(ErrorCode::parse, path + ": the presets cannot be read: the file has " +
                                               std::to_string(info.size()) + " bytes, presets have at most " +
                                               std::to_string(kMaxBytes));
    QFile file(toQString(path));
    if (!file.open(QIODevice::ReadOnly))
        return makeError(ErrorCode::io, path + ": the presets cannot be read: " + toStd(file.errorString()));
    const QByteArray bytes = file.read(kMaxBytes);
    const auto object = parseJson({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (!object)
        return makeError(ErrorCode::parse, path + ": the presets cannot be read: " + object.error().message);
    auto presets = presetsFromJson(*object);
    if (!presets)
        return makeError(ErrorCode::parse, path + ": the presets cannot be read: " + presets.error().message);
    return presets;
}

Result<PresetChange> savePreset(const std::string& path, const Preset& preset) {
    if (const std::string problem = presetNameProblem(preset.name); !problem.empty())
        return makeError(ErrorCode::invalidArgument, problem);
    auto change = presetsForChange(path);
    if (!change)
        return change;
    std::erase_if(change->presets, [&](const Preset& other) { return other.name == preset.name; });
    if (change->presets.size() >= kMostPresets)
        return makeError(ErrorCode::invalidArgument,
                         "an experiment has at most " + std::to_string(kMostPresets) + " presets");
    change->presets.push_back(preset);
    std::ranges::sort(change->presets, {}, &Preset::name);
    if (auto written = writePresets(path, change->presets); !written)
        return written.error();
    return change;
}

Result<PresetChange> removePreset(const std::string& path, const std::string& name) {
    auto presets = readPresetFile(path);
    if (!presets)
        return presets.error();
    if (std::erase_if(*presets, [&](const Preset& preset) { return preset.name == name; }) == 0)
        return makeError(ErrorCode::notFound, "there is no preset \"" + name + '"');
    if (auto written = writePresets(path, *presets); !written)
        return written.error();
    return PresetChange{std::move(*presets), {}};
}

std::vector<std::string> dropUnknownValues(const ParameterSchema& schema, Preset& preset) {
    std::vector<std::string> dropped;
    ParameterSet kept;
    for (const auto& [id, value] : preset.parameters.values()) {
        const ParameterSpec* spec = schema.find(id);
        if (spec && valueProblem(*spec, value).empty())
            kept.set(id, value);
        else
            dropped.push_back(id + " = " + (value.is_string() ? value.get<std::string>() : jsonText(value)));
    }
    preset.parameters = std::move(kept);
    std::erase_if(preset.sweeps, [&](const auto& sweep) {
        const ParameterSpec* spec = schema.find(sweep.first);
        if (spec && parseSweep(*spec, sweep.second))
            return false;
        dropped.push_back(sweep.first + " = " + sweep.second);
        return true;
    });
    return dropped;
}

} // namespace vitrine
