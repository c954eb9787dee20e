#pragma once

#include "widgets/views/generic_view.h"

class QTreeView;

namespace vitrine {

class JsonModel;

/// A fitted model as the tree of its document.
class ModelView : public GenericView {
    Q_OBJECT
public:
    ModelView(const OutputDescription& output, QWidget* parent);

protected:
    QWidget* content() override;
    void showValue(const Value& value) override;

private:
    QTreeView* m_tree;
    JsonModel* m_model;
};

} // namespace vitrine
