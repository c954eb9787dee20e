#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace vitrine {

// Core keeps UTF-8 std::string; Qt text begins where people read it.
inline QString toQString(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
inline std::string toStd(QStringView text) {
    const QByteArray bytes = text.toUtf8();
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

} // namespace vitrine
