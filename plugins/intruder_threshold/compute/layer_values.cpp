#include "plugins/intruder_threshold/compute/layer_values.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace vitrine::intruder_threshold {

namespace {

constexpr std::int64_t kBlock = std::int64_t{1} << 17; // values, one megabyte
constexpr std::int64_t kMaxValues = std::int64_t{1} << 31;

Error notFinite(const Tensor& tensor, std::int64_t index, std::int64_t width) {
    return makeError(ErrorCode::numeric, fmt::format("{}: the value at [{}, {}] is not finite.", tensor.name,
                                                     index / width, index % width));
}

/// Whole rows of a place, as many as a block holds, or parts of one row when it is longer.
class RowReader {
public:
    RowReader(const TensorSource& source, const MatrixSource& place, const std::stop_token& stop)
        : m_source(source), m_tensor(source.tensors().items.at(place.tensor)), m_place(place), m_stop(stop),
          m_from(place.columnStart), m_count((place.columns - 1) * place.columnStep + 1) {}

    /// @param take  called with row, column and value
    template <class Take>
    Result<void> read(const Take& take) {
        const bool joined = m_place.columnStep == 1 && m_count == m_place.width; // rows follow each other
        const std::int64_t rowsAtOnce = joined ? std::max<std::int64_t>(1, kBlock / m_count) : 1;
        for (std::int64_t row = 0; row < m_place.rows; row += rowsAtOnce) {
            const std::int64_t rows = std::min(rowsAtOnce, m_place.rows - row);
            const std::int64_t total = rows * m_count;
            for (std::int64_t done = 0; done < total; done += kBlock) {
                const std::int64_t count = std::min(kBlock, total - done);
                if (auto part = readPart(row, done, count, take); !part)
                    return part;
            }
        }
        return {};
    }

private:
    template <class Take>
    Result<void> readPart(std::int64_t row, std::int64_t done, std::int64_t count, const Take& take) {
        const std::int64_t first = m_place.first + row * m_place.width + m_from + done;
        m_block.resize(static_cast<std::size_t>(count));
        if (auto read = m_source.read(m_tensor, first, count, m_block.data(), m_stop); !read)
            return read;
        std::int64_t skip = done % m_place.columnStep == 0 ? 0 : m_place.columnStep - done % m_place.columnStep;
        for (std::int64_t i = skip; i < count; i += m_place.columnStep) {
            const double value = m_block[static_cast<std::size_t>(i)];
            const std::int64_t at = done + i;
            if (!std::isfinite(value))
                return notFinite(m_tensor, first + i, std::max<std::int64_t>(1, m_place.width));
            take(row + at / m_count, (at % m_count) / m_place.columnStep, value);
        }
        return {};
    }

    const TensorSource& m_source;
    const Tensor& m_tensor;
    const MatrixSource& m_place;
    const std::stop_token& m_stop;
    std::int64_t m_from;
    std::int64_t m_count; ///< values of a row from the first to the last column taken
    std::vector<double> m_block;
};

/// One number for all, or one for each of equal parts of the tensor.
Result<std::vector<double>> companionValues(const TensorSource& source, std::optional<std::uint32_t> tensor,
                                            double otherwise, const std::stop_token& stop) {
    if (!tensor)
        return std::vector<double>{otherwise};
    const Tensor& item = source.tensors().items.at(*tensor);
    std::vector<double> values(static_cast<std::size_t>(valueCount(item)));
    if (auto read = source.read(item, 0, valueCount(item), values.data(), stop); !read)
        return read.error();
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isfinite(values[i]))
            return notFinite(item, static_cast<std::int64_t>(i), 1);
    if (values.empty())
        return makeError(ErrorCode::parse, item.name + " holds no value.");
    return values;
}

Result<LoadedWeight> loadRule(const TensorSource& source, const MatrixSource& place, const Dequantisation& rule,
                              const std::stop_token& stop) {
    auto loaded = loadMatrix(source, place, stop);
    if (!loaded)
        return loaded.error();
    LoadedWeight weight{*std::move(loaded), 0};
    if (rule.source.empty())
        return weight;
    const auto scales = companionValues(source, rule.scaleTensor, rule.scale, stop);
    if (!scales)
        return scales.error();
    const auto zeros = companionValues(source, rule.zeroTensor, rule.zero, stop);
    if (!zeros)
        return zeros.error();
    const std::int64_t all = valueCount(source.tensors().items.at(place.tensor));
    const auto share = [&](const std::vector<double>& values, std::int64_t row) {
        const std::int64_t each = std::max<std::int64_t>(1, all / static_cast<std::int64_t>(values.size()));
        return values[std::min(static_cast<std::size_t>((place.first + row * place.width) / each), values.size() - 1)];
    };
    double step = 0;
    for (std::int64_t row = 0; row < place.rows; ++row) {
        const double scale = share(*scales, row);
        const double zero = share(*zeros, row);
        step = std::max(step, std::abs(scale));
        const auto apply = [&](auto&& line) { line = (line.array() - zero) * scale + rule.minimum; };
        if (place.transposed)
            apply(weight.matrix.col(row));
        else
            apply(weight.matrix.row(row));
    }
    if (!weight.matrix.allFinite())
        return makeError(ErrorCode::numeric, source.tensors().items.at(place.tensor).name +
                                                 ": its scale takes the values beyond the range of numbers.");
    if (rule.uniform)
        weight.noiseFloor = quantisationFloor(step, place.outRows(), place.outColumns());
    return weight;
}

} // namespace

Result<Eigen::MatrixXd> loadMatrix(const TensorSource& source, const MatrixSource& place, const std::stop_token& stop) {
    const Tensor& tensor = source.tensors().items.at(place.tensor);
    if (place.rows < 1 || place.columns < 1 || place.columns > kMaxValues / place.rows)
        return makeError(ErrorCode::outOfRange, fmt::format("{}: {} x {} values are too many for one matrix.",
                                                            tensor.name, place.rows, place.columns));
    Eigen::MatrixXd matrix(place.outRows(), place.outColumns());
    const bool turned = place.transposed;
    auto read = RowReader(source, place, stop).read([&](std::int64_t row, std::int64_t column, double value) {
        if (turned)
            matrix(column, row) = value;
        else
            matrix(row, column) = value;
    });
    if (!read)
        return read.error();
    return matrix;
}

Result<LoadedWeight> loadWeight(const TensorSource& base, const Layer& layer, const std::stop_token& stop) {
    return loadRule(base, layer.weight, layer.rule, stop);
}

Result<LoadedWeight> loadSaved(const TensorSource& source, const Layer& layer, const std::stop_token& stop) {
    return loadRule(source, layer.saved, layer.savedRule, stop);
}

Result<LoadedFactors> loadFactors(const TensorSource& adapter, const Layer& layer, const std::stop_token& stop) {
    auto b = loadMatrix(adapter, layer.b, stop);
    if (!b)
        return b.error();
    auto a = loadMatrix(adapter, layer.a, stop);
    if (!a)
        return a.error();
    return LoadedFactors{*std::move(b), *std::move(a)};
}

void scatterMatrix(const Eigen::MatrixXd& matrix, const MatrixSource& place, std::span<double> values) {
    for (std::int64_t row = 0; row < place.rows; ++row)
        for (std::int64_t column = 0; column < place.columns; ++column) {
            const std::int64_t at = place.first + row * place.width + place.columnStart + column * place.columnStep;
            values[static_cast<std::size_t>(at)] = place.transposed ? matrix(column, row) : matrix(row, column);
        }
}

} // namespace vitrine::intruder_threshold
