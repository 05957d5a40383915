#include <Eigen/Dense>
#include <QtTest>
#include <cmath>
#include <numbers>

#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "study/orbit/follow_orbits.h"
#include "study/orbit/near_return.h"
#include "study/orbit/orbit.h"
#include "support/elastic_biped.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::MatrixXd;

namespace {

std::shared_ptr<const Scene> scene(const std::string& parts) {
  return Scene::parse(R"({"format": 1, "title": "Orbit", )" + parts + "}", "orbit.carom.json");
}

/// A ball of radius 0.1 m above a floor, falling from rest at the height `high` of its lowest point.
std::shared_ptr<const Scene> bouncing(double high, double e) {
  return scene(R"("gravity": [0, -9.81, 0], "bodies": [
    {"name": "ball", "joints": ["y"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
    "contacts": [{"between": ["ball", "floor"], "restitution": )" +
               std::to_string(e) + R"(}], "initial": {"q": {"ball.y": )" + std::to_string(high + 0.1) + "}}");
}

/// The product and the sum of the two multipliers that differ most from 1.
std::array<double, 2> productAndSum(const OrbitMap& map) {
  auto values = map.multipliers;
  std::ranges::sort(values, std::ranges::greater(), [](auto z) { return std::abs(z - 1.0); });
  return {(values[0] * values[1]).real(), (values[0] + values[1]).real()};
}

}  // namespace

/// Periodic motions with known periods and multipliers, and bounds on products of matrices.
class TestOrbits : public QObject {
  Q_OBJECT

 private slots:
  void aBallThatFallsBackHasItsPeriod();
  void aBallBetweenTwoBallsIsUnstable_data();
  void aBallBetweenTwoBallsIsUnstable();
  void aBallOnAShakenTableHasItsMultipliers();
  void everyOrderingOfATieHasItsMap();
  void runsReturnAfterWholePeriods();
  void aWalkReturnsWithItsLegsExchanged();
  void theTravelNeedNotReturn();
  void aRimlessWheelHasItsMultiplier();
  void whatIsShownToGrowGrows();
  void aFreeBodyIsNeutral();
  void aTravelThatMattersIsTold();
  void halfAPeriodIsAnOrbitOfTheMirror();
  void aMirrorThatIsNoSymmetryIsTold();
  void coordinatesCanBeExchanged();
  void foldsAreGoneRound();
  void aTouchDownBecomesUnique();
  void aHopperLandsUniquely();
  void lossyReflectionsNeedOrthogonalNormals();
  void saysWhereNothingTouchesDownTogether();
  void saysWhereThereIsNone();
  void saysWhyNothingReturns_data();
  void saysWhyNothingReturns();
  void refusesNamesThatDoNotExist();
  void boundsTheGoldenRatio();
  void boundsContainTheGrowth();
};

void TestOrbits::aBallThatFallsBackHasItsPeriod() {
  const double period = 2 * std::sqrt(2 * 0.4 / 9.81);
  const auto free = bouncing(0.4, 1);
  const Orbit orbit =
      findOrbit(*free, {}, {.vary = {"period"}, .period = 0.9 * period, .accuracy = 1e-12}, {});
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  QVERIFY(std::abs(orbit.period - period) < 1e-12);
  QCOMPARE(orbit.run.impacts.size(), std::size_t{1});
  // The shift in time is taken out; the other multiplier is 1: an orbit at every energy.
  QCOMPARE(orbit.maps[0].multipliers.size(), std::size_t{1});
  QVERIFY(std::abs(orbit.maps[0].multipliers[0] - 1.0) < 1e-9);
  QVERIFY(orbit.stability == OrbitStability::Neutral);
}

void TestOrbits::aBallBetweenTwoBallsIsUnstable_data() {
  QTest::addColumn<double>("fixed");
  QTest::addColumn<double>("gap");
  for (const double fixed : {0.01, 0.3, 5.0})
    for (const double gap : {0.01, 0.5, 20.0})
      QTest::addRow("fixed balls of %g m, %g m apart", fixed, gap) << fixed << gap;
}

/// A disc that goes back and forth between two fixed ones: reflections at circles of radius ρ = r₁ + r₂ a way
/// L apart multiply what is across by λ², λ = 1 + s + √(s² + 2s), s = L/ρ.
void TestOrbits::aBallBetweenTwoBallsIsUnstable() {
  QFETCH(double, fixed);
  QFETCH(double, gap);
  const double radius = 0.02, centre = fixed + radius + gap / 2;
  const auto number = [](double x) { return QString::number(x, 'g', 17).toStdString(); };
  const auto at = [&](const char* name, double x) {
    return std::string(R"({"name": ")") + name + R"(", "origin": [)" + number(x) +
           R"(, 0, 0], "shapes": [{"type": "ball", "radius": )" + number(fixed) + "}]}";
  };
  const auto billiard = scene(
      R"("bodies": [{"name": "disc", "joints": ["x", "y"], "mass": 0.7, "shapes": [{"type": "ball", "radius": )" +
      number(radius) + "}]}, " + at("left", -centre) + ", " + at("right", centre) +
      R"(], "contacts": [{"between": ["disc", "left"]}, {"between": ["disc", "right"]}],
         "initial": {"velocity": {"disc.x": 2}})");
  const Orbit orbit =
      findOrbit(*billiard, {}, {.vary = {"disc.y", "v:disc.y", "period"}, .period = gap * 1.02}, {});
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  QVERIFY(std::abs(orbit.period - gap) < 1e-9 * gap);
  const double s = gap / (fixed + radius), root = 1 + s + std::sqrt(s * s + 2 * s), expected = root * root;
  QVERIFY(std::abs(orbit.maps[0].multipliers[0] - expected) < 1e-8 * expected);
  QVERIFY(std::abs(orbit.maps[0].multipliers.back() - 1 / expected) < 1e-6 / expected + 1e-9);
  QVERIFY(orbit.stability == OrbitStability::Unstable);
  QVERIFY(std::abs(orbit.leastGrowth - expected) < 1e-8 * expected);
  QVERIFY(orbit.greatestGrowth >= orbit.leastGrowth * (1 - 1e-12));
}

/// A ball with restitution e on a table with the height A sin ωt, once each period T = 2π/ω: at the phase φ
/// with Aω cos φ = ½gT (1−e)/(1+e) the product of the multipliers is e², their sum 1 + e² − (1+e)² Aω² sin
/// φ/g.
void TestOrbits::aBallOnAShakenTableHasItsMultipliers() {
  const double g = 9.81, omega = 20, T = 2 * std::numbers::pi / omega, mass = 1e7;
  for (const double e : {0.3, 0.6}) {
    const double phase = 0.25, cosine = std::cos(phase),
                 A = 0.5 * g * T * (1 - e) / (1 + e) / (omega * cosine), v = 0.5 * g * T;
    const auto number = [](double x) { return QString::number(x, 'g', 17).toStdString(); };
    // A heavy table on a spring; at time 0 the ball has just left it.
    const auto table = scene(
        R"("gravity": [0, -9.81, 0], "bodies": [
      {"name": "table", "joints": ["y"], "mass": 1e7, "shapes": [{"type": "box", "size": [2, 0.2, 2], "centre": [0, -0.1, 0]}]},
      {"name": "ball", "joints": ["y"], "mass": 1e-3, "shapes": [{"type": "ball", "radius": 0.1}]}],
      "springs": [{"coordinate": "table.y", "stiffness": )" +
        number(mass * omega * omega) + R"(, "rest": )" + number(g / (omega * omega)) +
        R"(}], "contacts": [{"between": ["table", "ball"], "restitution": )" + number(e) +
        R"(}], "initial": {"q": {"table.y": )" + number(A * std::sin(phase + 0.5 * omega * T / 2)) +
        R"(, "ball.y": )" + number(0.1 + A * std::sin(phase) + v * T / 4 - 0.5 * g * T * T / 16) +
        R"(}, "velocity": {"table.y": )" + number(A * omega * std::cos(phase + 0.5 * omega * T / 2)) +
        R"(, "ball.y": )" + number(v - g * T / 4) + "}}");
    MotionOptions motion;
    motion.step = 2e-4;
    const Orbit orbit = findOrbit(
        *table, {}, {.vary = {"ball.y", "v:ball.y", "period"}, .period = T, .accuracy = 1e-8}, motion);
    QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
    QVERIFY2(std::abs(orbit.period - T) < 1e-5 * T, std::to_string(orbit.period - T).c_str());
    const auto [product, sum] = productAndSum(orbit.maps[0]);
    const double expected = 1 + e * e - (1 + e) * (1 + e) * A * omega * omega * std::sin(phase) / g;
    QVERIFY2(std::abs(product - e * e) < 1e-4, std::to_string(product).c_str());
    QVERIFY2(std::abs(sum - expected) < 1e-4, std::to_string(sum - expected).c_str());
  }
}

/// A mass on a spring of 10 Hz, watched for less than a period to a thousand of them: a return is a whole
/// number of periods, and never the start itself.
void TestOrbits::runsReturnAfterWholePeriods() {
  constexpr double period = 0.1, stiffness = 4 * std::numbers::pi * std::numbers::pi / (period * period);
  const auto spring = scene(R"("bodies": [{"name": "a", "joints": ["x"], "mass": 1,
    "shapes": [{"type": "ball", "radius": 0.05}]}], "contacts": [],
    "springs": [{"coordinate": "a.x", "stiffness": )" +
                            std::to_string(stiffness) + R"(}], "initial": {"q": {"a.x": 0.1}})");
  const SceneInstance instance = spring->instantiate({});
  MotionOptions options;
  options.step = 2e-4;  // lengthens the period by (2π h/period)²/24, 7e-6
  int found = 0;
  for (double duration = 0.03; duration < 100; duration *= 1.37) {
    options.duration = duration;
    const auto near =
        nearReturn(*instance.mechanism, runMotion(*instance.mechanism, instance.initial, options));
    if (duration > 0.4 * period && duration < period) continue;  // it may go on for ever
    QVERIFY2(duration > period || !near, qPrintable(QString::number(duration)));
    QVERIFY2(near || duration < 1.1 * period || duration > 10, qPrintable(QString::number(duration)));
    if (!near) continue;
    ++found;
    const double periods = near->period / period;
    QVERIFY2(periods > 0.99 && std::abs(periods - std::round(periods)) < 1e-2 && near->travel.empty() &&
                 near->mirror.empty(),
             qPrintable(QString("%1 s: %2").arg(duration).arg(periods)));
    if (duration < 5) QCOMPARE(std::lround(periods), 1L);
  }
  QVERIFY(found > 12);
}

/// However long a walk is watched, it goes on along x alone, and its legs exchange their parts.
void TestOrbits::aWalkReturnsWithItsLegsExchanged() {
  const auto gait = Scene::open("compass-gait");
  const SceneInstance instance = gait->instantiate({});
  for (const double duration : {0.5, 0.72, 0.75, 0.9, 1.0, 1.1, 1.4, 2.0, 3.3, 4.0}) {
    MotionOptions options;
    options.duration = duration;
    const auto near =
        nearReturn(*instance.mechanism, runMotion(*instance.mechanism, instance.initial, options));
    QCOMPARE(near.has_value(), duration > 0.734348);
    if (!near) continue;
    QVERIFY2(std::abs(near->period - 0.734348) < 1e-4, qPrintable(QString::number(near->period)));
    QCOMPARE(near->travel, std::vector<std::string>{"hip.x"});
    QCOMPARE(near->mirror.size(), std::size_t{2});
  }
}

/// A disc that runs into a corner of 60° along its bisector, and back from a third wall. Γ₁Γ₂Γ₁ = Γ₂Γ₁Γ₂.
void TestOrbits::everyOrderingOfATieHasItsMap() {
  const auto corner = scene(R"json("bodies": [
    {"name": "disc", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "a", "shapes": [{"type": "half-space", "normal": ["sin(30deg)", "cos(30deg)", 0]}]},
    {"name": "b", "shapes": [{"type": "half-space", "normal": ["sin(30deg)", "-cos(30deg)", 0]}]},
    {"name": "c", "shapes": [{"type": "half-space", "normal": [-1, 0, 0], "offset": -1}]}],
    "contacts": [{"between": ["disc", "a"]}, {"between": ["disc", "b"]}, {"between": ["disc", "c"]}],
    "initial": {"q": {"disc.x": 0.5}, "velocity": {"disc.x": -1}})json");
  const Orbit orbit = findOrbit(*corner, {}, {.vary = {"period"}, .period = 1.39}, {});
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  QVERIFY(std::abs(orbit.period - 1.4) < 1e-12);  // from 0.2 to 0.9 and back at 1 m/s
  QCOMPARE(orbit.maps.size(), std::size_t{2});
  QCOMPARE(orbit.maps[0].words.size(), std::size_t{1});
  QCOMPARE(orbit.maps[0].words[0].size(), std::size_t{3});
  QVERIFY(orbit.maps[0].words != orbit.maps[1].words);
  QVERIFY((orbit.maps[0].map - orbit.maps[1].map).norm() < 1e-9);
  // The turn by 180° returns every perturbation across with the other sign.
  for (const auto& multiplier : orbit.maps[0].multipliers)
    QVERIFY(std::abs(std::abs(multiplier) - 1) < 1e-9 || std::abs(multiplier - 1.0) < 1e-6);
}

void TestOrbits::theTravelNeedNotReturn() {
  const auto hopping = scene(R"("gravity": [0, -9.81, 0], "bodies": [
    {"name": "ball", "joints": ["x", "y"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
    "contacts": [{"between": ["ball", "floor"]}],
    "initial": {"q": {"ball.y": 0.5}, "velocity": {"ball.x": 3}})");
  const OrbitQuestion asked{.vary = {"period"}, .period = 0.5};
  QVERIFY(!findOrbit(*hopping, {}, asked, {}).failed.empty());
  OrbitQuestion travelling = asked;
  travelling.travel = {{"ball.x", std::nullopt}};
  const Orbit orbit = findOrbit(*hopping, {}, travelling, {});
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  QVERIFY(std::abs(orbit.travel[0] - 3 * orbit.period) < 1e-12);
}

/// A wheel of n spokes without a rim rolls down a slope γ. Each step takes its speed by η = cos 2α (all mass
/// at the hub, 2α = 2π/n) and gives ω² the fall 4 (g/l) sin α sin γ, so that ω₁² = η² (ω₀² + fall): the
/// multiplier is η² [McGeer 1990; Coleman 1998].
void TestOrbits::aRimlessWheelHasItsMultiplier() {
  const double l = 0.5, g = 9.81, alpha = std::numbers::pi / 8, gamma = 0.2;
  std::string spokes;
  for (int i = 0; i < 8; ++i) {
    const std::string k = std::to_string(i), comma = i ? ", " : "";
    spokes += comma + R"json({"type": "point", "name": "s)json" + k + R"json(", "position": ["0.5*sin()json" +
              k + R"json(*45deg)", "-0.5*cos()json" + k + R"json(*45deg)", 0]})json";
  }
  const auto wheel = scene(
      R"json("gravity": ["9.81*sin(0.2)", "-9.81*cos(0.2)", 0], "parameters": {"omega": {"value": 1.8}},
      "bodies": [{"name": "wheel", "joints": ["planar"], "mass": 1, "inertia": 0.125, "shapes": [)json" +
      spokes + R"json(]}, {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
      "contacts": [{"between": ["wheel", "floor"], "law": "routh", "restitution": 0, "friction": 1}],
      "initial": {"q": {"wheel.y": 0.5},
      "velocity": {"wheel.x": "0.5*omega", "wheel.angle": "-omega"}})json");
  const double inertia = 0.125, about = inertia + l * l,  // of the hub and of a spoke's end
      eta = (inertia + l * l * std::cos(2 * alpha)) / about,
               fall = 4 * g * l / about * std::sin(alpha) * std::sin(gamma);
  // After an impact, and from there to the upright spoke.
  const double after = eta * eta * fall / (1 - eta * eta),
               upright = std::sqrt(after + 2 * g * l / about * (std::cos(alpha - gamma) - std::cos(gamma)));
  MotionOptions motion;
  motion.step = 5e-4;
  const Orbit orbit = findOrbit(*wheel, {},
                                {.vary = {"omega", "period"},
                                 .travel = {{"wheel.x", std::nullopt}, {"wheel.angle", -2 * alpha}},
                                 .period = 0.4},
                                motion);
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  QVERIFY2(std::abs(orbit.values[0] - upright) < 1e-5, std::to_string(orbit.values[0] - upright).c_str());
  QVERIFY(std::abs(orbit.travel[0] - 2 * l * std::sin(alpha)) < 1e-6);
  QVERIFY2(std::abs(orbit.maps[0].multipliers[0] - eta * eta) < 1e-5,
           std::to_string(orbit.maps[0].multipliers[0].real() - eta * eta).c_str());
  QVERIFY(std::abs(orbit.maps[0].multipliers[1]) < 1e-6);
  QVERIFY(orbit.stability == OrbitStability::Stable);
}

/// A disc between a wall and two fixed balls that it meets at once, with orthogonal normals: unique, but the
/// two orders have maps of their own. What the orbit says to grow does in runs.
void TestOrbits::whatIsShownToGrowGrows() {
  const auto corner = scene(R"json("bodies": [
    {"name": "disc", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "a", "origin": ["-0.4*sin(30deg)", "-0.4*cos(30deg)", 0], "shapes": [{"type": "ball", "radius": 0.3}]},
    {"name": "b", "origin": ["-0.9*sin(30deg)", "0.9*cos(30deg)", 0], "shapes": [{"type": "ball", "radius": 0.8}]},
    {"name": "wall", "shapes": [{"type": "half-space", "normal": [-1, 0, 0], "offset": -0.5}]}],
    "contacts": [{"between": ["disc", "a"]}, {"between": ["disc", "b"]}, {"between": ["disc", "wall"]}],
    "initial": {"q": {"disc.x": 0.2}, "velocity": {"disc.x": -1}})json");
  const Orbit orbit = findOrbit(*corner, {}, {.vary = {"period"}, .period = 0.8}, {});
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  QCOMPARE(orbit.maps.size(), std::size_t{2});
  QVERIFY((orbit.maps[0].map - orbit.maps[1].map).norm() > 1);
  QVERIFY(orbit.stability == OrbitStability::Unstable);
  const SceneInstance instance = corner->instantiate();
  int shown = 0;
  for (const OrbitMap& map : orbit.maps) {
    if (!map.grows) continue;
    ++shown;
    const Eigen::EigenSolver<MatrixXd> solver(map.map);
    Eigen::Index largest = 0;
    solver.eigenvalues().cwiseAbs().maxCoeff(&largest);
    const double growth = solver.eigenvalues()[largest].real();
    Eigen::VectorXd direction = solver.eigenvectors().col(largest).real();
    bool grew = false;
    for (const double sign : {1.0, -1.0}) {
      State start = instance.initial;
      const double epsilon = sign * 1e-6;
      start.q += epsilon * direction.head(2);
      start.p += epsilon * direction.tail(2);
      MotionOptions motion;
      motion.duration = orbit.period;
      const Trajectory run = runMotion(*instance.mechanism, start, motion);
      const Eigen::VectorXd change = run.configuration(run.end()) - instance.initial.q;
      grew = grew || (change - growth * epsilon * direction.head(2)).norm() <
                         1e-4 * std::abs(growth * epsilon) * direction.norm();
    }
    QVERIFY(grew);
  }
  QVERIFY(shown > 0);
}

/// A body that does nothing but travel has one shift, along which it goes: nothing contracts.
void TestOrbits::aFreeBodyIsNeutral() {
  const auto free = scene(R"("bodies": [{"name": "disc", "joints": ["x", "y"], "mass": 1,
    "shapes": [{"type": "ball", "radius": 0.1}]}], "contacts": [], "initial": {"velocity": {"disc.x": 2}})");
  const Orbit orbit =
      findOrbit(*free, {}, {.vary = {"period"}, .travel = {{"disc.x", std::nullopt}}, .period = 0.5}, {});
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  QCOMPARE(orbit.maps[0].multipliers.size(), std::size_t{3});
  QVERIFY(orbit.stability == OrbitStability::Neutral);
}

