// Audits of mechanisms whose feet stand: a compass walker by its closed equations of motion and its map at a
// heel strike, and a rod whose foot slides while it falls, which share nothing with Carom; and Carom's own
// runs.
#include <QtTest>
#include <array>
#include <cmath>

#include "audit/audit_run.h"
#include "audit/standing_step.h"
#include "base/random.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector4d;
using Eigen::VectorXd;

namespace {

constexpr double g = 9.81;

/// One step of Runge and Kutta's method of fourth order for x' = f(x).
template <typename State, typename Rate>
State rungeKutta(const State& x, double h, const Rate& f) {
  const State a = f(x), b = f(State(x + 0.5 * h * a)), c = f(State(x + 0.5 * h * b)), d = f(State(x + h * c));
  return x + h / 6 * (a + 2 * b + 2 * c + d);
}

/// The walker of [Goswami, Thuilot & Espiau 1998], in the frame of the slope: α of the leg that stands, β of
/// the one that swings, from the normal of the floor, and their rates.
struct Compass {
  double slope = 3 * M_PI / 180, hip = 10, leg = 5, length = 1, centre = 0.5;

  Vector4d rate(const Vector4d& x) const {
    const double d = x[0] - x[1], c = std::cos(d), s = std::sin(d), rest = length - centre;
    const double a = (hip + leg) * length * length + leg * rest * rest, b = leg * length * centre,
                 e = leg * centre * centre;
    const double weight = g * ((hip + leg) * length + leg * rest);
    // a α'' − b c β'' = b s β'² + weight sin(α − γ);  e β'' − b c α'' = −b s α'² − m g b' sin(β − γ)
    Eigen::Matrix2d M;
    M << a, -b * c, -b * c, e;
    const Vector2d right(b * s * x[3] * x[3] + weight * std::sin(x[0] - slope),
                         -b * s * x[2] * x[2] - leg * g * centre * std::sin(x[1] - slope));
    const Vector2d second = M.inverse() * right;
    return {x[2], x[3], second[0], second[1]};
  }
  Vector2d along(double angle) const { return {std::sin(angle), -std::cos(angle)}; }  ///< from hip to foot
  static Vector2d turned(const Vector2d& r) { return {-r[1], r[0]}; }                 ///< by a quarter
  static double cross(const Vector2d& a, const Vector2d& b) { return a[0] * b[1] - a[1] * b[0]; }

