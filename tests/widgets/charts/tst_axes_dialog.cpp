#include "sample_figures.h"
#include "widgets/charts/axes_dialog.h"
#include "widgets/charts/axis_form.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/figure_export.h"
#include "widgets/parameter_form/number_text_field.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/theme.h"

#include <QAbstractButton>
#include <QDir>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include <cmath>
#include <limits>
#include <memory>

using namespace vitrine;

/// Axes of a figure by hand: everything holds at once, nothing that is typed breaks a chart.
class TestAxesDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init();
    void cleanup();
    void titleKeepsTheUnit();
    void logAxisSaysWhatItLeavesOut();
    void rangeIsCheckedBesideTheField();
    void rangeFromBeforeDoesNotStayOnALogAxis();
    void resetTakesEverythingBack();
    void changesBelongToTheirFigure();
    void stateComesBack();
    void zoomEndsWithANewRange();
    void exportsShowTheAxes();
    void thereIsOneDialogOfAChart();
    void everyControlHasAName();
    void noInputBreaksAFigure_data();
    void noInputBreaksAFigure();
    void pictures();

private:
    void type(QLineEdit* field, const QString& text);
    void choose(AxisForm* form, int scale);

    std::unique_ptr<QWidget> m_window;
    ChartView* m_chart = nullptr;
    AxesDialog* m_dialog = nullptr;
};

namespace {

FigureSpec losses() {
    FigureSpec spec;
    spec.title = "Loss";
    spec.x.label = {"Step", ""};
    spec.y.label = {"Loss", "nats"};
    FigureMark line;
    line.kind = MarkKind::line;
    line.label = "train";
    line.slot = 1;
    for (int i = 0; i < 100; ++i) {
        line.x.push_back(i);
        line.y.push_back(i < 7 ? -0.5 : 100.0 / (1 + i));
    }
    spec.marks.push_back(line);
    return spec;
}

QByteArray svgOf(const ChartView& chart) {
    return renderSvg(chart.visibleSpec(), {});
}

} // namespace

void TestAxesDialog::init() {
    m_window = std::make_unique<QWidget>();
    m_window->resize(500, 320);
    m_chart = new ChartView(m_window.get());
    m_chart->resize(500, 320);
    m_chart->setSpec(losses());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    m_dialog = AxesDialog::open(m_chart, QStringLiteral("Loss"), m_window.get());
}

void TestAxesDialog::cleanup() {
    m_window.reset();
}

void TestAxesDialog::type(QLineEdit* field, const QString& text) {
    field->setFocus();
    field->selectAll();
    if (text.isEmpty())
        QTest::keyClick(field, Qt::Key_Delete);
    else
        QTest::keyClicks(field, text);
}

void TestAxesDialog::choose(AxisForm* form, int scale) {
    QTest::mouseClick(form->scaleSwitch()->button(scale), Qt::LeftButton);
}

void TestAxesDialog::titleKeepsTheUnit() {
    type(m_dialog->yForm()->titleField(), QStringLiteral("Error"));
    QCOMPARE(axisTitle(m_chart->spec().y), std::string("Error (nats)"));
    type(m_dialog->yForm()->titleField(), QString());
    QCOMPARE(axisTitle(m_chart->spec().y), std::string("Loss (nats)"));
    QVERIFY(m_chart->changes().isEmpty());
}