/// A travel along which forces change is no symmetry: no multipliers are made up.
void TestOrbits::aTravelThatMattersIsTold() {
  const auto held = scene(R"("bodies": [{"name": "disc", "joints": ["x", "y"], "mass": 1,
    "shapes": [{"type": "ball", "radius": 0.1}]}], "contacts": [],
    "springs": [{"coordinate": "disc.x", "stiffness": 3}, {"coordinate": "disc.y", "stiffness": 5}],
    "initial": {"velocity": {"disc.x": 2}})");
  const double period = 2 * std::numbers::pi / std::sqrt(3);
  const Orbit orbit = findOrbit(
      *held, {}, {.vary = {"period"}, .travel = {{"disc.x", std::nullopt}}, .period = period * 1.01}, {});
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  // Over a whole period the map is that of a free body; within it, it is not.
  const Orbit half = findOrbit(*held, {},
                               {.vary = {"v:disc.x"},
                                .travel = {{"disc.x", std::nullopt}},
                                .period = period / 3,
                                .mostSteps = 0,
                                .accuracy = 10},
                               {});
  QVERIFY(half.maps.empty());
  QVERIFY(!half.withoutMaps.empty());
  QVERIFY(half.stability == OrbitStability::Undecided);
}

namespace {

/// A disc between two walls, at 1 m and at −`left`, held to the line between them by a spring.
std::shared_ptr<const Scene> betweenWalls(double left) {
  return scene(R"json("bodies": [
    {"name": "disc", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "right", "shapes": [{"type": "half-space", "normal": [-1, 0, 0], "offset": -1}]},
    {"name": "left", "shapes": [{"type": "half-space", "normal": [1, 0, 0], "offset": )json" +
               std::to_string(-left) + R"json(}]}],
    "contacts": [{"between": ["disc", "right"]}, {"between": ["disc", "left"]}],
    "springs": [{"coordinate": "disc.y", "stiffness": 3}],
    "initial": {"velocity": {"disc.x": 1}})json");
}

const OrbitQuestion mirrored{.vary = {"period"}, .mirror = {{"disc.x", "disc.x", -1}}, .period = 1.75};

}  // namespace

/// The multipliers of half a period, seen in the mirror, are square roots of those of the whole.
void TestOrbits::halfAPeriodIsAnOrbitOfTheMirror() {
  const auto walls = betweenWalls(1);
  const Orbit half = findOrbit(*walls, {}, mirrored, {});
  QVERIFY2(half.failed.empty(), half.failed.c_str());
  QVERIFY(std::abs(half.period - 1.8) < 1e-9);
  const Orbit whole = findOrbit(*walls, {}, {.vary = {"period"}, .period = 3.5}, {});
  QVERIFY2(whole.failed.empty(), whole.failed.c_str());
  QVERIFY(std::abs(whole.period - 3.6) < 1e-9);
  QCOMPARE(half.maps[0].multipliers.size(), whole.maps[0].multipliers.size());
  // Across, the spring turns the disc by ω T: the mirror leaves y as it is.
  const double turn = std::sqrt(3) * 1.8;
  int found = 0;
  for (const auto& multiplier : half.maps[0].multipliers) {
    double nearest = HUGE_VAL;
    for (const auto& other : whole.maps[0].multipliers)
      nearest = std::min(nearest, std::abs(multiplier * multiplier - other));
    QVERIFY2(nearest < 1e-5, std::to_string(nearest).c_str());
    found += std::abs(multiplier - std::polar(1.0, turn)) < 1e-4;
    found += std::abs(multiplier - std::polar(1.0, -turn)) < 1e-4;
  }
  QCOMPARE(found, 2);
}

/// Between walls at other distances the first half returns into its mirror, the second one does not.
void TestOrbits::aMirrorThatIsNoSymmetryIsTold() {
  const Orbit orbit = findOrbit(*betweenWalls(1.2), {}, mirrored, {});
  QVERIFY2(orbit.failed.find("no symmetry") != std::string::npos, orbit.failed.c_str());
  const auto walls = betweenWalls(1);
  OrbitQuestion twice = mirrored;
  twice.mirror = {{"disc.x", "disc.y", 1}};
  QVERIFY_THROWS_EXCEPTION(SceneError, findOrbit(*walls, {}, twice, {}));
  twice.mirror = {{"disc.z", "disc.x", 1}};
  QVERIFY_THROWS_EXCEPTION(SceneError, findOrbit(*walls, {}, twice, {}));
}

/// Two oscillators half a period apart exchange after half a period.
void TestOrbits::coordinatesCanBeExchanged() {
  const auto pair = scene(R"("bodies": [
    {"name": "a", "joints": ["x"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "b", "joints": ["x"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.1}]}],
    "contacts": [], "springs": [{"coordinate": "a.x", "stiffness": 8}, {"coordinate": "b.x", "stiffness": 8}],
    "initial": {"q": {"a.x": 0.3, "b.x": -0.3}})");
  const Orbit orbit = findOrbit(
      *pair, {}, {.vary = {"period"}, .mirror = {{"a.x", "b.x", 1}, {"b.x", "a.x", 1}}, .period = 1.5}, {});
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  QVERIFY2(std::abs(orbit.period - std::numbers::pi / 2) < 1e-5, std::to_string(orbit.period).c_str());
}

/// A ball on a table that is shaken bounces once in each period T where A ω cos φ = g T (1 − e)/(2(1 + e)) at
/// the impact: with two phases φ, that meet and vanish where A becomes too small [Guckenheimer and Holmes
/// 1983, 2.4; Tufillaro 1992].
void TestOrbits::foldsAreGoneRound() {
  const double e = 0.6, T = 0.5, g = 9.81, omega = 2 * std::numbers::pi / T, mass = 1e7;
  const double speed = g * T * (1 - e) / (2 * (1 + e)), least = speed / omega;
  const double A = 1.3 * least, phi = std::acos(least / A);
  const auto number = [](double x) { return std::to_string(x); };
  char stiffness[32], rest[32];
  std::snprintf(stiffness, sizeof stiffness, "%.17g", mass * omega * omega);
  std::snprintf(rest, sizeof rest, "%.17g", g / (omega * omega));
  // It begins at the top of the ball's flight, half a period before the impact.
  const auto table =
      scene(R"json("gravity": [0, -9.81, 0], "parameters": {"A": )json" + number(A) +
            R"json(, "phase": )json" + number(phi - std::numbers::pi) + R"json(}, "bodies": [
      {"name": "table", "joints": ["y"], "mass": 1e7, "shapes": [{"type": "box", "size": [2, 0.2, 2], "centre": [0, -0.1, 0]}]},
      {"name": "ball", "joints": ["y"], "mass": 1e-3, "shapes": [{"type": "ball", "radius": 0.1}]}],
      "springs": [{"coordinate": "table.y", "stiffness": )json" +
            stiffness + R"json(, "rest": )json" + rest +
            R"json(}], "contacts": [{"between": ["table", "ball"], "restitution": 0.6}],
      "initial": {"q": {"table.y": "A*sin(phase)", "ball.y": )json" +
            number(0.1 + A * std::sin(phi) + g * T * T / 8) + R"json(}, "velocity": {"table.y": "A*)json" +
            number(omega) + R"json(*cos(phase)"}})json");
  MotionOptions motion;
  motion.step = 3e-4;  // no step ends near the impact, where the run has a corner of O(h²)
  // The period is that of the table in steps.
  OrbitQuestion question{.vary = {"phase", "ball.y", "period"}, .period = T, .accuracy = 1e-9};
  question.roundsFolds = true;
  const FollowedOrbits found = followOrbits(*table, {}, question, motion, {"A", A, 0.8 * least, 16});
  QVERIFY2(found.orbits.back().orbit.failed.empty(), found.orbits.back().orbit.failed.c_str());
  QCOMPARE(found.folds.size(), std::size_t{1});
  QVERIFY2(std::abs(found.folds[0] / least - 1) < 0.01, number(found.folds[0] / least).c_str());
  bool isBefore = false, isBeyond = false;
  for (const FollowedOrbit& one : found.orbits) {
    const double at = one.orbit.values[0] + std::numbers::pi;
    QVERIFY2(std::abs(one.value * std::cos(at) / least - 1) < 1e-3,
             number(one.value * std::cos(at) / least).c_str());
    isBefore = isBefore || std::sin(at) > 0.1;
    isBeyond = isBeyond || std::sin(at) < -0.1;
  }
  QVERIFY(isBefore && isBeyond);
  // Without --folds the search ends where there is no orbit any more.
  question.roundsFolds = false;
  QVERIFY(!followOrbits(*table, {}, question, motion, {"A", A, 0.8 * least, 6})
               .orbits.back()
               .orbit.failed.empty());
}