  /// The angular momenta about the foot that strikes, of all, and about the hip, of the other leg, for rates
  /// ω of that leg and of the striking one; `pivots`: about which foot they turn, 0: the leg that stood.
  Vector2d momenta(const Vector4d& x, const Vector2d& rates, int pivots) const {
    const Vector2d stood = along(x[0]), strikes = along(x[1]);
    const Vector2d hipVelocity = pivots == 0 ? Vector2d(-rates[0] * turned(length * stood))
                                             : Vector2d(-rates[1] * turned(length * strikes));
    const Vector2d masses[2] = {centre * stood, centre * strikes};
    const Vector2d foot = length * strikes;
    double all = hip * cross(-foot, hipVelocity);
    for (int i = 0; i < 2; ++i)
      all += leg * cross(masses[i] - foot, hipVelocity + rates[i] * turned(masses[i]));
    return {all, leg * cross(masses[0], hipVelocity + rates[0] * turned(masses[0]))};
  }
  /// The state after a heel strike: the legs change their parts.
  Vector4d strike(const Vector4d& x) const {
    const Vector2d before = momenta(x, {x[2], x[3]}, 0);
    Eigen::Matrix2d A;
    A.col(0) = momenta(x, {1, 0}, 1);
    A.col(1) = momenta(x, {0, 1}, 1);
    const Vector2d after = A.inverse() * before;
    return {x[1], x[0], after[1], after[0]};
  }
  double swingHeight(const Vector4d& x) const { return length * (std::cos(x[0]) - std::cos(x[1])); }
};

struct Walk {
  RecordedRun run;
  std::vector<double> strikes;
};

/// Samples of the scene compass-gait from its start: hip.x, hip.y, left.angle, right.angle.
Walk walk(double duration, double rate) {
  const Compass compass;
  Vector4d x(0, 0.330528, -0.561072, 1.313063);
  double foot = 0, t = 0;
  bool isLeft = true;  // the left leg stands
  Walk walk;
  const auto count = static_cast<Index>(duration * rate) + 1;
  walk.run = {VectorXd(count), MatrixXd(4, count), MatrixXd(4, 0)};
  const auto f = [&](const Vector4d& at) { return compass.rate(at); };
  constexpr int parts = 8;
  for (Index i = 0; i < count; ++i) {
    const Vector2d hip = Vector2d(foot, 0) - compass.length * compass.along(x[0]);
    walk.run.time[i] = t;
    walk.run.q.col(i) << hip[0], hip[1], isLeft ? x[0] : x[1], isLeft ? x[1] : x[0];
    for (int k = 0; k < parts; ++k) {
      const double h = 1 / rate / parts;
      const Vector4d next = rungeKutta(x, h, f);
      // The swinging foot is below the floor while the legs pass each other, where it has no stone.
      const bool lands = compass.swingHeight(x) > 0 && compass.swingHeight(next) <= 0 && next[0] < 0;
      if (!lands) {
        x = next;
        continue;
      }
      double low = 0, high = h;
      for (int round = 0; round < 60; ++round) {
        const double middle = 0.5 * (low + high);
        (compass.swingHeight(rungeKutta(x, middle, f)) > 0 ? low : high) = middle;
      }
      const Vector4d at = rungeKutta(x, high, f);
      walk.strikes.push_back(t + k * h + high);
      const Vector2d from = Vector2d(foot, 0) - compass.length * compass.along(at[0]);
      foot = from[0] + compass.length * compass.along(at[1])[0];
      x = rungeKutta(compass.strike(at), h - high, f);
      isLeft = !isLeft;
    }
    t = static_cast<double>(i + 1) / rate;
  }
  return walk;
}

std::string wordText(const Mechanism& mechanism, const std::vector<int>& word) {
  std::string text;
  for (const int contact : word) text += mechanism.contacts()[static_cast<std::size_t>(contact)].name + " ";
  return text;
}

void addNoise(const Mechanism& mechanism, RecordedRun& run, double travel, double angle, Random& random) {
  for (Index i = 0; i < run.size(); ++i)
    for (Index j = 0; j < run.q.rows(); ++j)
      run.q(j, i) += random.normal() *
                     (mechanism.coordinates()[static_cast<std::size_t>(j)].unit == "rad" ? angle : travel);
}

/// A rod whose ends touch a smooth floor; the left one does not bounce.
const char* const rodScene = R"({"format": 1, "gravity": [0, -9.81, 0],
  "bodies": [
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]},
    {"name": "rod", "joints": ["planar"], "mass": 1, "inertia": "1/12",
     "shapes": [{"type": "point", "at": [-0.5, 0, 0], "name": "a"}, {"type": "point", "at": [0.5, 0, 0], "name": "b"}]}],
  "contacts": [{"between": ["rod/a", "floor"], "name": "left", "restitution": 0},
               {"between": ["rod/b", "floor"], "name": "right", "restitution": 0.8}],
  "initial": {"q": {"rod.y": 0.3, "rod.angle": 0.6}}})";

