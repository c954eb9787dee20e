#pragma once

#include <QOpenGLWidget>

#include <vtkNew.h>

class vtkGenericOpenGLRenderWindow;
class vtkObject;
class vtkRenderer;

namespace vitrine {

/// A render window of VTK inside a QOpenGLWidget. Its context may be made anew at any time (a dock that floats); what
/// is shown is then uploaded again.
class VtkWidget : public QOpenGLWidget {
    Q_OBJECT
public:
    explicit VtkWidget(QWidget* parent = nullptr);
    ~VtkWidget() override;

    vtkRenderer* renderer() const { return m_renderer; }
    /// Smoothing of edges: 0 or 4 samples; costs four times the fragments.
    void setSamples(int samples);

Q_SIGNALS:
    void aboutToPaint();
    void painted(double milliseconds);

protected:
    void initializeGL() override;
    void resizeGL(int width, int height) override;
    void paintGL() override;

private:
    void bringContext();
    void tellWhetherCurrent(vtkObject* caller, unsigned long event, void* answer);
    void releaseWindow();
    void setWindowSize();

    vtkNew<vtkGenericOpenGLRenderWindow> m_window;
    vtkNew<vtkRenderer> m_renderer;
    QMetaObject::Connection m_contextGoes;
};

} // namespace vitrine
