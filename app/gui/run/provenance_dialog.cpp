#include "app/gui/run/provenance_dialog.h"

#include "core/values/text.h"
#include "widgets/style/fonts.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>

namespace vitrine {

namespace {
constexpr int kWidth = 560;
constexpr int kCommandHeight = 96;
constexpr std::size_t kShortHash = 16;
} // namespace

ProvenanceDialog::ProvenanceDialog(const OutputDescription& output, const Fingerprint& fingerprint, QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("Provenance of %1").arg(toQString(output.title)));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin);
    grid->setHorizontalSpacing(metrics::kPageMargin);
    grid->setColumnStretch(1, 1);
    const auto add = [&](const QString& name, const QString& value, TextSize size) {
        if (value.isEmpty())
            return;
        auto* label = new TextLabel(name, TextSize::body, TextTone::text2, this);
        auto* text = new TextLabel(value, size, TextTone::text, this);
        text->setWordWrap(size == TextSize::body);
        grid->addWidget(label, grid->rowCount(), 0, Qt::AlignTop);
        grid->addWidget(text, grid->rowCount() - 1, 1);
    };
    add(tr("What"), toQString(output.definition), TextSize::body);
    add(tr("Source"), toQString(output.source), TextSize::body);
    for (const auto& [input, hash] : fingerprint.inputHashes)
        add(tr("SHA-256 of %1").arg(toQString(input)), toQString(hash.substr(0, kShortHash)), TextSize::fixed);
    add(tr("System"),
        tr("%1 %2, %3")
            .arg(toQString(fingerprint.plugin), toQString(fingerprint.pluginVersion),
                 toQString(fingerprint.experiment)),
        TextSize::body);
    add(tr("Program"), toQString(fingerprint.programVersion), TextSize::body);
    add(tr("Seed"), QString::number(fingerprint.seed), TextSize::body);

    auto* command = new QPlainTextEdit(toQString(fingerprint.command), this);
    command->setReadOnly(true);
    command->setTabChangesFocus(true);
    command->setFont(fonts::fixedPitch());
    command->setFixedHeight(kCommandHeight);
    command->setAccessibleName(tr("Command that makes it again"));
    grid->addWidget(new TextLabel(tr("Command"), TextSize::body, TextTone::text2, this), grid->rowCount(), 0,
                    Qt::AlignTop);
    grid->addWidget(command, grid->rowCount() - 1, 1);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* copy = buttons->addButton(tr("Copy the Command"), QDialogButtonBox::ActionRole);
    copy->setIcon(icon(QStringLiteral("copy")));
    connect(copy, &QPushButton::clicked, this,
            [text = toQString(fingerprint.command)] { QGuiApplication::clipboard()->setText(text); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    grid->addWidget(buttons, grid->rowCount(), 0, 1, 2);
    resize(kWidth, sizeHint().height());
}

} // namespace vitrine