/// A hip on a leg of two pairs of rods whose ends are pinned together: a closed loop, on one foot.
const char* const closedLegScene = R"({"format": 1, "gravity": [0, -9.81, 0],
  "bodies": [
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]},
    {"name": "hip", "joints": ["planar"], "mass": 3, "inertia": 0.05},
    {"name": "a", "parent": "hip", "origin": [-0.05, 0, 0], "joints": ["angle"], "mass": 0.2,
     "centre-of-mass": [0, -0.1, 0], "inertia": 0.001},
    {"name": "b", "parent": "a", "origin": [0, -0.2, 0], "joints": ["angle"], "mass": 0.2,
     "centre-of-mass": [0, -0.1, 0], "inertia": 0.001, "shapes": [{"type": "point", "at": [0, -0.2, 0], "name": "foot"}]},
    {"name": "c", "parent": "hip", "origin": [0.05, 0, 0], "joints": ["angle"], "mass": 0.2,
     "centre-of-mass": [0, -0.1, 0], "inertia": 0.001},
    {"name": "d", "parent": "c", "origin": [0, -0.2, 0], "joints": ["angle"], "mass": 0.2,
     "centre-of-mass": [0, -0.1, 0], "inertia": 0.001}],
  "loops": [{"type": "pin", "between": [{"body": "b", "at": [0, -0.2, 0]}, {"body": "d", "at": [0, -0.2, 0]}]}],
  "contacts": [{"between": ["b/foot", "floor"], "name": "foot", "restitution": 0, "friction": 1}],
  "initial": {"q": {"hip.y": 0.42, "a.angle": -0.5, "b.angle": 0.8, "c.angle": 0.5, "d.angle": -0.8}}})";

/// The motion of the rod while its left end stays on the floor: θ'' (1/12 + c²/4) = s c θ'²/4 − g c/2, with m
/// = l = 1.
Vector2d fall(const Vector2d& x) {
  const double s = std::sin(x[0]), c = std::cos(x[0]);
  return {x[1], (0.25 * s * c * x[1] * x[1] - 0.5 * g * c) / (1.0 / 12 + 0.25 * c * c)};
}

std::vector<int> wordOf(const ImpactEvent& impact) {
  std::vector<int> word;
  for (const ContactIndex letter : orderingOf(impact)) word.push_back(impact.contacts[letter]);
  return word;
}

constexpr double ownStep = 1e-3;

/// A run of Carom and its samples, one for each step.
std::pair<Trajectory, RecordedRun> ownRun(const SceneInstance& instance, double duration) {
  const Mechanism& mechanism = *instance.mechanism;
  MotionOptions options;
  options.duration = duration;
  options.step = ownStep;
  std::pair<Trajectory, RecordedRun> own{runMotion(mechanism, instance.initial, options), {}};
  auto& [motion, run] = own;
  const auto count = static_cast<Index>(std::lround(duration / ownStep)) + 1;
  run = {VectorXd(count), MatrixXd(mechanism.dof(), count), MatrixXd(mechanism.dof(), count)};
  for (Index i = 0; i < count; ++i) {
    run.time[i] = static_cast<double>(i) * ownStep;
    run.q.col(i) = motion.configuration(run.time[i]);
    run.v.col(i) = motion.velocity(run.time[i]);
  }
  return own;
}

}  // namespace

