// Audits of recordings whose answer is known, because they are samples of Carom's own runs with noise.
#include <QElapsedTimer>
#include <QtTest>
#include <cmath>
#include <functional>

#include "audit/audit_run.h"
#include "audit/recording/audit_recording.h"
#include "base/random.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "scene/scene_error.h"
#include "support/slow_build.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::VectorXd;

namespace {

constexpr double degree = 0.017453292519943295;

std::string text(double value) {
  return std::to_string(value);
}

/// A run of a scene, and samples of it.
struct Planted {
  SceneInstance instance;
  Trajectory motion;
  RecordedRun run;
  double rate = 0, noise = 0;

  const Mechanism& mechanism() const { return *instance.mechanism; }

  /// The collisions of the run within a time around a jump, as contacts of the mechanism.
  std::vector<int> wordIn(const std::array<double, 2>& window) const {
    std::vector<int> word;
    for (const ImpactEvent& impact : motion.impacts)
      if (impact.time >= window[0] - 1 / rate && impact.time <= window[1] + 1 / rate)
        for (const ContactIndex letter : orderingOf(impact)) word.push_back(impact.contacts[letter]);
    return word;
  }
};

/// Samples at a rate with a random phase; angles have the noise of 1° for each mm.
void sample(Planted& planted, Random& random) {
  const Trajectory& motion = planted.motion;
  const double length = motion.end() - motion.start(), phase = random.uniform();
  const auto count = static_cast<Eigen::Index>(length * planted.rate - phase) + 1;
  const int n = planted.mechanism().dof();
  planted.run.time.resize(count);
  planted.run.q.resize(n, count);
  planted.run.v.resize(n, 0);
  for (Eigen::Index i = 0; i < count; ++i) {
    const double t = motion.start() + (static_cast<double>(i) + phase) / planted.rate;
    VectorXd error(n);
    for (int j = 0; j < n; ++j) {
      const bool isAngle = planted.mechanism().coordinates()[static_cast<std::size_t>(j)].unit == "rad";
      error[j] = random.normal() * planted.noise * (isAngle ? 1000 * degree : 1);
    }
    planted.run.time[i] = t;
    planted.run.q.col(i) = planted.mechanism().moved(motion.configuration(t), error, 1);
  }
}

Planted plant(const Scene& scene, const Assignments& set, Random& random, double leadIn, double duration) {
  Planted planted{scene.instantiate(set), {}, {}};
  MotionOptions options;
  options.leadIn = leadIn;
  options.duration = duration;
  options.policy.kind = Policy::Kind::Random;
  options.policy.seed = random.below(1000);
  planted.motion = runMotion(planted.mechanism(), planted.instance.initial, options);
  planted.rate = 200 * std::pow(10, random.uniform());
  planted.noise = 1e-4 * std::pow(10, random.uniform());
  sample(planted, random);
  return planted;
}

Planted plant(const std::string& scene, const Assignments& set, Random& random, double leadIn,
              double duration) {
  return plant(*Scene::open(scene), set, random, leadIn, duration);
}

/// A four-bar linkage that falls on two of its joints.
const char* const fallingLinkage = R"({"format": 1, "gravity": [0, -9.81, 0],
  "parameters": {"lean": {"value": 0.2, "range": [-1, 1]}, "e": {"value": 0.7, "range": [0, 1]}},
  "bodies": [
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]},
    {"name": "top", "joints": ["planar"], "mass": 2, "inertia": 0.05},
    {"name": "left", "parent": "top", "origin": [-0.2, 0, 0], "joints": ["angle"], "mass": 0.5,
     "centre-of-mass": [0, -0.1, 0], "inertia": 0.004, "shapes": [{"type": "point", "at": [0, -0.25, 0]}]},
    {"name": "right", "parent": "top", "origin": [0.2, 0, 0], "joints": ["angle"], "mass": 0.5,
     "centre-of-mass": [0, -0.1, 0], "inertia": 0.004, "shapes": [{"type": "point", "at": [0, -0.25, 0]}]}],
  "loops": [{"type": "rod", "between": [{"body": "left", "at": [0, -0.25, 0]},
                                        {"body": "right", "at": [0, -0.25, 0]}], "length": 0.5}],
  "contacts": [{"between": ["left", "floor"], "name": "left"}, {"between": ["right", "floor"], "name": "right"}],
  "defaults": {"restitution": "e"},
  "initial": {"q": {"left.angle": "lean - 0.2", "right.angle": "lean + 0.2"}, "velocity": {"top.y": -2},
    "closing": {"by": {"right.angle": 1, "left.angle": 1}},
    "touching": {"contacts": ["left", "right"], "by": {"top.y": 1, "top.angle": 1}}}})";

