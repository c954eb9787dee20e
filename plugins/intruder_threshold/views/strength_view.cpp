#include "plugins/intruder_threshold/views/strength_view.h"

#include "core/values/text.h"
#include "plugins/intruder_threshold/compute/outputs.h"
#include "plugins/intruder_threshold/views/strength_figures.h"
#include "widgets/charts/chart_view.h"
#include "widgets/style/metrics.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <cmath>

namespace vitrine::intruder_threshold {

namespace {

constexpr int kStepsPerOctave = 32;
constexpr int kLowestOctave = -6, kHighestOctave = 4;

double strengthAt(int step) {
    return std::exp2(static_cast<double>(step) / kStepsPerOctave);
}

int stepOf(double strength) {
    return static_cast<int>(std::lround(std::log2(strength) * kStepsPerOctave));
}

} // namespace

StrengthView::StrengthView(QWidget* parent)
    : LayerView(parent), m_slider(new QSlider(Qt::Horizontal)), m_field(new QDoubleSpinBox),
      m_note(new TextLabel({}, TextSize::small, TextTone::muted)), m_chart(new ChartView) {
    auto* label = new TextLabel(tr("Strength s"), TextSize::body, TextTone::text2);
    m_slider->setRange(kLowestOctave * kStepsPerOctave, kHighestOctave * kStepsPerOctave);
    m_slider->setValue(0);
    m_slider->setPageStep(kStepsPerOctave);
    m_slider->setAccessibleName(tr("Strength of the adapter"));
    m_slider->setToolTip(tr("W(s) = W + s γ B A; 1 is the adapter as it is deployed"));
    m_field->setRange(0.0, strengthAt(m_slider->maximum()));
    m_field->setDecimals(3);
    m_field->setSingleStep(0.05);
    m_field->setValue(1.0);
    m_field->setKeyboardTracking(false);
    m_field->setAccessibleName(tr("Strength of the adapter as a number"));
    m_field->setToolTip(m_slider->toolTip());
    m_note->setWordWrap(true);
    m_note->setVisible(false);
    auto* content = new QWidget;
    auto* row = new QHBoxLayout;
    row->setContentsMargins(metrics::kPadding, 4, metrics::kPadding, 0);
    row->setSpacing(metrics::kSpace);
    row->addWidget(label);
    row->addWidget(m_slider, 1);
    row->addWidget(m_field);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    auto* noteRow = new QHBoxLayout;
    noteRow->setContentsMargins(metrics::kPadding, 0, metrics::kPadding, 0);
    noteRow->addWidget(m_note);
    column->addLayout(noteRow);
    column->addWidget(m_chart, 1);
    setContent(content);
    connect(m_slider, &QSlider::valueChanged, this, [this](int step) {
        const QSignalBlocker quiet(m_field);
        m_field->setValue(strengthAt(step));
        ask();
        tellStrength();
    });
    connect(m_field, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        const QSignalBlocker quiet(m_slider);
        if (value > 0.0)
            m_slider->setValue(stepOf(value));
        ask();
        tellStrength();
    });
    connect(m_chart, &ChartView::viewChanged, this, &StrengthView::figureChanged);
}

double StrengthView::strength() const {
    return m_field->value();
}

void StrengthView::setStrength(double strength) {
    m_field->setValue(strength);
}

void StrengthView::showData() {
    if (selection() != m_followed) {
        if (m_followed)
            m_followed->disconnect(this, nullptr);
        m_followed = selection();
        if (m_followed)
            connect(m_followed, &Selection::hoverChanged, this, &StrengthView::followStrength);
    }
    if (rows()->isEmpty()) {
        showEmpty(noLayersText());
        return;
    }
    loadLayer();
    redraw();
}

void StrengthView::showEvent(QShowEvent* event) {
    LayerView::showEvent(event);
    if (data() && !rows()->isEmpty())
        loadLayer();
}