void TestAxesDialog::logAxisSaysWhatItLeavesOut() {
    QVERIFY(m_dialog->yForm()->note().isEmpty());
    choose(m_dialog->yForm(), 1);
    QVERIFY(m_chart->spec().y.scale == AxisScale::log);
    QCOMPARE(m_dialog->yForm()->note(), QStringLiteral("7 of 100 values are at or below 0 and are left out."));
    QCOMPARE(m_chart->badges(), QStringList{QStringLiteral("7 at or below 0 left out")});
    choose(m_dialog->yForm(), 2);
    QVERIFY(m_chart->spec().y.scale == AxisScale::symlog);
    QVERIFY(m_dialog->yForm()->note().isEmpty() && m_chart->badges().isEmpty());
    QVERIFY(m_dialog->yForm()->thresholdField()->isVisible());
    type(m_dialog->yForm()->thresholdField(), QStringLiteral("0.25"));
    QCOMPARE(m_chart->spec().y.symlogThreshold, 0.25);
    type(m_dialog->yForm()->thresholdField(), QStringLiteral("-3"));
    QCOMPARE(m_dialog->yForm()->problem(), QStringLiteral("The linear part around zero must be wider than 0."));
    QCOMPARE(m_chart->spec().y.symlogThreshold, 0.25);
}

void TestAxesDialog::rangeIsCheckedBesideTheField() {
    AxisForm* form = m_dialog->xForm();
    type(form->fromField(), QStringLiteral("20"));
    QCOMPARE(m_chart->spec().x.minimum, std::optional(20.0));
    QVERIFY(m_chart->plotRect().left() - m_chart->pixelOf(20, 1).x() < 1.0);
    type(form->toField(), QStringLiteral("10"));
    QCOMPARE(form->problem(), QStringLiteral("The range must begin below its end."));
    QVERIFY(!m_chart->spec().x.maximum); // as before
    type(form->toField(), QStringLiteral("ten"));
    QCOMPARE(form->problem(), QStringLiteral("“ten” is not a number."));
    type(form->toField(), QStringLiteral("1e305"));
    QCOMPARE(form->problem(), QStringLiteral("This number is too large for an axis."));
    type(form->toField(), QStringLiteral("20.000000000001"));
    QCOMPARE(form->problem(), QStringLiteral("The two ends are too close to be told apart."));
    type(form->toField(), QStringLiteral("40"));
    QVERIFY(form->problem().isEmpty());
    QCOMPARE(m_chart->spec().x.maximum, std::optional(40.0));
    QVERIFY(m_chart->hidesData());
    QCOMPARE(m_chart->visibleData().marks.front().x.size(), std::size_t(21));
    choose(m_dialog->yForm(), 1);
    type(m_dialog->yForm()->fromField(), QStringLiteral("0"));
    QCOMPARE(m_dialog->yForm()->problem(), QStringLiteral("A log axis has only values above 0."));
}

void TestAxesDialog::rangeFromBeforeDoesNotStayOnALogAxis() {
    AxisForm* form = m_dialog->yForm();
    type(form->fromField(), QStringLiteral("-10"));
    QCOMPARE(m_chart->spec().y.minimum, std::optional(-10.0));
    choose(form, 1);
    QCOMPARE(form->problem(), QStringLiteral("A log axis has only values above 0."));
    QVERIFY(!m_chart->spec().y.minimum);
    QVERIFY(m_chart->spec().y.scale == AxisScale::log);
}

void TestAxesDialog::resetTakesEverythingBack() {
    QVERIFY(!m_dialog->resetButton()->isEnabled());
    type(m_dialog->yForm()->titleField(), QStringLiteral("Error"));
    type(m_dialog->xForm()->fromField(), QStringLiteral("x"));
    choose(m_dialog->yForm(), 1);
    QVERIFY(m_dialog->resetButton()->isEnabled());
    QTest::mouseClick(m_dialog->resetButton(), Qt::LeftButton);
    QVERIFY(m_chart->changes().isEmpty());
    QVERIFY(m_dialog->xForm()->problem().isEmpty() && m_dialog->xForm()->fromField()->text().isEmpty());
    QVERIFY(m_dialog->yForm()->titleField()->text().isEmpty());
    QCOMPARE(m_dialog->yForm()->scaleSwitch()->currentIndex(), 0);
    QVERIFY(!m_dialog->resetButton()->isEnabled());
}

