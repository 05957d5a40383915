// Contacts that leave and come back within a step which another impact ends: nothing overlaps, and energies
// are what the impacts leave of them.
#include <QtTest>
#include <cmath>
#include <sstream>

#include "base/random.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::VectorXd;

namespace {

constexpr const char *ballFeet = "balls on a half-space", *boxFeet = "boxes on a box";

/// A carriage that falls on three legs, each on a spring: coordinates along one line, so that the midpoint
/// rule keeps the energy, a polynomial of second degree, whatever the step is.
SceneInstance carriage(const std::string& shapes, double e, std::uint64_t seed) {
  carom::Random random(seed);
  const auto between = [&](double a, double b) { return a * std::pow(b / a, random.uniform()); };
  const std::string foot = shapes == ballFeet ? R"({"type": "ball", "radius": 0.05})"
                                              : R"({"type": "box", "size": [0.1, 0.1, 0.1]})",
                    floor = shapes == ballFeet
                                ? R"({"type": "half-space", "normal": [0, 1, 0]})"
                                : R"({"type": "box", "size": [10, 0.2, 10], "position": [0, -0.1, 0]})";
  std::ostringstream bodies, contacts, springs, velocities;
  for (int i = 0; i < 3; ++i) {
    const std::string name = "leg" + std::to_string(i), comma = i ? ", " : "";
    bodies << R"(, {"name": ")" << name << R"(", "parent": "carriage", "mass": )" << between(1e-2, 1)
           << R"(, "joints": [{"type": "prismatic", "axis": [0, 1, 0], "name": "y"}], "origin": [)" << i
           << R"(, -0.2, 0], "shapes": [)" << foot << "]}";
    contacts << comma << R"({"between": [")" << name << R"(", "floor"], "restitution": )" << e << "}";
    springs << comma << R"({"coordinate": ")" << name << R"(.y", "stiffness": )" << between(1e2, 1e6) << "}";
    velocities << ", \"" << name << ".y\": " << 0.5 * random.normal();
  }
  return Scene::parse(
             R"({"format": 1, "gravity": [0, -9.81, 0], "bodies": [{"name": "carriage", "mass": 1,
                 "joints": [{"type": "prismatic", "axis": [0, 1, 0], "name": "y"}]})" +
                 bodies.str() + R"(, {"name": "floor", "shapes": [)" + floor + R"(]}], "contacts": [)" +
                 contacts.str() + R"(], "springs": [)" + springs.str() +
                 R"(], "initial": {"q": {"carriage.y": 0.26}, "velocity": {"carriage.y": -1)" +
                 velocities.str() + "}}}",
             "carriage")
      ->instantiate();
}

}  // namespace

class TestElasticReturns : public QObject {
  Q_OBJECT
 private slots:
  void carriagesOnSprings_data();
  void carriagesOnSprings();
};

void TestElasticReturns::carriagesOnSprings_data() {
  QTest::addColumn<QString>("shapes");
  QTest::addColumn<double>("e");
  QTest::addColumn<double>("h");
  for (const char* shapes : {ballFeet, boxFeet})
    for (const double e : {1.0, 0.9, 0.5, 0.0})
      for (const double h : {2e-2, 1e-2, 3e-3, 1e-3})
        QTest::addRow("%s, e = %g, %g ms", shapes, e, h * 1e3) << shapes << e << h;
}

void TestElasticReturns::carriagesOnSprings() {
  QFETCH(QString, shapes);
  QFETCH(double, e);
  QFETCH(double, h);
  // Elastic bounces lower than 100 nm end, see SCHEME.md: with the forces of the stiffest springs that takes
  // some 20 μJ, once.
  // What contacts that last overlap by, a nanometre, times these forces.
  constexpr double ofRest = 1e-6, nothing = 1e-8, lowestBounce = 1e-7, ofLowest = 1e-4;  // m, J
  std::size_t impacts = 0;
  int losing = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const SceneInstance instance = carriage(shapes.toStdString(), e, seed);
    const Mechanism& mechanism = *instance.mechanism;
    double deepest = 0, energy = 0, taken = 0;
    MotionOptions options;
    options.duration = 0.4;
    options.step = h;
    options.observe = [&](const ObservedState& state) {
      for (int contact = 0; contact < static_cast<int>(mechanism.contacts().size()); ++contact)
        deepest = std::max(deepest, -mechanism.gap(contact, state.q));
      const VectorXd v = mechanism.massMatrix(state.q).llt().solve(state.p);
      energy = 0.5 * state.p.dot(v) + mechanism.potentialEnergy(state.q);
      taken = state.flow.impact;
    };
    const Trajectory run = runMotion(mechanism, instance.initial, options);
    QVERIFY2(run.complete, run.stopReason.c_str());
    const VectorXd v = mechanism.massMatrix(instance.initial.q).llt().solve(instance.initial.p);
    const double left =
        0.5 * instance.initial.p.dot(v) + mechanism.potentialEnergy(instance.initial.q) - taken;
    const QString what = QStringLiteral("seed %1: overlap %2 m, energy %3 of %4 J")
                             .arg(seed)
                             .arg(deepest)
                             .arg(energy)
                             .arg(left);
    QVERIFY2(deepest <= (e < 1 ? nothing : lowestBounce), qPrintable(what));
    const double off = left - energy;
    if (std::abs(off) > ofRest) ++losing;
    QVERIFY2(off > -ofRest && off < (e < 1 ? ofRest : ofLowest), qPrintable(what));
    impacts += run.impacts.size();
  }
  QVERIFY(impacts > 200);
  QVERIFY(losing <= 1);
}

CAROM_TEST(TestElasticReturns);
#include "tst_elastic_returns.moc"
