#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <vector>

class QMainWindow;
class QWidget;

namespace vitrine {

class Callout;
class MainActions;
class WelcomePage;

/// Hints beside the controls they are about, one after the other. Nothing is blocked meanwhile; Esc ends it.
class Tour : public QObject {
    Q_OBJECT
public:
    struct Step {
        QString title;
        QString text;
        std::function<QWidget*()> target; ///< asked whenever something moves; null: not in the window now
    };

    Tour(QMainWindow* window, std::vector<Step> steps);

    /// From the first hint on, whether or not it is running.
    void start();
    void end();
    bool isRunning() const { return m_isRunning; }
    int step() const { return m_step; }
    int stepCount() const { return static_cast<int>(m_steps.size()); }
    QWidget* target() const; ///< control of the hint that is shown; null where it is not in the window
    Callout* callout() const { return m_callout; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(int step);
    void place();

    QMainWindow* m_window;
    std::vector<Step> m_steps;
    Callout* m_callout;
    QTimer m_placing;
    QPointer<QWidget> m_focusBefore;
    int m_step = 0;
    bool m_isRunning = false;
};

/// The five hints for somebody who is new: data, experiment, run, figures and reports, search.
std::vector<Tour::Step> firstSteps(QMainWindow* window, const MainActions& actions, const WelcomePage& welcome,
                                   QWidget* search);

} // namespace vitrine
