#include "widgets/parameter_form/choice_editor.h"

#include "core/values/text.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QStyleOptionComboBox>
#include <QStylePainter>

#include <algorithm>

namespace vitrine {

namespace {

constexpr int kListFrame = 24;
constexpr int kWidestList = 480;

/// Says with "…" that its text goes on, instead of cutting a letter.
class ElidingComboBox : public QComboBox {
public:
    using QComboBox::QComboBox;

protected:
    void paintEvent(QPaintEvent*) override {
        QStylePainter painter(this);
        QStyleOptionComboBox option;
        initStyleOption(&option);
        painter.drawComplexControl(QStyle::CC_ComboBox, option);
        const QRect field = style()
                                ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this)
                                .adjusted(2, 0, -2, 0);
        option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, field.width());
        painter.drawControl(QStyle::CE_ComboBoxLabel, option);
    }
};

} // namespace

ChoiceEditor::ChoiceEditor(const ParameterSpec& spec, QWidget* parent)
    : ParameterEditor(spec, parent), m_combo(new ElidingComboBox(this)) {
    m_combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_combo->setMinimumContentsLength(6);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_combo);
    setFocusProxy(m_combo);
    offer(spec.options);
    connect(m_combo, &QComboBox::currentIndexChanged, this, &ParameterEditor::edited);
}

void ChoiceEditor::offer(const std::vector<ChoiceOption>& options) {
    const QSignalBlocker blocker(m_combo);
    m_combo->clear();
    if (spec().optional)
        m_combo->addItem(tr("none"), QVariant());
    for (const ChoiceOption& option : options) {
        m_combo->addItem(toQString(option.label.empty() ? option.value : option.label), toQString(option.value));
        m_combo->setItemData(m_combo->count() - 1, toQString(option.help), Qt::ToolTipRole);
    }
    // The list may be wider than the field.
    m_combo->view()->setMinimumWidth(std::min(m_combo->view()->sizeHintForColumn(0) + kListFrame, kWidestList));
}

void ChoiceEditor::setFoundOptions(const std::vector<FoundOption>& options) {
    if (spec().type != ParameterType::column)
        return;
    const auto before = value();
    std::vector<ChoiceOption> choices;
    choices.reserve(options.size());
    for (const FoundOption& option : options)
        choices.push_back({option.value, option.label, {}});
    offer(choices);
    setValue(before.value_or(nullptr));
}

void ChoiceEditor::setValue(const nlohmann::json& value) {
    const QSignalBlocker blocker(m_combo);
    if (!value.is_string()) {
        m_combo->setCurrentIndex(spec().optional ? 0 : -1);
        return;
    }
    const QString text = toQString(value.get<std::string>());
    int index = m_combo->findData(text);
    if (index < 0 && !text.isEmpty()) {
        m_combo->addItem(text, text);
        index = m_combo->count() - 1;
    }
    m_combo->setCurrentIndex(index);
}

std::optional<nlohmann::json> ChoiceEditor::value() const {
    if (m_combo->currentIndex() < 0)
        return std::nullopt;
    const QVariant chosen = m_combo->currentData();
    return chosen.isValid() ? nlohmann::json(toStd(chosen.toString())) : nlohmann::json(nullptr);
}

QString ChoiceEditor::inputProblem() const {
    return spec().type == ParameterType::column ? tr("choose a column") : tr("choose one");
}

QString ChoiceEditor::contentText() const {
    return m_combo->currentText();
}

QWidget* ChoiceEditor::control() {
    return m_combo;
}

} // namespace vitrine
