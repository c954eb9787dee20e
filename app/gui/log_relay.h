#pragma once

#include "core/base/log.h"

#include <QObject>

namespace vitrine {

/// Takes messages from any thread to the window's.
class LogRelay : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

Q_SIGNALS:
    void line(int level, const QString& category, const QString& message);
};

} // namespace vitrine