/// A rod that meets the floor with one end, and with the other one a little later.
const char* const tiltedRod = R"json({"format": 1, "gravity": [0, -9.81, 0],
  "parameters": {"tilt": {"value": 0.01, "range": [-1, 1]}, "e": {"value": 0.7, "range": [0, 1]},
                 "inertia": {"value": 0.2, "range": [0.05, 1]}},
  "bodies": [
    {"name": "rod", "joints": ["planar"], "mass": 1, "inertia": "inertia",
     "shapes": [{"type": "segment", "from": [-0.5, 0, 0], "to": [0.5, 0, 0], "ends": ["left", "right"]}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
  "defaults": {"restitution": "e"},
  "initial": {"q": {"rod.y": "0.5*abs(sin(tilt))", "rod.angle": "tilt"}, "velocity": {"rod.y": -2.5}}})json";

bool has(const ExplainedJump& jump, const std::vector<int>& word) {
  return std::ranges::find(jump.words, word, &WordFit::word) != jump.words.end();
}

/// The positions of a run as the columns of a file, without those of some coordinates.
NumberTable tableOf(const Planted& planted, const std::vector<std::string>& without) {
  NumberTable table{"run.csv", {"time"}, planted.run.time, {}};
  for (Eigen::Index i = 0; i < planted.run.q.rows(); ++i) {
    const std::string& name = planted.mechanism().coordinates()[static_cast<std::size_t>(i)].name;
    if (std::ranges::find(without, name) != without.end()) continue;
    table.columns.push_back(name);
    table.values.conservativeResize(Eigen::NoChange, table.values.cols() + 1);
    table.values.rightCols(1) = planted.run.q.row(i).transpose();
  }
  return table;
}

/// What a set of planted runs gave.
struct Tally {
  int jumps = 0, among = 0, alone = 0, impossible = 0, missed = 0;
};

void count(const Planted& planted, const AuditReport& report, Tally& tally) {
  for (const ExplainedJump& jump : report.jumps) {
    const std::vector<int> word = planted.wordIn(jump.window);
    ++tally.jumps;
    tally.impossible += jump.verdict == JumpVerdict::Impossible;
    const bool isAmong = has(jump, word);
    tally.among += isAmong;
    tally.alone += isAmong && jump.verdict == JumpVerdict::Explained;
  }
  tally.missed += report.jumps.empty();
}

/// A scene of one ball over a floor, which falls.
const char* const fallingBall = R"({"format": 1, "gravity": [0, -9.81, 0], "parameters": {"e": 0.8},
  "bodies": [{"name": "ball", "joints": ["x", "y"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.1}]},
             {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
  "defaults": {"restitution": "e"}, "initial": {"q": {"ball.y": 0.3}, "velocity": {"ball.x": 1}}})";

