#pragma once

#include "core/data/reader.h"

#include <QScrollArea>

class QVBoxLayout;

namespace vitrine {

/// What should be looked at before a file is read, one frame each, with a chooser where something can be done.
class ProblemList : public QScrollArea {
    Q_OBJECT
public:
    explicit ProblemList(QWidget* parent = nullptr);
    void setProblems(const std::vector<PreviewProblem>& problems);

Q_SIGNALS:
    void choiceMade(int problem, int choice);

private:
    QWidget* makeFrame(const PreviewProblem& problem, int number);

    QWidget* m_body;
    QVBoxLayout* m_layout;
};

} // namespace vitrine
