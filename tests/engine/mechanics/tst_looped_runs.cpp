#include <Eigen/Dense>
#include <QtTest>
#include <numbers>

#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/contact_table.h"
#include "mechanics/tree/loop_equations.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

namespace {

/// A free trunk, with a point or a box below it, with two random legs that one to three loops join, above a
/// floor; knees have stops.
struct LoopedRobot {
  Mechanism mechanism;
  State start;
};

LoopedRobot randomRobot(unsigned seed, bool inSpace, double restitution, double friction) {
  examples::Random random(seed);
  const auto between = [&](double a, double b) { return a + (b - a) * 0.5 * (random() + 1); };
  std::vector<Body> bodies;
  Body trunk{"trunk",         -1, Vector3d::Zero(), inSpace ? examples::space() : examples::plane(),
             between(0.5, 4), {}};
  trunk.inertia = between(0.01, 0.1) * Eigen::Matrix3d::Identity();
  const Vector3d low{between(-0.5, -0.3), between(-0.9, -0.7), 0};
  trunk.shapes = {Point{low}};
  if (seed % 2 == 1) trunk.shapes = {boxHull({0.1, 0.04, inSpace ? 0.08 : 0}, low)};
  bodies.push_back(trunk);
  std::vector<ContactPair> contacts;
  const int links = 2 + static_cast<int>(between(0, 1.99));
  std::vector<int> tips;
  for (int leg = 0; leg < 2; ++leg) {
    int parent = 0;
    for (int i = 0; i < links; ++i) {
      const double length = between(0.15, 0.35), mass = between(0.1, 1);
      Body link{"leg" + std::to_string(leg) + std::to_string(i),
                parent,
                i == 0 ? Vector3d((leg ? 1 : -1) * between(0.1, 0.2), 0, 0)
                       : Vector3d(bodies.back().centreOfMass * 2),
                {examples::turn(Vector3d::UnitZ(), "angle")},
                mass,
                {}};
      if (inSpace && i == 0)
        link.joints.insert(link.joints.begin(), examples::turn(Vector3d::UnitX(), "out"));
      link.centreOfMass = {length / 2, 0, 0};
      link.inertia = mass * length * length / 12 * Vector3d(0.05, 1, 1).asDiagonal().toDenseMatrix();
      if (i + 1 == links) link.shapes = {Point{{length, 0, 0}}};
      bodies.push_back(link);
      parent = static_cast<int>(bodies.size()) - 1;
    }
    tips.push_back(parent);
  }
  bodies.push_back({"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}});
  const int floor = static_cast<int>(bodies.size()) - 1;
  for (const int body : {0, tips[0], tips[1]}) {
    ContactPair pair;
    pair.name = bodies[static_cast<std::size_t>(body)].name + "-floor";
    pair.body = {floor, body};
    pair.coefficients.restitution = restitution;
    pair.coefficients.friction = friction;
    const auto shapeOf = [&](int of) { return bodies[static_cast<std::size_t>(of)].shapes[0]; };
    for (const auto& part : contactParts(shapeOf(floor), shapeOf(body), !inSpace)) {
      pair.part = part;
      contacts.push_back(pair);
      pair.name += '\'';
    }
  }
  const int count = static_cast<int>(contacts.size());
  const Mechanism tree(bodies, contacts, {0, -9.81, 0});
  VectorXd q = VectorXd::Zero(tree.dof());
  for (int i = 0; i < tree.dof(); ++i) {
    const std::string& name = tree.coordinates()[static_cast<std::size_t>(i)].name;
    if (name.starts_with("leg") && name.ends_with(".angle"))
      q[i] = name[4] == '0' ? -std::numbers::pi / 2 + between(-0.6, 0.6) : between(-0.8, 0.8);
    if (name.ends_with(".out")) q[i] = between(-0.2, 0.2);
  }
  // Loops that are closed as they are: points that coincide now, or a rod as long as the distance.
  std::vector<Loop> loops;
  const auto inBody = [&](int body, const Vector3d& x) {
    const Pose pose = tree.pose(body, q);
    return BodyPoint{body, pose.R.transpose() * (x - pose.x)};
  };
  const int a = tips[0], b = tips[1];
  const Vector3d middle = 0.5 * (tree.centreOfMass(a, q) + tree.centreOfMass(b, q));
  if (inSpace || random() > 0)
    loops.push_back({"rod", RodLoop{{inBody(a, tree.centreOfMass(a, q)), inBody(b, tree.centreOfMass(b, q))},
                                    (tree.centreOfMass(a, q) - tree.centreOfMass(b, q)).norm()}});
  else
    loops.push_back({"pin", PinLoop{{inBody(a, middle), inBody(b, middle)}}});
  if (random() > 0) loops.push_back({"again", loops[0].kind});
  if (links > 2) {
    int knees[2], k = 0;
    for (int i = 0; i < tree.dof(); ++i)
      if (tree.coordinates()[static_cast<std::size_t>(i)].name.ends_with("1.angle")) knees[k++] = i;
    loops.push_back({"gears", TieLoop{knees[0], knees[1], -1, q[knees[0]] + q[knees[1]]}});
  }
  // Stops near the present angles.
  for (const int tip : tips) {
    ContactPair stop;
    const int i = tree.chain(tip).back();
    stop.name = "stop" + std::to_string(i);
    stop.body = {bodies[static_cast<std::size_t>(tip)].parent, tip};
    stop.limit = JointLimit{i, q[i] - between(0.05, 0.4), 1};
    stop.coefficients.restitution = restitution;
    contacts.push_back(stop);
  }
  Mechanism mechanism(bodies, contacts, {0, -9.81, 0}, {}, loops);
  // Up until nothing overlaps; the velocity is random.
  double least = HUGE_VAL;
  for (int i = 0; i < count; ++i) least = std::min(least, mechanism.gap(i, q));
  q[1] += between(0.02, 0.1) - least;
  State start;
  start.q = q;
  start.p = mechanism.massMatrix(q) * (0.5 * random.vector(mechanism.dof()));
  loopsAt(mechanism, KineticMetric(mechanism.massMatrix(q)), q).project(start.p);
  return {std::move(mechanism), std::move(start)};
}

}  // namespace

/// Runs of random robots with loops, stops, impacts, friction and rest, held against their energies and gaps.
class TestLoopedRuns : public QObject {
  Q_OBJECT
 private slots:
  void energiesAndGapsHold_data() {
    QTest::addColumn<int>("seed");
    QTest::addColumn<bool>("inSpace");
    QTest::addColumn<double>("restitution");
    QTest::addColumn<double>("friction");
    for (int seed = 0; seed < 50; ++seed)
      for (const bool inSpace : {false, true})
        for (const double e : {1.0, 0.4, 0.0})
          QTest::addRow("%d %s e %g", seed, inSpace ? "space" : "plane", e)
              << 100 + seed << inSpace << e << (e < 1 ? 0.5 : 0.0);
  }
  void energiesAndGapsHold() {
    QFETCH(int, seed);
    QFETCH(bool, inSpace);
    QFETCH(double, restitution);
    QFETCH(double, friction);
    const LoopedRobot robot = randomRobot(static_cast<unsigned>(seed), inSpace, restitution, friction);
    const Mechanism& mechanism = robot.mechanism;
    LoopEquations loops(mechanism);
    double open = 0, deepest = 0, last = 0, lost = 0, worst = 0;
    MotionOptions options;
    options.duration = 0.5;
    options.step = 2.5e-4;
    options.maxImpacts = 400;
    const double start = KineticMetric(mechanism.massMatrix(robot.start.q)).energy(robot.start.p) +
                         mechanism.potentialEnergy(robot.start.q);
    double scale = 0;
    options.observe = [&](const ObservedState& state) {
      loops.place(state.q);
      open = std::max(open, loops.values().lpNorm<Eigen::Infinity>());
      deepest = std::min(deepest, mechanism.gaps(state.q).minCoeff());
      const KineticMetric metric(mechanism.massMatrix(state.q));
      const double kinetic = metric.energy(state.p), energy = kinetic + mechanism.potentialEnergy(state.q);
      // The velocity keeps the loops closed.
      open = std::max(open, 1e-3 * (loops.rows() * metric.velocity(state.p)).lpNorm<Eigen::Infinity>());
      lost = state.flow.impact + state.flow.friction;
      worst = std::max(worst, std::abs(energy + lost - start));
      scale = std::max(scale, kinetic);
      last = energy;
    };
    const Trajectory run = runMotion(mechanism, robot.start, options);
    QVERIFY2(run.complete || run.stopKind == StopKind::ImpactLimit, run.stopReason.c_str());
    QVERIFY2(open < 1e-11, qPrintable(QString::number(open)));
    QVERIFY2(deepest > -2e-9, qPrintable(QString::number(deepest)));
    QVERIFY2(worst < 4e-3 * scale, qPrintable(QString("%1 of %2").arg(worst).arg(scale)));
    QVERIFY(lost > -1e-9 * scale);
    QVERIFY(last <= start + 4e-3 * scale);
  }
};

CAROM_TEST(TestLoopedRuns);
#include "tst_looped_runs.moc"