/// The samples of a ball that falls to the floor at time 0 with speed 2 and leaves with the velocity (x, y);
/// the parabolas are those of free fall.
RecordedRun bounce(double x, double y, double noise) {
  constexpr double g = 9.81, down = 2, h = 1e-3;
  constexpr Eigen::Index half = 150;
  Random random(5);
  RecordedRun run;
  run.time.resize(2 * half);
  run.q.resize(2, 2 * half);
  run.v.resize(2, 0);
  for (Eigen::Index i = 0; i < 2 * half; ++i) {
    const double t = (static_cast<double>(i - half) + 0.4) * h;
    run.time[i] = t;
    run.q(0, i) = (t < 0 ? 1 : x) * t + noise * random.normal();
    run.q(1, i) = 0.1 + (t < 0 ? -down : y) * t - 0.5 * g * t * t + noise * random.normal();
  }
  return run;
}

std::shared_ptr<const Mechanism> ballOverFloor() {
  return Scene::parse(fallingBall, "ball.carom.json")->instantiate().mechanism;
}

bool names(const ExplainedJump& jump, Impossibility::Kind kind) {
  return std::ranges::find(jump.impossible, kind, &Impossibility::kind) != jump.impossible.end();
}

}  // namespace

class AuditTest : public QObject {
  Q_OBJECT
 private slots:
  void thePlantedWordExplains_data() {
    QTest::addColumn<std::function<Planted(Random&)>>("make");
    const auto add = [](const char* name, std::function<Planted(Random&)> make) {
      QTest::newRow(name) << make;
    };
    add("break", [](Random& r) {
      return plant("billiard-break", {{"theta", text(1.1 + 1.5 * r.uniform())}}, r, 0.15, 0.2);
    });
    add("line of growing masses", [](Random& r) {
      return plant("converging-line", {{"n", "3"}, {"growth", text(2 * r.uniform())}}, r, 0.15, 0.2);
    });
    add("ball and wall", [](Random& r) {
      return plant("line-and-wall", {{"n", "2"}, {"first", text(0.5 + 2 * r.uniform())}}, r, 0.15, 0.2);
    });
    // Lighter ends do not leave the floor for good, and with inertia 1/4 the order makes no difference.
    add("rod that falls flat", [](Random& r) {
      return plant("falling-rod", {{"inertia", text(0.3 + 0.1 * r.uniform())}, {"speed", "2"}}, r, 0.15,
                   0.06);
    });
    add("spinning ball", [](Random& r) {
      return plant("bouncing-ball",
                   {{"e", text(0.4 + 0.5 * r.uniform())},
                    {"mu", text(0.1 + 0.3 * r.uniform())},
                    {"et", "0"},
                    {"speed", "3"}},
                   r, 0.15, 0.15);
    });
  }
  void thePlantedWordExplains() {
    QFETCH(std::function<Planted(Random&)>, make);
    const int runs = tests::patience > 1 ? 20 : 100;
    Random random(11);
    Tally tally;
    for (int i = 0; i < runs; ++i) {
      const Planted planted = make(random);
      count(planted, auditRun(planted.mechanism(), planted.run), tally);
    }
    const QByteArray found = QByteArray::number(tally.among) + " among, " + QByteArray::number(tally.alone) +
                             " alone of " + QByteArray::number(tally.jumps);
    QVERIFY(tally.jumps >= runs);
    QCOMPARE(tally.missed, 0);
    QCOMPARE(tally.impossible, 0);
    QVERIFY2(tally.among >= 0.985 * tally.jumps, found);
    QVERIFY2(tally.alone >= 0.95 * tally.jumps, found);
  }

  /// Samples with noise leave a loop open; flights and words are those of the motions that keep it closed.
  void aLinkageIsExplained() {
    const int runs = tests::patience > 1 ? 8 : 30;
    const auto scene = Scene::parse(fallingLinkage, "linkage.carom.json");
    Random random(11);
    Tally tally;
    int elastic = 0;
    for (int i = 0; i < runs; ++i) {
      const double e = 0.6 + 0.4 * random.uniform();
      const Planted planted =
          plant(*scene, {{"lean", text(random.uniform() - 0.5)}, {"e", text(e)}}, random, 0.15, 0.04);
      const AuditReport report = auditRun(planted.mechanism(), planted.run);
      count(planted, report, tally);
      elastic += !report.fit.empty() && std::abs(report.fit[0].value - e) < 4 * report.fit[0].error;
    }
    QVERIFY(tally.jumps >= runs);
    QCOMPARE(tally.missed, 0);
    QCOMPARE(tally.impossible, 0);
    QVERIFY2(tally.among >= tally.jumps - 1, QByteArray::number(tally.among));
    QVERIFY2(tally.alone >= 0.85 * tally.jumps, QByteArray::number(tally.alone));
    QVERIFY2(elastic >= 0.8 * runs, QByteArray::number(elastic));
  }

