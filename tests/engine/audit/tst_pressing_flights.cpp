// Audits of mechanisms on legs that land, bounce to rest and stand: Carom's own runs with noise, and runs
// whose first impact is one that no ordering gives.
#include <QtTest>
#include <cmath>
#include <set>

#include "audit/audit_run.h"
#include "base/random.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Index;
using Eigen::VectorXd;

namespace {

/// A trunk on two legs with flat feet, in the plane.
const char* const bipedScene = R"({"format": 1, "gravity": [0, -9.81, 0],
  "parameters": {"lean": 0.1, "bend": 0.3, "e": 0.4},
  "bodies": [
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]},
    {"name": "trunk", "joints": ["planar"], "mass": 2, "inertia": 0.03},
    {"name": "left", "parent": "trunk", "origin": [-0.15, 0, 0], "joints": ["angle"], "mass": 0.4,
     "centre-of-mass": [0, -0.1, 0], "inertia": 0.003},
    {"name": "left-foot", "parent": "left", "origin": [0, -0.2, 0], "joints": ["angle"], "mass": 0.3,
     "centre-of-mass": [0, -0.1, 0], "inertia": 0.002,
     "shapes": [{"type": "point", "at": [-0.02, -0.2, 0]}, {"type": "point", "at": [0.02, -0.2, 0]}]},
    {"name": "right", "parent": "trunk", "origin": [0.15, 0, 0], "joints": ["angle"], "mass": 0.4,
     "centre-of-mass": [0, -0.1, 0], "inertia": 0.003},
    {"name": "right-foot", "parent": "right", "origin": [0, -0.2, 0], "joints": ["angle"], "mass": 0.3,
     "centre-of-mass": [0, -0.1, 0], "inertia": 0.002,
     "shapes": [{"type": "point", "at": [-0.02, -0.2, 0]}, {"type": "point", "at": [0.02, -0.2, 0]}]}],
  "contacts": [{"between": ["left-foot", "floor"]}, {"between": ["right-foot", "floor"]}],
  "defaults": {"restitution": "e", "friction": 0.6},
  "initial": {"q": {"trunk.y": 0.5, "trunk.angle": "lean", "left.angle": "-bend", "left-foot.angle": "bend",
                    "right.angle": "-bend/2", "right-foot.angle": "bend/3"}}})";

/// A table in space whose two pairs of legs hang on hinges.
const char* const tableScene = R"({"format": 1, "gravity": [0, 0, -9.81],
  "parameters": {"lean": 0.1, "bend": 0.3, "e": 0.4},
  "bodies": [
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 0, 1]}]},
    {"name": "trunk", "joints": ["free"], "mass": 2, "inertia": [0.03, 0.02, 0.04]},
    {"name": "front", "parent": "trunk", "origin": [0.15, 0, 0],
     "joints": [{"type": "revolute", "axis": [0, 1, 0], "name": "hip"}], "mass": 0.4,
     "centre-of-mass": [0, 0, -0.1], "inertia": [0.003, 0.003, 0.0005],
     "shapes": [{"type": "point", "at": [0, 0.1, -0.25]}, {"type": "point", "at": [0, -0.1, -0.25]}]},
    {"name": "rear", "parent": "trunk", "origin": [-0.15, 0, 0],
     "joints": [{"type": "revolute", "axis": [0, 1, 0], "name": "hip"}], "mass": 0.4,
     "centre-of-mass": [0, 0, -0.1], "inertia": [0.003, 0.003, 0.0005],
     "shapes": [{"type": "point", "at": [0, 0.1, -0.25]}, {"type": "point", "at": [0, -0.1, -0.25]}]}],
  "contacts": [{"between": ["front", "floor"]}, {"between": ["rear", "floor"]}],
  "defaults": {"restitution": "e", "friction": 0.6},
  "initial": {"q": {"trunk.z": 0.35, "trunk.rx": "lean", "front.hip": "bend", "rear.hip": "-bend/2"}}})";