/// A rod of mass m and inertia I that bounces flat on its ends, at ±a: cos = (1/m − a²/I)/(1/m + a²/I). It is
/// unique at −cos(π/k), so that a² = (I/m) (1 + c)/(1 − c) with c = cos(π/k); a is what varies.
void TestOrbits::aTouchDownBecomesUnique() {
  const double m = 2, I = 0.08;
  for (const int k : {2, 3, 4, 6}) {
    const double c = std::cos(std::numbers::pi / k), unique = std::sqrt(I / m * (1 + c) / (1 - c));
    const auto rod = scene(R"("gravity": [0, -9.81, 0], "parameters": {"a": {"value": )" +
                           std::to_string(1.04 * unique) + R"(, "range": [0.01, 2], "unit": "m"}},
      "bodies": [{"name": "rod", "joints": ["planar"], "mass": 2, "inertia": 0.08,
                  "shapes": [{"type": "point", "at": ["-a", 0, 0]}, {"type": "point", "at": ["a", 0, 0]}]},
                 {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
      "contacts": [{"between": ["rod", "floor"]}], "initial": {"q": {"rod.y": 0.3}}, "defaults": {"restitution": 1})");
    const double period = 2 * std::sqrt(2 * 0.3 / 9.81);
    const Orbit orbit = findOrbit(
        *rod, {}, {.vary = {"a", "period"}, .isUnique = true, .period = 1.03 * period, .accuracy = 1e-10},
        {});
    QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
    QVERIFY(std::abs(orbit.values[0] - unique) < 1e-8 * unique);
    QVERIFY(std::abs(orbit.period - period) < 1e-8);
    QCOMPARE(orbit.ties.size(), std::size_t{1});
    QCOMPARE(orbit.ties[0].exponent, k);
    QVERIFY(std::abs(orbit.ties[0].cosine + c) < 1e-9);
  }
}

/// A trunk on two legs with springs at the hips, which start at rest in the air. The legs swing so that an
/// impact turns all of the momentum round; the distance of the hips makes the normals orthogonal: then each
/// reflection leaves the momentum of the other, and the order does not matter.
void TestOrbits::aHopperLandsUniquely() {
  const auto hopper = elasticBiped();
  const Orbit orbit = uniqueGait(*hopper);
  MotionOptions motion;
  motion.step = elasticBipedStep;
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  QCOMPARE(orbit.ties.size(), std::size_t{1});
  QCOMPARE(orbit.ties[0].exponent, 2);
  QVERIFY(std::abs(orbit.values[3] - 0.22) > 0.01);
  // In both orders it is after a period where it began.
  const SceneInstance instance = hopper->instantiate(orbit.assignments);
  motion.duration = orbit.period;
  for (const std::vector<int>& order : {std::vector<int>{0, 1}, std::vector<int>{1, 0}}) {
    motion.forced[0] = order;
    const Trajectory run = runMotion(*instance.mechanism, orbit.start, motion);
    QVERIFY(run.complete);
    const Eigen::VectorXd q = run.configuration(run.end());
    QVERIFY((q - orbit.start.q).norm() < 1e-6);
    QVERIFY(run.velocity(run.end()).norm() < 1e-5);
  }
}

/// The rod of aTouchDownBecomesUnique. Both orders of its ends end in one momentum at cos = −½ where e = 1
/// only, and at cos = 0 with any e; the momenta are those of runs.
void TestOrbits::lossyReflectionsNeedOrthogonalNormals() {
  for (const double e : {1.0, 0.9, 0.3})
    for (const double ratio : {3.0, 1.0}) {  // a² m/I: cos = −½, 0
      const auto rod = scene(
          R"("gravity": [0, -9.81, 0], "bodies": [{"name": "rod", "joints": ["planar"], "mass": 2, "inertia": 0.08,
          "shapes": [{"type": "point", "at": [)" +
          QString::number(-std::sqrt(0.04 * ratio), 'g', 17).toStdString() +
          R"(, 0, 0]}, {"type": "point", "at": [)" +
          QString::number(std::sqrt(0.04 * ratio), 'g', 17).toStdString() +
          R"(, 0, 0]}]}, {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
          "contacts": [{"between": ["rod", "floor"]}], "initial": {"q": {"rod.y": 0.3}},
          "defaults": {"restitution": )" +
          std::to_string(e) + "}");
      const Orbit orbit = findOrbit(*rod, {}, {.vary = {"period"}, .period = 0.3, .mostSteps = 0}, {});
      QCOMPARE(orbit.ties.size(), std::size_t{1});
      const SceneInstance instance = rod->instantiate({});
      std::array<double, 2> turns{};
      for (const int first : {0, 1}) {
        MotionOptions motion;
        motion.duration = 0.3;
        motion.forced[0] = {first, 1 - first};
        const Trajectory run = runMotion(*instance.mechanism, instance.initial, motion);
        turns[static_cast<std::size_t>(first)] = run.velocity(run.end())[2];
      }
      const bool isOne = std::abs(turns[0] - turns[1]) < 1e-9;
      QCOMPARE(isOne, e == 1 || ratio == 1);
      QCOMPARE(orbit.ties[0].exponent > 0, isOne);
    }
}

void TestOrbits::saysWhereNothingTouchesDownTogether() {
  const Orbit orbit =
      findOrbit(*bouncing(0.4, 1), {}, {.vary = {"period"}, .isUnique = true, .period = 0.6}, {});
  QVERIFY2(orbit.failed.find("close together") != std::string::npos, orbit.failed.c_str());
}

void TestOrbits::saysWhereThereIsNone() {
  // A ball that loses energy never returns.
  const auto lossy = bouncing(0.4, 0.5);
  const Orbit orbit = findOrbit(*lossy, {}, {.vary = {"ball.y", "period"}, .period = 0.4}, {});
  QVERIFY(!orbit.failed.empty());
  std::stop_source stopped;
  stopped.request_stop();
  QVERIFY(
      !findOrbit(*lossy, {}, {.vary = {"period"}, .period = 0.4}, {}, stopped.get_token()).failed.empty());
}

void TestOrbits::saysWhyNothingReturns_data() {
  QTest::addColumn<QString>("parts");
  QTest::addColumn<QStringList>("vary");
  QTest::addColumn<double>("period");
  QTest::addColumn<QString>("kind");
  QTest::addColumn<double>("time");
  // A block of 0.2 m whose right edge is 0.3 m before the end of a table: half of it is beyond after 0.4 m,
  // and it tips off, at 2 m/s after 0.2 s.
  QTest::newRow("slides off") << R"("gravity": [0, -9.81, 0], "bodies": [
    {"name": "block", "joints": ["planar"], "mass": 1, "inertia": 0.01,
     "shapes": [{"type": "box", "size": [0.2, 0.1, 0.2]}]},
    {"name": "table", "origin": [-1, -0.05, 0], "shapes": [{"type": "box", "size": [2, 0.1, 1]}]}],
    "contacts": [{"between": ["block", "table"], "friction": 0, "restitution": 0}],
    "initial": {"q": {"block.x": -0.4, "block.y": 0.05}, "velocity": {"block.x": 2}})"
                              << QStringList{"block.y"} << 0.5 << "slides-off" << 0.2;
  QTest::newRow("settles") << R"("gravity": [0, -9.81, 0], "bodies": [
    {"name": "ball", "joints": ["y"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
    "contacts": [{"between": ["ball", "floor"], "restitution": 0.5}],
    "initial": {"q": {"ball.y": 0.2}})"
                           << QStringList{"v:ball.y"} << 0.6 << "settles"
                           << 3 * std::sqrt(2 * 0.1 / 9.81);  // t (1 + 2 e/(1 − e))
  QTest::newRow("falls") << R"("gravity": [0, -9.81, 0], "bodies": [
    {"name": "ball", "joints": ["x", "y"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.1}]}],
    "initial": {"velocity": {"ball.x": 1}})"
                         << QStringList{"ball.y"} << 0.5 << "falls" << 0.0;
  QTest::newRow("loses energy") << R"("bodies": [
    {"name": "slider", "joints": ["x"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.1}]}],
    "springs": [{"coordinate": "slider.x", "stiffness": 20, "rest": 0}],
    "dampers": [{"coordinate": "slider.x", "damping": 0.5}],
    "initial": {"q": {"slider.x": 0.2}})"
                                << QStringList{"period"} << 2.0 << "loses-energy" << 2.0;
}

