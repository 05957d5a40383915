#include "viewport/picture/impulse_scene.h"

#include <QObject>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "common/text_drawing.h"
#include "common/theme.h"
#include "impulse/impulse_picture.h"
#include "impulse/law_marks.h"
#include "laws/impulse_diagram_laws.h"
#include "laws/impulse_diagram_space.h"
#include "laws/impulse_space.h"

namespace carom {

namespace {

using Eigen::Vector3d;

constexpr int meridians = 96;

/// From (P_n, P_2, P_3) to the axes of the picture, which are right-handed, too.
Vector3d placed(const Vector3d& P) {
  return {P[1], P[0], -P[2]};
}

SurfacePart surfacePart(const ImpulseSurface& surface, const QColor& color, double opacity) {
  SurfacePart part;
  for (const Vector3d& P : surface.points) part.points.push_back(placed(P));
  part.triangles = surface.triangles;
  part.color = color;
  part.opacity = opacity;
  return part;
}

SurfacePart bodyPart(const ImpulseSurface& surface, const QColor& color, double opacity) {
  SurfacePart part = surfacePart(surface, color, opacity);
  part.isBody = true;
  return part;
}

SurfacePart linePart(const std::vector<Vector3d>& points, bool closed, const QColor& color, double width) {
  SurfacePart part;
  for (const Vector3d& P : points) part.points.push_back(placed(P));
  const int count = static_cast<int>(points.size());
  for (int i = 0; i + 1 < count; ++i) part.segments.push_back({i, i + 1});
  if (closed) part.segments.push_back({count - 1, 0});
  part.color = color;
  part.width = width;
  return part;
}

/// A convex plane region by its border.
SurfacePart fanPart(const std::vector<Vector3d>& border, const QColor& color, double opacity) {
  ImpulseSurface fan;
  Vector3d middle = Vector3d::Zero();
  for (const Vector3d& P : border) middle += P / static_cast<double>(border.size());
  fan.points.push_back(middle);
  const int count = static_cast<int>(border.size());
  for (int i = 0; i < count; ++i) {
    fan.points.push_back(border[static_cast<std::size_t>(i)]);
    fan.triangles.push_back({0, 1 + i, 1 + (i + 1) % count});
  }
  return surfacePart(fan, color, opacity);
}

SurfacePart sectionPart(const ImpulseSurface& surface, double height, const QColor& color, double width) {
  SurfacePart part;
  for (const auto& segment : sectionAt(surface, height)) {
    const int next = static_cast<int>(part.points.size());
    for (const Vector3d& P : segment) part.points.push_back(placed(P));
    part.segments.push_back({next, next + 1});
  }
  part.color = color;
  part.width = width;
  return part;
}

std::vector<Vector3d> inSpace(const std::vector<LocalVector>& points) {
  std::vector<Vector3d> result;
  for (const LocalVector& P : points) result.push_back(P.head<3>());
  return result;
}

void addLabels(ImpulseScene& scene, const SpatialImpulseDiagram& diagram) {
  const Vector3d PI = diagram.frictionless(), PII = diagram.sticking();
  const std::pair<Vector3d, const char*> points[] = {
      {Vector3d::Zero(), "O"}, {PI, "P_I"}, {2 * PI, "2P_I"}, {PII, "P_{II}"}, {2 * PII, "2P_{II}"}};
  // Names of points on the axis are at its free side: the paths of laws leave it at the other one.
  for (const auto& [P, name] : points)
    scene.labels.push_back({placed(P), QLatin1String(name), P.tail<2>().isZero()});
}

/// All impulses of the laws that may have several, where they have, by their names.
void addSeveralImpulses(ImpulseScene& scene, const ImpulseCase& what) {
  for (const CollisionLaw law : {CollisionLaw::Whittaker, CollisionLaw::Smith}) {
    const LawDiagram answer = lawDiagram(law, what.impact, what.coefficients, 0);
    if (answer.others.empty()) continue;
    const QString name = lawLabel(law);
    scene.labels.push_back({placed(answer.impulse.head<3>()), QObject::tr("%1 1, taken").arg(name)});
    for (std::size_t i = 0; i < answer.others.size(); ++i)
      scene.labels.push_back(
          {placed(answer.others[i].head<3>()), QStringLiteral("%1 %2").arg(name).arg(i + 2)});
  }
}

void addSlice(ImpulseScene& scene, const std::vector<ImpulseSurface>& surfaces, double height) {
  for (const ImpulseSurface& surface : surfaces) {
    SurfacePart part = sectionPart(surface, height, theme::ink(), 3);
    if (!part.segments.empty()) scene.parts.push_back(std::move(part));
  }
}

}  // namespace

QString whyNoScene(const LocalImpact& impact) {
  if (impact.dimension() != 3)
    return QObject::tr("This impact is in a plane. Take Fig. 2 or a contact in space.");
  if (!inverseOfMass(impact.W)) return QObject::tr("The local mass has no bound in some direction.");
  if (!(impact.V[0] < 0)) return QObject::tr("The contact does not close.");
  return {};
}

ImpulseScene impulseScene(const ImpulseCase& what, const std::optional<double>& slice) {
  const SpatialImpulseDiagram diagram(what.impact);
  const double friction = what.coefficients.friction, top = diagram.top();
  ImpulseScene scene;
  const ImpulseSurface ellipsoid = diagram.ellipsoid(meridians);
  std::vector<ImpulseSurface> sections{ellipsoid};
  scene.parts.push_back(bodyPart(ellipsoid, theme::grey, 0.16));
  if (std::isfinite(friction)) {
    const ImpulseSurface cone = SpatialImpulseDiagram::cone(friction, 1.02 * top, meridians);
    sections.push_back(cone);
    scene.parts.push_back(bodyPart(cone, theme::orange, 0.14));
    // A view shows the rim of the cone, too, unless that is so wide that the ellipsoid would be small.
    double reach = 0;
    for (const Vector3d& P : ellipsoid.points) reach = std::max(reach, P.tail<2>().norm());
    constexpr double mostOfEllipsoid = 1.5;
    if (friction * top < mostOfEllipsoid * reach)
      for (const Vector3d& P : cone.points) scene.targets.push_back({placed(P), 0});
  }
  if (friction > 0) {
    ImpulseSurface permissible = diagram.permissible(friction, 3 * meridians);
    sections.push_back(permissible);
    // Drawn a little smaller: parts of its border are those of the other bodies.
    constexpr double share = 0.995;
    const Vector3d within = 1.5 * diagram.frictionless();
    for (Vector3d& P : permissible.points) P = within + share * (P - within);
    scene.parts.push_back(bodyPart(permissible, theme::blue, 0.25));
  }
  scene.parts.push_back(
      linePart({Vector3d::Zero(), Vector3d(1.05 * top, 0, 0)}, false, theme::quietInk(), 1.2));
  scene.parts.push_back(linePart(inSpace(pathOrNone(what)), false, lawColor(CollisionLaw::Routh), 3.5));
  const auto accessible =
      inSpace(accessibleBoundary(CollisionLaw::ChatterjeeRuina, what.impact, what.coefficients, meridians));
  scene.parts.push_back(linePart(accessible, true, lawColor(CollisionLaw::ChatterjeeRuina), 2));
  scene.parts.push_back(fanPart(accessible, lawColor(CollisionLaw::ChatterjeeRuina), 0.6));
  const auto compression = diagram.compressionEllipse(meridians);
  scene.parts.push_back(linePart(compression, true, theme::orange, 1.5));
  scene.parts.push_back(fanPart(compression, theme::orange, 0.22));
  addLabels(scene, diagram);
  addSeveralImpulses(scene, what);
  double low = 0;
  for (const Vector3d& P : ellipsoid.points) low = std::min(low, P[0]);
  scene.least = low;
  scene.most = top;
  if (slice) addSlice(scene, sections, *slice);
  for (std::size_t i = 0; i < ellipsoid.points.size(); i += 7)
    scene.targets.push_back({placed(ellipsoid.points[i]), 0});
  scene.targets.push_back({Vector3d::Zero(), 0});
  return scene;
}

Camera impulseCamera(const ImpulseScene& scene, QSizeF size) {
  Camera camera;
  camera.yUp = true;
  camera.azimuth = 0.5;
  camera.elevation = 0.28;
  camera.fit(scene.targets, size, 0.06);
  return camera;
}

void paintImpulseLabels(QPainter& painter, const ImpulseScene& scene, const Camera& camera,
                        const QRectF& area, double unit) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const ScreenMap map(camera, area.size());
  for (const ImpulseScene::Label& label : scene.labels) {
    const auto at = map.toScreen(label.at);
    if (!at) continue;
    const QPointF place = area.topLeft() + *at;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme::ink());
    painter.drawEllipse(place, 2.6 * unit, 2.6 * unit);
    painter.setPen(theme::ink());
    const double size = 13 * unit;
    const QPointF beside = label.before ? QPointF(-6 * unit - theme::mathWidth(label.math, size), 4 * unit)
                                        : QPointF(5, -4) * unit;
    theme::drawMath(painter, place + beside, label.math, size);
  }
  painter.restore();
}

}  // namespace carom
