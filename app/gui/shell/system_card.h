#pragma once

#include "core/plugin/plugin_info.h"

#include <QFrame>

namespace vitrine {

/// One installed system on the welcome page: picture, name, what it is for, its sample and the way in with own files.
class SystemCard : public QFrame {
    Q_OBJECT
public:
    static constexpr int kHeight = 236;
    static constexpr int kPictureHeight = 104;

    /// @param folder  where the picture lies; may be empty
    SystemCard(const PluginInfo& info, const QString& folder, QWidget* parent = nullptr);

Q_SIGNALS:
    void sampleWanted(const QString& plugin);
    void filesWanted(const QString& plugin);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildText(const PluginInfo& info);
    void loadPicture();

    QString m_id;
    QString m_picture; ///< path without theme and ending; empty: none
    QPixmap m_pixmap;
    qreal m_ratio = 0.0;
};

} // namespace vitrine