class StandingFlightsTest : public QObject {
  Q_OBJECT
 private slots:
  /// The legs of a walker stand and change at heel strikes, each explained by the foot that lands, with e =
  /// 0, and the energy that the closed map takes.
  void compassWalksBy_data() {
    QTest::addColumn<double>("rate");
    QTest::addColumn<double>("travel");  // noise: m
    QTest::addColumn<double>("angle");   // rad
    QTest::newRow("exact, 1 kHz") << 1000.0 << 0.0 << 0.0;
    QTest::newRow("exact, 240 Hz") << 240.0 << 0.0 << 0.0;
    QTest::newRow("noise of 20 µm") << 500.0 << 2e-5 << 2e-5;
    QTest::newRow("noise of 0.2 mm") << 500.0 << 2e-4 << 1e-3;
  }
  void compassWalksBy() {
    QFETCH(double, rate);
    QFETCH(double, travel);
    QFETCH(double, angle);
    const auto scene = Scene::open("compass-gait");
    const SceneInstance instance = scene->instantiate({});
    Walk planted = walk(2.2, rate);
    Random random(7);
    addNoise(*instance.mechanism, planted.run, travel, angle, random);
    QCOMPARE(planted.strikes.size(), std::size_t{3});
    const AuditReport report = auditRun(*instance.mechanism, planted.run);
    QCOMPARE(report.jumps.size(), planted.strikes.size());
    QVERIFY(report.pulls.empty());
    const std::array<std::string, 3> words{"right0 ", "left1 ", "right1 "};
    for (std::size_t i = 0; i < report.jumps.size(); ++i) {
      const ExplainedJump& jump = report.jumps[i];
      QCOMPARE(QString::fromStdString(std::string(nameOf(jump.verdict)) + " " +
                                      wordText(*instance.mechanism, jump.words.front().word)),
               QString::fromStdString("explained " + words[i]));
      QVERIFY(std::abs(jump.time - planted.strikes[i]) <= 2 / rate);
      const std::vector<StandingContact>& after = report.motion.flights[i + 1].standing;
      QCOMPARE(after.size(), std::size_t{1});
      QVERIFY(after.front().sticks);
      QCOMPARE(after.front().contact, jump.words.front().word.front());
      const ExplainedJump& other = report.jumps[0];
      QVERIFY(std::abs(jump.energy.value - other.energy.value) <=
              5 * (jump.energy.error + other.energy.error) + 0.05);
    }
    // Of the gait that repeats itself, a strike takes what the slope gives in a step.
    const double step = 0.5354, gives = 20 * g * step * std::sin(3 * M_PI / 180);
    QVERIFY2(
        std::abs(report.jumps[1].energy.value + gives) <= 0.02 * gives + 5 * report.jumps[1].energy.error,
        QByteArray::number(report.jumps[1].energy.value));
  }

  /// A leg that swings over its foot faster than gravity bends its way would leave the ground: one that stays
  /// is held there, by the force that the accelerations of the three masses give.
  void footThatIsHeldPulls() {
    const auto scene = Scene::open("compass-gait");
    const SceneInstance instance = scene->instantiate({});
    const Compass compass;
    Vector4d x(0, 0.33, -4.5, 1);
    const auto f = [&](const Vector4d& at) { return compass.rate(at); };
    const auto masses = [&](const Vector4d& at) {  // height of the three masses, times mass
      const double hip = compass.length * std::cos(at[0]);
      return (compass.hip + 2 * compass.leg) * hip -
             compass.leg * compass.centre * (std::cos(at[0]) + std::cos(at[1]));
    };
    constexpr double h = 1e-3;
    constexpr Index count = 90;
    RecordedRun run{VectorXd(count), MatrixXd(4, count), MatrixXd(4, 0)};
    double strongest = 0;
    for (Index i = 0; i < count; ++i) {
      const Vector2d hip = -compass.length * compass.along(x[0]);
      run.time[i] = static_cast<double>(i) * h;
      run.q.col(i) << hip[0], hip[1], x[0], x[1];
      const double rises =
          (masses(rungeKutta(x, h, f)) - 2 * masses(x) + masses(rungeKutta(x, -h, f))) / (h * h);
      strongest = std::max(strongest, -(rises + 20 * g * std::cos(compass.slope)));
      x = rungeKutta(x, h, f);
    }
    QVERIFY(strongest > 50);
    for (const double noise : {0.0, 1e-5}) {
      Random random(3);
      RecordedRun noisy = run;
      addNoise(*instance.mechanism, noisy, noise, noise, random);
      const AuditReport report = auditRun(*instance.mechanism, noisy);
      QCOMPARE(report.pulls.size(), std::size_t{1});
      const RecordedPull& pull = report.pulls.front();
      QCOMPARE(wordText(*instance.mechanism, {pull.contact}), std::string("left0 "));
      QVERIFY2(std::abs(pull.force - strongest) <= 5 * pull.error + 0.01 * strongest,
               QByteArray::number(pull.force));
    }
  }

