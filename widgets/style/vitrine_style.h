#pragma once

#include <QProxyStyle>

namespace vitrine {

class MnemonicWatch;

/// Fusion with our looks: radius 4, 1 px borders, 2 px focus ring, flat tool buttons, 6 px progress. All colours come
/// from the palette of the widget, so it follows a change of theme by itself.
class VitrineStyle : public QProxyStyle {
    Q_OBJECT
public:
    VitrineStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                         const QWidget* widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    QIcon standardIcon(StandardPixmap standard, const QStyleOption* option, const QWidget* widget) const override;
    using QProxyStyle::polish;
    void polish(QWidget* widget) override;

private:
    MnemonicWatch* m_mnemonics;

    bool drawOwnPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const;
    bool drawOwnControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const;
};

} // namespace vitrine