/// What the nearest motion does in place of returning, and when.
void TestOrbits::saysWhyNothingReturns() {
  QFETCH(QString, parts);
  QFETCH(QStringList, vary);
  QFETCH(double, period);
  QFETCH(QString, kind);
  QFETCH(double, time);
  OrbitQuestion question;
  for (const QString& name : vary) question.vary.push_back(name.toStdString());
  question.period = period;
  question.mostSteps = 0;  // the nearest motion is the first one
  const Orbit orbit = findOrbit(*scene(parts.toStdString()), {}, question, {});
  QVERIFY(!orbit.failed.empty());
  QVERIFY2(orbit.noReturn.has_value(), orbit.failed.c_str());
  QCOMPARE(QString::fromStdString(std::string(wordOf(orbit.noReturn->kind))), kind);
  QVERIFY2(std::abs(orbit.noReturn->time - time) < 0.01 || kind == "loses-energy", orbit.failed.c_str());
  QVERIFY2(orbit.failed.find(orbit.noReturn->text()) != std::string::npos, orbit.failed.c_str());
}

void TestOrbits::refusesNamesThatDoNotExist() {
  const auto free = bouncing(0.4, 1);
  QVERIFY_THROWS_EXCEPTION(SceneError, findOrbit(*free, {}, {.vary = {"ball.z"}, .period = 1}, {}));
  QVERIFY_THROWS_EXCEPTION(SceneError,
                           findOrbit(*free, {}, {.travel = {{"bal.y", std::nullopt}}, .period = 1}, {}));
}

