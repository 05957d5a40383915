// Audits of runs with forces that are no part of the scene: recorded torques. The recordings are samples of
// Carom's own runs with noise.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <fstream>

#include "audit/recorded_forces.h"
#include "audit/recording/audit_recording.h"
#include "base/random.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "scene/scene_error.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Index;
using Eigen::VectorXd;

namespace {

constexpr double sampling = 2e-3;  // s

/// An arm of two links over a floor, with motors or without.
std::string arm(const std::string& motors) {
  return R"({"format": 1, "gravity": [0, -9.81, 0], "bodies": [
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0], "offset": -0.45}]},
    {"name": "upper", "joints": ["angle"], "mass": 1, "centre-of-mass": [0.2, 0, 0], "inertia": 0.02},
    {"name": "lower", "parent": "upper", "origin": [0.4, 0, 0], "joints": ["angle"], "mass": 0.6,
     "centre-of-mass": [0.15, 0, 0], "inertia": 0.008, "shapes": [{"type": "point", "at": [0.3, 0, 0]}]}],
    "contacts": [{"between": ["lower", "floor"], "name": "tip", "restitution": 0.6}],
    "initial": {"q": {"upper.angle": 0.2, "lower.angle": -0.4}})" +
         motors + "}";
}
const std::string armMotors = R"(, "motors": [
    {"coordinate": "upper.angle", "torque": "1.5*sin(9*t) + 2"},
    {"coordinate": "lower.angle", "proportional": 6, "derivative": 0.1, "reference": -0.9}])";

std::shared_ptr<const Mechanism> mechanismOf(const std::string& scene) {
  return Scene::parse(scene, "scene.carom.json")->instantiate().mechanism;
}

Trajectory runOf(const std::string& scene, double duration) {
  const SceneInstance instance = Scene::parse(scene, "scene.carom.json")->instantiate();
  MotionOptions options;
  options.duration = duration;
  options.step = 5e-4;
  return runMotion(*instance.mechanism, instance.initial, options);
}

/// A ball that falls on a floor, and a rotor whose motor waits for its first impact: 0.6 N·m, 0.02 kg·m².
constexpr const char* droppedBall = R"({"format": 1, "gravity": [0, -10, 0], "bodies": [
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]},
    {"name": "ball", "joints": [{"type": "prismatic", "axis": [0, 1, 0], "name": "y"}], "mass": 1,
     "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "rotor", "joints": ["angle"], "mass": 1, "inertia": 0.02}],
    "contacts": [{"between": ["ball", "floor"], "name": "floor", "restitution": 0.5}],
    "initial": {"q": {"ball.y": 0.3}},
    "motors": [{"coordinate": "rotor.angle", "torque": 0.6, "start": "first-impact"}]})";

/// Its motion, by closed equations: dropped from 0.3 m it meets the floor at 0.2 s, with 2 m/s.
struct DroppedBall {
  static constexpr double meets = 0.2;  // s
  static std::array<double, 2> place(double t) {
    const double past = t - meets;
    if (past <= 0) return {0.3 - 5 * t * t, 0};
    return {0.1 + past - 5 * past * past, 15 * past * past};
  }
  static std::array<double, 2> speed(double t) {
    const double past = t - meets;
    if (past <= 0) return {-10 * t, 0};
    return {1 - 10 * past, 30 * past};
  }
};

/// Samples of a run: noise of 0.2 mm and 0.1°.
RecordedRun samplesOf(const Mechanism& mechanism, const Trajectory& motion, Random& random) {
  const double phase = random.uniform() * sampling;
  const auto count = static_cast<Index>((motion.end() - motion.start() - phase) / sampling) + 1;
  RecordedRun run{VectorXd(count), Eigen::MatrixXd(mechanism.dof(), count),
                  Eigen::MatrixXd(mechanism.dof(), 0)};
  for (Index i = 0; i < count; ++i) {
    run.time[i] = motion.start() + phase + static_cast<double>(i) * sampling;
    VectorXd error(mechanism.dof());
    for (Index j = 0; j < error.size(); ++j)
      error[j] = random.normal() *
                 (mechanism.coordinates()[static_cast<std::size_t>(j)].unit == "rad" ? 1.7e-3 : 2e-4);
    run.q.col(i) = mechanism.moved(motion.configuration(run.time[i]), error, 1);
  }
  return run;
}

