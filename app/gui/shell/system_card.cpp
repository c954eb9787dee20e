#include "app/gui/shell/system_card.h"

#include "app/gui/shell/link_button.h"
#include "core/values/text.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/tokens.h"

#include <QDir>
#include <QHBoxLayout>
#include <QImageReader>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QVBoxLayout>

namespace vitrine {

SystemCard::SystemCard(const PluginInfo& info, const QString& folder, QWidget* parent)
    : QFrame(parent), m_id(toQString(info.id)) {
    if (!folder.isEmpty() && !info.card.picture.empty())
        m_picture = QDir(folder).filePath(toQString(info.card.picture));
    setFixedHeight(kHeight);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kPageMargin, kPictureHeight + metrics::kPadding, metrics::kPageMargin,
                               metrics::kPadding);
    layout->addWidget(buildText(info));
}

QWidget* SystemCard::buildText(const PluginInfo& info) {
    auto* box = new QWidget(this);
    auto* name = new TextLabel(toQString(info.name), TextSize::body, TextTone::text, box);
    name->setBold(true);
    auto* sample = new TextLabel(toQString(info.card.sampleTitle), TextSize::small, TextTone::muted, box);
    sample->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    const std::string& sentence = info.card.sentence.empty() ? info.summary : info.card.sentence;
    auto* text = new TextLabel(toQString(sentence), TextSize::body, TextTone::text2, box);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* head = new QHBoxLayout;
    head->addWidget(name);
    head->addWidget(sample, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kSpace);
    if (!info.card.sampleExperiment.empty()) {
        auto* open = new QPushButton(tr("Open the sample"), box);
        open->setAccessibleName(tr("Open the sample of %1").arg(toQString(info.name)));
        open->setToolTip(info.card.sampleInputs.empty()
                             ? tr("Runs %1 in a new project").arg(toQString(info.name))
                             : tr("Reads %1 into a new project and runs %2 on it")
                                   .arg(toQString(info.card.sampleTitle), toQString(info.name)));
        buttons->addWidget(open);
        connect(open, &QPushButton::clicked, this, [this] { Q_EMIT sampleWanted(m_id); });
    }
    auto* own = new LinkButton(tr("Start with my files"), box);
    own->setAccessibleName(tr("Start %1 with my files").arg(toQString(info.name)));
    own->setToolTip(tr("Choose files; what they will become is shown before anything is read"));
    buttons->addWidget(own);
    buttons->addStretch();
    connect(own, &QToolButton::clicked, this, [this] { Q_EMIT filesWanted(m_id); });
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kGap);
    layout->addLayout(head);
    layout->addWidget(text, 1);
    layout->addLayout(buttons);
    return box;
}

void SystemCard::loadPicture() {
    m_pixmap = {};
    m_ratio = devicePixelRatioF();
    if (m_picture.isEmpty())
        return;
    const QString theme = themeOf(palette()) == ThemeKind::dark ? QStringLiteral("_dark") : QStringLiteral("_light");
    QImageReader reader(m_picture + theme + QStringLiteral(".svg"));
    const QSize own = reader.size();
    if (!own.isValid())
        return;
    const QSize room(width() - 2 * metrics::kPageMargin, kPictureHeight - 2 * metrics::kSpace);
    reader.setScaledSize(own.scaled(room, Qt::KeepAspectRatio) * m_ratio);
    m_pixmap = QPixmap::fromImage(reader.read());
    m_pixmap.setDevicePixelRatio(m_ratio);
}

void SystemCard::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_ratio = 0.0;
        update();
    }
}

void SystemCard::paintEvent(QPaintEvent*) {
    if (m_ratio != devicePixelRatioF())
        loadPicture();
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath frame;
    frame.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius, metrics::kRadius);
    painter.fillPath(frame, tokens.raised);
    painter.save();
    painter.setClipPath(frame);
    painter.fillRect(QRect(0, 0, width(), kPictureHeight), tokens.alt);
    painter.fillRect(QRect(0, kPictureHeight, width(), 1), tokens.line);
    painter.restore();
    if (m_pixmap.isNull()) {
        const QRect place(width() / 2 - metrics::kEmptyIcon / 2, kPictureHeight / 2 - metrics::kEmptyIcon / 2,
                          metrics::kEmptyIcon, metrics::kEmptyIcon);
        icon(QStringLiteral("sliders"), IconTint::muted).paint(&painter, place);
    } else {
        const QSizeF size = QSizeF(m_pixmap.size()) / m_ratio;
        painter.drawPixmap(QPointF((width() - size.width()) / 2, (kPictureHeight - size.height()) / 2), m_pixmap);
    }
    painter.setPen(tokens.line);
    painter.drawPath(frame);
}

} // namespace vitrine
