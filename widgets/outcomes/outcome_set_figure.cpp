#include "outcomes/outcome_set_figure.h"

#include <QTextStream>
#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "common/box_geometry.h"
#include "common/run_names.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/figure_view.h"
#include "outcomes/model_marks.h"
#include "outcomes/model_rows.h"

namespace carom {

namespace {

/// Everything that has a place, the tip of the cone included.
QRectF extent(const OutcomeProjection& picture) {
  std::vector<QPointF> points = picture.outcomes;
  points.insert(points.end(), {QPointF(0, 0), picture.arriving});
  for (const OutcomeProjection::ModelPoint& model : picture.models) points.push_back(model.at);
  points.insert(points.end(), picture.cloud.begin(), picture.cloud.end());
  if (picture.measured) points.push_back(picture.measured->at);
  const auto [left, right] =
      std::minmax_element(points.begin(), points.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); });
  const auto [low, high] =
      std::minmax_element(points.begin(), points.end(), [](QPointF a, QPointF b) { return a.y() < b.y(); });
  return {QPointF(left->x(), low->y()), QPointF(right->x(), high->y())};
}

/// One drawing of one projection.
class SetPainter {
 public:
  SetPainter(QPainter& painter, const OutcomeProjection& picture, const AxesFrame& frame,
             const OutcomeSetHover& hovered, double right)
      : m_painter(painter),
        m_picture(picture),
        m_frame(frame),
        m_unit(frame.unit),
        m_hovered(hovered),
        m_right(right) {}

  void paint() {
    paintCone();
    paintHull();
    paintCloud();
    paintProjections();
    for (std::size_t i = 0; i < m_picture.outcomes.size(); ++i) paintOutcome(static_cast<int>(i));
    paintArriving();
    for (const OutcomeProjection::ModelPoint& model : m_picture.models)
      paintModelMark(m_painter, model.model, m_frame.map(model.at), m_unit, model.model == m_hovered.model);
    paintMeasured();
  }

 private:
  /// The point where a ray from 0 leaves the plot.
  QPointF rayEnd(QPointF direction) const {
    double reach = 1e300;
    const QRectF& data = m_frame.data;
    if (direction.x() > 1e-12) reach = std::min(reach, data.right() / direction.x());
    if (direction.x() < -1e-12) reach = std::min(reach, data.left() / direction.x());
    if (direction.y() > 1e-12) reach = std::min(reach, data.bottom() / direction.y());
    if (direction.y() < -1e-12) reach = std::min(reach, data.top() / direction.y());
    return m_frame.map(reach * direction);
  }

  void paintCone() {
    if (m_picture.cone.empty()) return;
    m_painter.setPen(QPen(theme::grey, 1.1 * m_unit, Qt::DashLine));
    for (const QPointF& edge : m_picture.cone) m_painter.drawLine(m_frame.map(0, 0), rayEnd(edge));
  }

  void paintHull() {
    QPolygonF hull;
    for (const QPointF& corner : m_picture.hull) hull << m_frame.map(corner);
    QColor ground = theme::accent();
    m_painter.setPen(QPen(ground, 1.2 * m_unit));
    ground.setAlphaF(0.12F);
    m_painter.setBrush(ground);
    if (hull.size() > 2)
      m_painter.drawPolygon(hull);
    else if (hull.size() == 2)
      m_painter.drawLine(hull[0], hull[1]);
  }

  void paintCloud() {
    if (m_picture.cloud.empty()) return;
    QColor color = theme::quietInk();
    color.setAlphaF(0.55F);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(color);
    for (const QPointF& point : m_picture.cloud)
      m_painter.drawEllipse(m_frame.map(point), 1.1 * m_unit, 1.1 * m_unit);
  }

  /// From p⁻ to its projections: a cross on the convex hull, a plus on the conic one.
  void paintProjections() {
    const QPointF from = m_frame.map(m_picture.arriving), convex = m_frame.map(m_picture.convex);
    const double arm = 4 * m_unit;
    m_painter.setPen(QPen(theme::quietInk(), 0.9 * m_unit, Qt::DotLine));
    m_painter.drawLine(from, convex);
    if (m_picture.conic) m_painter.drawLine(from, m_frame.map(*m_picture.conic));
    m_painter.setPen(QPen(theme::ink(), 1.6 * m_unit));
    for (const int side : {1, -1})
      m_painter.drawLine(convex - QPointF(arm, side * arm), convex + QPointF(arm, side * arm));
    if (!m_picture.conic) return;
    const QPointF conic = m_frame.map(*m_picture.conic);
    m_painter.drawLine(conic - QPointF(arm, 0), conic + QPointF(arm, 0));
    m_painter.drawLine(conic - QPointF(0, arm), conic + QPointF(0, arm));
  }

