// Many bodies: what an impact keeps in memory, and that nobody's closing is missed where only few are looked
// at.
#include <malloc.h>

#include <QtTest>
#include <cmath>
#include <random>

#include "mechanics/contact/ballistic_closing.h"
#include "mechanics/motion/impact_passage.h"
#include "mechanics/motion/run_motion.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double discSpacing = 0.3, discRadius = 0.05;

/// side² discs in a square box, every pair a contact. turning: they have an angle, and fly in steps.
Mechanism discs(int side, bool turning) {
  const int count = side * side;
  std::vector<Body> bodies;
  for (int i = 0; i < count; ++i) {
    std::vector<Joint> joints = examples::plane();
    if (!turning) joints.resize(2);
    bodies.push_back(
        {"d" + std::to_string(i), -1, Vector3d::Zero(), joints, 1 + 0.01 * i, {Ball{discRadius}}});
    bodies.back().inertia = 1e-3 * Eigen::Matrix3d::Identity();
  }
  const double width = discSpacing * side;
  const auto wall = [&](const char* name, const Vector3d& normal, double offset) {
    bodies.push_back({name, -1, Vector3d::Zero(), {}, 0, {HalfSpace{normal, offset}}});
  };
  wall("left", Vector3d::UnitX(), 0);
  wall("right", -Vector3d::UnitX(), -width);
  wall("floor", Vector3d::UnitY(), 0);
  wall("ceiling", -Vector3d::UnitY(), -width);
  std::vector<ContactPair> contacts;
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b < count + 4; ++b)
      contacts.push_back({std::to_string(a) + '-' + std::to_string(b), {a, b}, {}});
  return {std::move(bodies), std::move(contacts), Vector3d::Zero()};
}

State scatteredDiscs(const Mechanism& mechanism, int side, unsigned seed) {
  std::mt19937 engine(seed);
  const int count = side * side, each = mechanism.dof() / count;
  State state{0, VectorXd::Zero(mechanism.dof()), VectorXd::Zero(mechanism.dof())};
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < 2; ++k) {
      state.q[each * i + k] = discSpacing * (0.5 + (k == 0 ? i % side : i / side));
      state.p[each * i + k] = 2.0 * (static_cast<double>(engine()) / 4294967295.0) - 1.0;
    }
  return state;
}

double heap() {
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

}  // namespace

class TestManyDiscs : public QObject {
  Q_OBJECT
 private slots:
  void impactsShareTheMetric_data();
  void impactsShareTheMetric();
  void memoryOfAnImpactGrowsWithItsContactsOnly();
  void theBudgetOfMemoryEndsARun();
  void everyClosingIsFound();
};

void TestManyDiscs::impactsShareTheMetric_data() {
  QTest::addColumn<bool>("turning");
  QTest::newRow("exact flights") << false;
  QTest::newRow("steps") << true;
}

void TestManyDiscs::impactsShareTheMetric() {
  QFETCH(bool, turning);
  const Mechanism mechanism = discs(10, turning);
  MotionOptions options{.duration = 10, .maxImpacts = 40, .step = 1e-2, .mostNodes = 2};
  const Trajectory motion = runMotion(mechanism, scatteredDiscs(mechanism, 10, 1), options);
  QCOMPARE(motion.impacts.size(), std::size_t{40});
  for (std::size_t i = 0; i < motion.impacts.size(); ++i)
    QVERIFY(&wholeImpact(mechanism, motion, i).problem.metric().mass() == &motion.metric->mass());
}

void TestManyDiscs::memoryOfAnImpactGrowsWithItsContactsOnly() {
  if (carom::tests::isSanitized) QSKIP("the heap is not malloc's");
  constexpr int more = 200;
  for (const int side : {6, 14}) {
    const Mechanism mechanism = discs(side, false);
    const State initial = scatteredDiscs(mechanism, side, 1);
    const auto run = [&](std::size_t impacts) {
      return runMotion(mechanism, initial, {.duration = 1e3, .maxImpacts = impacts});
    };
    const double empty = heap();
    const Trajectory few = run(more);
    const double some = heap();
    const Trajectory many = run(2 * more);
    const double all = heap();
    QCOMPARE(many.impacts.size(), std::size_t{2 * more});
    const double marginal =
        ((all - some) - (some - empty)) / more;  // of a pair; q, v and a of all: 9,400 bytes
    QVERIFY2(marginal > 200 && marginal < 2000, qPrintable(QString::number(marginal)));
  }
}

void TestManyDiscs::theBudgetOfMemoryEndsARun() {
  const Mechanism mechanism = discs(6, false);
  MotionOptions options{.duration = 100, .maxBytes = 200'000};
  const Trajectory motion = runMotion(mechanism, scatteredDiscs(mechanism, 6, 2), options);
  QVERIFY(motion.stopKind == StopKind::Memory);
  std::size_t kept = 0;
  for (const ImpactEvent& impact : motion.impacts) kept += memoryUsed(impact);
  kept += motion.flights.memoryUsed();
  const std::size_t whole = 3 * sizeof(double) * static_cast<std::size_t>(mechanism.dof());
  QVERIFY(kept > 200'000 && kept < 202'000 + whole);
}

/// Each flight ends where a search of all contacts from its start says.
void TestManyDiscs::everyClosingIsFound() {
  const Mechanism mechanism = discs(5, false);
  for (unsigned seed = 0; seed < 4; ++seed) {
    MotionOptions options{.duration = 100, .maxImpacts = 200};
    const Trajectory motion = runMotion(mechanism, scatteredDiscs(mechanism, 5, seed), options);
    QCOMPARE(motion.impacts.size(), std::size_t{200});
    for (std::size_t i = 1; i + 1 < motion.flights.size(); ++i) {
      const FreeFlight& flight = motion.flights[i];
      const auto closing =
          nextClosing(mechanism, bodyMotions(mechanism, flight.q, flight.v, flight.a), 100 - flight.start);
      QVERIFY(closing && std::abs(flight.start + closing->time - flight.end) < 1e-12 * flight.end);
    }
  }
}

CAROM_TEST(TestManyDiscs);
#include "tst_many_discs.moc"
