#pragma once

#include "widgets/views/generic_view.h"

class QTextBrowser;

namespace vitrine {

/// Markdown text of an output. Nothing outside the text is loaded and no link is followed.
class DocumentView : public GenericView {
    Q_OBJECT
public:
    DocumentView(const OutputDescription& output, QWidget* parent);

protected:
    QWidget* content() override;
    void showValue(const Value& value) override;

private:
    QTextBrowser* m_browser;
};

} // namespace vitrine