  /// A coordinate without a column is told by the loop: as it was, and the words are those of the whole
  /// recording. Two of them are not told by one equation.
  void loopsTellCoordinatesThatWereNotRecorded() {
    const int runs = tests::patience > 1 ? 4 : 15;
    const auto scene = Scene::parse(fallingLinkage, "linkage.carom.json");
    Random random(12);
    Tally tally;
    double errors = 0, recorded = 0;
    for (int i = 0; i < runs; ++i) {
      const double e = 0.6 + 0.4 * random.uniform();
      Planted planted =
          plant(*scene, {{"lean", text(random.uniform() - 0.5)}, {"e", text(e)}}, random, 0.15, 0.04);
      const NumberTable table = tableOf(planted, {"right.angle"});
      RecordingMap map = recordingMap("", planted.mechanism(), table.columns);
      map.start = planted.instance.initial.q;
      const AuditedRecording audited = auditRecording(planted.mechanism(), table, map, {});
      const std::vector<int> told{static_cast<int>(planted.run.q.rows()) - 1};
      QCOMPARE(audited.run.told, told);
      ::count(planted, audited.report, tally);
      for (Eigen::Index k = 0; k < planted.run.size(); ++k) {
        const double truth = planted.motion.configuration(planted.run.time[k])[told[0]];
        errors += std::pow(audited.run.q(told[0], k) - truth, 2);
        recorded += std::pow(planted.run.q(told[0], k) - truth, 2);
      }
    }
    QVERIFY2(errors < 4 * recorded, QByteArray::number(errors / recorded));
    QCOMPARE(tally.missed, 0);
    QCOMPARE(tally.impossible, 0);
    QVERIFY2(tally.among >= tally.jumps - 1, QByteArray::number(tally.among));

    Planted planted = plant(*scene, {}, random, 0.15, 0.04);
    try {  // a column that a map names
      const NumberTable one = tableOf(planted, {"right.angle"});
      RecordingMap map = recordingMap("", planted.mechanism(), one.columns);
      map.coordinates["right.angle"] = {"angel"};
      auditRecording(planted.mechanism(), one, map, {});
      QFAIL("not refused");
    } catch (const SceneError& error) {
      QVERIFY2(QString::fromStdString(error.what()).contains("has no column 'angel'"), error.what());
    }
    const NumberTable table = tableOf(planted, {"left.angle", "right.angle"});
    try {
      auditRecording(planted.mechanism(), table, recordingMap("", planted.mechanism(), table.columns), {});
      QFAIL("not refused");
    } catch (const SceneError& error) {
      QVERIFY2(QString::fromStdString(error.what()).contains("and the loops do not tell it from the others"),
               error.what());
    }
  }

  /// The errors of e and μ are those of a normal distribution: 68 % of the values are within one.
  void errorsOfCoefficientsAreHonest() {
    const int runs = tests::patience > 1 ? 40 : 300;
    Random random(3);
    int within = 0, all = 0;
    for (int i = 0; i < runs; ++i) {
      const double e = 0.4 + 0.5 * random.uniform(), mu = 0.05 + 0.15 * random.uniform();
      const Planted planted =
          plant("bouncing-ball", {{"e", text(e)}, {"mu", text(mu)}, {"et", "0"}, {"speed", "3"}}, random,
                0.15, 0.15);
      for (const CoefficientFit& fit : auditRun(planted.mechanism(), planted.run).fit) {
        const LawCoefficients& truth = planted.mechanism().contacts()[0].coefficients;
        within += std::abs(fit.value - (fit.isFriction ? truth.friction : truth.restitution)) <= fit.error;
        ++all;
      }
    }
    const double share = static_cast<double>(within) / all, spread = std::sqrt(0.6827 * 0.3173 / all);
    QVERIFY(all >= runs);
    QVERIFY2(std::abs(share - 0.6827) <= 3 * spread + 0.01, QByteArray::number(share));
  }