void TestAxesDialog::changesBelongToTheirFigure() {
    choose(m_dialog->yForm(), 1);
    FigureSpec other = losses();
    other.y.label.title = "Gradient";
    m_chart->setSpec(other);
    QVERIFY(m_chart->spec().y.scale == AxisScale::linear);
    QCOMPARE(m_dialog->yForm()->scaleSwitch()->currentIndex(), 0);
    QCOMPARE(m_dialog->yForm()->titleField()->placeholderText(), QStringLiteral("Gradient"));
    m_chart->setSpec(losses()); // as a live run does ten times a second
    QVERIFY(m_chart->spec().y.scale == AxisScale::log);
    QCOMPARE(m_dialog->yForm()->scaleSwitch()->currentIndex(), 1);
}

void TestAxesDialog::stateComesBack() {
    QVERIFY(m_chart->axesState().is_null());
    choose(m_dialog->yForm(), 2);
    type(m_dialog->xForm()->toField(), QStringLiteral("50"));
    const nlohmann::json state = nlohmann::json::parse(m_chart->axesState().dump());
    ChartView later;
    later.setAxesState(state);
    later.setSpec(losses());
    QVERIFY(later.changes() == m_chart->changes());
    QVERIFY(later.spec().y.scale == AxisScale::symlog);
    for (const char* damaged : {"3", "[1]", "{\"a\": 3}", "{\"Step | Loss (nats)\": {\"x\": {\"min\": \"…\"}}}"}) {
        later.setAxesState(nlohmann::json::parse(damaged));
        QVERIFY2(later.changes().isEmpty(), damaged);
    }
}

void TestAxesDialog::zoomEndsWithANewRange() {
    QTest::keyClick(m_chart, Qt::Key_Plus);
    QVERIFY(m_chart->isZoomed());
    const FigureChanges zoomed = m_chart->visibleChanges();
    QVERIFY(zoomed.x.minimum && *zoomed.x.minimum > 1 && m_chart->changes().isEmpty());
    type(m_dialog->yForm()->titleField(), QStringLiteral("Error"));
    QVERIFY(m_chart->isZoomed()); // a title moves nothing
    type(m_dialog->xForm()->fromField(), QStringLiteral("20"));
    QVERIFY(!m_chart->isZoomed());
}

void TestAxesDialog::exportsShowTheAxes() {
    const QByteArray before = svgOf(*m_chart);
    QVERIFY(!before.contains("left out"));
    type(m_dialog->yForm()->titleField(), QStringLiteral("Error"));
    choose(m_dialog->yForm(), 1);
    const QByteArray after = svgOf(*m_chart);
    QVERIFY(after.contains("Error (nats, log)"));
    QVERIFY(after.contains("7 at or below 0 left out"));
    const PgfplotsFiles files = renderPgfplots(m_chart->visibleSpec(), {}, "loss.csv");
    QVERIFY(files.tex.find("ymode=log") != std::string::npos);
    const FigureSpec same = m_chart->asShown(losses());
    QCOMPARE(axisTitle(same.y), std::string("Error (nats, log)"));
}

void TestAxesDialog::thereIsOneDialogOfAChart() {
    QCOMPARE(AxesDialog::open(m_chart, QStringLiteral("Loss"), m_window.get()), m_dialog);
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QTRY_COMPARE(m_window->findChildren<AxesDialog*>().size(), 0);
}

void TestAxesDialog::everyControlHasAName() {
    choose(m_dialog->xForm(), 2);
    for (auto* field : m_dialog->findChildren<QLineEdit*>())
        QVERIFY(!field->isVisible() || !field->accessibleName().isEmpty());
    for (auto* button : m_dialog->findChildren<QAbstractButton*>())
        QVERIFY(!button->isVisible() || !button->accessibleName().isEmpty() || !button->text().isEmpty());
}

