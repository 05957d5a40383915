#include "viewport/picture/scene_frame.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "answer/impact_of_run.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/body_colors.h"
#include "common/run_names.h"
#include "mechanics/contact/contacts.h"
#include "scene/edit/own_coordinates.h"
#include "study/drag_placement.h"
#include "viewport/picture/body_shapes.h"
#include "viewport/picture/ghosts.h"
#include "viewport/picture/instant.h"
#include "viewport/picture/label_places.h"
#include "viewport/render/ground_and_walls.h"

namespace carom {

namespace {

/// Builds the parts of a frame from one snapshot at one instant.
class FrameBuilder {
 public:
  FrameBuilder(const Snapshot& snapshot, const Moment& moment, WholeImpacts& known)
      : m_snapshot(snapshot),
        m_instance(snapshot.instance),
        m_mechanism(*snapshot.instance.mechanism),
        m_known(known),
        m_instant(instantOf(snapshot.instance, snapshot.trajectory.get(), moment, known)),
        m_compared(comparedInstant(snapshot, moment, known)),
        m_model(modelIn(snapshot.instance, moment)),
        m_time(moment.time) {}

  SceneFrame build() {
    m_frame.planar = m_instance.view.planar;
    m_frame.initial = ((m_instant.q - m_instance.initial.q).array().abs() < 1e-9).all();
    for (int body = 0; body < bodyCount(); ++body) {
      m_frame.positions.push_back(m_mechanism.position(body, m_instant.q));
      m_frame.grips.push_back(gripAt(m_mechanism, body, m_instant.q));
      m_frame.velocities.push_back(
          m_mechanism.pointVelocity(body, m_instant.q, m_instant.velocity, m_frame.positions.back()));
    }
    addBalls();
    addSolids();
    addPoints();
    addSurroundings(m_frame, m_instance);
    addReach();
    addContacts();
    addLines();
    addArms();
    addArrows();
    addSpins();
    if (m_model)
      addOrdering();
    else if (m_compared)
      addCompared();
    else
      addOtherOutcome();
    addKeptRuns();
    if (m_frame.initial) addArcs();
    addLabels();
    addNames();
    return std::move(m_frame);
  }

 private:
  int bodyCount() const { return static_cast<int>(m_mechanism.bodies().size()); }

  void addBalls() {
    double sum = 0;
    for (int body = 0; body < bodyCount(); ++body)
      for (const Shape& shape : m_mechanism.bodies()[body].shapes)
        if (const auto* ball = std::get_if<Ball>(&shape)) {
          m_frame.balls.push_back({body, m_mechanism.pose(body, m_instant.q) * ball->centre, ball->radius,
                                   surfaceColor(m_instance, body), m_mechanism.isFixed(body)});
          sum += ball->radius;
        }
    if (!m_frame.balls.empty()) m_frame.ballSize = sum / m_frame.balls.size();
  }

  void addSolids() {
    m_frame.solids = solidsAt(m_instance, m_instant.q);
    if (!m_frame.balls.empty()) return;
    // In the initial configuration: rounding in a turned one would switch the grid between two cells.
    double longest = 0;
    for (const SceneFrame::Solid& solid : solidsAt(m_instance, m_instance.initial.q))
      longest = std::max(longest, solid.axes.colwise().norm().maxCoeff());
    if (longest > 0) m_frame.ballSize = SceneFrame::solidSize * longest;
  }

  /// Bodies that are points are drawn as small balls, but where another body is drawn: feet at the ends of
  /// legs.
  void addPoints() {
    constexpr double size = 0.25, apart = 0.02;  // of a usual ball, of the distance between the points
    std::vector<std::pair<int, Eigen::Vector3d>> points;
    Eigen::AlignedBox3d all;
    for (int body = 0; body < bodyCount(); ++body)
      for (const Shape& shape : onlyPoints(m_mechanism.bodies()[body]) ? m_mechanism.bodies()[body].shapes
                                                                       : std::vector<Shape>()) {
        points.emplace_back(body, std::get<Point>(shape).at);
        all.extend(m_mechanism.pose(body, m_instance.initial.q) * points.back().second);
      }
    if (points.empty()) return;
    const bool isBare = m_frame.balls.empty() && m_frame.solids.empty();
    const double reach = all.sizes().norm();
    if (isBare && reach > 0) m_frame.ballSize = apart * reach / size;
    for (const auto& [body, at] : points) {
      const Eigen::Vector3d there = m_mechanism.pose(body, m_instant.q) * at;
      if (!isDrawn(there))
        m_frame.balls.push_back({body, there, size * m_frame.ballSize, surfaceColor(m_instance, body),
                                 m_mechanism.isFixed(body)});
    }
  }

