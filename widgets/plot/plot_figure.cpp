#include "plot/plot_figure.h"

#include <QRegularExpression>

#include "figure/palettes.h"
#include "plot/pgf_plot.h"
#include "plot/plot_edits.h"

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
  auto plot = std::make_unique<StyledPlot>(PlotStyle{.unit = fine, .paper = true});
  draw(*plot);
  if (!plot->hasNotice()) applyEdits(*plot, style);
  return plot;
}

void PlotFigure::paintPlain(QPainter& painter, const QRectF& area, const FilePaint& how) const {
  const double scale = pointsPerPixel / fine;
  const auto plot = plotFor(how.style);
  painter.save();
  painter.translate(area.topLeft());
  painter.scale(scale, scale);
  plot->drawTo(painter, (area.size() / scale).toSize());
  painter.restore();
}

TexPicture PlotFigure::tex(const QSizeF& sizeMm, const FigureOptions& options,
                           const QString& dataFile) const {
  const FigureLook& look = options.style.look;
  const double points = look.textPt > 0 ? look.textPt : textPoints();
  const double lines = look.linePt > 0 ? look.linePt / linePoints() : 1;
  const auto plot = plotFor(options.style);
  const auto axis =
      pgfPlot(*plot, sizeMm, dataFile, options.style.edits.title, points, lines * pointsPerPixel / fine);
  if (!axis) return Figure::tex(sizeMm, options, dataFile);
  return {axis->packages, recoloured(axis->picture, recolouring(look.palette)), axis->data};
}

}  // namespace carom
