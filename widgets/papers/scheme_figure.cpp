#include "papers/scheme_figure.h"

#include <algorithm>
#include <cmath>

#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "mechanics/contact/contacts.h"
#include "papers/planar_drawing.h"
#include "scene/initial_velocity.h"

namespace carom {

namespace {

/// Velocities of all bodies at the initial state (m/s): 3×bodies.
Eigen::Matrix3Xd velocitiesOf(const SceneInstance& instance) {
  const Mechanism& mechanism = *instance.mechanism;
  const State& state = instance.initial;
  const Eigen::VectorXd v = initialVelocity(instance);
  Eigen::Matrix3Xd velocities(3, static_cast<Eigen::Index>(mechanism.bodies().size()));
  for (int body = 0; body < static_cast<int>(velocities.cols()); ++body)
    velocities.col(body) = mechanism.bodyVelocity(body, state.q, v);
  return velocities;
}

PlanarDrawing drawingOf(const Snapshot& snapshot) {
  return {.scene = *snapshot.scene,
          .instance = snapshot.instance,
          .q = snapshot.instance.initial.q,
          .vectors = {{velocitiesOf(snapshot.instance), QStringLiteral("v"), theme::ink()}}};
}

/// A stance: its name, and what it assigns in the words of a scene.
struct StanceWords {
  const char* name;
  std::vector<std::pair<const char*, const char*>> assignments;
};
/// The angles of [SM12 Fig. 2].
const std::vector<StanceWords> rhexStances{{"A", {{"gamma", "0.331*pi"}, {"phi", "-0.811*pi"}}},
                                           {"B", {{"gamma", "0.331*pi"}, {"phi", "-0.574*pi"}}},
                                           {"C", {{"gamma", "0.260*pi"}, {"phi", "-0.151*pi"}}}};
/// The rows of [SM14 Table I], and the straight legs of its Fig. 8.
const std::vector<StanceWords> trexStances{{"optimised", {{"row", "optimised"}}},
                                           {"initial", {{"row", "initial"}}},
                                           {"straight", {{"row", "straight"}}}};

const std::vector<StanceWords>& stancesOf(StancesFigure::Robot robot) {
  return robot == StancesFigure::Robot::Rhex ? rhexStances : trexStances;
}

bool isKnown(const Scene& scene, const char* name) {
  return std::ranges::any_of(scene.parameters(),
                             [&](const ParameterSpec& spec) { return spec.name == name; }) ||
         std::ranges::any_of(scene.choices(), [&](const ChoiceSpec& choice) { return choice.name == name; });
}

/// The value of a parameter, after the move that closed the contacts.
double valueOf(const SceneInstance& instance, const std::string& name) {
  if (instance.touching)
    for (const TouchingSolution::Move& move : instance.touching->moved)
      if (move.name == name) return move.value;
  return instance.parameter(name)->value;
}

/// The parameters that a scene marks as free.
std::vector<ParameterSpec> freeParameters(const Scene& scene) {
  std::vector<ParameterSpec> found;
  std::ranges::copy_if(scene.parameters(), std::back_inserter(found), &ParameterSpec::free);
  return found;
}

const QString productSymbol = QStringLiteral("⟨u,v⟩ = ");
constexpr double valueLine = 9;  // pt

QString siUnit(const ParameterSpec& spec) {
  const bool isAngle = spec.unit == "deg" || spec.unit == "rad";
  return isAngle ? QStringLiteral("rad") : QStringLiteral("m");
}

}  // namespace

SchemeFigure::SchemeFigure(SnapshotPtr snapshot) : m_snapshot(std::move(snapshot)) {
  requirePlane(*m_snapshot);
  for (const Body& body : m_snapshot->instance.mechanism->bodies())
    for (const Shape& shape : body.shapes)
      if (!std::holds_alternative<Ball>(shape) && !std::holds_alternative<HalfSpace>(shape))
        throw FigureError(QObject::tr("%1 is neither a ball nor a half-space; expected a scene of these")
                              .arg(q(body.name))
                              .toStdString());
}

QString SchemeFigure::title() const {
  return QObject::tr("Scheme — %1").arg(q(m_snapshot->scene->title()));
}

double SchemeFigure::aspect() const {
  const QRectF extent = drawingOf(*m_snapshot).extent();
  return std::clamp(extent.height() / extent.width(), 0.3, 1.2);
}

void SchemeFigure::paint(QPainter& painter, const QRectF& area) const {
  const PlanarDrawing drawing = drawingOf(*m_snapshot);
  Sketch sketch(painter, area, drawing.extent());
  drawing.paint(sketch);
}

StancesFigure::StancesFigure(SnapshotPtr snapshot, Robot robot)
    : m_snapshot(std::move(snapshot)), m_robot(robot) {
  requirePlane(*m_snapshot);
  const Scene& scene = *m_snapshot->scene;
  for (const StanceWords& stance : stancesOf(robot)) {
    Assignments assignments = m_snapshot->assignments;
    for (const auto& [parameter, value] : stance.assignments) {
      if (!isKnown(scene, parameter))
        throw FigureError(QObject::tr("%1 has no parameter \"%2\"; expected the scene %3")
                              .arg(q(scene.name()), QLatin1String(parameter),
                                   robot == Robot::Rhex ? QStringLiteral("rhex") : QStringLiteral("trex"))
                              .toStdString());
      assignments[parameter] = value;
    }
    SceneInstance instance = scene.instantiate(assignments);
    const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
    if (!problem || problem->contactCount() != 2)
      throw FigureError(QObject::tr("expected two closed contacts in stance %1")
                            .arg(QLatin1String(stance.name))
                            .toStdString());
    m_stances.push_back({QLatin1String(stance.name), std::move(instance), problem->gram()(0, 1)});
  }
}

QString StancesFigure::name() const {
  return m_robot == Robot::Rhex ? QStringLiteral("rhex-stances") : QStringLiteral("trex-stances");
}

QString StancesFigure::title() const {
  return QObject::tr("Stances — %1").arg(q(m_snapshot->scene->title()));
}

/// Where a cell is too narrow for "⟨u,v⟩ = VALUE", the value stands below its symbol.
bool StancesFigure::hasTwoLines(double width) const {
  constexpr double apart = 4;  // pt
  return std::ranges::any_of(m_stances, [&](const Stance& stance) {
    return theme::mathWidth(productSymbol + powerText(stance.product), textPoints) >
           width / static_cast<double>(m_stances.size()) - apart;
  });
}

double StancesFigure::heightAt(double width) const {
  return width * aspect() + (hasTwoLines(width) ? valueLine : 0);
}

void StancesFigure::paint(QPainter& painter, const QRectF& area) const {
  QRectF extent;
  const auto drawing = [this](const Stance& stance) {
    return PlanarDrawing{.scene = *m_snapshot->scene,
                         .instance = stance.instance,
                         .q = stance.instance.initial.q,
                         .names = false,
                         .arcs = false};
  };
  for (const Stance& stance : m_stances) extent |= drawing(stance).extent();
  const double width = area.width() / static_cast<double>(m_stances.size());
  const bool isNarrow = hasTwoLines(area.width());
  for (std::size_t i = 0; i < m_stances.size(); ++i) {
    const Stance& stance = m_stances[i];
    const QRectF cell(area.left() + static_cast<double>(i) * width, area.top(), width, area.height());
    Sketch sketch(painter, cell.adjusted(3, 2, -3, isNarrow ? -22 - valueLine : -22), extent);
    drawing(stance).paint(sketch);
    const Sketch::Vector below(extent.center().x(), extent.top());  // y points upwards: the lower edge
    sketch.words(below, stance.name, {0, -7}, theme::ink());
    sketch.math(below, isNarrow ? productSymbol.trimmed() : productSymbol + powerText(stance.product),
                {0, -17}, theme::quietInk());
    if (isNarrow) sketch.math(below, powerText(stance.product), {0, -17 - valueLine}, theme::quietInk());
  }
}

QString StancesFigure::csv() const {
  const std::vector<ParameterSpec> parameters = freeParameters(*m_snapshot->scene);
  QString text = QStringLiteral("stance");
  for (const ParameterSpec& each : parameters)
    text += QStringLiteral(",%1 [%2]").arg(q(each.name), siUnit(each));
  text += QStringLiteral(",product\n");
  for (const Stance& stance : m_stances) {
    text += stance.name;
    for (const ParameterSpec& each : parameters)
      text += QLatin1Char(',') + csvNumber(valueOf(stance.instance, each.name));
    text += QLatin1Char(',') + csvNumber(stance.product) + QLatin1Char('\n');
  }
  return text;
}

}  // namespace carom