  static bool onlyPoints(const Body& body) {
    return std::ranges::all_of(body.shapes,
                               [](const Shape& shape) { return std::holds_alternative<Point>(shape); });
  }

  /// Whether a ball, a rod or a box is there.
  bool isDrawn(const Eigen::Vector3d& point) const {
    constexpr double margin = 1.2;
    const auto holds = [&](const SceneFrame::Solid& solid) {
      const Eigen::Vector3d off = point - solid.centre, half = solid.axes.col(1);
      if (!solid.rod) return (solid.axes.inverse() * off).cwiseAbs().maxCoeff() < margin;
      const double along = std::clamp(off.dot(half) / half.squaredNorm(), -1.0, 1.0);
      return (off - along * half).norm() < margin * solid.axes.col(0).norm();
    };
    return std::ranges::any_of(m_frame.solids, holds) ||
           std::ranges::any_of(m_frame.balls, [&](const SceneFrame::Ball& ball) {
             return (ball.centre - point).norm() < margin * ball.radius;
           });
  }

  /// A view of a scene that starts with an impact shows it close by. A view of bodies that fall into their
  /// impacts shows all of their way; of a throw only its beginning, because the bodies would be tiny. The
  /// camera follows them there.
  void addReach() {
    constexpr int moments = 24;
    const double highest = 12 * m_frame.ballSize;  // m; six balls, or one and a half rods, over the start
    const Trajectory* motion = m_snapshot.trajectory.get();
    if (m_snapshot.report || !motion || m_mechanism.contacts().empty() || m_mechanism.gravity().isZero())
      return;
    const Eigen::Vector3d up = -m_mechanism.gravity().normalized();
    for (int i = 0; i <= moments; ++i) {
      const double share = static_cast<double>(i) / moments;
      const Eigen::VectorXd q = motion->configuration(std::lerp(motion->start(), motion->end(), share));
      for (int body = 0; body < bodyCount(); ++body) {
        const Eigen::Vector3d at = m_mechanism.centreOfMass(body, q);
        const double rise = up.dot(at - m_mechanism.centreOfMass(body, m_instance.initial.q));
        if (!m_mechanism.chain(body).empty() && rise < highest)
          m_frame.reach.push_back({at, m_frame.ballSize});
      }
    }
  }

  /// The impact that the instant is inside of; null where it is in flight.
  const ImpactEvent* eventNow() const {
    return m_instant.impact < 0 ? nullptr
                                : &m_snapshot.trajectory->impacts[static_cast<std::size_t>(m_instant.impact)];
  }

  /// The contacts that are closed at the instant; among hundreds of bodies they are looked for once.
  const std::vector<int>& closedNow() {
    if (!m_closedNow) m_closedNow = closedContacts(m_mechanism, m_instant.q);
    return *m_closedNow;
  }

  void addContacts() {
    const ImpactEvent* impact = eventNow();
    const std::vector<int> closed = impact ? impact->contacts : closedNow();
    const int last =
        impact && m_instant.reflection > 0 ? impact->contacts[impact->word[m_instant.reflection - 1]] : -1;
    for (const int contact : closed) {
      const ContactPair& pair = m_mechanism.contacts()[contact];
      m_frame.contacts.push_back({m_mechanism.contactPoint(contact, m_instant.q), pair.body,
                                  QString::fromStdString(pair.name), contact == last});
    }
  }

  Eigen::Vector3d pointOf(const BodyPoint& end) const {
    return end.body < 0 ? end.at : m_mechanism.pose(end.body, m_instant.q) * end.at;
  }

  void addLines() {
    using Kind = SceneFrame::Line::Kind;
    for (const PointSpring& spring : m_mechanism.forces().pointSprings)
      m_frame.lines.push_back({pointOf(spring.ends[0]), pointOf(spring.ends[1]), Kind::Spring,
                               QString::fromStdString(spring.place)});
    for (const PointDamper& damper : m_mechanism.forces().pointDampers)
      m_frame.lines.push_back({pointOf(damper.ends[0]), pointOf(damper.ends[1]), Kind::Damper,
                               QString::fromStdString(damper.place)});
    for (const Loop& loop : m_mechanism.loops())
      if (const auto* ends = endsOf(loop)) {
        const Kind kind = std::holds_alternative<RodLoop>(loop.kind)    ? Kind::Rod
                          : std::holds_alternative<WeldLoop>(loop.kind) ? Kind::Weld
                                                                        : Kind::Pin;
        m_frame.lines.push_back(
            {pointOf((*ends)[0]), pointOf((*ends)[1]), kind, QString::fromStdString(loop.place)});
      }
  }

