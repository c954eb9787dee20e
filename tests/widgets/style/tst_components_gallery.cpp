#include "widgets/style/badge.h"
#include "widgets/style/card.h"
#include "widgets/style/empty_state.h"
#include "widgets/style/error_panel.h"
#include "widgets/style/fonts.h"
#include "widgets/style/icons.h"
#include "widgets/style/metrics.h"
#include "widgets/style/pane_frame.h"
#include "widgets/style/segmented_control.h"
#include "widgets/style/text_label.h"
#include "widgets/style/theme.h"

#include <QtTest>
#include <QtWidgets>

using namespace vitrine;

/// Every small part in both themes. The pictures are left in <build>/gallery for a person to look at.
class TestComponentsGallery : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bothThemesHaveTheSameLayout();
};

namespace {

QWidget* buttons() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    auto* run = new QPushButton(icon(QStringLiteral("run"), IconTint::onAccent), QStringLiteral("Run"));
    setPrimary(run);
    auto* reset = new QPushButton(QStringLiteral("Reset"));
    auto* off = new QPushButton(QStringLiteral("Disabled"));
    off->setEnabled(false);
    auto* remove = new QPushButton(icon(QStringLiteral("trash"), IconTint::error), QStringLiteral("Delete 2 facts"));
    setDanger(remove);
    auto* pages = new SegmentedControl;
    pages->addSegment(QStringLiteral("Gallery"));
    pages->addSegment(QStringLiteral("Table"));
    pages->addSegment(QStringLiteral("Columns"));
    auto* more = new QToolButton;
    more->setIcon(icon(QStringLiteral("more")));
    more->setAutoRaise(true);
    auto* compare = new QToolButton;
    compare->setIcon(icon(QStringLiteral("compare")));
    compare->setText(QStringLiteral("Compare"));
    compare->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    compare->setAutoRaise(true);
    for (QWidget* part : std::initializer_list<QWidget*>{run, reset, off, remove, pages, more, compare})
        row->addWidget(part);
    row->addStretch();
    return box;
}

QWidget* fields() {
    auto* box = new QWidget;
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(6);
    auto* rate = new QDoubleSpinBox;
    rate->setValue(0.1);
    rate->setAlignment(Qt::AlignRight);
    auto* length = new QSpinBox;
    length->setSuffix(QStringLiteral(" nodes"));
    length->setAlignment(Qt::AlignRight);
    setInvalid(length, true);
    auto* target = new QComboBox;
    target->addItems({QStringLiteral("log solubility"), QStringLiteral("weight")});
    auto* anchors = new QLineEdit;
    anchors->setPlaceholderText(QStringLiteral("all 9 elements"));
    auto* off = new QLineEdit(QStringLiteral("disabled"));
    off->setEnabled(false);
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setValue(40);
    auto* progress = new QProgressBar;
    progress->setValue(63);
    auto* checks = new QWidget;
    auto* row = new QHBoxLayout(checks);
    row->setContentsMargins(0, 0, 0, 0);
    auto* on = new QCheckBox(QStringLiteral("Anonymous"));
    on->setChecked(true);
    row->addWidget(on);
    row->addWidget(new QCheckBox(QStringLiteral("Show every name")));
    auto* radio = new QRadioButton(QStringLiteral("All rows"));
    radio->setChecked(true);
    row->addWidget(radio);
    row->addWidget(new QRadioButton(QStringLiteral("Visible rows")));
    form->addRow(QStringLiteral("Learning rate"), rate);
    form->addRow(QStringLiteral("Path length"), length);
    form->addRow(QStringLiteral("Target"), target);
    form->addRow(QStringLiteral("Anchors"), anchors);
    form->addRow(QStringLiteral("Off"), off);
    form->addRow(QStringLiteral("Strength"), slider);
    form->addRow(QStringLiteral("Progress"), progress);
    form->addRow(QStringLiteral("Options"), checks);
    return box;
}

