#pragma once

#include "widgets/charts/figure_file.h"
#include "widgets/charts/figure_scene.h"

#include <QDialog>

#include <memory>

class QLabel;
class QPushButton;
class QSpinBox;

namespace vitrine {

class SegmentedControl;
class TextLabel;

/// Format, size, resolution and style of a figure that is to be saved, with a picture of what comes out.
class FigureSaveDialog : public QDialog {
    Q_OBJECT
public:
    FigureSaveDialog(std::shared_ptr<const FigureSpec> figure, const FigureFileChoice& choice,
                     QWidget* parent = nullptr);

    FigureFileChoice choice() const;
    /// What becomes of the size: "992 × 720 pixels", or why it cannot be.
    QString sizeText() const;

    SegmentedControl* formatSwitch() const { return m_format; }
    SegmentedControl* styleSwitch() const { return m_style; }
    QSpinBox* widthField() const { return m_width; }
    QSpinBox* heightField() const { return m_height; }
    QSpinBox* dpiField() const { return m_dpi; }
    QPushButton* saveButton() const { return m_save; }

private:
    QSpinBox* numberField(const QString& name, const QString& tip, int value, int lowest, int highest,
                          const QString& unit);
    void build();
    void showChoice();
    void showPicture(const FigureFileChoice& wanted);
    QString problem() const;

    std::shared_ptr<const FigureSpec> m_figure;
    FigureScene m_scene; ///< of the preview: data are made ready once
    QLabel* m_preview;
    SegmentedControl* m_format;
    SegmentedControl* m_style;
    QSpinBox* m_width;
    QSpinBox* m_height;
    QSpinBox* m_dpi;
    TextLabel* m_text;
    QPushButton* m_save = nullptr;
};

} // namespace vitrine