  /// What holds a ball that hangs on a hinge has no shape of its own.
  void addArms() {
    for (int body = 0; body < bodyCount(); ++body) {
      const Body& spec = m_mechanism.bodies()[body];
      const Ball* ball = firstBall(m_mechanism, body);
      const bool alone = std::ranges::all_of(
          spec.shapes, [](const Shape& shape) { return std::holds_alternative<Ball>(shape); });
      const auto [travel, turn] = edit::ownCoordinates(m_mechanism, body);
      if (!ball || !alone || !hangs(*ball) || !travel.empty() || turn.empty()) continue;
      const Eigen::Vector3d& hinge = m_frame.positions[body];
      const Eigen::Vector3d way = m_mechanism.pose(body, m_instant.q) * ball->centre - hinge;
      m_frame.arms.push_back({hinge, hinge + (1 - ball->radius / way.norm()) * way});
      constexpr double room = 0.3;  // of the ball's radius: its ring
      m_frame.reach.push_back({hinge, room * ball->radius});
    }
  }

  /// Whether the velocity of a body says what no other arrow does: a part without a mass moves with the body
  /// that carries it, and matters where it touches.
  bool informs(int body) const {
    return m_mechanism.bodies()[body].mass > 0 ||
           std::ranges::any_of(m_frame.contacts, [&](const SceneFrame::Contact& contact) {
             return contact.bodies[0] == body || contact.bodies[1] == body;
           });
  }

  void addArrowsOf(const Eigen::VectorXd& velocity, SceneFrame::ArrowKind kind) {
    for (int body = 0; body < bodyCount(); ++body) {
      if (!informs(body)) continue;
      // A rod moves as its centre of mass does; its origin, and that of a ball that hangs, is a hinge.
      const Ball* ball = firstBall(m_mechanism, body);
      const double radius = ball ? ball->radius : 0;
      const Eigen::Vector3d at =
          ball && !hangs(*ball) ? m_frame.positions[body] : m_mechanism.centreOfMass(body, m_instant.q);
      const Eigen::Vector3d v = m_mechanism.pointVelocity(body, m_instant.q, velocity, at);
      if (v.norm() <= 1e-9 * velocity.norm()) continue;
      m_frame.arrows.push_back({body, kind, at, v, radius, surfaceColor(m_instance, body)});
    }
  }

  /// Whether an arrow that ends at its ball would lie across another one.
  bool arrivesThroughABall(const SceneFrame::Arrow& arrow) const {
    return std::ranges::any_of(m_frame.balls, [&](const SceneFrame::Ball& ball) {
      const Eigen::Vector3d off = ball.centre - arrow.at, back = -arrow.velocity.normalized();
      const double along = off.dot(back);
      return ball.body != arrow.body && along > 0 && along < 5 * m_frame.ballSize &&
             (off - along * back).norm() < 0.9 * ball.radius;
    });
  }

  bool closes(int contact) const {
    const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(contact)];
    const auto isMoving = [this](int body) {
      return m_frame.velocities[static_cast<std::size_t>(body)].norm() > 0;
    };
    if (pair.limit || std::ranges::none_of(pair.body, isMoving)) return false;
    const Separation between = separationOf(m_mechanism, contact, m_instant.q);
    const auto velocityAt = [this](int body, const Eigen::Vector3d& point) {
      return m_mechanism.pointVelocity(body, m_instant.q, m_instant.velocity, point);
    };
    return between.direction.dot(velocityAt(pair.body[1], between.second) -
                                 velocityAt(pair.body[0], between.first)) < 0;
  }

  /// Whether the moment is before the impact of the start: one that is still searched, too, so that no arrow
  /// jumps when its answer comes.
  bool arrives() {
    if (m_instant.impact >= 0) return true;
    return m_snapshot.isPending && std::ranges::any_of(closedNow(), [this](int i) { return closes(i); });
  }

  /// Inside an impact, the arrows of the velocities before it end at their balls, unless one would cross a
  /// ball.
  void addArrows() {
    const auto usual = SceneFrame::ArrowKind::Present;
    if (!arrives()) return addArrowsOf(m_instant.velocity, usual);
    addArrowsOf(m_instant.impact < 0 ? m_instant.velocity : m_instant.arriving,
                SceneFrame::ArrowKind::Arriving);
    const bool hidden = std::ranges::any_of(
        m_frame.arrows, [this](const SceneFrame::Arrow& arrow) { return arrivesThroughABall(arrow); });
    if (hidden) m_frame.arrows.clear();
    if (hidden || m_instant.reflection > 0) addArrowsOf(m_instant.velocity, usual);
  }