/// A rod with friction that falls on its ends.
const char* const rodScene = R"({"format": 1, "gravity": [0, -9.81, 0],
  "parameters": {"lean": 0.1, "bend": 0.3, "e": 0.6},
  "bodies": [
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]},
    {"name": "rod", "joints": ["planar"], "mass": 1, "inertia": 0.03,
     "shapes": [{"type": "segment", "from": [-0.3, 0, 0], "to": [0.3, 0, 0], "radius": 0.02}]}],
  "contacts": [{"between": ["rod", "floor"]}],
  "defaults": {"restitution": "e", "friction": 0.3},
  "initial": {"q": {"rod.y": "0.3 + bend/3", "rod.angle": "lean"}, "velocity": {"rod.x": 0.5}}})";

struct PlantedLanding {
  SceneInstance instance;
  Trajectory motion;
  const Mechanism& mechanism() const { return *instance.mechanism; }
};

std::string numberText(double value) {
  return std::to_string(value);
}

PlantedLanding plantLanding(const Scene& scene, Random& random, double lean, double duration,
                            bool bounces = true) {
  const double bend = 0.1 + 0.4 * random.uniform(), e = 0.3 + 0.2 * random.uniform();
  PlantedLanding planted{
      scene.instantiate(
          {{"lean", numberText(lean)}, {"bend", numberText(bend)}, {"e", numberText(bounces ? e : 0)}}),
      {}};
  MotionOptions options;
  options.duration = duration;
  options.step = 5e-4;
  options.policy.kind = Policy::Kind::Random;
  options.policy.seed = random.below(1000);
  planted.motion = runMotion(planted.mechanism(), planted.instance.initial, options);
  return planted;
}

/// Samples with noise of 0.2 mm and 0.1°, of one motion before a time and of another one from it on.
RecordedRun samplesOfTwo(const Mechanism& mechanism, const Trajectory& first, const Trajectory& then,
                         double turn, double rate, Random& random) {
  const double phase = random.uniform();
  const auto count = static_cast<Index>((then.end() - first.start()) * rate - phase) + 1;
  RecordedRun run{VectorXd(count), Eigen::MatrixXd(mechanism.dof(), count),
                  Eigen::MatrixXd(mechanism.dof(), 0)};
  for (Index i = 0; i < count; ++i) {
    const double t = first.start() + (static_cast<double>(i) + phase) / rate;
    VectorXd error(mechanism.dof());
    for (Index j = 0; j < error.size(); ++j)
      error[j] = random.normal() *
                 (mechanism.coordinates()[static_cast<std::size_t>(j)].unit == "rad" ? 1.7e-3 : 2e-4);
    run.time[i] = t;
    run.q.col(i) = mechanism.moved((t < turn ? first : then).configuration(t), error, 1);
  }
  return run;
}

std::vector<int> wordBetween(const Trajectory& motion, double from, double to) {
  std::vector<int> word;
  for (const ImpactEvent& impact : motion.impacts)
    if (impact.time >= from && impact.time <= to)
      for (const ContactIndex letter : orderingOf(impact)) word.push_back(impact.contacts[letter]);
  return word;
}

bool isExplainedBy(const ExplainedJump& jump, const std::vector<int>& word) {
  return std::ranges::find(jump.words, word, &WordFit::word) != jump.words.end();
}

struct LandingTally {
  int jumps = 0, explained = 0, right = 0, undecided = 0, unexplained = 0, impossible = 0;
  int clear = 0, clearRight = 0;    ///< explained ones beside which nothing can press
  int single = 0, singleRight = 0;  ///< jumps of one collision far from any other

