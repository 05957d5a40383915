#include "impulse/impulse_picture.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "base/pixel_value.h"
#include "impulse/impulse_legend.h"
#include "laws/impulse_diagram_drag.h"
#include "laws/impulse_space.h"

namespace carom {

namespace {

QRectF boxOf(const std::vector<PlanarImpulse>& points) {
  QPointF least = placeOf(points.front()), most = least;
  for (const PlanarImpulse& P : points) {
    const QPointF at = placeOf(P);
    least = {std::min(least.x(), at.x()), std::min(least.y(), at.y())};
    most = {std::max(most.x(), at.x()), std::max(most.y(), at.y())};
  }
  return {least, most};
}

/// The points with names and the impulses of the laws, and as much of the ellipse and of the impulses that
/// the laws reach as is not far from them: the one where Whittaker's law gains energy, Kane's point, is
/// outside of the ellipse.
QRectF extentOf(const ImpulsePicture& picture) {
  const ImpulseDiagram& diagram = picture.diagram;
  const PlanarImpulse PI = diagram.frictionless(), PII = diagram.sticking();
  std::vector<PlanarImpulse> points{{0, 0}, PI, 2 * PI, PII, 2 * PII};
  for (const LawDiagram& law : picture.laws)
    if (law.refusal.empty()) points.push_back(law.impulse.head<2>());
  if (const auto& recorded = picture.look.recorded) points.push_back({recorded->at.y(), recorded->at.x()});
  const QRectF core = boxOf(points);
  const double size = std::max(core.width(), core.height());
  constexpr double farther = 0.9, beside = 0.3;  // of the size, for an ellipse and for a strip
  const auto grown = [&](double by) { return core.adjusted(-by * size, -by * size, by * size, by * size); };
  if (diagram.isStrip()) return grown(beside);
  const auto compression = *diagram.compressionEnds(), sticking = *diagram.stickingEnds();
  std::vector<PlanarImpulse> around{compression[0], compression[1], sticking[0], sticking[1]};
  for (const LawDiagram& law : picture.laws)
    if (!law.isLoop)
      for (const LocalVector& P : law.accessible) around.push_back(P.head<2>());
  for (const ImpulsePoint& point : letteredPoints(picture)) around.push_back(point.at);
  return boxOf(around).intersected(grown(farther)) | core;
}

/// A drag passes e = 1 only from an e above it, which was typed, and up to the largest permissible one.
double mostRestitution(const ImpulsePicture& start) {
  const LawCoefficients& c = start.what.coefficients;
  return c.restitution > 1 ? std::max(c.restitution, start.diagram.largestRestitution(c.friction)) : 1;
}

/// A number of an impulse, rounded to what pixels of this many N·s tell.
template <typename Number>
double roundedAt(const Number& of, const PlanarImpulse& P, double pixel) {
  const double value = of(P);
  return roundedToPixels(value, std::max(std::abs(of(P + PlanarImpulse(pixel, 0)) - value),
                                         std::abs(of(P + PlanarImpulse(0, pixel)) - value)));
}

/// The coefficients whose impulse is nearest to P, each rounded to what pixels of this many N·s tell.
LawCoefficients roundedCoefficients(const ImpulsePicture& start, CollisionLaw law, const PlanarImpulse& P,
                                    double pixel) {
  const auto nearest = [&](const PlanarImpulse& to) {
    return nearestCoefficients(law, start.what.impact, start.what.coefficients, LocalVector(to));
  };
  LawCoefficients found = nearest(P);
  const LawCoefficients higher = nearest(P + PlanarImpulse(pixel, 0)),
                        beside = nearest(P + PlanarImpulse(0, pixel));
  for (const Coefficient& each : lawCoefficients) {
    double& value = found.*each.value;
    if (value == start.what.coefficients.*each.value) continue;
    const double perPixel =
        std::max(std::abs(higher.*each.value - value), std::abs(beside.*each.value - value));
    value = std::clamp(roundedToPixels(value, perPixel), each.least, each.most);
  }
  return found;
}

}  // namespace

std::optional<PlanarImpulse> stickingPoint(const ImpulseDiagram& diagram, double e) {
  const ImpulseLine normal = diagram.normalLine(e), sticking = diagram.tangentialLine(0);
  const Eigen::Vector2d a = normal.along, b = sticking.along, off = sticking.at - normal.at;
  const double area = a[0] * b[1] - a[1] * b[0];
  if (std::abs(area) <= massRankTolerance * a.norm() * b.norm()) return std::nullopt;
  return normal.at + (off[0] * b[1] - off[1] * b[0]) / area * a;
}

std::vector<ImpulsePoint> namedPoints(const ImpulseDiagram& diagram) {
  const PlanarImpulse PI = diagram.frictionless(), PII = diagram.sticking();
  return {{QStringLiteral("O"), {0, 0}},
          {QStringLiteral("P_I"), PI},
          {QStringLiteral("P_II"), PII},
          {QStringLiteral("2P_I"), 2 * PI},
          {QStringLiteral("2P_II"), 2 * PII}};
}

std::vector<ImpulsePoint> letteredPoints(const ImpulsePicture& picture) {
  using Letters = ImpulseLook::Letters;
  const ImpulseDiagram& diagram = picture.diagram;
  const PlanarImpulse PI = diagram.frictionless(), PII = diagram.sticking();
  std::vector<ImpulsePoint> points;
  const auto add = [&](const char* letter, const PlanarImpulse& P) {
    points.push_back({QLatin1String(letter), P});
  };
  if (picture.look.letters == Letters::Points) {
    add("A", PI);
    add("B", 2 * PI);
    add("C", PII);
    if (const auto D = stickingPoint(diagram, picture.what.coefficients.restitution)) add("D", *D);
    return points;
  }
  if (const auto compression = diagram.compressionEnds()) {
    const auto sticking = *diagram.stickingEnds();
    add("A", (*compression)[1]);
    add("B", (*compression)[0]);
    add("C", sticking[1]);
    add("D", sticking[0]);
  }
  if (picture.look.letters == Letters::Construction) {
    add("E", 2 * PI);
    add("F", 2 * PII);
  }
  return points;
}

QString whyNoPicture(const LocalImpact& impact) {
  if (impact.dimension() != 2)
    return QObject::tr("This impact is not in a plane: impulse space in 3D shows it.");
  if (!(impact.W(1, 1) > massRankTolerance * impact.W(0, 0)))
    return QObject::tr("The contact cannot move along its tangent: all impulses are normal.");
  if (impact.V.isZero(0)) return QObject::tr("The contact is at rest.");
  if (impact.V[0] > 0) return QObject::tr("The contact opens: there is no impact.");
  return {};
}

std::vector<LocalVector> pathOrNone(const ImpulseCase& what) {
  try {
    return routhPath(what.impact, what.coefficients);
  } catch (const LawError&) {
    return {};
  }
}

namespace {

/// Empty where Smith's law has no answer.
std::vector<LocalVector> approachOrNone(const ImpulseCase& what) {
  constexpr std::size_t points = 40;  // it is straight up to the line of sticking, and nearly so beyond
  try {
    return smithApproach(what.impact, what.coefficients, points);
  } catch (const LawError&) {
    return {};
  }
}

}  // namespace

ImpulsePicture impulsePicture(const ImpulseCase& what, const ImpulseLook& look) {
  ImpulsePicture picture{what, look, ImpulseDiagram(what.impact), {}, {}, {}, {}};
  for (const CollisionLaw law : look.laws)
    picture.laws.push_back(lawDiagram(law, what.impact, what.coefficients, accessiblePoints));
  if (look.path) picture.path = pathOrNone(what);
  if (look.approach) picture.approach = approachOrNone(what);
  picture.extent = extentOf(picture);
  return picture;
}

AxesFrame impulseFrame(const ImpulsePicture& picture, const QRectF& area, double unit,
                       const std::optional<QRectF>& extent) {
  const double legend = impulseLegendHeight(picture, area.width(), unit);
  AxesFrame frame = axesFrame(area.adjusted(0, 0, 0, -legend), extent.value_or(picture.extent), true, unit);
  frame.x = {QStringLiteral("P_t"), QStringLiteral("(N·s)")};
  frame.y = {QStringLiteral("P_n"), QStringLiteral("(N·s)")};
  return frame;
}

ImpulseWindow windowOf(const AxesFrame& frame) {
  return windowOf(frame.data);
}

ImpulseWindow windowOf(const QRectF& extent) {
  return {{extent.top(), extent.left()}, {extent.bottom(), extent.right()}};
}

std::vector<ImpulseHandle> impulseHandles(const ImpulsePicture& picture, const AxesFrame& frame) {
  using Kind = ImpulseHandle::Kind;
  std::vector<ImpulseHandle> handles;
  for (const LawDiagram& law : picture.laws)
    if (law.refusal.empty()) handles.push_back({Kind::Impulse, law.impulse.head<2>(), 0, 1, law.law});
  handles.push_back({Kind::Origin, PlanarImpulse(0, 0)});
  const ImpulseDiagram& diagram = picture.diagram;
  handles.push_back(
      {Kind::Restitution, (1 + picture.what.coefficients.restitution) * diagram.frictionless()});
  const ImpulseWindow window = windowOf(frame);
  const auto lines = ImpulseDiagram::frictionLines(picture.what.coefficients.friction);
  constexpr double share = 0.82;  // of the way to the border of the frame
  for (std::size_t i = 0; i < 2; ++i)
    if (const auto ends = within({PlanarImpulse(0, 0), lines[i]}, window))
      handles.push_back({Kind::Friction, share * (*ends)[1], 0, i == 0 ? 1.0 : -1.0});
  for (int k = 0; k < 2; ++k) {
    if (!std::isfinite(diagram.semiAxisLength(k))) continue;
    for (const double side : {1.0, -1.0}) {
      const PlanarImpulse tip =
          diagram.sticking() + side * diagram.semiAxisLength(k) * diagram.semiAxisDirection(k);
      if (frame.data.contains(placeOf(tip))) handles.push_back({Kind::SemiAxis, tip, k, side});
    }
  }
  return handles;
}

ImpulseCase draggedCase(const ImpulsePicture& start, const ImpulseHandle& handle, const PlanarImpulse& to,
                        double pixel) {
  using Kind = ImpulseHandle::Kind;
  ImpulseCase now = start.what;
  switch (handle.kind) {
    case Kind::Origin:
      now.impact = withOrigin(start.diagram, to);
      break;
    case Kind::SemiAxis:
      now.impact = withSemiAxis(start.diagram, handle.semiAxis,
                                start.diagram.sticking() + handle.side * (to - start.diagram.sticking()));
      break;
    case Kind::Friction:
      now.coefficients.friction = roundedAt(frictionThrough, to, pixel);
      break;
    case Kind::Restitution:
      now.coefficients.restitution = std::min(
          mostRestitution(start),
          roundedAt([&](const PlanarImpulse& P) { return restitutionThrough(start.diagram, P, HUGE_VAL); },
                    to, pixel));
      break;
    case Kind::Impulse:
      now.coefficients = roundedCoefficients(start, handle.law, to, pixel);
      break;
  }
  return now;
}

}  // namespace carom