  /// How far a body reaches from its centre of mass, about: the largest of its balls, rods and boxes.
  double sizeOf(int body) const {
    const Ball* ball = firstBall(m_mechanism, body);
    double size = ball ? ball->radius : 0;
    for (const SceneFrame::Solid& solid : m_frame.solids)
      if (solid.body == body) size = std::max(size, solid.axes.colwise().norm().maxCoeff());
    return size;
  }

  void addSpins() {
    constexpr double part = 0.75;  // of the body's size, so that its name stays free
    for (int body = 0; body < bodyCount(); ++body) {
      const Eigen::Vector3d omega = m_mechanism.angularVelocity(body, m_instant.q, m_instant.velocity);
      if (m_mechanism.isFixed(body) || omega.isZero()) continue;
      m_frame.spins.push_back({m_mechanism.centreOfMass(body, m_instant.q), omega, part * sizeOf(body),
                               surfaceColor(m_instance, body)});
    }
  }

  /// Beside the velocities of a model, adds those in which the ordering ends.
  void addOrdering() {
    const WholeImpact& whole = m_known.of(m_mechanism, *m_snapshot.trajectory, m_instant.impact);
    addArrowsOf(whole.problem.metric().velocity(whole.momenta.rightCols(1)), SceneFrame::ArrowKind::Other);
    m_frame.comparison = QObject::tr("%1: solid · the ordering: dashed").arg(m_model->model);
  }

  /// At the end of an impact, adds the outcome that differs most from the one that is followed.
  void addOtherOutcome() {
    if (m_instant.impact < 0 || !m_instant.isAtEnd) return;
    const bool isResolved = m_instant.impact == impactOfReport(m_snapshot);
    const ImpactReport* report = isResolved ? m_snapshot.report.get() : eventNow()->alternatives.get();
    if (!report || report->outcomes.size() < 2) return;
    const int taken = isResolved ? m_snapshot.outcome : outcomeTaken(*report, m_snapshot, m_instant.impact);
    if (taken < 0) return;
    const auto& pair = report->indeterminacy.pair;
    int other = pair[0] == taken ? pair[1] : pair[0];
    if (other == taken) other = taken == 0 ? 1 : 0;
    addArrowsOf(report->outcomes[static_cast<std::size_t>(other)].velocity, SceneFrame::ArrowKind::Other);
    m_frame.comparison = QObject::tr("outcome %1: solid · outcome %2: dashed").arg(taken + 1).arg(other + 1);
  }

  /// Adds ghosts of bodies that are elsewhere in the compared motion, and velocities that differ there.
  void addCompared() {
    const auto& q = m_compared->q;
    double speed = 1e-300;
    for (const Eigen::Vector3d& v : m_frame.velocities) speed = std::max(speed, v.norm());
    for (const SceneFrame::Ball& ball : m_frame.balls) {
      const Eigen::Vector3d there = m_mechanism.position(ball.body, q);
      const Eigen::Vector3d v = m_mechanism.pointVelocity(ball.body, q, m_compared->velocity, there);
      const bool moved = (there - m_frame.positions[ball.body]).norm() > 1e-6 * ball.radius;
      if (moved) {
        SceneFrame::Ball ghost = ball;
        ghost.centre += there - m_frame.positions[ball.body];
        ghost.ghost = true;
        m_frame.ghosts.push_back(ghost);
      }
      const bool differs = moved || (v - m_frame.velocities[ball.body]).norm() > 1e-9 * speed;
      if (differs && v.norm() > 1e-9 * speed)
        m_frame.arrows.push_back(
            {ball.body, SceneFrame::ArrowKind::Other, there, v, ball.radius, ball.color});
    }
    addSolidsElsewhere(m_frame, solidsAt(m_instance, q));
    const RunNames names = runNames(m_snapshot, 5);
    m_frame.comparison = QObject::tr("%1: solid · %2: ghosts, dashed").arg(names.first, names.second);
  }

  /// Adds the bodies of kept runs in the colours of the runs, where they are not those of the run in force.
  void addKeptRuns() {
    for (const ShownRun& run : shownKeptRuns(m_snapshot))
      addGhosts(m_frame, *run.instance, run.trajectory->configuration(m_time), {run.name, run.color});
  }

