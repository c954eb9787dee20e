#include "widgets/style/fonts.h"

#include "widgets/style/metrics.h"

#include <QFontDatabase>

namespace vitrine::fonts {
namespace {

QString& pinnedFamily() {
    static QString family;
    return family;
}

QFont sized(int pixels) {
    static const QFont general = [] {
        QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
        if (QFontDatabase::families().contains(QLatin1String("Inter")))
            font.setFamily(QStringLiteral("Inter"));
        return font;
    }();
    QFont font = general;
    if (!pinnedFamily().isEmpty())
        font.setFamily(pinnedFamily());
    font.setPixelSize(pixels);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

} // namespace

QFont small() {
    return sized(metrics::kSmallText);
}

QFont body() {
    return sized(metrics::kBodyText);
}

QFont title() {
    return bold(sized(metrics::kTitleText));
}

QFont bold(const QFont& font) {
    QFont strong = font;
    strong.setWeight(QFont::DemiBold);
    return strong;
}

QFont fixedPitch() {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(metrics::kSmallText);
    return font;
}

void setFamily(const QString& family) {
    pinnedFamily() = family;
}

} // namespace vitrine::fonts