  void count(const Trajectory& motion, const AuditReport& report, double rate) {
    for (const ExplainedJump& jump : report.jumps) {
      const double h = 1 / rate;
      const bool isRight = isExplainedBy(jump, wordBetween(motion, jump.window[0] - h, jump.window[1] + h)) ||
                           isExplainedBy(jump, wordBetween(motion, jump.window[0], jump.window[1]));
      ++jumps;
      explained += jump.verdict == JumpVerdict::Explained;
      const std::size_t flight =
          report.motion.jumps[static_cast<std::size_t>(&jump - report.jumps.data())].flight;
      if (report.motion.flights[flight].lasting.empty() &&
          report.motion.flights[flight + 1].lasting.empty() && jump.verdict == JumpVerdict::Explained) {
        ++clear;
        clearRight += isRight;
      }
      right += jump.verdict == JumpVerdict::Explained && isRight;
      undecided += jump.verdict == JumpVerdict::Undecided;
      unexplained += jump.verdict == JumpVerdict::Unexplained;
      impossible += jump.verdict == JumpVerdict::Impossible;
      if (wordBetween(motion, jump.time - 0.03, jump.time + 0.03).size() != 1) continue;
      ++single;
      singleRight += isRight && jump.verdict == JumpVerdict::Explained;
    }
  }
  QByteArray told() const {
    return QByteArray::number(jumps) + " jumps: " + QByteArray::number(explained) + " explained, of which " +
           QByteArray::number(right) + " right, " + QByteArray::number(undecided) + " undecided, " +
           QByteArray::number(unexplained) + " unexplained, " + QByteArray::number(impossible) +
           " impossible; clear " + QByteArray::number(clearRight) + " of " + QByteArray::number(clear) +
           ", single " + QByteArray::number(singleRight) + " of " + QByteArray::number(single);
  }
};

/// A motion whose first impact leaves another velocity.
template <typename Leave>
std::optional<Trajectory> departed(const PlantedLanding& planted, Leave&& leave) {
  if (planted.motion.impacts.empty() || orderingOf(planted.motion.impacts.front()).size() != 1) return {};
  const ImpactEvent& impact = planted.motion.impacts.front();
  constexpr double shortly = 1e-7;
  const VectorXd q = planted.motion.configuration(impact.time),
                 before = planted.motion.velocity(impact.time - shortly);
  const std::optional<VectorXd> after = leave(q, before, impact.contacts.front());
  if (!after) return {};
  MotionOptions options;
  options.duration = 0.12;
  options.step = 5e-4;
  Trajectory then =
      runMotion(planted.mechanism(), {impact.time, q, planted.mechanism().massMatrix(q) * *after}, options);
  // Another impact soon after it would be part of the same jump.
  constexpr double alone = 0.02;
  if (!then.impacts.empty() && then.impacts.front().time < impact.time + alone) return {};
  return then;
}

/// The velocity after a reflection at a contact, open or closed.
VectorXd reflectedAt(const Mechanism& mechanism, const VectorXd& q, const VectorXd& v, int contact,
                     double e) {
  const VectorXd u = mechanism.normal(contact, q), x = mechanism.massMatrix(q).llt().solve(u);
  return v - (1 + e) * u.dot(v) / u.dot(x) * x;
}

}  // namespace

