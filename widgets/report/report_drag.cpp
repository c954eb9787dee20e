#include "widgets/report/report_drag.h"

#include <QMimeData>

namespace vitrine {
namespace {

const QString kMimeType = QStringLiteral("application/x-vitrine-report-block+json");

} // namespace

QMimeData* blockMimeData(const ReportBlock& block) {
    auto* data = new QMimeData;
    data->setData(kMimeType, QByteArray::fromStdString(block.toJson().dump()));
    return data;
}

std::optional<ReportBlock> blockFromMimeData(const QMimeData* data) {
    if (!holdsBlock(data))
        return std::nullopt;
    const auto object = nlohmann::json::parse(data->data(kMimeType).toStdString(), nullptr, false);
    auto block = ReportBlock::fromJson(object);
    return block ? std::optional(std::move(*block)) : std::nullopt;
}

bool holdsBlock(const QMimeData* data) {
    return data && data->hasFormat(kMimeType);
}

} // namespace vitrine