  /// So are those of hits that follow each other within some samples. The flight between them has few: its
  /// errors are in the jumps on both its sides, and as large as what they say of e.
  void errorsBesideShortFlightsAreHonest() {
    const int runs = tests::patience > 1 ? 30 : 200;
    const auto scene = Scene::parse(tiltedRod, "rod.carom.json");
    Random random(17);
    int within = 0, twice = 0, far = 0, all = 0, several = 0;
    for (int i = 0; i < runs; ++i) {
      const double e = 0.5 + 0.45 * random.uniform();
      const Planted planted = plant(*scene,
                                    {{"e", text(e)},
                                     {"inertia", text(0.08 + 0.3 * random.uniform())},
                                     {"tilt", text(0.06 * random.uniform() - 0.03)}},
                                    random, 0.12, 0.15);
      for (const CoefficientFit& fit : auditRun(planted.mechanism(), planted.run).fit) {
        const double deviations = std::abs(fit.value - e) / fit.error;
        ++all;
        several += fit.jumps > 1;
        within += deviations <= 1;
        twice += deviations <= 2;
        far += deviations > 3;
      }
    }
    const QByteArray found = QByteArray::number(within) + " within one, " + QByteArray::number(twice) +
                             " within two, " + QByteArray::number(far) + " beyond three of " +
                             QByteArray::number(all);
    QVERIFY2(all >= 0.85 * runs && several >= all / 4, found);
    const double spread = std::sqrt(0.6827 * 0.3173 / all);
    QVERIFY2(std::abs(static_cast<double>(within) / all - 0.6827) <= 2 * spread, found);
    QVERIFY2(twice >= 0.92 * all - 1, found);
    QVERIFY2(far <= 0.015 * all + 1, found);
  }

  void theNoiseIsEstimated() {
    Random random(2);
    Planted planted = plant("billiard-break", {}, random, 0.15, 0.2);
    planted.noise = 4e-4;
    planted.rate = 1500;
    sample(planted, random);
    const AuditReport report = auditRun(planted.mechanism(), planted.run);
    for (const double deviation : report.motion.noise.q) QVERIFY(std::abs(deviation / 4e-4 - 1) < 0.15);
  }

  /// A recording without noise gives e back to many digits, of motions that are no parabolas, too.
  void exactRecordingsGiveExactCoefficients() {
    const auto mechanism = ballOverFloor();
    const AuditReport report = auditRun(*mechanism, bounce(1, 1.4, 0));
    QCOMPARE(report.jumps.size(), std::size_t{1});
    QCOMPARE(report.jumps[0].verdict, JumpVerdict::Explained);
    QCOMPARE(report.fit.size(), std::size_t{1});
    QVERIFY(std::abs(report.fit[0].value - 0.7) < 1e-6);
    // ½ m (v² − u²)
    QVERIFY(std::abs(report.jumps[0].energy.value - (1.4 * 1.4 - 2 * 2)) < 1e-6);
    QVERIFY(std::abs(report.jumps[0].impulses.at(0).value - 2 * (1.4 + 2)) < 1e-6);
    QVERIFY(std::abs(report.jumps[0].time) < 1e-7);
  }

