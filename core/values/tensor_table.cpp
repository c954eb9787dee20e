#include "core/values/tensor_table.h"

namespace vitrine {

Table tensorTable(const Tensors& tensors) {
    Column::Texts names, shapes, dtypes, files;
    Column::Integers counts, bytes;
    for (const Tensor& item : tensors.items) {
        names.push_back(item.name);
        shapes.push_back(shapeText(item));
        dtypes.push_back(item.dtype);
        files.push_back(tensors.files[item.file].name);
        counts.push_back(valueCount(item));
        bytes.push_back(item.bytes);
    }
    Table table;
    table.columns.emplace_back("tensor", std::move(names));
    table.columns.emplace_back("shape", std::move(shapes));
    table.columns.emplace_back("values", std::move(counts));
    table.columns.emplace_back("dtype", std::move(dtypes));
    table.columns.emplace_back("file", std::move(files));
    table.columns.emplace_back("bytes", std::move(bytes));
    return table;
}

} // namespace vitrine
