// What lies, stacks, slides and settles: energies, gaps and rest, of runs that share nothing with the solver.
#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/contact_table.h"
#include "scene/scene.h"
#include "support/test_program.h"
#include "support/units.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

const Joint alongX{Prismatic{Vector3d::UnitX()}, "x"}, alongY{Prismatic{Vector3d::UnitY()}, "y"},
    alongZ{Prismatic{Vector3d::UnitZ()}, "z"}, turning{Revolute{Vector3d::UnitZ()}, "a"},
    anyhow{Spherical{}, "r"};
const Body floorBody{"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}};

Body disc(int number, double radius, double mass, std::vector<Joint> joints) {
  Body body{"d" + std::to_string(number), -1, Vector3d::Zero(), std::move(joints), mass, {Ball{radius}}};
  body.inertia = 0.5 * mass * radius * radius * Eigen::Matrix3d::Identity();
  return body;
}

Body block(int number, Vector3d half, double mass, std::vector<Joint> joints) {
  Body body{"b" + std::to_string(number), -1, Vector3d::Zero(), std::move(joints), mass, {boxHull(half)}};
  const Vector3d s = half.cwiseAbs2();
  body.inertia = mass / 3 * Vector3d(s[1] + s[2], s[0] + s[2], s[0] + s[1]).asDiagonal().toDenseMatrix();
  return body;
}

/// The bodies on the floor, with every contact that any two can have.
Mechanism pile(std::vector<Body> bodies, double friction, double restitution, bool planar = true) {
  bodies.push_back(floorBody);
  std::vector<ContactPair> contacts;
  for (int a = 0; a < static_cast<int>(bodies.size()); ++a)
    for (int b = a + 1; b < static_cast<int>(bodies.size()); ++b) {
      const auto& first = bodies[static_cast<std::size_t>(a)];
      const auto& second = bodies[static_cast<std::size_t>(b)];
      for (const auto& part : contactParts(first.shapes[0], second.shapes[0], planar))
        contacts.push_back({first.name + second.name + std::to_string(contacts.size()),
                            {a, b},
                            {},
                            part,
                            friction,
                            restitution});
    }
  return {std::move(bodies), std::move(contacts), Vector3d(0, -g, 0)};
}

/// What a run did, from its observed states alone.
struct Seen {
  Trajectory motion;
  double rise = 0, scale = 0;  ///< the largest step up of the energy, and the largest energy (J)
  double deepest = HUGE_VAL;   ///< the least gap (m)
  double moved = 0;            ///< the largest |q − q₀|
  bool finite = true;
};

Seen watch(const Mechanism& mechanism, const VectorXd& q, const VectorXd& v, double duration, double step) {
  Seen seen;
  double before = HUGE_VAL;
  MotionOptions options{.duration = duration, .step = step};
  options.observe = [&](const State& state) {
    const double kinetic = 0.5 * state.p.dot(mechanism.massMatrix(state.q).llt().solve(state.p));
    const double potential = mechanism.potentialEnergy(state.q);
    seen.finite = seen.finite && std::isfinite(kinetic + potential);
    seen.rise = std::max(seen.rise, kinetic + potential - before);
    seen.scale = std::max(seen.scale, kinetic + std::abs(potential));
    before = kinetic + potential;
    seen.deepest = std::min(seen.deepest, mechanism.gaps(state.q).minCoeff());
    seen.moved = std::max(seen.moved, (state.q - q).lpNorm<Eigen::Infinity>());
  };
  seen.motion = runMotion(mechanism, {0, q, mechanism.massMatrix(q) * v}, options);
  return seen;
}

}  // namespace

class TestRestingPiles : public QObject {
  Q_OBJECT
 private slots:
  void whatRestsStays_data();
  void whatRestsStays();
  void twoBallsThatLandTogetherRest();
  void aPlateSlidesAsAPointDoes();
  void aBoxKeepsItsDirection();
  void aBoxAtRestDoesNotCreepAndASlowOneSlides_data();
  void aBoxAtRestDoesNotCreepAndASlowOneSlides();
  void discsSettle();
  void fiftyDiscsSettleInAFunnel();
  void aPileAtRestIsStillUntilItIsPushed();
  void smallForcesMoveWhatSlides();
};