  /// A foot that slides without friction stands as well. The other end lands while it does, and drives it
  /// down: right, then left.
  void rodLandsBesideItsFoot() {
    const auto scene = Scene::parse(rodScene, "rod.carom.json");
    const SceneInstance instance = scene->instantiate({});
    constexpr double rate = 1000, e = 0.8;
    Vector2d x(0.6, 0);
    std::vector<double> hits;
    std::vector<std::array<double, 2>> samples;
    double t = 0;
    for (int i = 0; hits.size() < 2 || t < hits[1] + 0.03; ++i) {
      samples.push_back({t, x[0]});
      double left = 1 / rate;
      while (left > 0) {
        Vector2d next = rungeKutta(x, left, fall);
        if (next[0] > 0) {
          x = next;
          break;
        }
        double low = 0, high = left;
        for (int round = 0; round < 60; ++round) {
          const double middle = 0.5 * (low + high);
          (rungeKutta(x, middle, fall)[0] > 0 ? low : high) = middle;
        }
        hits.push_back(t + 1 / rate - left + high);
        // Rates of the ends: the right one c → e c, of which W = 4 there and −2 at the left end, which stops.
        const double c = -rungeKutta(x, high, fall)[1], pushed = (1 + e) * c / 4, stopped = 2 * pushed / 4;
        x = {0, e * c - 2 * stopped};
        left -= high;
        if (left <= 0) break;
      }
      t = (i + 1) / rate;
    }
    const auto count = static_cast<Index>(samples.size());
    RecordedRun run{VectorXd(count), MatrixXd(3, count), MatrixXd(3, 0)};
    for (Index i = 0; i < count; ++i) {
      const auto& [time, theta] = samples[static_cast<std::size_t>(i)];
      run.time[i] = time;
      run.q.col(i) << 0, 0.5 * std::sin(theta), theta;
    }
    const AuditReport report = auditRun(*instance.mechanism, run);
    QCOMPARE(report.jumps.size(), std::size_t{2});
    for (std::size_t i = 0; i < 2; ++i) {
      const ExplainedJump& jump = report.jumps[i];
      QCOMPARE(jump.verdict, JumpVerdict::Explained);
      QVERIFY(std::abs(jump.time - hits[i]) <= 1 / rate);
      QCOMPARE(wordText(*instance.mechanism, jump.words.front().word), std::string("right left "));
    }
    for (const CoefficientFit& fit : report.fit) {
      const double own = report.classes[fit.contactClass].coefficients.restitution;
      QVERIFY2(std::abs(fit.value - own) <= 5 * fit.error + 1e-6, QByteArray::number(fit.value));
    }
  }

