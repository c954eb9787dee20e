#pragma once

#include <QDialog>
#include <QStringList>

class QLineEdit;
class QPushButton;

namespace vitrine {

class TextLabel;

/// Asks under which name the values of the form are kept. Says so when a preset of that name is replaced.
class PresetDialog : public QDialog {
    Q_OBJECT
public:
    explicit PresetDialog(const QStringList& taken, QWidget* parent = nullptr);

    QString name() const;

private:
    void check();

    QStringList m_taken;
    QLineEdit* m_name;
    TextLabel* m_note;
    QPushButton* m_save;
};

} // namespace vitrine
