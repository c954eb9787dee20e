#pragma once

#include <QObject>
#include <QPointer>

class QWidget;

namespace vitrine {

/// Whether the letters that open menus are underlined: while Alt is held, and while the menus
/// have the keyboard.
class MnemonicWatch : public QObject {
public:
    explicit MnemonicWatch(QObject* parent = nullptr);

    bool isShown() const { return m_shown; }
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(QWidget* window);
    void hide();
    void hideUnlessUsed();

    QPointer<QWidget> m_window; ///< whose letters are underlined
    bool m_shown = false;
};

} // namespace vitrine
