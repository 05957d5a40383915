// Recordings of runs of MuJoCo and Bullet (tests/data/recordings, with the programs that made them): what an
// audit says of them, beside the slopes of straight lines through their samples.
#include <QObject>
#include <algorithm>
#include <cmath>

#include "audit/recording/audit_recording.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;

namespace {

struct Foreign {
  SceneInstance instance;
  AuditedRecording audited;

  const AuditReport& report() const { return audited.report; }
  const std::string& contact(int index) const {
    return instance.mechanism->contacts()[static_cast<std::size_t>(index)].name;
  }
  /// The slope of the straight line through the samples of a coordinate between two times (m/s).
  double slope(Eigen::Index coordinate, double from, double to) const {
    const RecordedRun& run = audited.run;
    double n = 0, t = 0, x = 0, tt = 0, tx = 0;
    for (Eigen::Index i = 0; i < run.size(); ++i) {
      if (run.time[i] < from || run.time[i] > to) continue;
      const double time = run.time[i], place = run.q(coordinate, i);
      ++n;
      t += time;
      x += place;
      tt += time * time;
      tx += time * place;
    }
    return (n * tx - t * x) / (n * tt - t * t);
  }
  /// The kinetic energy of balls of 1 kg on a line between two times (J).
  double energy(double from, double to) const {
    double sum = 0;
    for (Eigen::Index i = 0; i < audited.run.q.rows(); ++i) sum += std::pow(slope(i, from, to), 2) / 2;
    return sum;
  }
};

Foreign audited(const char* scene, const Assignments& set, const char* file, const char* map = "") {
  SceneInstance instance = Scene::open(scene)->instantiate(set);
  const NumberTable table = readNumberTable(CAROM_TEST_DATA + std::string("/recordings/") + file);
  const RecordingMap columns = recordingMap(map, *instance.mechanism, table.columns);
  AuditedRecording answer = auditRecording(*instance.mechanism, table, columns, {});
  return {std::move(instance), std::move(answer)};
}

bool hasEnergy(const ExplainedJump& jump) {
  return std::ranges::any_of(
      jump.impossible, [](const Impossibility& one) { return one.kind == Impossibility::Kind::Energy; });
}

}  // namespace

class TestForeignRecordings : public QObject {
  Q_OBJECT
 private slots:
  /// Engines that pass through touching contacts one by one, or press them all at once, make energy.
  void energyThatAppearsIsThatOfTheSamples_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("map");
    QTest::addColumn<double>("time");
    QTest::newRow("Bullet, cradle") << "newtons-cradle"
                                    << "bullet-cradle.csv"
                                    << "" << 0.204;
    QTest::newRow("Bullet, two balls and a wall") << "two-balls-wall"
                                                  << "bullet-wall.csv"
                                                  << "" << 0.304;
    QTest::newRow("MuJoCo, cradle") << "newtons-cradle"
                                    << "mujoco-cradle.csv"
                                    << "mujoco" << 0.1;
  }
  void energyThatAppearsIsThatOfTheSamples() {
    QFETCH(QString, scene);
    QFETCH(QString, file);
    QFETCH(QString, map);
    QFETCH(double, time);
    const Assignments set = scene == "newtons-cradle" ? Assignments{{"n", "3"}} : Assignments{};
    const Foreign run =
        audited(scene.toUtf8().constData(), set, file.toUtf8().constData(), map.toUtf8().constData());
    QCOMPARE(run.report().jumps.size(), std::size_t{1});
    const ExplainedJump& jump = run.report().jumps.front();
    QCOMPARE(jump.verdict, JumpVerdict::Impossible);
    QVERIFY(hasEnergy(jump));
    QVERIFY(std::abs(jump.time - time) < 0.006);
    constexpr double near = 0.012;  // around the jump
    const double gained = run.energy(time + near, HUGE_VAL) - run.energy(0, time - near);
    QVERIFY2(std::abs(jump.energy.value - gained) < 5 * jump.energy.error + 1e-3,
             qPrintable(QString::number(gained)));
    QVERIFY(jump.energy.value > 5 * jump.energy.error);
  }

  /// Contacts that close one after the other are explained, with the ratio of the slopes as e.
  void ballsThatMeetInTurnAreExplained() {
    const Foreign run = audited("newtons-cradle", {{"n", "3"}}, "mujoco-line.csv", "mujoco");
    const auto& jumps = run.report().jumps;
    QCOMPARE(jumps.size(), std::size_t{2});
    for (std::size_t i = 0; i < 2; ++i) {
      QCOMPARE(jumps[i].verdict, JumpVerdict::Explained);
      QCOMPARE(jumps[i].words.front().word.size(), std::size_t{1});
    }
    QCOMPARE(run.contact(jumps[0].words.front().word[0]), std::string("ball0-ball1"));
    QCOMPARE(run.contact(jumps[1].words.front().word[0]), std::string("ball1-ball2"));
    const double first = (run.slope(1, 0.104, 0.154) - run.slope(0, 0.104, 0.5)) / run.slope(0, 0, 0.096),
                 second = (run.slope(2, 0.162, 0.5) - run.slope(1, 0.162, 0.5)) / run.slope(1, 0.104, 0.154);
    const CoefficientFit& fit = run.report().fit.at(0);
    QCOMPARE(fit.jumps, 2);
    QVERIFY(std::abs(fit.value - (first + second) / 2) < 0.01);
    QVERIFY(fit.error < 0.01);
  }

  /// A rod bounces from end to end; MuJoCo was asked for e = 0.8, which its springs meet to a few hundredths.
  void aRodIsExplainedEndByEnd() {
    const Foreign run = audited("falling-rod", {}, "mujoco-rod.csv", "mujoco");
    QVERIFY(run.report().jumps.size() >= 8);
    for (const ExplainedJump& jump : run.report().jumps) {
      QCOMPARE(jump.verdict, JumpVerdict::Explained);
      QVERIFY(jump.energy.value < 3 * jump.energy.error);
    }
    QVERIFY(std::abs(run.report().fit.at(0).value - 0.8) < 0.04);
    // The noise that was added: 0.2 mm, and 0.2 degrees.
    const Eigen::VectorXd& noise = run.report().motion.noise.q;
    QVERIFY(std::abs(noise[1] / 2e-4 - 1) < 0.25 && std::abs(noise[2] / (0.2 * M_PI / 180) - 1) < 0.25);
  }
};

CAROM_TEST(TestForeignRecordings);
#include "tst_foreign_recordings.moc"