void TestOrbits::boundsTheGoldenRatio() {
  const MatrixXd A{{1, 1}, {0, 1}}, B{{1, 0}, {1, 1}};
  const GrowthBounds bounds = jointGrowth({A, B});
  const double golden = (1 + std::sqrt(5)) / 2;
  QVERIFY(std::abs(bounds.least - golden) < 1e-12);
  QVERIFY(bounds.greatest >= golden && bounds.greatest < 1.05 * golden);
}

void TestOrbits::boundsContainTheGrowth() {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % 5, count = 1 + trial % 3;
    std::vector<MatrixXd> maps;
    for (int i = 0; i < count; ++i)
      maps.push_back(MatrixXd::NullaryExpr(n, n, [&] { return normal(random); }));
    const GrowthBounds bounds = jointGrowth(maps);
    QVERIFY(bounds.least <= bounds.greatest * (1 + 1e-9));
    // A long random product grows no quicker than the upper bound.
    MatrixXd product = MatrixXd::Identity(n, n);
    double logarithm = 0;
    constexpr int length = 400;
    for (int i = 0; i < length; ++i) {
      product = maps[random() % maps.size()] * product;
      logarithm += std::log(product.norm());
      product /= product.norm();
    }
    QVERIFY(logarithm / length < std::log(bounds.greatest) + 0.05);
  }
}

CAROM_TEST(TestOrbits);
#include "tst_orbits.moc"
