#include "widgets/charts/figure_save_dialog.h"

#include "widgets/style/metrics.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace vitrine {
namespace {

constexpr int kLabelWidth = 88;
constexpr int kFieldWidth = 136;
constexpr int kTextWidth = 216;
constexpr QSize kPreview(336, 264);
constexpr double kMostPixels = 200e6; ///< 800 MB while it is painted
constexpr int kMostAlong = 30'000;    ///< pixels that QPainter still places exactly
constexpr std::array kFormats = {FigureFormat::svg, FigureFormat::pdf, FigureFormat::png, FigureFormat::pgfplots};

int pixelsOf(double mm, int dpi) {
    return std::max(1, qRound(mm * dpi / 25.4));
}

void addRow(QVBoxLayout* column, const QString& name, QWidget* field) {
    auto* row = new QHBoxLayout;
    row->setSpacing(metrics::kSpace);
    auto* label = new TextLabel(name, TextSize::body, TextTone::text2);
    label->setFixedWidth(kLabelWidth);
    label->setBuddy(field);
    row->addWidget(label);
    row->addWidget(field);
    row->addStretch();
    column->addLayout(row);
}

} // namespace

FigureSaveDialog::FigureSaveDialog(std::shared_ptr<const FigureSpec> figure, const FigureFileChoice& choice,
                                   QWidget* parent)
    : QDialog(parent), m_figure(std::move(figure)), m_preview(new QLabel), m_format(new SegmentedControl),
      m_style(new SegmentedControl), m_width(numberField(tr("Width"), tr("84 mm is a column of most journals"),
                                                         qRound(choice.size.widthMm), 30, 1000, tr("mm"))),
      m_height(numberField(tr("Height"), tr("Of the whole figure with its axes"), qRound(choice.size.heightMm), 30,
                           1000, tr("mm"))),
      m_dpi(numberField(tr("Resolution"), tr("300 dpi for print, 96 for a screen"), choice.dpi, 72, 1200, tr("dpi"))),
      m_text(new TextLabel({}, TextSize::small, TextTone::muted)) {
    setWindowTitle(tr("Save figure"));
    if (!m_figure->drawing)
        m_scene.setFigure(m_figure);
    for (const QString& name : {tr("SVG"), tr("PDF"), tr("PNG"), tr("LaTeX")})
        m_format->addSegment(name);
    m_format->button(3)->setToolTip(tr("Source for pgfplots, with its numbers in a CSV file beside it"));
    m_format->setAccessibleName(tr("Format"));
    if (m_figure->drawing) {
        m_format->button(3)->setEnabled(false);
        m_format->button(3)->setToolTip(tr("Drawings are saved as SVG, PDF or PNG"));
    }
    m_style->addSegment(tr("Print"));
    m_style->addSegment(tr("Screen"));
    m_style->button(0)->setToolTip(tr("On white, lines and numbers as journals want them"));
    m_style->button(1)->setToolTip(tr("Colours, lines and numbers as in the window, for slides"));
    m_style->setAccessibleName(tr("Style"));
    const std::vector<FigureFormat> possible = pictureFormats(*m_figure);
    const auto format = std::ranges::find(possible, choice.format);
    m_format->setCurrentIndex(format == possible.end() ? 0 : static_cast<int>(format - possible.begin()));
    m_style->setCurrentIndex(choice.asOnScreen && !m_figure->drawing ? 1 : 0);
    build();
    for (QSpinBox* field : {m_width, m_height, m_dpi})
        connect(field, &QSpinBox::valueChanged, this, &FigureSaveDialog::showChoice);
    for (SegmentedControl* control : {m_format, m_style})
        connect(control, &SegmentedControl::currentChanged, this, &FigureSaveDialog::showChoice);
    showChoice();
}

QSpinBox* FigureSaveDialog::numberField(const QString& name, const QString& tip, int value, int lowest, int highest,
                                        const QString& unit) {
    auto* field = new QSpinBox;
    field->setRange(lowest, highest);
    field->setValue(value);
    field->setSuffix(QLatin1Char(' ') + unit);
    field->setFixedWidth(kFieldWidth);
    field->setAccessibleName(name);
    field->setToolTip(tip);
    return field;
}