  void paintOutcome(int outcome) {
    const QPointF at = m_frame.map(m_picture.outcomes[static_cast<std::size_t>(outcome)]);
    const bool few = m_picture.outcomes.size() <= 24;
    const double r = (few ? 5.5 : 3.5) * m_unit;
    if (outcome == m_picture.snapshot->outcome || outcome == m_hovered.outcome) {
      m_painter.setPen(
          QPen(theme::accent(), 1.6 * m_unit, outcome == m_hovered.outcome ? Qt::DotLine : Qt::SolidLine));
      m_painter.setBrush(Qt::NoBrush);
      m_painter.drawEllipse(at, r + 3.5 * m_unit, r + 3.5 * m_unit);
    }
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(theme::categorical(outcome));
    m_painter.drawEllipse(at, r, r);
    if (m_picture.outcomes.size() > 12) return;  // numbers would lie on top of each other
    m_painter.setPen(theme::quietInk());
    const QFont font = theme::textFont(10.5 * m_unit);
    const QString number = QString::number(outcome + 1);
    if (const auto place = numberPlace(at, r + 4 * m_unit, theme::textWidth(number, font)))
      theme::drawText(m_painter, *place, number, font);
  }

  /// Where the number of an outcome begins: the corner of its disc where fewest lines and discs are, and no
  /// other number; empty where there is none.
  std::optional<QPointF> numberPlace(const QPointF& at, double off, double width) {
    const double high = 8 * m_unit, up = -4 * m_unit, down = up + high + 4 * m_unit, r = 3 * m_unit;
    const QPointF places[] = {{off, up}, {off, down}, {-off - width, up}, {-off - width, down}};
    const std::vector<QLineF> all = lines();
    std::optional<QPointF> best;
    std::ptrdiff_t fewest = 0;
    for (const QPointF& place : places) {
      const QRectF box(at + place - QPointF(0, high), QSizeF(width, high));
      if (std::ranges::any_of(m_numbers, [&](const QRectF& other) { return other.intersects(box); }))
        continue;
      const std::ptrdiff_t met =
          std::ranges::count_if(all, [&](const QLineF& line) { return crosses(line, box); }) +
          std::ranges::count_if(m_picture.outcomes, [&](const QPointF& outcome) {
            return box.adjusted(-r, -r, r, r).contains(m_frame.map(outcome));
          });
      if (best && met >= fewest) continue;
      best = at + place;
      fewest = met;
    }
    if (best) m_numbers.emplace_back(*best - QPointF(0, high), QSizeF(width, high));
    return best;
  }

  /// Of the cone, of the hull and to the projections.
  std::vector<QLineF> lines() const {
    std::vector<QLineF> all;
    for (const QPointF& edge : m_picture.cone) all.emplace_back(m_frame.map(0, 0), rayEnd(edge));
    const QPolygonF& hull = m_picture.hull;
    for (qsizetype i = 0; i < hull.size(); ++i)
      all.emplace_back(m_frame.map(hull[i]), m_frame.map(hull[(i + 1) % hull.size()]));
    const QPointF from = m_frame.map(m_picture.arriving);
    all.emplace_back(from, m_frame.map(m_picture.convex));
    if (m_picture.conic) all.emplace_back(from, m_frame.map(*m_picture.conic));
    return all;
  }

  void paintMeasured() {
    if (!m_picture.measured) return;
    paintRecordedPoint(m_painter, *m_picture.measured, m_frame);
    m_painter.setPen(theme::ink());
    theme::drawMath(m_painter, m_frame.map(m_picture.measured->at) + QPointF(8 * m_unit, -6 * m_unit),
                    QStringLiteral("p^+"), 13 * m_unit);
  }

  void paintArriving() {
    const QPointF at = m_frame.map(m_picture.arriving), tip = m_frame.map(0, 0);
    m_painter.setPen(QPen(theme::ink(), 1.5 * m_unit));
    m_painter.setBrush(theme::panelGround());
    m_painter.drawEllipse(at, 5 * m_unit, 5 * m_unit);
    // Beside the point, or above it where that would be beyond the picture.
    const QString name = QStringLiteral("p^−");
    const double size = 13 * m_unit, width = theme::mathWidth(name, size);
    const QPointF beside(9 * m_unit, 4 * m_unit), above(-width / 2, -9 * m_unit);
    theme::drawMath(m_painter, at + (at.x() + beside.x() + width <= m_right ? beside : above), name, size);
    m_painter.setBrush(theme::ink());
    m_painter.drawEllipse(tip, 2 * m_unit, 2 * m_unit);
    m_painter.setPen(theme::quietInk());
    theme::drawText(m_painter, tip + QPointF(5 * m_unit, 13 * m_unit), QStringLiteral("0"),
                    theme::textFont(10.5 * m_unit));
  }

