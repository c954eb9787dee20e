#pragma once

#include <QFile>
#include <QString>

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

/// Tensors of a trusted safetensors file of the test data, decoded to double; a vector is a column.
class TensorFixture {
public:
    explicit TensorFixture(const QString& path) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return;
        const QByteArray bytes = file.readAll();
        std::uint64_t length = 0;
        std::memcpy(&length, bytes.constData(), 8);
        const auto header = nlohmann::json::parse(bytes.constData() + 8, bytes.constData() + 8 + length);
        for (const auto& [name, entry] : header.items())
            if (name != "__metadata__")
                m_tensors[name] = decode(entry, bytes.constData() + 8 + length);
    }

    bool empty() const { return m_tensors.empty(); }
    bool contains(const std::string& name) const { return m_tensors.count(name) > 0; }
    const Eigen::MatrixXd& at(const std::string& name) const { return m_tensors.at(name); }
    const std::map<std::string, Eigen::MatrixXd>& all() const { return m_tensors; }

private:
    static double halfToDouble(std::uint16_t bits) {
        const int exponent = (bits >> 10) & 31;
        const int mantissa = bits & 1023;
        const double value = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
        return bits & 0x8000 ? -value : value;
    }

    template <class T>
    static T load(const char* data, std::size_t index) {
        T value;
        std::memcpy(&value, data + index * sizeof(T), sizeof(T));
        return value;
    }

    static double element(const std::string& type, const char* data, std::size_t i) {
        if (type == "F64")
            return load<double>(data, i);
        if (type == "F32")
            return load<float>(data, i);
        if (type == "F16")
            return halfToDouble(load<std::uint16_t>(data, i));
        if (type == "BF16")
            return std::bit_cast<float>(std::uint32_t{load<std::uint16_t>(data, i)} << 16);
        return load<std::uint8_t>(data, i);
    }

    static Eigen::MatrixXd decode(const nlohmann::json& entry, const char* data) {
        const auto shape = entry.at("shape").get<std::vector<Eigen::Index>>();
        const Eigen::Index rows = shape.empty() ? 1 : shape[0];
        Eigen::Index cols = 1;
        for (std::size_t d = 1; d < shape.size(); ++d)
            cols *= shape[d];
        const auto type = entry.at("dtype").get<std::string>();
        const char* begin = data + entry.at("data_offsets")[0].get<std::size_t>();
        Eigen::MatrixXd out(rows, cols);
        for (Eigen::Index i = 0; i < rows; ++i)
            for (Eigen::Index j = 0; j < cols; ++j)
                out(i, j) = element(type, begin, static_cast<std::size_t>(i * cols + j));
        return out;
    }

    std::map<std::string, Eigen::MatrixXd> m_tensors;
};

inline nlohmann::json jsonFixture(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.readAll();
    return nlohmann::json::parse(bytes.constData(), bytes.constData() + bytes.size());
}