// Only what somebody looks at is read: a layer may take a second.
void StrengthView::loadLayer() {
    const LayerRow* row = layer();
    const bool live = data()->live;
    const bool adapter = rows()->subject() == Subject::adapter;
    m_slider->setEnabled(adapter && m_model != nullptr);
    m_field->setEnabled(m_slider->isEnabled());
    if (!row || live || !adapter || !isVisible() || m_wanted == row->layer)
        return;
    m_wanted = row->layer;
    m_model.reset();
    m_updated.reset();
    say(tr("Reading the layer …"));
    m_load.start(
        [inputs = inputsOf(*data()), name = row->layer, count = directionsOf(*data())](const std::stop_token& stop) {
            const auto setup = readSetup(inputs);
            return setup ? LayerModel::load(*setup, name, count, stop)
                         : Result<std::shared_ptr<LayerModel>>(setup.error());
        },
        [this](const Result<std::shared_ptr<LayerModel>>& loaded) {
            if (!loaded) {
                say(tr("The slider needs the weights: %1").arg(toQString(loaded.error().message)));
                return;
            }
            m_model = *loaded;
            say({});
            m_slider->setEnabled(true);
            m_field->setEnabled(true);
            ask();
        });
}

void StrengthView::ask() {
    if (!m_model)
        return;
    m_ask.start([model = m_model, s = strength(),
                 overlaps = wantsOverlaps()](const std::stop_token& stop) { return model->at(s, overlaps, stop); },
                [this](Result<intruder::UpdatedSpectrum> found) {
                    if (!found) {
                        if (found.error().code != ErrorCode::cancelled)
                            say(toQString(found.error().message));
                        return;
                    }
                    m_updated = std::move(*found);
                    redraw();
                    Q_EMIT figureChanged();
                });
}

void StrengthView::redraw() {
    const LayerRow* row = layer();
    if (!row)
        return;
    const bool mine = m_model && m_model->layer() == row->layer && m_updated;
    const auto spec = makeFigure(*row, mine ? &*m_updated : nullptr);
    if (!spec) {
        if (isBusy() || isEmpty())
            showContent({}, {});
        m_chart->setSpec(FigureSpec{});
        return;
    }
    m_chart->setSpec(*spec);
    showContent(toQString(spec->title), tr("%1 × %2").arg(row->rows).arg(row->columns));
}

void StrengthView::tellStrength() {
    if (!m_followed || m_telling)
        return;
    m_telling = true;
    m_followed->hover(QLatin1String(kStrengthKind), QString::number(strength(), 'g', 17));
    m_telling = false;
}

void StrengthView::followStrength(const QString& kind) {
    if (m_telling || kind != QLatin1String(kStrengthKind) || !m_followed)
        return;
    bool sound = false;
    const double value = m_followed->hoverKey().toDouble(&sound);
    if (!sound || value == strength())
        return;
    m_telling = true; // what was heard is not said again
    setStrength(value);
    m_telling = false;
}

void StrengthView::say(const QString& sentence) {
    m_note->setText(sentence);
    m_note->setVisible(!sentence.isEmpty());
}

std::optional<FigureSpec> StrengthView::figure() const {
    const LayerRow* row = rows() ? layer() : nullptr;
    if (!row)
        return std::nullopt;
    const bool mine = m_model && m_model->layer() == row->layer && m_updated;
    auto spec = makeFigure(*row, mine ? &*m_updated : nullptr);
    return spec ? std::optional(m_chart->asShown(std::move(*spec))) : std::nullopt;
}

nlohmann::json StrengthView::figureOptions() const {
    const LayerRow* row = rows() ? layer() : nullptr;
    return row ? nlohmann::json{{"layer", row->layer}, {"strength", strength()}} : nlohmann::json();
}

std::function<std::string()> StrengthView::csvMaker() const {
    auto spec = figure();
    if (!spec)
        return {};
    return [spec = std::move(*spec)] { return figureCsv(spec); };
}

QString SpectrumView::figureId() const {
    return QLatin1String(kSpectrumFigure);
}

std::string SpectrumView::outputId() const {
    return kSpectrum;
}

std::optional<FigureSpec> SpectrumView::makeFigure(const LayerRow& row,
                                                   const intruder::UpdatedSpectrum* updated) const {
    return spectrumFigure(*data(), row, updated, epsilonOf(*data()));
}

QString OverlapView::figureId() const {
    return QLatin1String(kOverlapFigure);
}

std::string OverlapView::outputId() const {
    return kOverlaps;
}

std::optional<FigureSpec> OverlapView::makeFigure(const LayerRow& row, const intruder::UpdatedSpectrum* updated) const {
    return updated ? overlapFigure(*data(), row, *updated) : std::nullopt;
}

} // namespace vitrine::intruder_threshold
