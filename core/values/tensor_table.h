#pragma once

#include "core/values/table.h"
#include "core/values/tensors.h"

namespace vitrine {

/// One row per tensor: tensor, shape, values, dtype, file, bytes. Key column: tensor.
Table tensorTable(const Tensors& tensors);

} // namespace vitrine