  /// Audits of Carom's own runs of walkers and hoppers: the jumps are those of the run, each explained by its
  /// word, but for one of the closed leg that may be undecided.
  void ownRuns_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<double>("duration");
    QTest::addColumn<int>("undecided");  // at most
    QTest::newRow("compass-gait") << "compass-gait" << 1.5 << 0;
    QTest::newRow("hopper") << "hopper" << 1.5 << 0;
    QTest::newRow("rhex-gait") << "rhex-gait" << 1.1 << 0;
    QTest::newRow("closed leg") << closedLegScene << 0.3 << 1;
  }
  void ownRuns() {
    QFETCH(QString, scene);
    QFETCH(double, duration);
    QFETCH(int, undecided);
    const std::string text = scene.toStdString();
    const auto opened = scene.startsWith('{') ? Scene::parse(text, "leg.carom.json") : Scene::open(text);
    const SceneInstance instance = opened->instantiate({});
    const Mechanism& mechanism = *instance.mechanism;
    const auto [motion, run] = ownRun(instance, duration);
    const AuditReport report = auditRun(mechanism, run);
    QVERIFY(report.motion.step);
    QCOMPARE(report.motion.rule, StepRule::Midpoint);
    QVERIFY(report.pulls.empty());
    QCOMPARE(report.jumps.size(), motion.impacts.size());
    for (std::size_t i = 0; i < report.jumps.size(); ++i) {
      const ExplainedJump& jump = report.jumps[i];
      QVERIFY(std::abs(jump.time - motion.impacts[i].time) < 2 * ownStep);
      if (jump.verdict == JumpVerdict::Undecided && undecided-- > 0) continue;
      QVERIFY2(jump.verdict == JumpVerdict::Explained, jump.undecided.c_str());
      QVERIFY(std::ranges::find(jump.words, wordOf(motion.impacts[i]), &WordFit::word) != jump.words.end());
    }
    for (const CoefficientFit& fit : report.fit)
      if (!fit.isFriction) QVERIFY2(std::abs(fit.value) <= 1e-5, QByteArray::number(fit.value));
  }

  /// A walker that falls over slides, turns round on its foot, sticks again and swings so fast that the run
  /// halves its steps. None of that is an impact, and what is one is named or left open.
  void aWalkerThatFallsHasNoFalseVerdict_data() {
    QTest::addColumn<QString>("length");
    QTest::addColumn<int>("named");  // of its impacts but those without a solution of Coulomb's law
    QTest::newRow("0.05 m") << "0.05" << 0;
    QTest::newRow("0.2 m") << "0.2" << 2;
    QTest::newRow("0.5 m") << "0.5" << 0;
  }
  void aWalkerThatFallsHasNoFalseVerdict() {
    QFETCH(QString, length);
    QFETCH(int, named);
    const SceneInstance instance =
        Scene::open("compass-gait")->instantiate({{"length", length.toStdString()}});
    const auto [motion, run] = ownRun(instance, 1.4);
    const AuditReport report = auditRun(*instance.mechanism, run);
    QVERIFY(report.motion.step);
    QVERIFY(report.pulls.empty());
    int explained = 0;
    for (const ExplainedJump& jump : report.jumps) {
      QVERIFY2(jump.verdict == JumpVerdict::Explained || jump.verdict == JumpVerdict::Undecided,
               QByteArray::number(jump.time));
      if (jump.verdict == JumpVerdict::Undecided) continue;
      ++explained;
      const auto isIt = [&](const ImpactEvent& impact) {
        return std::abs(impact.time - jump.time) < 2 * ownStep && wordOf(impact) == jump.words[0].word;
      };
      QVERIFY2(std::ranges::any_of(motion.impacts, isIt), QByteArray::number(jump.time));
    }
    QCOMPARE(explained, named);
  }

  /// A step in which a contact stands keeps its gap and the energy of a pendulum on its foot, to O(h²) and
  /// without drift, forwards and back.
  void stepIsSymmetric() {
    const auto scene = Scene::open("compass-gait");
    const SceneInstance instance = scene->instantiate({});
    const Mechanism& mechanism = *instance.mechanism;
    MidpointIntegrator integrator(mechanism);
    StandingStep steps(mechanism, integrator);
    const std::vector<StandingContact> standing{{0, true}};
    FlightPoint point{instance.initial.q,
                      mechanism.massMatrix(instance.initial.q).llt().solve(instance.initial.p)};
    steps.stop(point.q, point.v, standing);
    const FlightPoint start = point;
    const double gap = mechanism.gap(0, point.q);
    std::array<double, 2> errors{};
    for (const int halves : {0, 1}) {
      const double h = 1e-2 / (halves + 1);
      const int count = 25 * (halves + 1);
      const auto energy = [&](const FlightPoint& at) {
        return 0.5 * at.v.dot(mechanism.massMatrix(at.q) * at.v) + mechanism.potentialEnergy(at.q);
      };
      point = start;
      for (int i = 0; i < count; ++i) QVERIFY(steps.step(point, i * h, h, standing, true));
      QVERIFY(std::abs(mechanism.gap(0, point.q) - gap) < 1e-13);
      errors[static_cast<std::size_t>(halves)] = std::abs(energy(point) - energy(start));
      point = start;
      for (int i = 0; i < 3; ++i) QVERIFY(steps.step(point, i * h, h, standing, false));
      for (int i = 3; i-- > 0;) QVERIFY(steps.step(point, (i + 1) * h, -h, standing, false));
      QVERIFY((point.q - start.q).norm() < 1e-12 && (point.v - start.v).norm() < 1e-10);
    }
    QVERIFY2(errors[1] < 0.3 * errors[0], QByteArray::number(errors[1] / errors[0]));
  }
};

CAROM_TEST(StandingFlightsTest);
#include "tst_standing_flights.moc"
