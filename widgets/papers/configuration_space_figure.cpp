#include "papers/configuration_space_figure.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <functional>

#include "base/coordinate_symbol.h"
#include "base/csv_text.h"
#include "base/qt_text.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/figure_view.h"
#include "mechanics/contact/contacts.h"

namespace carom {

namespace {

/// The index of a coordinate that a view names.
int coordinateIn(const Mechanism& mechanism, const QJsonObject& view, const char* member, int usual) {
  const QLatin1String name(member);
  if (!view.contains(name)) return usual;
  QStringList known;
  for (const Coordinate& coordinate : mechanism.coordinates()) known += q(coordinate.name);
  const auto at = known.indexOf(view[name].toString());
  if (at < 0)
    throw FigureError(QObject::tr("--view: \"%1\": unknown coordinate; expected one of %2")
                          .arg(name, known.join(QStringLiteral(", ")))
                          .toStdString());
  return static_cast<int>(at);
}

QPainterPath pathOf(const std::vector<std::vector<QPointF>>& lines, const AxesFrame& frame) {
  QPainterPath path;
  for (const auto& line : lines) {
    QPolygonF polygon;
    for (const QPointF& point : line) polygon += frame.map(point);
    path.addPolygon(polygon);
  }
  return path;
}

/// The part of a polyline within the plot: nothing in a figure may depend on clipping.
QPainterPath clippedLine(const std::vector<QPointF>& points, const AxesFrame& frame) {
  QPainterPath path;
  bool isDown = false;
  for (const QPointF& point : points) {
    const bool isInside = frame.data.adjusted(-1e-12, -1e-12, 1e-12, 1e-12).contains(point);
    if (isInside && isDown) path.lineTo(frame.map(point));
    if (isInside && !isDown) path.moveTo(frame.map(point));
    isDown = isInside;
  }
  return path;
}

/// Whether each place of a grid is feasible and joined to a place by feasible ones.
std::vector<bool> joinedTo(const QPointF& start, const GridValues& least) {
  std::vector<bool> isJoined(least.values.size(), false);
  int first = -1;
  double nearest = HUGE_VAL;
  for (int i = 0; i < static_cast<int>(least.values.size()); ++i) {
    const QPointF away = least.place(i % least.columns, i / least.columns) - start;
    const double distance = std::hypot(away.x(), away.y());
    if (!(least.values[static_cast<std::size_t>(i)] >= 0) || distance >= nearest) continue;
    nearest = distance;
    first = i;
  }
  std::vector<int> open;
  const auto join = [&](int column, int row) {
    if (column < 0 || row < 0 || column >= least.columns || row >= least.rows) return;
    const int at = row * least.columns + column;
    if (isJoined[static_cast<std::size_t>(at)] || !(least.at(column, row) >= 0)) return;
    isJoined[static_cast<std::size_t>(at)] = true;
    open.push_back(at);
  };
  if (first >= 0) join(first % least.columns, first / least.columns);
  while (!open.empty()) {
    const int column = open.back() % least.columns, row = open.back() / least.columns;
    open.pop_back();
    join(column - 1, row), join(column + 1, row), join(column, row - 1), join(column, row + 1);
  }
  return isJoined;
}

/// The place of a name of this size beside a line, on the side where `isInfeasible`, within the plot and
/// farthest from the names that stand already.
QPointF placeBeside(const QPolygonF& line, const QRectF& plot, const std::vector<QPointF>& taken,
                    const QSizeF& size, const std::function<bool(const QPointF&)>& isInfeasible) {
  QPointF best = line[line.size() / 2];
  double room = -1;
  for (qsizetype i = 1; i + 1 < line.size(); ++i) {
    const QPointF along = line[i + 1] - line[i - 1];
    const double length = std::hypot(along.x(), along.y());
    if (!(length > 0)) continue;
    QPointF across(-along.y() / length, along.x() / length);
    if (!isInfeasible(line[i] + 2 * across)) across = -across;
    const double away =
        3 + std::abs(across.x()) * size.width() / 2 + std::abs(across.y()) * size.height() / 2;
    const QPointF at = line[i] + away * across;
    const QRectF place(at - QPointF(size.width(), size.height()) / 2, size);
    if (!plot.contains(place)) continue;
    double nearest = std::hypot(plot.width(), plot.height());
    for (const QPointF& other : taken)
      nearest = std::min(nearest, std::hypot(0.35 * (other.x() - at.x()), other.y() - at.y()));
    if (nearest <= room) continue;
    room = nearest;
    best = at;
  }
  return best;
}

void includePoint(QRectF& range, const QPointF& point) {
  range.setLeft(std::min(range.left(), point.x()));
  range.setRight(std::max(range.right(), point.x()));
  range.setTop(std::min(range.top(), point.y()));
  range.setBottom(std::max(range.bottom(), point.y()));
}

}  // namespace

ConfigurationSpaceFigure::ConfigurationSpaceFigure(SnapshotPtr snapshot, const QString& view, int gridSize)
    : m_snapshot(std::move(snapshot)), m_gridSize(gridSize) {
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  if (mechanism.dof() < 2)
    throw FigureError(
        QObject::tr("%1 has one coordinate; expected two").arg(q(m_snapshot->scene->name())).toStdString());
  const QJsonObject members = viewOf(view);
  m_x = coordinateIn(mechanism, members, "x", 0);
  m_y = coordinateIn(mechanism, members, "y", 1);
  if (m_x == m_y) throw FigureError(QObject::tr("--view: expected two coordinates").toStdString());
  takeMotion();
}

Eigen::VectorXd ConfigurationSpaceFigure::configuration(double x, double y) const {
  Eigen::VectorXd q = m_snapshot->instance.initial.q;
  q[m_x] = x;
  q[m_y] = y;
  return q;
}

/// The range is that of the motion, and at least that of the bodies' sizes around the initial state.
void ConfigurationSpaceFigure::takeMotion() {
  const Eigen::VectorXd& start = m_snapshot->instance.initial.q;
  m_range = QRectF(QPointF(start[m_x], start[m_y]), QSizeF(0, 0));
  if (const auto& motion = m_snapshot->trajectory) {
    std::vector<std::pair<double, bool>> times;  // whether an impact is there
    constexpr int samples = 400;
    for (int i = 0; i <= samples; ++i)
      times.emplace_back(std::lerp(motion->start(), motion->end(), i / double{samples}), false);
    for (const ImpactEvent& impact : motion->impacts) times.emplace_back(impact.time, true);
    std::ranges::sort(times);
    auto time = times.begin();
    for (const FreeFlight& flight : motion->flights)  // to find each time by itself takes its square
      for (; time != times.end() && (time->first <= flight.end || flight.end >= motion->end()); ++time) {
        const Eigen::VectorXd q = flight.configuration(time->first);
        m_motion.emplace_back(q[m_x], q[m_y]);
        includePoint(m_range, m_motion.back());
        if (time->second) m_corners.push_back(m_motion.back());
      }
  }
  const double size = std::max({m_range.width(), m_range.height(), 0.02});
  const double roomX = std::max(0.18 * m_range.width(), 0.25 * size);
  const double roomY = std::max(0.18 * m_range.height(), 0.25 * size);
  m_range.adjust(-roomX, -roomY, roomX, roomY);
}

const ConfigurationSpaceFigure::Region& ConfigurationSpaceFigure::regionOver(const QRectF& range) const {
  if (!m_region || m_region->range != range) m_region = computeRegion(range);
  return *m_region;
}

/// The contacts whose gaps may change with the two coordinates.
std::vector<int> ConfigurationSpaceFigure::contactsThatMove() const {
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  const auto isOne = [&](int coordinate) { return coordinate == m_x || coordinate == m_y; };
  std::vector<int> moved;
  for (int i = 0; i < static_cast<int>(mechanism.contacts().size()); ++i) {
    const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(i)];
    const bool moves =
        pair.limit ? isOne(pair.limit->coordinate) : std::ranges::any_of(pair.body, [&](int body) {
          return std::ranges::any_of(mechanism.chain(body), isOne);
        });
    if (moves) moved.push_back(i);
  }
  return moved;
}