class PressingFlightsTest : public QObject {
  Q_OBJECT
 private slots:
  void whatBouncesToRest_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<double>("rate");
    QTest::newRow("biped") << bipedScene << 500.0;
    QTest::newRow("biped, often") << bipedScene << 1000.0;
    QTest::newRow("table") << tableScene << 500.0;
    QTest::newRow("rod") << rodScene << 100.0;
    QTest::newRow("rod, often") << rodScene << 400.0;
  }
  /// No jump of Carom's own runs is called unexplained or impossible, and what is called explained is.
  void whatBouncesToRest() {
    QFETCH(QString, scene);
    QFETCH(double, rate);
    const auto parsed = Scene::parse(scene.toStdString(), "scene.carom.json");
    constexpr int runs = tests::isSlow ? 2 : 6;
    LandingTally tally;
    for (int seed = 1; seed <= runs; ++seed) {
      Random random(static_cast<std::uint64_t>(seed));
      const PlantedLanding planted = plantLanding(*parsed, random, 0.3 * random.uniform() - 0.15, 0.7);
      const RecordedRun run =
          samplesOfTwo(planted.mechanism(), planted.motion, planted.motion, HUGE_VAL, rate, random);
      tally.count(planted.motion, auditRun(planted.mechanism(), run), rate);
    }
    qInfo("%s", tally.told().constData());
    QVERIFY(tally.jumps >= 3 * runs);
    QVERIFY2(tally.impossible == 0, tally.told());
    if (tests::isSlow) return;  // of two runs too few jumps are single for a share
    QVERIFY2(tally.unexplained <= 0.015 * tally.jumps, tally.told());
    QVERIFY2(tally.clearRight >= 0.9 * tally.clear, tally.told());
    // Words leave out hits of what presses that are slower than the noise.
    QVERIFY2(tally.right >= 0.85 * tally.explained, tally.told());
    QVERIFY2(tally.singleRight >= 0.6 * tally.single, tally.told());
  }

  /// Feet of e = 0 stand from their landing on, stick, slip and open again: what the noise leaves open of
  /// that is not called impossible, and no foot has to pull.
  void whatLandsAndStands() {
    const auto parsed = Scene::parse(bipedScene, "scene.carom.json");
    LandingTally tally;
    std::size_t standing = 0, pulls = 0;
    constexpr double rate = 500;
    for (const int seed : {1, 4, 6, 10}) {
      Random random(static_cast<std::uint64_t>(seed));
      const PlantedLanding planted = plantLanding(*parsed, random, 0.3 * random.uniform() - 0.15, 0.7, false);
      const RecordedRun run =
          samplesOfTwo(planted.mechanism(), planted.motion, planted.motion, HUGE_VAL, rate, random);
      const AuditReport report = auditRun(planted.mechanism(), run);
      tally.count(planted.motion, report, rate);
      for (const RecordedFlight& flight : report.motion.flights) standing += !flight.standing.empty();
      pulls += report.pulls.size();
    }

    QVERIFY(tally.jumps >= 12 && standing >= 8);
    QVERIFY2(tally.impossible == 0 && tally.unexplained == 0, tally.told());
    QCOMPARE(pulls, std::size_t{0});
  }

  void plantedFaults_data() {
    QTest::addColumn<QString>("scene");
    QTest::newRow("biped") << bipedScene;
    QTest::newRow("table") << tableScene;
    QTest::newRow("rod") << rodScene;
  }
  /// An impact with e = 1.6 makes energy; one with an impulse where nothing touches is of no word.
  void plantedFaults() {
    QFETCH(QString, scene);
    const auto parsed = Scene::parse(scene.toStdString(), "scene.carom.json");
    int gains = 0, gainsFound = 0, wrong = 0, wrongFound = 0;
    for (int seed = 1; seed <= (tests::patience > 1 ? 3 : 6); ++seed) {
      Random random(static_cast<std::uint64_t>(seed));
      const PlantedLanding planted = plantLanding(*parsed, random, 0.4 + 0.2 * random.uniform(), 0.5);
      const Mechanism& mechanism = planted.mechanism();
      const auto verdictOf = [&](const Trajectory& then) {
        const double turn = planted.motion.impacts.front().time;
        const RecordedRun run = samplesOfTwo(mechanism, planted.motion, then, turn, 500, random);
        for (const ExplainedJump& jump : auditRun(mechanism, run).jumps)
          if (std::abs(jump.time - turn) < 6e-3) return jump.verdict;
        return JumpVerdict::Explained;  // none was found
      };
      if (const auto then = departed(planted, [&](const VectorXd& q, const VectorXd& v, int contact) {
            return std::optional(reflectedAt(mechanism, q, v, contact, 1.6));
          })) {
        ++gains;
        gainsFound += verdictOf(*then) == JumpVerdict::Impossible;
      }
      // An impulse besides, of a foot that is in the air.
      if (const auto then = departed(planted, [&](const VectorXd& q, const VectorXd& v, int contact) {
            const VectorXd right = reflectedAt(mechanism, q, v, contact, 0.4);
            std::optional<VectorXd> after;
            for (int other = 0; other < static_cast<int>(mechanism.contacts().size()); ++other)
              if (mechanism.gap(other, q) > 0.02 && mechanism.normal(other, q).dot(right) < -0.3)
                after = reflectedAt(mechanism, q, right, other, 0);
            if (after && mechanism.normal(contact, q).dot(*after) < 0.05) after.reset();
            return after;
          })) {
        ++wrong;
        const JumpVerdict verdict = verdictOf(*then);
        wrongFound += verdict == JumpVerdict::Impossible || verdict == JumpVerdict::Unexplained;
      }
    }
    qInfo("%d of %d gains, %d of %d wrong words", gainsFound, gains, wrongFound, wrong);
    QVERIFY(gains + wrong >= 1);
    QCOMPARE(gainsFound, gains);
    QCOMPARE(wrongFound, wrong);
  }
};

CAROM_TEST(PressingFlightsTest);
#include "tst_pressing_flights.moc"
