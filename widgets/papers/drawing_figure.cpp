#include "papers/drawing_figure.h"

#include <QJsonObject>
#include <algorithm>

#include "base/csv_text.h"
#include "base/qt_text.h"
#include "common/theme.h"
#include "figure/figure_view.h"
#include "mechanics/motion/impact_passage.h"
#include "papers/planar_drawing.h"
#include "scene/initial_velocity.h"

namespace carom {

namespace {

const QString velocityArrows = QStringLiteral("velocity"), momentumArrows = QStringLiteral("momentum"),
              bothArrows = QStringLiteral("both"), noArrows = QStringLiteral("none");

}  // namespace

DrawingFigure::DrawingFigure(SnapshotPtr snapshot, const QString& view) : m_snapshot(std::move(snapshot)) {
  requirePlane(*m_snapshot);
  const QJsonObject json = viewOf(view);
  m_moment = momentIn(json);
  m_arrows = json["arrows"].toString(velocityArrows);
  const QStringList known{velocityArrows, momentumArrows, bothArrows, noArrows};
  if (!known.contains(m_arrows))
    throw FigureError(QObject::tr("--view: arrows \"%1\": expected one of %2")
                          .arg(m_arrows, known.join(QStringLiteral(", ")))
                          .toStdString());
  takeMoment();
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  const auto count = static_cast<int>(mechanism.bodies().size());
  m_velocities.resize(3, count);
  m_momenta.resize(3, count);
  for (int body = 0; body < count; ++body) {
    const Eigen::Vector3d centre = mechanism.centreOfMass(body, m_q);
    m_velocities.col(body) = mechanism.pointVelocity(body, m_q, m_v, centre);
    m_momenta.col(body) = mechanism.bodies()[static_cast<std::size_t>(body)].mass * m_velocities.col(body);
  }
}

/// In flight, within an impact, or at the initial state.
void DrawingFigure::takeMoment() {
  const SceneInstance& instance = m_snapshot->instance;
  const Trajectory* run = m_snapshot->trajectory.get();
  m_q = instance.initial.q;
  m_v = initialVelocity(instance);
  if (!m_moment || !run || run->flights.empty()) return;
  if (m_moment->impact >= 0 && m_moment->impact < static_cast<int>(run->impacts.size())) {
    const WholeImpact whole =
        wholeImpact(*instance.mechanism, *run, static_cast<std::size_t>(m_moment->impact));
    const int last = static_cast<int>(whole.momenta.cols()) - 1;
    m_q = whole.q;
    m_v = m_moment->model
              ? m_moment->model->velocity
              : whole.problem.metric().velocity(whole.momenta.col(std::clamp(m_moment->reflection, 0, last)));
    return;
  }
  m_q = run->configuration(m_moment->time);
  m_v = run->velocity(m_moment->time);
}

QString DrawingFigure::title() const {
  const QString scene = q(m_snapshot->scene->title());
  return m_arrows == momentumArrows ? QObject::tr("Drawing with momenta — %1").arg(scene)
         : m_arrows == bothArrows   ? QObject::tr("Drawing with velocities and momenta — %1").arg(scene)
         : m_arrows == noArrows     ? QObject::tr("Drawing — %1").arg(scene)
                                    : QObject::tr("Drawing with velocities — %1").arg(scene);
}

PlanarDrawing DrawingFigure::drawing() const {
  PlanarDrawing drawing{.scene = *m_snapshot->scene, .instance = m_snapshot->instance, .q = m_q};
  drawing.arcs = m_q == m_snapshot->instance.initial.q;  // they show parameters of that state
  if (m_arrows == velocityArrows || m_arrows == bothArrows)
    drawing.vectors.push_back({m_velocities, QStringLiteral("v"), theme::ink()});
  if (m_arrows == momentumArrows || m_arrows == bothArrows)
    drawing.vectors.push_back({m_momenta, QStringLiteral("p"), theme::blue});
  return drawing;
}

double DrawingFigure::aspect() const {
  const QRectF extent = drawing().extent();
  return std::clamp(extent.height() / extent.width(), 0.3, 1.2);
}

void DrawingFigure::paint(QPainter& painter, const QRectF& area) const {
  const PlanarDrawing all = drawing();
  Sketch sketch(painter, area, all.extent());
  all.paint(sketch);
}

QString DrawingFigure::csv() const {
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  QString text = QStringLiteral("body,x [m],y [m],vx [m/s],vy [m/s],px [N*s],py [N*s]\n");
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body) {
    QStringList cells{csvField(q(mechanism.bodies()[static_cast<std::size_t>(body)].name))};
    const Eigen::Vector3d centre = mechanism.centreOfMass(body, m_q);
    for (const double value : {centre.x(), centre.y(), m_velocities(0, body), m_velocities(1, body),
                               m_momenta(0, body), m_momenta(1, body)})
      cells += csvNumber(value);
    text += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
  }
  return text;
}

FigureSource DrawingFigure::source() const {
  QJsonObject view;
  if (m_arrows != velocityArrows) view["arrows"] = m_arrows;
  if (m_moment) addMoment(view, *m_moment);
  return {name(), m_snapshot, viewText(view)};
}

}  // namespace carom
