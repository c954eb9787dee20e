#include "widgets/parameter_form/text_editor.h"

#include "core/values/text.h"
#include "widgets/last_folder.h"
#include "widgets/style/icons.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

namespace vitrine {

TextEditor::TextEditor(const ParameterSpec& spec, QWidget* parent)
    : ParameterEditor(spec, parent), m_field(new QLineEdit(this)) {
    if (spec.optional)
        m_field->setPlaceholderText(tr("none"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_field);
    setFocusProxy(m_field);
    connect(m_field, &QLineEdit::textEdited, this, &ParameterEditor::edited);
    if (spec.type != ParameterType::path) {
        m_choices = new QToolButton(this);
        m_choices->setIcon(icon(QStringLiteral("chev"), IconTint::text2));
        m_choices->setAccessibleName(tr("Suggestions for %1").arg(toQString(spec.label)));
        m_choices->setToolTip(tr("Suggestions"));
        m_choices->setPopupMode(QToolButton::InstantPopup);
        m_choices->setMenu(new QMenu(m_choices));
        m_choices->hide();
        layout->addWidget(m_choices);
        return;
    }
    auto* button = new QToolButton(this);
    button->setText(QStringLiteral("…"));
    button->setAccessibleName(tr("Choose a file for %1").arg(toQString(spec.label)));
    button->setToolTip(tr("Choose a file"));
    connect(button, &QToolButton::clicked, this, &TextEditor::browse);
    layout->addWidget(button);
}

void TextEditor::setFoundOptions(const std::vector<FoundOption>& options) {
    if (!m_choices)
        return;
    m_choices->menu()->clear();
    for (const FoundOption& option : options) {
        const QString value = toQString(option.value);
        const QString label = toQString(
            option.label.empty() || option.label == option.value ? option.value : option.label + "\t" + option.value);
        m_choices->menu()->addAction(label, this, [this, value] {
            m_field->setText(value);
            Q_EMIT edited();
        });
    }
    m_choices->setVisible(!options.empty());
}

void TextEditor::browse() {
    const QString start = m_field->text().isEmpty() ? startFolder(FolderUse::open) : m_field->text();
    const QString path = QFileDialog::getOpenFileName(this, toQString(spec().label), start);
    if (path.isEmpty())
        return;
    rememberFolder(FolderUse::open, path);
    m_field->setText(path);
    Q_EMIT edited();
}

void TextEditor::setValue(const nlohmann::json& value) {
    const QString text = value.is_string() ? toQString(value.get<std::string>()) : QString();
    if (m_field->text() != text)
        m_field->setText(text);
}

std::optional<nlohmann::json> TextEditor::value() const {
    // An optional text whose default is "" has no use for a second way to be empty.
    if (m_field->text().isEmpty() && spec().optional && !spec().defaultValue.is_string())
        return nlohmann::json(nullptr);
    return nlohmann::json(toStd(m_field->text()));
}

QWidget* TextEditor::control() {
    return m_field;
}

} // namespace vitrine
