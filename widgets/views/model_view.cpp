#include "widgets/views/model_view.h"

#include "core/values/text.h"
#include "widgets/models/json_model.h"

#include <QHeaderView>
#include <QTreeView>

namespace vitrine {

ModelView::ModelView(const OutputDescription& description, QWidget* parent)
    : GenericView(description, parent), m_tree(new QTreeView), m_model(new JsonModel(this)) {
    m_tree->setModel(m_model);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->header()->setStretchLastSection(true);
    m_tree->setColumnWidth(0, 220);
    m_tree->setAccessibleName(toQString(description.title));
    finishLayout();
}

QWidget* ModelView::content() {
    return m_tree;
}

void ModelView::showValue(const Value& value) {
    const auto model = valueAs<Model>(value);
    m_model->setDocument(model, model ? &model->document : nullptr);
    setSubtitle(model ? QStringLiteral("%1 %2").arg(toQString(model->format)).arg(model->version) : QString());
}

} // namespace vitrine
