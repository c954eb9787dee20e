#pragma once

#include "core/results/output.h"

#include <QDialog>

namespace vitrine {

/// What makes one output again: data, plugin, version, parameters, seed and the command.
class ProvenanceDialog : public QDialog {
    Q_OBJECT
public:
    ProvenanceDialog(const OutputDescription& output, const Fingerprint& fingerprint, QWidget* parent = nullptr);
};

} // namespace vitrine
