#pragma once

#include "core/base/result.h"
#include "core/report/composed_report.h"

#include <QByteArray>

#include <functional>

namespace vitrine {

/// SVG text of a figure, without anything that names this computer.
using FigureSvg = std::function<Result<QByteArray>(const ComposedPart&)>;

/// The report as one HTML page: no script, nothing loaded from anywhere, figures inline, data as links that hold them.
/// Data files over kMaxEmbedded bytes are named, not embedded. @errors those of `svg`
Result<QByteArray> htmlReport(const ComposedReport& report, const FigureSvg& svg);

constexpr std::size_t kMaxEmbedded = 4'000'000;

} // namespace vitrine
