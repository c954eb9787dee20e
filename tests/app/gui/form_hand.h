#pragma once

#include "app/gui/experiment/experiment_panel.h"
#include "tests/app/gui/window_driver.h"
#include "widgets/parameter_form/parameter_form.h"
#include "widgets/parameter_form/parameter_row.h"
#include "widgets/parameter_form/sweep_field.h"
#include "widgets/style/text_label.h"

#include <QMenu>
#include <QTimer>

namespace vitrine::test {

/// A hand on the form of the experiment in front.
class FormHand {
public:
    explicit FormHand(WindowDriver& hand) : m_hand(hand) {}

    ExperimentPanel* panel() const {
        for (auto* candidate : m_hand.window().findChildren<ExperimentPanel*>())
            if (candidate->isVisible())
                return candidate;
        return nullptr;
    }
    ParameterRow* row(const QString& id) const {
        return panel() ? panel()->form()->findChild<ParameterRow*>(QStringLiteral("parameter:") + id) : nullptr;
    }
    QLineEdit* sweepField(const QString& id) const {
        const ParameterRow* found = row(id);
        return found && found->sweep() ? found->sweep()->field() : nullptr;
    }
    QString problem(const QString& id) const { return row(id) ? row(id)->problem() : QString(); }
    /// Types into the field of a sweep over what stands there.
    void type(const QString& id, const QString& text) const {
        QLineEdit* field = sweepField(id);
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Backspace);
        QTest::keyClicks(field, text);
    }
    /// Opens the menu of a button with the mouse and clicks an entry, with `further` one of its submenu.
    bool choose(const QString& button, const QString& entry, const QString& further = {}) const {
        QAbstractButton* opener = m_hand.button(button, panel());
        if (!opener)
            return false;
        bool chosen = false;
        QTimer::singleShot(0, opener, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QAction* found = actionOf(menu, entry);
            if (found && !further.isEmpty())
                found = actionOf(found->menu(), further);
            chosen = found && found->isEnabled();
            if (chosen && further.isEmpty())
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(found).center());
            else if (chosen)
                found->trigger();
            while (QWidget* open = QApplication::activePopupWidget())
                open->close();
        });
        m_hand.click(opener);
        m_hand.activate();
        return chosen;
    }
    /// Whether a text that holds this stands in the panel to be read.
    bool shows(const QString& text) const {
        const auto labels = panel() ? panel()->findChildren<TextLabel*>() : QList<TextLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const TextLabel* label) { return label->isVisible() && label->text().contains(text); });
    }

private:
    static QAction* actionOf(const QMenu* menu, const QString& text) {
        const auto actions = menu ? menu->actions() : QList<QAction*>();
        for (QAction* action : actions)
            if (action->text().remove(QLatin1Char('&')).startsWith(text))
                return action;
        return nullptr;
    }

    WindowDriver& m_hand;
};

} // namespace vitrine::test
