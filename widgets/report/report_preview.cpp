#include "widgets/report/report_preview.h"

#include <QCryptographicHash>

namespace vitrine {
namespace {

/// Feeds plain values, texts and lists into a digest, each with its length, so that no two figures run together.
class Digest {
public:
    void put(const std::string& text) {
        putRaw(text.size());
        m_hash.addData(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
    }
    template <class T>
    void putRaw(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        m_hash.addData(QByteArrayView(reinterpret_cast<const char*>(&value), static_cast<qsizetype>(sizeof value)));
    }
    void put(const std::vector<double>& values) {
        putRaw(values.size());
        m_hash.addData(QByteArrayView(reinterpret_cast<const char*>(values.data()),
                                      static_cast<qsizetype>(values.size() * sizeof(double))));
    }
    void put(const std::vector<std::string>& texts) {
        putRaw(texts.size());
        for (const std::string& text : texts)
            put(text);
    }
    void put(const std::optional<double>& value) {
        putRaw(value.has_value());
        putRaw(value.value_or(0.0));
    }
    void put(const FigureAxis& axis) {
        put(axis.label.title);
        put(axis.label.unit);
        putRaw(axis.scale);
        put(axis.minimum);
        put(axis.maximum);
        putRaw(axis.includeZero);
        putRaw(axis.integerTicks);
        putRaw(axis.symlogThreshold);
        put(axis.categories);
    }
    void put(const FigureMark& mark) {
        putRaw(mark.kind);
        put(mark.label);
        putRaw(mark.slot);
        putRaw(mark.dash);
        putRaw(mark.opacity);
        putRaw(mark.horizontal);
        putRaw(mark.showValues);
        for (const std::vector<double>* values : {&mark.x, &mark.y, &mark.lower, &mark.upper})
            put(*values);
        putRaw(mark.boxes.size());
        for (const BoxSummary& box : mark.boxes) {
            for (const double value : {box.low, box.q1, box.median, box.q3, box.high})
                putRaw(value);
            putRaw(box.n);
        }
        put(mark.keys);
        if (mark.matrix) {
            put(mark.matrix->cells);
            put(mark.matrix->rowLabels);
            put(mark.matrix->columnLabels);
            put(mark.matrix->valueAxis.title);
        }
    }
    QByteArray result() const { return m_hash.result(); }

private:
    QCryptographicHash m_hash{QCryptographicHash::Sha1};
};

} // namespace

QByteArray figureKey(const ComposedPart& part) {
    Digest digest;
    digest.putRaw(part.widthMm);
    digest.putRaw(part.heightMm);
    digest.put(part.figure->x);
    digest.put(part.figure->y);
    digest.put(part.figure->annotations);
    digest.putRaw(part.figure->marks.size());
    for (const FigureMark& mark : part.figure->marks)
        digest.put(mark);
    return digest.result();
}

Result<ReportPreview> makeReportPreview(const ProjectStore& store, const ReportDocument& document,
                                        const ComposeOptions& options) {
    auto composed = composeReport(store, document, options);
    if (!composed)
        return composed.error();
    ReportPreview preview;
    for (const ComposedPart& part : composed->parts)
        if (part.figure)
            preview.figureKeys[part.anchor] = figureKey(part);
    preview.layout = std::make_shared<const ReportLayout>(std::make_shared<const ComposedReport>(std::move(*composed)),
                                                          options.stop);
    preview.choices = readReportChoices(store, document, options.experiments);
    if (options.stop.stop_requested())
        return makeError(ErrorCode::cancelled, "the report was cancelled");
    return preview;
}

} // namespace vitrine