QWidget* badges() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(new Badge(QStringLiteral("1 of 842 shown, extremes kept")));
    row->addWidget(new Badge(QStringLiteral("Running, 63 of 100"), BadgeKind::running));
    row->addWidget(new Badge(QStringLiteral("Finished"), BadgeKind::ok));
    row->addWidget(new Badge(QStringLiteral("3 to review"), BadgeKind::warning));
    row->addWidget(new Badge(QStringLiteral("Failed"), BadgeKind::error));
    auto* locked = new Badge(QStringLiteral("Read-only"));
    locked->setIconName(QStringLiteral("lock"));
    row->addWidget(locked);
    row->addStretch();
    return box;
}

QWidget* tables() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    auto* model = new QStandardItemModel(0, 3, box);
    model->setHorizontalHeaderLabels({QStringLiteral("Path"), QStringLiteral("Imp. %"), QStringLiteral("Times")});
    for (int i = 0; i < 4; ++i) {
        auto* first = new QStandardItem(QStringLiteral("C–C–%1").arg(i));
        first->appendRow(new QStandardItem(QStringLiteral("C–C–Cl")));
        model->appendRow({first, new QStandardItem(QString::number(i * 1.7)), new QStandardItem(QString::number(i))});
    }
    auto* tree = new QTreeView;
    tree->setModel(model);
    tree->expand(model->index(0, 0));
    tree->setCurrentIndex(model->index(1, 0));
    auto* table = new QTableView;
    table->setModel(model);
    table->verticalHeader()->hide();
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->selectRow(2);
    row->addWidget(tree);
    row->addWidget(table);
    auto* tabs = new QTabWidget;
    tabs->setDocumentMode(true);
    tabs->setTabsClosable(true);
    tabs->addTab(new EmptyState(QStringLiteral("sliders"), QStringLiteral("No experiment yet. It needs a data set."),
                                QStringLiteral("New experiment on ESOL")),
                 icon(QStringLiteral("mol")), QStringLiteral("ESOL solubility"));
    tabs->addTab(new QWidget, icon(QStringLiteral("check")), QStringLiteral("PathBoost"));
    row->addWidget(tabs);
    return box;
}

QWidget* page() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->addWidget(new TextLabel(QStringLiteral("Components"), TextSize::title));
    layout->addWidget(buttons());
    layout->addWidget(fields());
    auto* cards = new QHBoxLayout;
    for (int i = 0; i < 3; ++i) {
        auto* card = new Card;
        card->setLabel(QStringLiteral("Test RMSE"));
        card->setValue(QStringLiteral("0.899"), QStringLiteral("log mol/L"));
        card->setNote(QStringLiteral("95 % [0.78, 1.02]"));
        cards->addWidget(card);
    }
    layout->addLayout(cards);
    layout->addWidget(badges());
    auto* error = new ErrorPanel;
    error->setMessage(QStringLiteral("Not enough memory for this run"),
                      QStringLiteral("It needs 9.4 GB, 6.1 GB are free. Fewer iterations or a shorter path will fit."));
    error->addAction(QStringLiteral("Show the parameters"));
    error->addAction(QStringLiteral("Copy details"));
    layout->addWidget(error);
    auto* pane = new PaneFrame(QStringLiteral("Importance"));
    pane->setSubtitle(QStringLiteral("10 of 141 paths"));
    pane->setAddVisible(true);
    pane->setMenuFactory([](QMenu*) {});
    pane->setContent(tables());
    layout->addWidget(pane, 1);
    return page;
}

} // namespace

void TestComponentsGallery::bothThemesHaveTheSameLayout() {
    QDir folder(QStringLiteral(VITRINE_BINARY_DIR));
    QVERIFY(folder.mkpath(QStringLiteral("gallery")));
    QList<QRect> layouts[2];
    int index = 0;
    for (ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
        applyTheme(*qApp, choice);
        std::unique_ptr<QWidget> shown(page());
        shown->resize(900, 900);
        shown->show();
        QVERIFY(QTest::qWaitForWindowExposed(shown.get()));
        const QString name = QStringLiteral("gallery/components_%1.png").arg(themeChoiceName(choice));
        QVERIFY(shown->grab().save(folder.filePath(name)));
        for (QWidget* part : shown->findChildren<QWidget*>())
            layouts[index].append(part->geometry());
        ++index;
    }
    QVERIFY(layouts[0].size() > 40);
    QVERIFY(layouts[0] == layouts[1]);
}

QTEST_MAIN(TestComponentsGallery)
#include "tst_components_gallery.moc"