/// Contacts whose gap does not depend on the two coordinates, or is nowhere negative, bound nothing: of all
/// pairs of many bodies few are kept, one grid at a time.
ConfigurationSpaceFigure::Region ConfigurationSpaceFigure::computeRegion(const QRectF& range) const {
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  const auto size = static_cast<std::size_t>(m_gridSize);
  const GridValues grid{range, m_gridSize, m_gridSize, std::vector<double>(size * size, HUGE_VAL)};
  Region region{range, {}, grid};
  const double least = 1e-9 * (range.width() + range.height());
  Eigen::VectorXd q = m_snapshot->instance.initial.q;
  for (const int contact : contactsThatMove()) {
    GridValues gaps = grid;
    const bool mayBound = fillAroundZero(gaps, [&](const QPointF& place) {
      q[m_x] = place.x();
      q[m_y] = place.y();
      return mechanism.gap(contact, q);
    });
    if (!mayBound) continue;
    const auto [low, high] = std::ranges::minmax(gaps.values);
    if (high - low < least) continue;
    for (std::size_t at = 0; at < grid.values.size(); ++at)
      region.least.values[at] = std::min(region.least.values[at], gaps.values[at]);
    if (low < 0)
      region.boundaries.push_back(
          {carom::q(mechanism.contacts()[static_cast<std::size_t>(contact)].name), contact, std::move(gaps)});
  }
  const Eigen::VectorXd& start = m_snapshot->instance.initial.q;
  const std::vector<bool> isJoined = joinedTo({start[m_x], start[m_y]}, region.least);
  for (std::size_t at = 0; at < grid.values.size(); ++at) {
    if (isJoined[at]) continue;
    region.least.values[at] = -std::abs(region.least.values[at]);
    for (Boundary& boundary : region.boundaries)
      if (boundary.gaps.values[at] >= 0) boundary.gaps.values[at] = std::nan("");  // a line of another region
  }
  return region;
}