void FigureSaveDialog::build() {
    m_preview->setFixedSize(kPreview);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAccessibleName(tr("Preview"));
    auto* fields = new QVBoxLayout;
    fields->setSpacing(metrics::kSpace);
    addRow(fields, tr("Format"), m_format);
    addRow(fields, tr("Style"), m_style);
    addRow(fields, tr("Width"), m_width);
    addRow(fields, tr("Height"), m_height);
    addRow(fields, tr("Resolution"), m_dpi);
    m_text->setWordWrap(true);
    m_text->setContentsMargins(kLabelWidth + metrics::kSpace, 0, 0, 0);
    m_text->setFixedWidth(kLabelWidth + metrics::kSpace + kTextWidth);
    m_text->setMinimumHeight(2 * m_text->fontMetrics().lineSpacing());
    m_text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    fields->addWidget(m_text);
    fields->addStretch();
    auto* both = new QHBoxLayout;
    both->setSpacing(metrics::kPageMargin);
    both->addWidget(m_preview);
    both->addLayout(fields);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_save = buttons->addButton(tr("Save…"), QDialogButtonBox::AcceptRole);
    m_save->setDefault(true);
    setPrimary(m_save);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin, metrics::kPageMargin);
    column->setSpacing(metrics::kPageMargin);
    column->addLayout(both);
    column->addWidget(buttons);
    column->setSizeConstraint(QLayout::SetFixedSize);
}

FigureFileChoice FigureSaveDialog::choice() const {
    return {kFormats.at(static_cast<std::size_t>(m_format->currentIndex())),
            {static_cast<double>(m_width->value()), static_cast<double>(m_height->value())},
            m_dpi->value(),
            m_style->currentIndex() == 1};
}

QString FigureSaveDialog::problem() const {
    const FigureFileChoice wanted = choice();
    if (wanted.format != FigureFormat::png)
        return {};
    const int width = pixelsOf(wanted.size.widthMm, wanted.dpi), height = pixelsOf(wanted.size.heightMm, wanted.dpi);
    if (std::max(width, height) > kMostAlong || double(width) * height > kMostPixels)
        return tr("%1 × %2 pixels are too many for a picture: take a lower resolution, or SVG or PDF.")
            .arg(QLocale().toString(width), QLocale().toString(height));
    return {};
}

QString FigureSaveDialog::sizeText() const {
    if (const QString wrong = problem(); !wrong.isEmpty())
        return wrong;
    const FigureFileChoice wanted = choice();
    if (wanted.format != FigureFormat::png)
        return tr("Sharp at any size.");
    return tr("%1 × %2 pixels.")
        .arg(QLocale().toString(pixelsOf(wanted.size.widthMm, wanted.dpi)),
             QLocale().toString(pixelsOf(wanted.size.heightMm, wanted.dpi)));
}

void FigureSaveDialog::showChoice() {
    const FigureFileChoice wanted = choice();
    m_dpi->setEnabled(wanted.format == FigureFormat::png);
    m_style->setEnabled(wanted.format != FigureFormat::pgfplots && !m_figure->drawing); // these have their own
    const bool wrong = !problem().isEmpty();
    m_text->setText(sizeText());
    m_text->setTone(wrong ? TextTone::error : TextTone::muted);
    setInvalid(m_dpi, wrong);
    m_save->setEnabled(!wrong);
    showPicture(wanted);
}

void FigureSaveDialog::showPicture(const FigureFileChoice& wanted) {
    const FigureStyle style = fileStyle(wanted.asOnScreen && m_style->isEnabled());
    const double pixelsPerMm = 72.0 / 25.4 / kPrintPointsPerPixel;
    const QSizeF layout(wanted.size.widthMm * pixelsPerMm, wanted.size.heightMm * pixelsPerMm);
    const double ratio = devicePixelRatioF();
    const QSize size = (layout.scaled(kPreview, Qt::KeepAspectRatio) * ratio).toSize().expandedTo({1, 1});
    QImage picture(size, QImage::Format_RGB32);
    picture.fill(style.tokens().base);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_figure->drawing) {
        paintFigure(&painter, QRectF(picture.rect()), *m_figure, wanted.size);
    } else {
        m_scene.setStyle(style);
        m_scene.setSize(layout);
        m_scene.ensurePlanned();
        m_scene.render(&painter, QRectF(picture.rect()), QRectF(QPointF(), layout));
    }
    painter.end();
    picture.setDevicePixelRatio(ratio);
    m_preview->setPixmap(QPixmap::fromImage(picture));
}

} // namespace vitrine