void TestAxesDialog::noInputBreaksAFigure_data() {
    QTest::addColumn<QString>("name");
    for (const auto& [name, spec] : samples::all())
        if (name != "scatter_large" && name != "noise") // as others, only slower
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    for (const char* name : {"huge", "tiny", "negative", "equal", "nothing finite"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestAxesDialog::noInputBreaksAFigure() {
    QFETCH(QString, name);
    FigureSpec spec = losses();
    auto all = samples::all();
    std::vector<double>& y = spec.marks.front().y;
    std::vector<double>& x = spec.marks.front().x;
    if (all.contains(name.toStdString())) {
        spec = all.at(name.toStdString());
    } else if (name == QLatin1String("huge")) {
        y.front() = std::numeric_limits<double>::max();
        y.back() = std::numeric_limits<double>::lowest();
        x.front() = std::numeric_limits<double>::lowest();
        x.back() = std::numeric_limits<double>::max();
    } else if (name == QLatin1String("tiny")) {
        for (double& value : y)
            value = std::numeric_limits<double>::denorm_min();
    } else if (name == QLatin1String("negative")) {
        for (double& value : y)
            value = -std::abs(value) - 1;
        for (double& value : x)
            value = value - 1000;
    } else if (name == QLatin1String("equal")) {
        std::fill(y.begin(), y.end(), 1e15);
        std::fill(x.begin(), x.end(), -3.0);
    } else {
        std::fill(y.begin(), y.end(), std::nan(""));
    }
    m_chart->setSpec(spec);
    const double none = std::nan("");
    const std::vector<std::pair<double, double>> ranges = {{none, none},    {-1e300, 1e300}, {0, 1e-300},
                                                           {none, -5},      {1e12, none},    {-1e-12, 1e-12},
                                                           {1, 1.00000001}, {1e-200, 1e200}, {1e300, none}};
    for (const AxisScale scale : {AxisScale::linear, AxisScale::log, AxisScale::symlog})
        for (const auto& [low, high] : ranges) {
            AxisChanges axis;
            axis.scale = scale;
            axis.minimum = std::isnan(low) ? std::nullopt : std::optional(low);
            axis.maximum = std::isnan(high) ? std::nullopt : std::optional(high);
            axis.symlogThreshold = 1e-3;
            m_chart->setChanges({axis, axis, axis});
            QVERIFY(!m_chart->grab().isNull());
            QTest::mouseMove(m_chart->viewport(), m_chart->plotRect().center().toPoint());
            for (const Qt::Key key : {Qt::Key_Plus, Qt::Key_Plus, Qt::Key_Right, Qt::Key_Minus, Qt::Key_0})
                QTest::keyClick(m_chart, key);
            QVERIFY(!m_chart->grab().isNull());
            const QByteArray svg = renderSvg(m_chart->visibleSpec(), {});
            const auto bad = svg.indexOf("nan\"");
            QVERIFY2(!svg.contains("\"nan") && bad < 0, svg.mid(std::max<qsizetype>(0, bad - 200), 300).constData());
        }
}

void TestAxesDialog::pictures() {
    QDir folder(QStringLiteral(VITRINE_BINARY_DIR));
    QVERIFY(folder.mkpath(QStringLiteral("gallery")));
    choose(m_dialog->yForm(), 1);
    choose(m_dialog->xForm(), 2);
    type(m_dialog->xForm()->fromField(), QStringLiteral("50"));
    type(m_dialog->xForm()->toField(), QStringLiteral("5"));
    for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
        applyTheme(*qApp, theme);
        QTest::qWait(50);
        const QString tail = theme == ThemeChoice::light ? QStringLiteral("light") : QStringLiteral("dark");
        QVERIFY(m_dialog->grab().save(folder.filePath(QStringLiteral("gallery/axes_dialog_%1.png").arg(tail))));
        QVERIFY(m_chart->grab().save(folder.filePath(QStringLiteral("gallery/axes_chart_%1.png").arg(tail))));
    }
    applyTheme(*qApp, ThemeChoice::light);
}

QTEST_MAIN(TestAxesDialog)
#include "tst_axes_dialog.moc"
