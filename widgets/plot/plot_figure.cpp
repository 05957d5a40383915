#include "plot/plot_figure.h"

#include <QRegularExpression>

#include "common/theme.h"
#include "figure/palettes.h"
#include "plot/pgf_plot.h"
#include "plot/plot_edits.h"
#include "plot/plot_items.h"

namespace carom {

namespace {

constexpr double fine = 16;  // QCustomPlot's whole numbers are 1/16 px

/// The colours of a palette in place of {rgb,255:red,R;green,G;blue,B}.
QByteArray recoloured(const QByteArray& tex, const std::function<QColor(QColor)>& color) {
  if (!color) return tex;
  static const QRegularExpression form(QStringLiteral("red,(\\d+);green,(\\d+);blue,(\\d+)"));
  const QString text = QString::fromUtf8(tex);
  QString result;
  qsizetype end = 0;
  for (auto it = form.globalMatch(text); it.hasNext();) {
    const auto match = it.next();
    const QColor other =
        color(QColor(match.captured(1).toInt(), match.captured(2).toInt(), match.captured(3).toInt()));
    result += QStringView(text).mid(end, match.capturedStart() - end);
    result += QStringLiteral("red,%1;green,%2;blue,%3").arg(other.red()).arg(other.green()).arg(other.blue());
    end = match.capturedEnd();
  }
  return (result + text.mid(end)).toUtf8();
}

}  // namespace

std::unique_ptr<StyledPlot> PlotFigure::plotFor(const FigureStyle& style) const {
  const theme::PaperFonts size({}, {}, PlotStyle::smallText);
  auto plot = std::make_unique<StyledPlot>(PlotStyle{.unit = fine, .paper = true});
  draw(*plot);
  if (!plot->hasNotice()) {
    applyEdits(*plot, style);
    partCoincidingLines(*plot);
  }
  return plot;
}

double PlotFigure::heightAt(double width) const {
  constexpr double isWide = 230, leastAxis = 58;  // pt
  const double usual = width * aspect(), scale = pointsPerPixel / fine;
  if (width >= isWide) return usual;
  const auto plot = plotFor({});
  if (plot->hasNotice()) return usual;
  const QMargins margins = plot->marginsAt((QSizeF(width, usual) / scale).toSize());
  return std::max(usual, leastAxis + scale * (margins.top() + margins.bottom()));
}

/// The plot in its frame; `scale`: points of one of its units.
static void setFrame(StyledPlot& plot, const QSizeF& size, const FrameWish& wish, double scale) {
  plot.fitTicks((size / scale).toSize());
  if (wish.hidesX) plot.hideCaption(plot.xAxis);
  if (wish.hidesY) plot.hideCaption(plot.yAxis);
  QMargins least = (wish.least / scale).toMargins();
  least.setTop(least.top() - plot.header()->minimumSize().height());  // the legend stands above the axes
  const QMargins own = plot.axisRect()->minimumMargins();
  plot.axisRect()->setMinimumMargins({std::max(own.left(), least.left()), std::max(own.top(), least.top()),
                                      std::max(own.right(), least.right()),
                                      std::max(own.bottom(), least.bottom())});
}

std::optional<FigureFrame> PlotFigure::frame(const QSizeF& size, const FilePaint& how) const {
  const FigureLook& look = how.style.look;
  const theme::PaperFonts fonts(look.font, look.mathFont, PlotStyle::smallText);
  const double scale = textScale(look) * pointsPerPixel / fine;
  const auto plot = plotFor(how.style);
  if (plot->hasNotice()) return std::nullopt;
  setFrame(*plot, size, how.frame, scale);
  const auto axis = [](const AxisCaption& caption, const QCPAxis& of) {
    return FigureAxis{caption.math + QLatin1Char(' ') + caption.words, of.range().lower, of.range().upper,
                      of.scaleType() == QCPAxis::stLogarithmic};
  };
  return FigureFrame{axis(plot->xCaption(), *plot->xAxis), axis(plot->yCaption(), *plot->yAxis),
                     QMarginsF(plot->marginsAt((size / scale).toSize())) * scale};
}

void PlotFigure::paintPlain(QPainter& painter, const QRectF& area, const FilePaint& how) const {
  const theme::PaperFonts size({}, {}, PlotStyle::smallText);
  const double scale = pointsPerPixel / fine;
  const auto plot = plotFor(how.style);
  setFrame(*plot, area.size(), how.frame, scale);
  painter.save();
  painter.translate(area.topLeft());
  painter.scale(scale, scale);
  plot->drawTo(painter, (area.size() / scale).toSize());
  painter.restore();
}

TexPicture PlotFigure::tex(const QSizeF& sizeMm, const FigureOptions& options) const {
  const FigureLook& look = options.style.look;
  const double scale = textScale(look) * pageShrink(sizeMm.width() * pointsPerMm, look);
  const double points = scale * textPoints;
  const double lines = look.linePt > 0 ? look.linePt / linePoints() : 1;
  const auto plot = plotFor(options.style);
  plot->marginsAt((sizeMm * (pointsPerMm * fine / (pointsPerPixel * scale))).toSize());
  const auto axis = pgfPlot(*plot, sizeMm, options.style.edits.title, points, lines * pointsPerPixel / fine);
  if (!axis) return Figure::tex(sizeMm, options);
  return {axis->packages, recoloured(axis->picture, recolouring(look.palette, look.black))};
}

}  // namespace carom
