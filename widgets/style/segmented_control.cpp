#include "widgets/style/segmented_control.h"

#include "widgets/style/fonts.h"
#include "widgets/style/style_properties.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace vitrine {

SegmentedControl::SegmentedControl(QWidget* parent) : QWidget(parent), m_group(new QButtonGroup(this)) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_group->setExclusive(true);
    connect(m_group, &QButtonGroup::idToggled, this, [this](int id, bool checked) {
        button(id)->setFont(checked ? fonts::bold(fonts::small()) : fonts::small());
        if (checked)
            Q_EMIT currentChanged(id);
    });
}

int SegmentedControl::addSegment(const QString& text) {
    const int index = count();
    auto* segment = new QToolButton;
    segment->setText(text);
    segment->setAccessibleName(text);
    segment->setCheckable(true);
    segment->setToolButtonStyle(Qt::ToolButtonTextOnly);
    segment->setFocusPolicy(Qt::StrongFocus);
    // The width of the bold text is taken from the start: choosing a segment must not move the others.
    segment->setFont(fonts::bold(fonts::small()));
    segment->ensurePolished();
    segment->setProperty(style::kSegment, QStringLiteral("single"));
    segment->setFixedWidth(segment->fontMetrics().horizontalAdvance(text) + 20);
    segment->setFont(fonts::small());
    m_group->addButton(segment, index);
    layout()->addWidget(segment);
    updatePositions();
    if (index == 0)
        segment->setChecked(true);
    return index;
}

void SegmentedControl::clear() {
    const QList<QAbstractButton*> buttons = m_group->buttons();
    for (QAbstractButton* segment : buttons) {
        m_group->removeButton(segment);
        delete segment;
    }
}

int SegmentedControl::count() const {
    return static_cast<int>(m_group->buttons().size());
}

int SegmentedControl::currentIndex() const {
    return m_group->checkedId();
}

QString SegmentedControl::text(int index) const {
    return button(index)->text();
}

QToolButton* SegmentedControl::button(int index) const {
    return static_cast<QToolButton*>(m_group->button(index));
}

void SegmentedControl::setCurrentIndex(int index) {
    if (QAbstractButton* segment = m_group->button(index))
        segment->setChecked(true);
}

void SegmentedControl::updatePositions() {
    const int last = count() - 1;
    for (int i = 0; i <= last; ++i) {
        const char* position = last == 0 ? "single" : i == 0 ? "first" : i == last ? "last" : "middle";
        button(i)->setProperty(style::kSegment, QString::fromLatin1(position));
        button(i)->update();
    }
}

} // namespace vitrine
