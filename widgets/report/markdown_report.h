#pragma once

#include "core/report/composed_report.h"

#include <QByteArray>

namespace vitrine {

/// The report as Markdown that refers to figures/NAME.svg and data/NAME.csv beside it; NAME is ComposedPart::dataName.
QByteArray markdownReport(const ComposedReport& report);

} // namespace vitrine