QString ConfigurationSpaceFigure::title() const {
  return QObject::tr("Configuration space — %1").arg(q(m_snapshot->scene->title()));
}

void ConfigurationSpaceFigure::paint(QPainter& painter, const QRectF& area) const {
  constexpr double pointsPerPixel = textPoints / 11;
  const auto& coordinates = m_snapshot->instance.mechanism->coordinates();
  const auto caption = [&](int index) {
    const Coordinate& coordinate = coordinates[static_cast<std::size_t>(index)];
    const QString symbol = coordinateSymbol(q(coordinate.name));
    return AxesFrame::Caption{symbol,
                              QStringLiteral("%1 (%2)")
                                  .arg(symbol.isEmpty() ? q(coordinate.name) : QString(), q(coordinate.unit))
                                  .trimmed()};
  };
  const bool sameUnit =
      coordinates[static_cast<std::size_t>(m_x)].unit == coordinates[static_cast<std::size_t>(m_y)].unit;
  const bool hasOthers = coordinates.size() > 2;
  constexpr double noteHeight = 10;  // pt
  AxesFrame frame =
      axesFrame(area.adjusted(0, hasOthers ? noteHeight : 0, 0, 0), m_range, sameUnit, pointsPerPixel);
  if (hasOthers) {  // the motion may leave the region where they change
    const QFont font = theme::textFont(7);
    const QString note = QObject::tr("region for the other coordinates of the initial state");
    painter.setPen(theme::quietInk());
    theme::drawText(painter, frame.plot.topRight() - QPointF(theme::textWidth(note, font), 4), note, font);
  }
  frame.x = caption(m_x);
  frame.y = caption(m_y);
  paintBoundaries(painter, frame);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme::blue, 1.2, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
  painter.drawPath(clippedLine(m_motion, frame));
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme::vermilion);
  for (const QPointF& corner : m_corners) painter.drawEllipse(frame.map(corner), 2.2, 2.2);
  if (m_motion.empty()) return;
  painter.setBrush(theme::blue);
  painter.drawEllipse(frame.map(m_motion.front()), 1.8, 1.8);
}