  void energyThatAppearsIsImpossible() {
    const auto mechanism = ballOverFloor();
    const AuditReport report = auditRun(*mechanism, bounce(1, 2.2, 2e-4));
    QCOMPARE(report.jumps.size(), std::size_t{1});
    QCOMPARE(report.jumps[0].verdict, JumpVerdict::Impossible);
    QVERIFY(names(report.jumps[0], Impossibility::Kind::Energy));
    const Measured& energy = report.jumps[0].energy;
    QVERIFY(std::abs(energy.value - (2.2 * 2.2 - 2 * 2)) < 4 * energy.error);
    QVERIFY(std::abs(report.appeared.value - energy.value) < 1e-12);
  }

  /// No frictionless contact changes the velocity along it.
  void momentumAlongAContactIsImpossible() {
    const auto mechanism = ballOverFloor();
    const AuditReport report = auditRun(*mechanism, bounce(0.7, 1.4, 2e-4));
    QCOMPARE(report.jumps.size(), std::size_t{1});
    QCOMPARE(report.jumps[0].verdict, JumpVerdict::Impossible);
    QVERIFY(names(report.jumps[0], Impossibility::Kind::Momentum));
    // √m times the change of the velocity along the floor
    QVERIFY(std::abs(report.jumps[0].momentum.value - std::sqrt(2.0) * 0.3) <
            4 * report.jumps[0].momentum.error);
  }

  /// The height is known two hundred times worse than the place along the floor, to which its noise adds
  /// none.
  void theErrorOfMomentumIsThatOfItsDirection() {
    const auto mechanism = ballOverFloor();
    RecordedRun run = bounce(0.99, 1.4, 1e-5);
    Random random(6);
    for (Eigen::Index i = 0; i < run.size(); ++i) run.q(1, i) += 2e-3 * random.normal();
    const AuditReport report = auditRun(*mechanism, run);
    QCOMPARE(report.jumps.size(), std::size_t{1});
    QVERIFY(names(report.jumps[0], Impossibility::Kind::Momentum));
    const Measured& momentum = report.jumps[0].momentum;
    QVERIFY(momentum.value > AuditOptions().impossible * momentum.error);
    QVERIFY(std::abs(momentum.value - std::sqrt(2.0) * 0.01) < 4 * momentum.error);
  }

  /// A ball that is faster towards the floor after it than before.
  void aContactThatPullsIsImpossible() {
    const auto mechanism = ballOverFloor();
    const AuditReport report = auditRun(*mechanism, bounce(1, -3, 2e-4));
    QVERIFY(!report.jumps.empty());
    QCOMPARE(report.jumps[0].verdict, JumpVerdict::Impossible);
    QVERIFY(names(report.jumps[0], Impossibility::Kind::Pull));
    QVERIFY(!report.overlaps.empty());
    QVERIFY(report.overlaps[0].depth > 0.1);
  }

  /// A body that a solver lets through: the flight goes on, and the contact overlaps.
  void aPassageIsAnOverlap() {
    const auto mechanism = ballOverFloor();
    const AuditReport report = auditRun(*mechanism, bounce(1, -2, 2e-4));
    QCOMPARE(report.jumps.size(), std::size_t{0});
    QCOMPARE(report.overlaps.size(), std::size_t{1});
    QVERIFY(report.overlaps[0].times[0] < 0.02);
  }

  void coefficientsOfTheSceneMayBeWrong() {
    const auto mechanism = ballOverFloor();  // e = 0.8
    AuditOptions options;
    options.asScene = true;
    const AuditReport wrong = auditRun(*mechanism, bounce(1, 1.4, 2e-4), options);
    QCOMPARE(wrong.jumps.at(0).verdict, JumpVerdict::Unexplained);
    QVERIFY(wrong.jumps[0].nearest && wrong.jumps[0].nearest->deviations > 5);
    QCOMPARE(auditRun(*mechanism, bounce(1, 1.6, 2e-4), options).jumps.at(0).verdict, JumpVerdict::Explained);
    options.asScene = false;
    options.restitution = {0.75, 1.0};
    QCOMPARE(auditRun(*mechanism, bounce(1, 1.4, 2e-4), options).jumps.at(0).verdict,
             JumpVerdict::Unexplained);
  }

