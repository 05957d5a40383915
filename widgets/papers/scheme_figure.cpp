#include "papers/scheme_figure.h"

#include <Eigen/Cholesky>
#include <algorithm>

#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/theme.h"
#include "mechanics/contact/contacts.h"
#include "papers/planar_drawing.h"

namespace carom {

namespace {

void requirePlane(const Snapshot& snapshot) {
  if (!snapshot.instance.mechanism->isPlanar())
    throw FigureError(QObject::tr("%1 moves in space; expected a scene in the plane")
                          .arg(q(snapshot.scene->name()))
                          .toStdString());
}

/// Velocities of all bodies at the initial state (m/s): 3×bodies.
Eigen::Matrix3Xd velocitiesOf(const SceneInstance& instance) {
  const Mechanism& mechanism = *instance.mechanism;
  const State& state = instance.initial;
  const Eigen::VectorXd v = mechanism.massMatrix(state.q).llt().solve(state.p);
  Eigen::Matrix3Xd velocities(3, static_cast<Eigen::Index>(mechanism.bodies().size()));
  for (int body = 0; body < static_cast<int>(velocities.cols()); ++body)
    velocities.col(body) = mechanism.bodyVelocity(body, state.q, v);
  return velocities;
}

PlanarDrawing drawingOf(const Snapshot& snapshot) {
  return {.scene = *snapshot.scene,
          .instance = snapshot.instance,
          .q = snapshot.instance.initial.q,
          .velocities = velocitiesOf(snapshot.instance)};
}

/// The angles of [SM12 Fig. 2], in the words of a scene.
struct StanceAngles {
  char letter;
  const char *gamma, *phi;
};
constexpr StanceAngles stanceAngles[] = {
    {'A', "0.331*pi", "-0.811*pi"}, {'B', "0.331*pi", "-0.574*pi"}, {'C', "0.260*pi", "-0.151*pi"}};

double valueOf(const SceneInstance& instance, const char* name) {
  const auto found = std::ranges::find(instance.parameters, name, &ParameterValue::name);
  return found->value;
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

StancesFigure::StancesFigure(SnapshotPtr snapshot) : m_snapshot(std::move(snapshot)) {
  requirePlane(*m_snapshot);
  for (const char* name : {"gamma", "phi"})
    if (std::ranges::none_of(m_snapshot->instance.parameters,
                             [&](const ParameterValue& value) { return value.name == name; }))
      throw FigureError(QObject::tr("%1 has no parameter \"%2\"; expected the scene rhex")
                            .arg(q(m_snapshot->scene->name()), QLatin1String(name))
                            .toStdString());
  for (const StanceAngles& angles : stanceAngles) {
    Assignments assignments = m_snapshot->assignments;
    assignments["gamma"] = angles.gamma;
    assignments["phi"] = angles.phi;
    SceneInstance instance = m_snapshot->scene->instantiate(assignments);
    const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
    if (!problem || problem->contactCount() != 2)
      throw FigureError(QObject::tr("expected two closed contacts in stance %1")
                            .arg(QLatin1Char(angles.letter))
                            .toStdString());
    const double gamma = valueOf(instance, "gamma"), phi = valueOf(instance, "phi");
    m_stances.push_back({QLatin1Char(angles.letter), std::move(instance), gamma, phi, problem->gram()(0, 1)});
  }
}

QString StancesFigure::title() const {
  return QObject::tr("Stances — %1").arg(q(m_snapshot->scene->title()));
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
  for (std::size_t i = 0; i < m_stances.size(); ++i) {
    const Stance& stance = m_stances[i];
    const QRectF cell(area.left() + static_cast<double>(i) * width, area.top(), width, area.height());
    Sketch sketch(painter, cell.adjusted(3, 2, -3, -22), extent);
    drawing(stance).paint(sketch);
    const Sketch::Vector below(extent.center().x(), extent.top());  // y points upwards: the lower edge
    sketch.words(below, stance.letter, {0, -7}, theme::ink(), 8.5);
    sketch.math(below, QStringLiteral("⟨u,v⟩ = %1").arg(formatNumber(stance.product, 3)), {0, -17},
                theme::quietInk(), 7.5);
  }
}

QString StancesFigure::csv() const {
  QString text = QStringLiteral("stance,gamma [rad],phi [rad],product\n");
  for (const Stance& stance : m_stances)
    text += QStringLiteral("%1,%2,%3,%4\n")
                .arg(stance.letter)
                .arg(csvNumber(stance.gamma), csvNumber(stance.phi), csvNumber(stance.product));
  return text;
}

}  // namespace carom