  QPainter& m_painter;
  const OutcomeProjection& m_picture;
  const AxesFrame& m_frame;
  double m_unit;
  OutcomeSetHover m_hovered;
  double m_right;  ///< end of the picture
  std::vector<QRectF> m_numbers{};
};

/// What the marks mean. A hull of one outcome is not seen, and one of two is a line.
QString legendOf(const OutcomeProjection& picture) {
  QStringList parts;
  if (picture.hull.size() > 2)
    parts += QObject::tr("shaded: convex hull");
  else if (picture.hull.size() == 2)
    parts += QObject::tr("line: convex hull");
  if (!picture.cone.empty()) parts += QObject::tr("dashed: edges of the conic hull");
  if (picture.measured) {
    parts += QObject::tr("◆ recorded p⁺, with the ellipse that holds it in 95 % of cases");
  } else {
    parts += QObject::tr("× p⁻ on the convex hull");
    parts += picture.snapshot->report->choice.conic.zero
                 ? QObject::tr("its projection on the conic hull is 0")
                 : QObject::tr("+ on the conic hull");
  }
  return parts.join(QStringLiteral(" · "));
}

constexpr double hullKeySize = 10, hullKeyLine = 12;  // units

/// The same in lines that fit.
QStringList hullKeyLines(const OutcomeProjection& picture, const QRectF& area, double unit) {
  const QString between = QStringLiteral(" · ");
  const QFont font = theme::textFont(hullKeySize * unit);
  QStringList lines;
  for (const QString& part : legendOf(picture).split(between)) {
    const QString longer = lines.isEmpty() ? part : lines.back() + between + part;
    if (!lines.isEmpty() && theme::textWidth(longer, font) <= area.width() - 12 * unit)
      lines.back() = longer;
    else
      lines += part;
  }
  return lines;
}

double hullKeyHeight(const OutcomeProjection& picture, const QRectF& area, double unit) {
  return (4 + hullKeyLine * static_cast<double>(hullKeyLines(picture, area, unit).size())) * unit;
}

std::vector<ModelLegendEntry> modelLegend(const OutcomeProjection& picture) {
  std::vector<ModelLegendEntry> entries;
  for (const OutcomeProjection::ModelPoint& point : picture.models)
    entries.push_back(
        {point.model,
         modelLabel(*picture.snapshot->models->models[static_cast<std::size_t>(point.model)].model)});
  if (!picture.cloud.empty()) entries.push_back({-1, QObject::tr("compliant, random ratios")});
  return entries;
}

/// Where the legend of models stands: a column at the right where the picture is wide, else lines below it.
QRectF modelLegendArea(const OutcomeProjection& picture, const QRectF& area, double unit) {
  const std::vector<ModelLegendEntry> entries = modelLegend(picture);
  const QRectF above = area.adjusted(6 * unit, 0, -6 * unit, -hullKeyHeight(picture, area, unit));
  const double column = modelLegendWidth(entries, unit), tall = modelLegendHeight(entries, column, unit);
  if (column < 0.4 * above.width() && tall < above.height())
    return {above.right() - column, above.top(), column, tall};
  const double height = modelLegendHeight(entries, above.width(), unit);
  return {above.left(), above.bottom() - height, above.width(), height};
}

}  // namespace

AxesFrame outcomeFrame(const OutcomeProjection& picture, const QRectF& area, double unit) {
  const QRectF legend = modelLegendArea(picture, area, unit);
  QRectF room = area.adjusted(0, 0, 0, -hullKeyHeight(picture, area, unit));
  if (legend.width() < 0.5 * area.width())
    room.setRight(area.right() - legend.width());
  else
    room.setBottom(legend.top());
  AxesFrame frame = axesFrame(room, extent(picture), true, unit);
  frame.x = {axisMath(*picture.snapshot, picture.x), QStringLiteral("(√J)")};
  frame.y = {axisMath(*picture.snapshot, picture.y), QStringLiteral("(√J)")};
  return frame;
}

void paintOutcomeSet(QPainter& painter, const OutcomeProjection& picture, const QRectF& area, double unit,
                     const OutcomeSetHover& hovered) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  if (picture.isEmpty()) {
    painter.setPen(theme::quietInk());
    theme::drawText(painter, area.adjusted(20 * unit, 0, -20 * unit, 0), Qt::AlignCenter | Qt::TextWordWrap,
                    QObject::tr("There is no outcome to show."), theme::textFont(12 * unit));
  } else {
    const AxesFrame frame = outcomeFrame(picture, area, unit);
    frame.paint(painter);
    const QRectF models = modelLegendArea(picture, area, unit);
    const bool isColumn = !models.isEmpty() && models.width() < 0.5 * area.width();
    SetPainter(painter, picture, frame, hovered, isColumn ? models.left() - 8 * unit : area.right()).paint();
    paintModelLegend(painter, modelLegend(picture), models.topLeft(), models.width(), unit);
    painter.setPen(theme::quietInk());
    double bottom = area.bottom() - hullKeyHeight(picture, area, unit) + hullKeyLine * unit;
    for (const QString& line : hullKeyLines(picture, area, unit)) {
      theme::drawText(painter, {area.left() + 6 * unit, bottom}, line, theme::textFont(hullKeySize * unit));
      bottom += hullKeyLine * unit;
    }
  }
  painter.restore();
}

