#include "widgets/vtk/vtk_widget.h"

#include <QElapsedTimer>
#include <QOpenGLContext>

#include <vtkCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>

#include <cmath>

namespace vitrine {

VtkWidget::VtkWidget(QWidget* parent) : QOpenGLWidget(parent) {
    m_window->SetReadyForRendering(false);
    m_window->SetFrameBlitModeToBlitToCurrent();
    m_window->SetMultiSamples(0);
    m_window->AddRenderer(m_renderer);
    m_window->AddObserver(vtkCommand::WindowMakeCurrentEvent, this, &VtkWidget::bringContext);
    m_window->AddObserver(vtkCommand::WindowIsCurrentEvent, this, &VtkWidget::tellWhetherCurrent);
}

VtkWidget::~VtkWidget() {
    // The destructor of the base class ends the context; by then nothing of ours may be called.
    disconnect(m_contextGoes);
    releaseWindow();
    m_window->RemoveAllObservers();
}

void VtkWidget::setSamples(int samples) {
    m_window->SetMultiSamples(samples);
}

void VtkWidget::bringContext() {
    // makeCurrent() binds the widget's framebuffer anew; behind the back of VTK's cache of states that would leave an
    // incomplete one, so it is called only when another context is current.
    if (isValid() && QOpenGLContext::currentContext() != context())
        makeCurrent();
}

void VtkWidget::tellWhetherCurrent(vtkObject*, unsigned long, void* answer) {
    *static_cast<bool*>(answer) = isValid() && QOpenGLContext::currentContext() == context();
}

void VtkWidget::releaseWindow() {
    if (!isValid())
        return;
    makeCurrent();
    m_window->Finalize();
    m_window->SetReadyForRendering(false);
    doneCurrent();
}

void VtkWidget::initializeGL() {
    disconnect(m_contextGoes);
    m_contextGoes = connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &VtkWidget::releaseWindow);
    m_window->SetReadyForRendering(true);
    m_window->SetMapped(true);
    m_window->SetIsDirect(true);
    m_window->SetSupportsOpenGL(true);
    m_window->SetIsCurrent(true);
    m_window->SetOwnContext(0);
    m_window->OpenGLInit();
    m_window->OpenGLInitState(); // needed where contexts come from EGL
    setWindowSize();
}

void VtkWidget::setWindowSize() {
    const double ratio = devicePixelRatioF();
    m_window->SetSize(static_cast<int>(std::lround(width() * ratio)), static_cast<int>(std::lround(height() * ratio)));
}

void VtkWidget::resizeGL(int, int) {
    setWindowSize();
}

void VtkWidget::paintGL() {
    QElapsedTimer timer;
    timer.start();
    Q_EMIT aboutToPaint();
    vtkOpenGLState* state = m_window->GetState();
    state->Reset();
    state->Push();
    state->vtkglBindFramebuffer(GL_FRAMEBUFFER, defaultFramebufferObject());
    state->ResetFramebufferBindings();
    m_window->Render();
    state->Pop();
    Q_EMIT painted(static_cast<double>(timer.nsecsElapsed()) / 1e6);
}

} // namespace vitrine
