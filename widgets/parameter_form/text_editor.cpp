#include "widgets/parameter_form/text_editor.h"

#include "core/values/text.h"
#include "widgets/last_folder.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
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
    if (spec.type != ParameterType::path)
        return;
    auto* button = new QToolButton(this);
    button->setText(QStringLiteral("…"));
    button->setAccessibleName(tr("Choose a file for %1").arg(toQString(spec.label)));
    button->setToolTip(tr("Choose a file"));
    connect(button, &QToolButton::clicked, this, &TextEditor::browse);
    layout->addWidget(button);
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