namespace {

/// The axis that a member of a view names by its key.
OutcomeAxis axisIn(const Snapshot& snapshot, const QJsonObject& view, const char* member, int usual) {
  const OutcomeAxis first{OutcomeAxis::Kind::Principal, usual};
  if (!view.contains(member)) return first;
  QStringList known;
  for (const OutcomeAxis& axis : outcomeAxes(snapshot)) {
    known += axisKey(snapshot, axis);
    if (known.back() == view[member].toString()) return axis;
  }
  throw FigureError(QObject::tr("--view: \"%1\": unknown axis, expected one of %2")
                        .arg(QLatin1String(member), known.join(QStringLiteral(", ")))
                        .toStdString());
}

OutcomeProjection projectionOf(const SnapshotPtr& snapshot, const QJsonObject& view) {
  return projectOutcomes(snapshot, axisIn(*snapshot, view, "x", 0), axisIn(*snapshot, view, "y", 1));
}

}  // namespace

OutcomeSetFigure::OutcomeSetFigure(const SnapshotPtr& snapshot, const QString& view)
    : m_picture(projectionOf(snapshot, viewOf(view))) {
  if (m_picture.isEmpty()) throw FigureError(QObject::tr("there is no outcome to show").toStdString());
}

QString OutcomeSetFigure::title() const {
  return QObject::tr("Outcome set%1 — %2")
      .arg(impactSuffix(*m_picture.snapshot), QString::fromStdString(m_picture.snapshot->scene->title()));
}

/// Where the legend of models stands below the plot, on a narrow page, the page is longer by it.
double OutcomeSetFigure::heightAt(double width) const {
  constexpr double axes = 36 * pointsPerPixel, leastPlot = 0.45;  // pt, of the width
  const double usual = Figure::heightAt(width);
  const QRectF area(0, 0, width, usual), legend = modelLegendArea(m_picture, area, pointsPerPixel);
  if (m_picture.isEmpty() || legend.width() < 0.5 * width) return usual;
  const double below = legend.height() + hullKeyHeight(m_picture, area, pointsPerPixel);
  return std::max(usual, leastPlot * width + axes + below);
}

void OutcomeSetFigure::paint(QPainter& painter, const QRectF& area) const {
  paintOutcomeSet(painter, m_picture, area, pointsPerPixel);
}

QString OutcomeSetFigure::csv() const {
  QString text;
  QTextStream out(&text);
  out.setRealNumberPrecision(17);
  out << "what," << axisKey(*m_picture.snapshot, m_picture.x) << " [sqrt(J)],"
      << axisKey(*m_picture.snapshot, m_picture.y) << " [sqrt(J)]\n";
  const auto line = [&](const QString& what, QPointF at) {
    out << what << ',' << at.x() << ',' << at.y() << '\n';
  };
  line(QStringLiteral("arriving"), m_picture.arriving);
  for (std::size_t i = 0; i < m_picture.outcomes.size(); ++i)
    line(QStringLiteral("outcome %1").arg(i + 1), m_picture.outcomes[i]);
  line(QStringLiteral("convex"), m_picture.convex);
  line(QStringLiteral("conic"), m_picture.conic.value_or(QPointF()));
  for (const OutcomeProjection::ModelPoint& point : m_picture.models)
    line(QString::fromUtf8(
             m_picture.snapshot->models->models[static_cast<std::size_t>(point.model)].model->name),
         point.at);
  for (const QPointF& point : m_picture.cloud) line(QStringLiteral("compliant"), point);
  return text;
}

FigureSource OutcomeSetFigure::source() const {
  const auto is = [](const OutcomeAxis& axis, int usual) {
    return axis == OutcomeAxis{OutcomeAxis::Kind::Principal, usual};
  };
  QJsonObject view;
  if (!is(m_picture.x, 0)) view["x"] = axisKey(*m_picture.snapshot, m_picture.x);
  if (!is(m_picture.y, 1)) view["y"] = axisKey(*m_picture.snapshot, m_picture.y);
  return {name(), m_picture.snapshot, viewText(view)};
}

}  // namespace carom