void ConfigurationSpaceFigure::paintBoundaries(QPainter& painter, const AxesFrame& frame) const {
  const Region& region = regionOver(frame.data);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(0xD9, 0xEC, 0xE5));
  painter.drawPath(pathOf(positiveArea(region.least), frame));
  frame.paint(painter);
  painter.setRenderHint(QPainter::Antialiasing);
  std::vector<QPointF> taken;
  for (const QPointF& corner : m_corners) taken.push_back(frame.map(corner));
  std::vector<std::pair<std::vector<QPointF>, const Boundary*>> named;
  for (const Boundary& boundary : region.boundaries) {
    const auto lines = zeroLines(boundary.gaps);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme::goodInk(), 1.0, Qt::SolidLine, Qt::RoundCap));
    for (const auto& line : lines) painter.drawPath(clippedLine(line, frame));
    if (!lines.empty())
      named.emplace_back(*std::ranges::max_element(lines, {}, &std::vector<QPointF>::size), &boundary);
  }
  std::ranges::stable_sort(named, {},
                           [](const auto& name) { return name.first.size(); });  // least choice first
  for (const auto& [line, boundary] : named) paintName(painter, frame, *boundary, line, taken);
}

/// Beside the line, on the infeasible side, where it does not cross the line.
void ConfigurationSpaceFigure::paintName(QPainter& painter, const AxesFrame& frame, const Boundary& boundary,
                                         const std::vector<QPointF>& line,
                                         std::vector<QPointF>& taken) const {
  constexpr double size = 8;  // pt
  const QString text = QStringLiteral("φ_{%1} = 0").arg(boundary.contact);
  const double width = theme::mathWidth(text, size);
  QPolygonF drawn;
  for (const QPointF& point : line) drawn += frame.map(point);
  const auto isInfeasible = [&](const QPointF& place) {
    const double x =
        frame.data.left() + (place.x() - frame.plot.left()) / frame.plot.width() * frame.data.width();
    const double y =
        frame.data.top() + (frame.plot.bottom() - place.y()) / frame.plot.height() * frame.data.height();
    return m_snapshot->instance.mechanism->gap(boundary.index, configuration(x, y)) < 0;
  };
  const QPointF at = placeBeside(drawn, frame.plot, taken, {width, 1.4 * size}, isInfeasible);
  taken.push_back(at);
  painter.setPen(theme::goodInk());
  theme::drawMath(painter, at + QPointF(-width / 2, 0.3 * size), text, size);
}

FigureSource ConfigurationSpaceFigure::source() const {
  const auto& coordinates = m_snapshot->instance.mechanism->coordinates();
  QJsonObject view;
  if (m_x != 0 || m_y != 1) {
    view["x"] = q(coordinates[static_cast<std::size_t>(m_x)].name);
    view["y"] = q(coordinates[static_cast<std::size_t>(m_y)].name);
  }
  return {name(), m_snapshot, viewText(view)};
}

QString ConfigurationSpaceFigure::csv() const {
  QString text = QStringLiteral("what,x,y\n");
  const auto rows = [&](const QString& what, const std::vector<QPointF>& points) {
    for (const QPointF& point : points)
      text += csvField(what) + QLatin1Char(',') + csvNumber(point.x()) + QLatin1Char(',') +
              csvNumber(point.y()) + QLatin1Char('\n');
  };
  rows(QStringLiteral("motion"), m_motion);
  rows(QStringLiteral("impact"), m_corners);
  const Region& region = regionOver(m_range);
  for (const Boundary& boundary : region.boundaries)
    for (const auto& line : zeroLines(boundary.gaps))
      rows(QStringLiteral("boundary ") + boundary.contact, line);
  return text;
}

}  // namespace carom
