#pragma once

#include <QDialog>
#include <QIcon>

#include <functional>
#include <vector>

class QLineEdit;
class QListView;
class QSortFilterProxyModel;
class QStandardItemModel;

namespace vitrine {

/// One line of the palette.
struct PaletteEntry {
    QString text;
    QString note; ///< menu and shortcut, or kind and count
    QIcon icon;
    bool enabled = true;
    std::function<void()> act;
};

/// Every command and everything in the project by name: type, arrow, Return.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    explicit CommandPalette(QWidget* window);

    /// Opens below `anchor` with fresh entries and what was typed already.
    void openBelow(const QWidget* anchor, std::vector<PaletteEntry> entries, const QString& text);
    QLineEdit* field() const { return m_field; }
    QListView* list() const { return m_list; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& text);
    void trigger();

    std::vector<PaletteEntry> m_entries;
    QLineEdit* m_field;
    QListView* m_list;
    QStandardItemModel* m_model;
    QSortFilterProxyModel* m_proxy;
};

} // namespace vitrine