void TestRestingPiles::whatRestsStays_data() {
  QTest::addColumn<std::vector<double>>("masses");
  QTest::addColumn<bool>("stacked");
  QTest::newRow("two apart") << std::vector<double>{1, 1} << false;
  QTest::newRow("two stacked") << std::vector<double>{1, 1} << true;
  QTest::newRow("1 kg under 10⁴ kg") << std::vector<double>{1, 1e4} << true;
  QTest::newRow("1 kg under 10⁻⁴ kg") << std::vector<double>{1, 1e-4} << true;
  QTest::newRow("five") << std::vector<double>{1, 1, 1, 1, 1} << true;
  QTest::newRow("rising") << std::vector<double>{1e-4, 1e-2, 1, 1e2, 1e4} << true;
  QTest::newRow("falling") << std::vector<double>{1e4, 1e2, 1, 1e-2, 1e-4} << true;
  QTest::newRow("alternating") << std::vector<double>{1e2, 1e-2, 1e2, 1e-2, 1e2} << true;
}

void TestRestingPiles::whatRestsStays() {
  QFETCH(std::vector<double>, masses);
  QFETCH(bool, stacked);
  std::vector<Body> bodies;
  VectorXd q(static_cast<Eigen::Index>(masses.size()));
  for (std::size_t i = 0; i < masses.size(); ++i) {
    bodies.push_back(disc(static_cast<int>(i), 0.1, masses[i], {alongY}));
    if (!stacked) bodies.back().origin.x() = static_cast<double>(i);
    q[static_cast<Eigen::Index>(i)] = stacked ? 0.1 + 0.2 * static_cast<double>(i) : 0.1;
  }
  for (const double restitution : {0.0, 1.0}) {
    const Seen seen = watch(pile(bodies, 0.3, restitution), q, VectorXd::Zero(q.size()), 1, 1e-3);
    QVERIFY2(seen.motion.complete, seen.motion.stopReason.c_str());
    QVERIFY2(seen.moved < 1e-6, qPrintable(QString::number(seen.moved)));
    QVERIFY2(seen.rise <= 1e-12 * seen.scale, qPrintable(QString::number(seen.rise)));
  }
}

void TestRestingPiles::twoBallsThatLandTogetherRest() {
  std::vector<Body> bodies{disc(0, 0.1, 1, {alongY}), disc(1, 0.1, 1, {alongY})};
  bodies[1].origin.x() = 1;
  const Seen seen = watch(pile(bodies, 0.3, 0), Eigen::Vector2d(0.3, 0.3), Eigen::Vector2d::Zero(), 1, 1e-3);
  QVERIFY2(seen.motion.complete, seen.motion.stopReason.c_str());
  QVERIFY((seen.motion.configuration(1) - Eigen::Vector2d(0.1, 0.1)).norm() < 1e-9);
  QVERIFY(seen.motion.velocity(1).norm() < 1e-9);
}

void TestRestingPiles::aPlateSlidesAsAPointDoes() {
  const Mechanism mechanism = pile({block(0, {0.5, 0.05, 0}, 1, {alongX, alongY, turning})}, 0.3, 0);
  const Seen seen = watch(mechanism, Vector3d(0, 0.05, 0), Vector3d(2, 0, 0), 0.5, 1e-3);
  QVERIFY2(seen.motion.complete, seen.motion.stopReason.c_str());
  QVERIFY(std::abs(seen.motion.velocity(0.5)[0] - (2 - 0.3 * g * 0.5)) < 1e-6);
  QVERIFY(std::abs(seen.motion.configuration(0.5)[0] - (2 * 0.5 - 0.5 * 0.3 * g * 0.25)) < 1e-6);
  QVERIFY(std::abs(seen.motion.configuration(0.5)[2]) < 1e-9);
}

void TestRestingPiles::aBoxKeepsItsDirection() {
  const Mechanism mechanism =
      pile({block(0, {0.2, 0.05, 0.1}, 2, {alongX, alongY, alongZ, anyhow})}, 0.3, 0, false);
  VectorXd q = VectorXd::Zero(6), v = q;
  q[1] = 0.05;
  v[0] = v[2] = 2;
  const Seen seen = watch(mechanism, q, v, 0.3, 1e-3);
  QVERIFY2(seen.motion.complete, seen.motion.stopReason.c_str());
  const VectorXd after = seen.motion.velocity(0.3);
  const double angle = std::atan2(after[2], after[0]) * 180 / std::acos(-1);
  const double lost = 2 * std::sqrt(2.0) - std::hypot(after[0], after[2]);
  QVERIFY2(std::abs(angle - 45) < 0.5, qPrintable(QString::number(angle)));
  QVERIFY2(std::abs(lost / (0.3 * g * 0.3) - 1) < 0.01, qPrintable(QString::number(lost)));
}