  /// A later clock and a mirrored scene have the same jumps.
  void verdictsDoNotDependOnTheFrame() {
    Random random(8);
    const Planted planted = plant("bouncing-ball", {{"et", "0"}, {"speed", "3"}}, random, 0.15, 0.15);
    const AuditReport report = auditRun(planted.mechanism(), planted.run);
    RecordedRun later = planted.run;
    later.time.array() += 1234.5;
    const AuditReport shifted = auditRun(planted.mechanism(), later);
    QCOMPARE(shifted.jumps.size(), report.jumps.size());
    for (std::size_t i = 0; i < report.jumps.size(); ++i) {
      QCOMPARE(shifted.jumps[i].verdict, report.jumps[i].verdict);
      QVERIFY(std::abs(shifted.jumps[i].time - 1234.5 - report.jumps[i].time) < 1e-6);
    }
    for (std::size_t i = 0; i < report.fit.size(); ++i)
      QVERIFY(std::abs(shifted.fit[i].value - report.fit[i].value) < 1e-3 * report.fit[i].error + 1e-6);
  }

  /// Balls that rest on a floor are no jumps.
  void whatRestsDoesNotJump() {
    const auto mechanism = ballOverFloor();
    RecordedRun run = bounce(1, 0, 2e-4);
    Random random(4);
    for (Eigen::Index i = 0; i < run.size(); ++i)
      if (run.time[i] > 0) run.q(1, i) = 0.1 + 2e-4 * random.normal();
    const AuditReport report = auditRun(*mechanism, run);
    QCOMPARE(report.jumps.size(), std::size_t{1});
    QCOMPARE(report.motion.flights.size(), std::size_t{2});
    QCOMPARE(report.motion.flights[1].lasting, std::vector<int>{0});
    QVERIFY(report.jumps[0].verdict != JumpVerdict::Impossible);
  }

  void tenThousandSamplesTakeSeconds() {
    const char* scene = R"({"format": 1, "gravity": [0, -9.81, 0], "bodies": [
      {"name": "b{i}", "repeat": {"index": "i", "count": 10}, "joints": ["y"], "mass": 1,
       "shapes": [{"type": "ball", "radius": 0.1}]},
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
      "contacts": [{"between": ["b{i}", "floor"], "restitution": 0.8}],
      "initial": {"q": {"b{i}.y": "0.3 + 0.01*i"}}})";
    Random random(6);
    Planted planted{Scene::parse(scene, "balls.carom.json")->instantiate(), {}, {}};
    MotionOptions options;
    options.duration = 0.66;
    planted.motion = runMotion(planted.mechanism(), planted.instance.initial, options);
    planted.rate = 10'000 / options.duration;
    planted.noise = 1e-4;
    sample(planted, random);
    QVERIFY(planted.motion.impacts.size() >= 18);
    QElapsedTimer timer;
    timer.start();
    const AuditReport report = auditRun(planted.mechanism(), planted.run);
    QVERIFY2(timer.elapsed() < 2000 * tests::patience * 3, QByteArray::number(timer.elapsed()));
    QCOMPARE(report.jumps.size(), planted.motion.impacts.size());
    for (const ExplainedJump& jump : report.jumps) QCOMPARE(jump.verdict, JumpVerdict::Explained);
  }

  void runsOfAnotherSizeAreRefused() {
    const auto mechanism = ballOverFloor();
    RecordedRun run = bounce(1, 1, 0);
    run.q.conservativeResize(1, Eigen::NoChange);
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, auditRun(*mechanism, run));
    QVERIFY_THROWS_EXCEPTION(
        std::invalid_argument,
        auditRun(*mechanism, RecordedRun{VectorXd::LinSpaced(4, 0, 1), Eigen::MatrixXd::Zero(2, 4),
                                         Eigen::MatrixXd(2, 0)}));
  }
};

CAROM_TEST(AuditTest);
#include "tst_audit.moc"