  void addArcs() {
    for (const ArcHandle& arc : m_instance.view.arcs) {
      if (arc.vertex < 0 || arc.to < 0) continue;
      const ParameterValue* value = m_instance.parameter(arc.parameter);
      const ParameterSpec* spec = m_snapshot.scene->parameter(arc.parameter);
      if (!value || !spec) continue;
      const QString unit = QString::fromStdString(spec->unit);
      const QString text = spec->unit == "deg"
                               ? formatFixed(value->value / unitFactor("deg"), 1) + unitLabel(unit)
                               : formatQuantity(value->value, unit);
      const Eigen::Vector3d &vertex = m_frame.positions[arc.vertex],
                            &to = (arc.to == arc.vertex ? m_frame.grips : m_frame.positions)[arc.to],
                            from = arc.from >= 0 ? m_frame.positions[arc.from] : arcStart(arc);
      const Ball* ball = firstBall(m_mechanism, arc.vertex);
      const double radius = ball && !hangs(*ball)
                                ? 1.36 * ball->radius
                                : 0.35 * std::min((from - vertex).norm(), (to - vertex).norm());
      m_frame.arcs.push_back(
          {arc.from, arc.to, vertex, from, to, radius, QString::fromStdString(spec->label), text});
    }
  }

  /// Where an arc without a body begins: see ArcHandle.
  Eigen::Vector3d arcStart(const ArcHandle& arc) const {
    if (arc.to != arc.vertex)
      return m_frame.positions[arc.vertex] +
             (m_frame.positions[arc.to] - m_frame.positions[arc.vertex]).norm() * Eigen::Vector3d::UnitX();
    Eigen::VectorXd q = m_instant.q;
    for (const int i : edit::ownCoordinates(m_mechanism, arc.to).turn) q[i] = 0;
    return gripAt(m_mechanism, arc.to, q);
  }

  void addLabels() {
    const Eigen::VectorXd& start = m_instance.initial.q;
    const std::vector<Eigen::Vector3d> directions =
        labelDirections(m_instance, m_instant.q == start ? closedNow() : closedContacts(m_mechanism, start));
    for (const SceneFrame::Ball& ball : m_frame.balls)
      m_frame.labels.push_back(
          {bodyLabel(m_instance, ball.body), ball.centre, ball.radius, ball.color, directions[ball.body]});
  }

  /// Where there are few bodies, one name for each, at its first ball or its largest other shape.
  void addNames() {
    constexpr int most = 24;  // more of them hide the scene
    if (bodyCount() > most) return;
    for (int body = 0; body < bodyCount(); ++body) {
      SceneFrame::Name name{bodyLabel(m_instance, body), {}, {}, 0, surfaceColor(m_instance, body)};
      const auto ball = std::ranges::find(m_frame.balls, body, &SceneFrame::Ball::body);
      const SceneFrame::Solid* largest = nullptr;
      Eigen::Index axis = 0;
      for (const SceneFrame::Solid& solid : m_frame.solids) {
        Eigen::Index longest;
        if (solid.body != body || solid.ghost) continue;
        if (solid.axes.colwise().norm().maxCoeff(&longest) <= name.along.norm() && largest) continue;
        largest = &solid;
        axis = longest;
        name.along = solid.axes.col(longest);
      }
      if (ball != m_frame.balls.end()) {
        name.at = ball->centre;
        name.across = ball->radius;
        name.along = ball->radius * Eigen::Vector3d::UnitX();
        name.ball = static_cast<int>(ball - m_frame.balls.begin());
      } else if (largest) {
        name.at = largest->centre;
        for (const Eigen::Index other : {(axis + 1) % 3, (axis + 2) % 3})
          name.across = std::max(name.across, largest->axes.col(other).norm());
      } else {
        continue;
      }
      m_frame.names.push_back(std::move(name));
    }
  }

  const Snapshot& m_snapshot;
  const SceneInstance& m_instance;
  const Mechanism& m_mechanism;
  WholeImpacts& m_known;
  Instant m_instant;
  std::optional<Instant> m_compared;
  std::shared_ptr<const ModelMotion> m_model;  ///< shown in place of where the ordering ends; may be null
  double m_time;                               ///< s
  std::optional<std::vector<int>> m_closedNow{};
  SceneFrame m_frame;
};

}  // namespace

SceneFrame makeFrame(const Snapshot& snapshot, const Moment& moment, WholeImpacts* known) {
  WholeImpacts own;
  return FrameBuilder(snapshot, moment, known ? *known : own).build();
}

}  // namespace carom