void TestRestingPiles::aBoxAtRestDoesNotCreepAndASlowOneSlides_data() {
  QTest::addColumn<double>("speed");
  QTest::addColumn<double>("weight");
  for (const double speed : {0.0, 1e-13, 1e-10, 1e-6})
    for (const double weight : {1e-3, 1.0, 1e3})
      QTest::addRow("%g m/s beside %g kg", speed, weight) << speed << weight;
}

/// Without friction a box goes v t, however slowly, whatever rests beside it; at rest it keeps every bit.
void TestRestingPiles::aBoxAtRestDoesNotCreepAndASlowOneSlides() {
  QFETCH(double, speed);
  QFETCH(double, weight);
  const std::vector<Joint> joints{alongX, alongY, alongZ, anyhow};
  const Mechanism mechanism =
      pile({block(0, {0.2, 0.05, 0.1}, 2, joints), block(1, {0.1, 0.1, 0.1}, weight, joints)}, 0, 0, false);
  VectorXd q = VectorXd::Zero(12), v = q;
  q[1] = 0.05;
  q[6] = 3;
  q[7] = 0.1;
  v[0] = speed;
  const Seen seen = watch(mechanism, q, v, 0.2, 1e-3);
  QVERIFY2(seen.motion.complete, seen.motion.stopReason.c_str());
  const VectorXd change = seen.motion.configuration(0.2) - q;
  const double off = speed == 0 ? change.lpNorm<Eigen::Infinity>() : std::abs(change[0] / (speed * 0.2) - 1);
  QVERIFY2(off <= (speed == 0 ? 0 : 1e-3), qPrintable(QString::number(off)));
}

void TestRestingPiles::discsSettle() {
  std::vector<Body> bodies;
  VectorXd q = VectorXd::Zero(18);
  for (int i = 0; i < 6; ++i) {
    bodies.push_back(disc(i, 0.1, 1, {alongX, alongY, turning}));
    q[3 * i] = 0.21 * i;
    q[3 * i + 1] = 0.3 + 0.05 * i;
  }
  const Mechanism mechanism = pile(bodies, 0.3, 0.4);
  const Seen seen = watch(mechanism, q, VectorXd::Zero(18), 2, 1e-3);
  QVERIFY2(seen.motion.complete, seen.motion.stopReason.c_str());
  QVERIFY(seen.finite && seen.rise <= 1e-12 * seen.scale);
  QVERIFY(std::abs(mechanism.potentialEnergy(seen.motion.configuration(2)) - 6 * g * 0.1) < 1e-6);
}

/// Where many impulses move the discs alike each search for them ends elsewhere, and a step that goes on
/// searching has no end: this run had one at 0.7997 s.
void TestRestingPiles::fiftyDiscsSettleInAFunnel() {
  using Json = nlohmann::json;
  constexpr double end = 0.85, radius = 0.05;
  const double s = std::sqrt(0.5);
  Json bodies{{{"name", "right"}, {"shapes", {{{"type", "half-space"}, {"normal", {s, s, 0}}}}}},
              {{"name", "left"}, {"shapes", {{{"type", "half-space"}, {"normal", {-s, s, 0}}}}}}},
      contacts = Json::array(), q;
  const auto scattered = [](int i) { return 0.005 * (2 * std::fmod(0.5 + 0.6180339887498949 * i, 1) - 1); };
  for (int i = 0; i < 50; ++i) {
    const std::string name = "b" + std::to_string(i);
    bodies.push_back({{"name", name},
                      {"joints", {"planar"}},
                      {"mass", 1},
                      {"inertia", 0.4 * (radius * radius)},
                      {"shapes", {{{"type", "ball"}, {"radius", radius}}}}});
    q[name + ".x"] = 0.12 * (i % 5 - 2) + scattered(2 * i);
    q[name + ".y"] = 0.55 + 0.12 * (i / 5) + scattered(2 * i + 1);
  }
  for (std::size_t a = 0; a < bodies.size(); ++a)
    for (std::size_t b = std::max<std::size_t>(a + 1, 2); b < bodies.size(); ++b)
      contacts.push_back({{"between", {bodies[a]["name"], bodies[b]["name"]}}});
  const Json text{
      {"format", 1},          {"title", "Funnel"},    {"gravity", {0, -9.81, 0}},
      {"bodies", bodies},     {"contacts", contacts}, {"defaults", {{"restitution", 0}, {"friction", 0.3}}},
      {"initial", {{"q", q}}}};
  const SceneInstance scene = Scene::parse(text.dump(), "funnel.carom.json")->instantiate({});
  const Mechanism& mechanism = *scene.mechanism;
  const VectorXd start = scene.initial.q;
  const Seen seen = watch(mechanism, start, VectorXd::Zero(start.size()), end, 1e-3);
  QVERIFY2(seen.motion.complete, seen.motion.stopReason.c_str());
  QVERIFY(seen.finite && seen.rise <= 1e-8 * seen.scale);
  QVERIFY2(seen.deepest > -1e-7, qPrintable(QString::number(seen.deepest)));
  QVERIFY(mechanism.potentialEnergy(seen.motion.configuration(end)) < 0.5 * mechanism.potentialEnergy(start));
}