/// What the motors of a scene do at the samples.
void recordTorques(const Mechanism& driven, const Trajectory& motion, RecordedRun& run) {
  run.tau = Eigen::MatrixXd::Zero(driven.dof(), run.size());
  for (const Motor& motor : driven.forces().motors)
    for (Index i = 0; i < run.size(); ++i)
      run.tau(motor.coordinate, i) +=
          motor.force(run.time[i], motion.configuration(run.time[i])[motor.coordinate],
                      motion.velocity(run.time[i])[motor.coordinate]);
}

/// Whether each impact of a run is in a jump that its word explains, and no jump is without an impact.
void compare(const Trajectory& motion, const AuditReport& report) {
  for (const ImpactEvent& impact : motion.impacts) {
    const auto jump = std::ranges::find_if(report.jumps, [&](const ExplainedJump& one) {
      return one.window[0] - sampling <= impact.time && impact.time <= one.window[1] + sampling;
    });
    QVERIFY2(jump != report.jumps.end(), QByteArray::number(impact.time));
    QCOMPARE(jump->verdict, JumpVerdict::Explained);
    QCOMPARE(jump->words.front().word, impact.contacts);
  }
  QCOMPARE(report.jumps.size(), motion.impacts.size());
}

QString refusalOf(const std::function<void()>& act) {
  try {
    act();
  } catch (const SceneError& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

}  // namespace

class RecordedForcesTest : public QObject {
  Q_OBJECT
 private slots:
  void recordedTorquesActInFlights() {
    const auto driven = mechanismOf(arm(armMotors)), bare = mechanismOf(arm({}));
    const Trajectory motion = runOf(arm(armMotors), 0.8);
    QVERIFY(motion.impacts.size() >= 2);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      Random random(seed);
      RecordedRun run = samplesOf(*driven, motion, random);
      recordTorques(*driven, motion, run);
      QCOMPARE(coordinatesWithTorques(run), (std::vector<int>{0, 1}));
      const AuditedRecording audited = auditSamples(*bare, run, "arm.csv", {});
      compare(motion, audited.report);
      QVERIFY(std::abs(audited.report.fit.at(0).value - 0.6) < 5 * audited.report.fit[0].error + 1e-3);
    }
  }

  /// Without their columns the same samples are those of no motion of the scene.
  void torquesThatAreMissingAreMissed() {
    const auto driven = mechanismOf(arm(armMotors)), bare = mechanismOf(arm({}));
    const Trajectory motion = runOf(arm(armMotors), 0.8);
    Random random(1);
    const RecordedRun run = samplesOf(*driven, motion, random);
    bool isExplained = true;
    try {
      for (const ExplainedJump& jump : auditSamples(*bare, run, "arm.csv", {}).report.jumps)
        isExplained = isExplained && jump.verdict == JumpVerdict::Explained;
    } catch (const SceneError&) {
      isExplained = false;
    }
    QVERIFY(!isExplained);
    // With its motors the scene has them itself.
    compare(motion, auditSamples(*driven, run, "arm.csv", {}).report);
  }

  void columnsOfForcesGoByName() {
    const auto bare = mechanismOf(arm({}));
    const auto read = [&](const std::string& header, const std::string& map = {}) {
      std::string text = header + '\n';
      for (int i = 0; i < 9; ++i) text += std::to_string(i) + ",0.1,0.2," + std::to_string(10 * i) + ",-3\n";
      const NumberTable table = readCsvTable(text, "run.csv");
      return runOfTable(table, recordingMap(map, *bare, table.columns), *bare);
    };
    const RecordedRun run = read("time,upper.angle,lower.angle,tau:lower.angle,other");
    QCOMPARE(run.tau.rows(), Index{2});
    QCOMPARE(run.tau(1, 4), 40.0);
    QVERIFY(run.tau.row(0).isZero(0));
    QCOMPARE(coordinatesWithTorques(run), std::vector<int>{1});
    QCOMPARE(read("time,upper.angle,lower.angle,a,b").tau.size(), Index{0});
    QVERIFY(refusalOf([&] {
              read("time,upper.angle,lower.angle,tau:lower.angel,b");
            }).contains(QStringLiteral("tau:lower.angle")));
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("map.json")).toStdString();
    std::ofstream(file)
        << R"({"coordinates": {"tau:upper.angle": {"column": "knee", "unit": "N*m", "mirrored": true}}})";
    QCOMPARE(read("time,upper.angle,lower.angle,knee,b", file).tau(0, 2), -20.0);
    for (const char* unit : {"N", "mm", "kg"}) {
      const std::string column = R"({"column": "knee", "unit": "N*m"})";
      std::ofstream(file) << R"({"coordinates": {"tau:upper.angle": )"
                          << QString::fromStdString(column).replace(QStringLiteral("N*m"), unit).toStdString()
                          << "}}";
      QVERIFY(refusalOf([&] {
                read("time,upper.angle,lower.angle,knee,b", file);
              }).contains(QStringLiteral("is no unit of this column")));
    }
    std::ofstream(file) << R"({"coordinates": {"tau:uper.angle": "knee"}})";
    QVERIFY(refusalOf([&] {
              read("time,upper.angle,lower.angle,knee,b", file);
            }).contains(QStringLiteral("upper.angle")));
  }

  void torquesOfBallJointsAreRefused() {
    const auto ball = mechanismOf(R"({"format": 1, "bodies": [
      {"name": "arm", "joints": ["spherical"], "mass": 1, "inertia": 0.1, "shapes": [{"type": "point", "at": [1, 0, 0]}]},
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 0, 1], "offset": -2}]}]})");
    NumberTable table{"run.csv", {"time"}, VectorXd::LinSpaced(9, 0, 1), {}};
    for (const Coordinate& coordinate : ball->coordinates()) table.columns.push_back(coordinate.name);
    table.columns.push_back("tau:" + ball->coordinates()[1].name);
    table.values.conservativeResize(Eigen::NoChange, 5);
    table.values.rightCols(4).setConstant(0.5);
    QVERIFY(refusalOf([&] {
              runOfTable(table, recordingMap({}, *ball, table.columns), *ball);
            }).contains(QStringLiteral("ball joint")));
  }

  /// A motor that waits for the first impact starts at that of the recording, wherever it lies between two
  /// samples; also where the first sample is the state that it leaves.
  void waitingMotorsStartAtTheFirstImpact_data() {
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("noise");
    QTest::addColumn<bool>("speeds");
    QTest::addColumn<double>("within");
    QTest::newRow("exact") << 0.0113 << 0.0 << true << 1e-12;
    QTest::newRow("without velocities") << 0.0113 << 0.0 << false << 1e-6;
    QTest::newRow("noise") << 0.0113 << 1e-4 << true << 1e-3;
    QTest::newRow("noise without velocities") << 0.0113 << 1e-5 << false << 2e-3;
    QTest::newRow("just before a sample") << 0.2 - 97e-3 - 1e-9 << 0.0 << true << 1e-11;
    QTest::newRow("just after a sample") << 0.2 - 97e-3 + 1e-9 << 0.0 << true << 1e-8;
    QTest::newRow("at the first sample") << 0.2 + 1e-15 << 0.0 << true << 1e-12;
  }
  void waitingMotorsStartAtTheFirstImpact() {
    QFETCH(double, from);
    QFETCH(double, noise);
    QFETCH(bool, speeds);
    QFETCH(double, within);
    const auto mechanism = mechanismOf(droppedBall);
    constexpr Index count = 320;
    Random random(4);
    RecordedRun run{VectorXd(count), Eigen::MatrixXd(2, count), Eigen::MatrixXd(2, speeds ? count : 0)};
    for (Index i = 0; i < count; ++i) {
      run.time[i] = from + 1e-3 * static_cast<double>(i);
      const auto q = DroppedBall::place(run.time[i]), v = DroppedBall::speed(run.time[i]);
      for (const Index k : {Index{0}, Index{1}}) {
        run.q(k, i) = q[static_cast<std::size_t>(k)] + noise * random.normal();
        if (speeds) run.v(k, i) = v[static_cast<std::size_t>(k)] + 10 * noise * random.normal();
      }
    }
    const Mechanism flown = flownMechanism(*mechanism, run);
    const Motor& motor = flown.forces().motors.at(0);
    QVERIFY(!motor.startsAtImpact);
    QVERIFY2(std::abs(motor.start - DroppedBall::meets) <= within, QByteArray::number(motor.start, 'g', 17));
    const AuditReport report = auditRun(*mechanism, run);
    QCOMPARE(report.motorsStart, std::optional(motor.start));
    QCOMPARE(report.jumps.size(), std::size_t{from < DroppedBall::meets});
    for (const ExplainedJump& jump : report.jumps) {
      QVERIFY2(jump.verdict == JumpVerdict::Explained, jump.undecided.c_str());
      QCOMPARE(jump.words.front().word, std::vector<int>{0});
    }
  }

  /// Where nothing collides it waits on; a ball that is thrown up from the floor has not met it.
  void waitingMotorsWaitOn() {
    const auto mechanism = mechanismOf(droppedBall);
    constexpr Index count = 60;
    RecordedRun run{VectorXd::LinSpaced(count, 0, 0.059), Eigen::MatrixXd::Zero(2, count),
                    Eigen::MatrixXd::Zero(2, count)};
    for (Index i = 0; i < count; ++i) {
      run.q(0, i) = 0.1 + 2 * run.time[i] - 5 * run.time[i] * run.time[i];
      run.v(0, i) = 2 - 10 * run.time[i];
    }
    QVERIFY(flownMechanism(*mechanism, run).forces().motors.at(0).startsAtImpact);
    QVERIFY(!auditRun(*mechanism, run).motorsStart);
  }

  /// A robot whose hips begin to turn at its first impact and whose feet bounce in each millisecond: the rule
  /// is found, and no verdict is wrong.
  void aLandingThatStartsMotors() {
    for (const char* drop : {"0", "0.02"}) {
      const SceneInstance instance = Scene::open("trex")->instantiate({{"drop", drop}});
      constexpr double step = 1e-3;
      MotionOptions options;
      options.duration = 0.3;
      options.step = step;
      const Trajectory motion = runMotion(*instance.mechanism, instance.initial, options);
      const auto count = static_cast<Index>(std::lround(options.duration / step)) + 1;
      const int n = instance.mechanism->dof();
      RecordedRun run{VectorXd(count), Eigen::MatrixXd(n, count), Eigen::MatrixXd(n, count)};
      for (Index i = 0; i < count; ++i) {
        run.time[i] = step * static_cast<double>(i);
        run.q.col(i) = motion.configuration(run.time[i]);
        run.v.col(i) = motion.velocity(run.time[i]);
      }
      const Mechanism flown = flownMechanism(*instance.mechanism, run);
      QVERIFY(std::abs(flown.forces().motors.at(0).start - motion.impacts.at(0).time) < 1e-9);
      const AuditReport report = auditRun(*instance.mechanism, run);
      QVERIFY(report.complete && report.motion.step);
      QVERIFY(std::abs(*report.motion.step - step) < 1e-12);
      QCOMPARE(report.motion.rule, StepRule::Midpoint);
      QVERIFY(report.overlaps.empty());
      for (const ExplainedJump& jump : report.jumps)
        QVERIFY2(jump.verdict == JumpVerdict::Explained || jump.verdict == JumpVerdict::Undecided,
                 QByteArray::number(jump.time));
    }
  }

  /// A force between the samples is the line through them, and the last one after them.
  void forcesAreLinearBetweenSamples() {
    RecordedRun run{VectorXd::LinSpaced(3, 1, 2), Eigen::MatrixXd::Zero(1, 3), {}, {}, Eigen::MatrixXd(1, 3)};
    run.tau << 2, 6, -4;
    const JointForces forces = withTorques({}, run);
    QCOMPARE(forces.motors.size(), std::size_t{1});
    const auto at = [&](double t) { return forces.motors[0].force(t, 0.7, -3); };
    for (const auto& [t, force] :
         {std::pair(0.0, 2.0), {1.0, 2.0}, {1.25, 4.0}, {1.5, 6.0}, {1.75, 1.0}, {5.0, -4.0}})
      QVERIFY2(std::abs(at(t) - force) < 1e-12, QByteArray::number(t));
  }
};

CAROM_TEST(RecordedForcesTest);
#include "tst_recorded_forces.moc"