/// A stack of boxes in space at rest keeps its q and p = 0 to the last bit, its contacts' energy is not used,
/// and a push moves it at once, as v²/(2μg) says; another stack far away stays.
void TestRestingPiles::aPileAtRestIsStillUntilItIsPushed() {
  constexpr double half = 0.1, friction = 0.4, speed = 1.5, pushed = 0.3;
  const std::vector<Joint> free{alongX, alongY, alongZ, anyhow};
  std::vector<Body> bodies;
  VectorXd q = VectorXd::Zero(24);
  for (int i = 0; i < 4; ++i) {
    bodies.push_back(block(i, Vector3d::Constant(half * (i % 2 == 0 ? 1 : 0.8)), 1 + i, free));
    q[6 * i] = i < 2 ? 0 : 3;
    q[6 * i + 1] = i % 2 == 0 ? half : 2.8 * half;
  }
  const Mechanism mechanism = pile(bodies, friction, 0, false);
  MotionOptions options{.duration = 1.5, .step = 1e-3};
  options.pushes = {{pushed, 0, {speed, 0, 0}}, {pushed, 1, {2 * speed, 0, 0}}};
  int still = 0;
  options.observe = [&](const State& state) {
    if (state.time < pushed - 1e-9 && state.q == q && state.p.isZero(0)) ++still;
  };
  const Trajectory run = runMotion(mechanism, {0, q, VectorXd::Zero(24)}, options);
  QVERIFY2(run.complete, run.stopReason.c_str());
  QCOMPARE(still, 300);
  const VectorXd end = run.configuration(1.5);
  const double way = 0.5 * speed * speed / (friction * g);
  const double error = friction * g * options.step * options.step;  // of the end of the slip of many contacts
  QVERIFY(std::abs(end[0] - way) < error && std::abs(end[6] - way) < error);
  QVERIFY(end.tail(12) == q.tail(12));
  QVERIFY(run.velocity(1.5).norm() < 1e-12);
}

/// ½ a t² without friction, from accelerations of 10⁻¹⁴ m/s² on, which is less than the rounding of g h in a
/// step; and beside a body that slides at 1 km/s.
void TestRestingPiles::smallForcesMoveWhatSlides() {
  constexpr double half = 0.1;
  for (const double fast : {0.0, 1000.0})
    for (double a = fast > 0 ? 1e-5 : 1e-14; a < 1; a *= 10) {
      std::vector<Body> bodies{block(0, Vector3d::Constant(half), 1, {alongX, alongY, turning})};
      if (fast > 0) bodies.push_back(block(1, Vector3d::Constant(half), 1, {alongX, alongY, turning}));
      const Mechanism level = pile(bodies, 0, 0);
      const Mechanism mechanism(level.bodies(), level.contacts(), Vector3d(a, -g, 0));
      VectorXd q = VectorXd::Zero(mechanism.dof()), p = q;
      for (int i = 1; i < q.size(); i += 3) q[i] = half;
      if (fast > 0) {
        q[3] = 5;
        p[3] = fast;
      }
      const Trajectory run = runMotion(mechanism, {0, q, p}, {.duration = 1, .step = 1e-3});
      QVERIFY(run.complete);
      const double way = run.configuration(1)[0];
      QVERIFY2(std::abs(way / (0.5 * a) - 1) < 1e-3,
               qPrintable(QStringLiteral("%1 for %2").arg(way).arg(0.5 * a)));
    }
}

CAROM_TEST(TestRestingPiles);
#include "tst_resting_piles.moc"
