// Stances of robots: against the geometry of their legs, within the stops of their joints, and of one robot
// in the plane and in space.

#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <sstream>

#include "scene/scene.h"
#include "study/landing/landing.h"
#include "support/test_program.h"
#include "support/units.h"

using namespace carom;
using namespace carom::examples;

namespace {

constexpr double linkLength = 0.2, hipDistance = 0.2;  // m

/// JSON with " in place of '.
std::string quoted(std::string text) {
  std::ranges::replace(text, '\'', '"');
  return text;
}

/// A trunk on two legs of two links of 0.2 m, which start straight, with hips 0.2 m before and behind its
/// middle.
struct Walker {
  std::string backKnee, frontKnee;  ///< limits of the knees, as in a scene
  double hipAngle = -90;            ///< degrees
  double knee[2] = {0, 0};          ///< degrees, at the start: back, front
  std::string hipLimits[2] = {};
  double hipOff[2] = {0, 0};  ///< degrees, from hipAngle
  bool isCarried = false;     ///< in space: each joint of the base has a body without a mass
  bool isInSpace = false;     ///< then x is forwards, z up, and the base has three joints of one axis

  std::string at(double x, double y) const {
    std::ostringstream text;
    text << '[' << x << ", " << (isInSpace ? 0 : y) << ", " << (isInSpace ? y : 0) << ']';
    return text.str();
  }
  std::string turn(const std::string& name, const std::string& limits) const {
    return "{'type': 'revolute', 'axis':" + std::string(isInSpace ? "[0, -1, 0]" : "[0, 0, 1]") +
           ", 'name': '" + name + "'" + (limits.empty() ? "" : ", 'limits':" + limits) + '}';
  }
  std::string leg(const std::string& side, double x, const std::string& limits, double mass) const {
    std::ostringstream text;
    const auto part = [&](const char* name, const std::string& parent, const std::string& origin,
                          const std::string& joint) {
      text << ", {'name': '" << side << '-' << name << "', 'parent': '" << parent << "', 'origin':" << origin
           << ", 'joints': [" << joint << "], 'mass':" << mass
           << ", 'centre-of-mass':" << at(linkLength / 2, 0)
           << ", 'inertia':" << (isInSpace ? "[0.001, 0.002, 0.002]" : "0.002")
           << ", 'shapes': [{'type': 'point', 'at':" << at(linkLength, 0) << ", 'name': 'tip'}]}";
    };
    part("thigh", "trunk", at(x, 0), turn("hip", hipLimits[side == "front" ? 1 : 0]));
    part("shin", side + "-thigh", at(linkLength, 0), turn("knee", limits));
    return text.str();
  }
  static std::string travel(char axis) {
    return std::string("{'type': 'prismatic', 'axis': ") + (axis == 'x' ? "[1, 0, 0]" : "[0, 0, 1]") +
           ", 'name': '" + axis + "'}";
  }
  std::string carriers() const {
    if (!isCarried) return {};
    return "{'name': 'cart', 'joints': [" + travel('x') +
           "]}, {'name': 'lift', 'parent': 'cart', 'joints': [" + travel('z') + "]}, ";
  }
  std::shared_ptr<const Scene> scene() const {
    std::ostringstream text;
    text << "{'format': 1, 'title': 'Walker', 'gravity':" << at(0, -9.81)
         << ", 'bodies': [{'name': 'floor', 'shapes': [{'type': 'half-space', 'normal':" << at(0, 1)
         << "}]}, " << carriers()
         << "{'name': 'trunk', 'mass': 4, 'inertia':" << (isInSpace ? "[0.1, 0.1, 0.1]" : "0.1")
         << ", 'joints': ["
         << (isCarried   ? turn("angle", {})
             : isInSpace ? travel('x') + ", " + travel('z') + ", " + turn("angle", {})
                         : "'planar'")
         << "], 'centre-of-mass':" << at(0.03, 0.01) << (isCarried ? ", 'parent': 'lift'}" : "}")
         << leg("back", -hipDistance, backKnee, 0.3) << leg("front", hipDistance, frontKnee, 0.5)
         << "], 'contacts': [ "
            "{'between': ['back-shin/tip', 'floor'], 'name': 'back'}, {'between': ['front-shin/tip', "
            "'floor'], 'name': 'front'}], "
            "'initial': {'q': {'"
         << (isCarried ? "lift" : "trunk") << '.' << (isInSpace ? 'z' : 'y') << "': 0.5";
    for (const int side : {0, 1})
      text << ", '" << (side ? "front" : "back") << "-thigh.hip': '" << hipAngle + hipOff[side] << "deg', '"
           << (side ? "front" : "back") << "-shin.knee': '" << knee[side] << "deg'";
    text << "}}}";
    return Scene::parse(quoted(text.str()), "walker.carom.json");
  }
};

int coordinate(const Scene& scene, const std::string& name) {
  const auto& all = scene.instantiate({}).mechanism->coordinates();
  return static_cast<int>(std::ranges::find(all, name, &Coordinate::name) - all.begin());
}

LandingQuestion tilts(double degrees, int points) {
  LandingQuestion question;
  question.tilt = degrees * degree;
  question.points = points;
  question.seeksNearest = question.spreads = false;
  return question;
}

}  // namespace

class LandingTest : public QObject {
  Q_OBJECT

 private slots:
  void legsBendWithinTheirStops_data() {
    QTest::addColumn<QString>("back");
    QTest::addColumn<QString>("front");
    QTest::addColumn<double>("backKnee");
    QTest::addColumn<double>("frontKnee");
    const QString forwards = QStringLiteral("{'lower': 0, 'upper': '150deg'}"),
                  backwards = QStringLiteral("{'lower': '-150deg', 'upper': 0}"),
                  bent = QStringLiteral("{'lower': '20deg', 'upper': '150deg'}"),
                  little = QStringLiteral("{'lower': '-60deg', 'upper': '60deg'}");
    QTest::newRow("straight, both bend forwards") << forwards << forwards << 0.0 << 0.0;
    QTest::newRow("straight, they bend against each other") << forwards << backwards << 0.0 << 0.0;
    QTest::newRow("straight, without stops") << QString() << QString() << 0.0 << 0.0;
    QTest::newRow("bent, at its stop") << bent << bent << 20.0 << 20.0;
    QTest::newRow("bent, near its stops") << little << backwards << 55.0 << -1.0;
  }
  /// Both feet on the ground, each knee within its stops, at every pitch that the lengths of the legs allow.
  void legsBendWithinTheirStops() {
    QFETCH(QString, back);
    QFETCH(QString, front);
    QFETCH(double, backKnee);
    QFETCH(double, frontKnee);
    const auto scene = Walker{back.toStdString(), front.toStdString(), -90, {backKnee, frontKnee}}.scene();
    const LandingAnswer answer = landing(*scene, {}, tilts(25, 11));
    const SceneInstance instance = scene->instantiate({});
    const auto limits = [&](const Eigen::VectorXd& q) {
      double most = 0;
      for (const ContactPair& contact : instance.mechanism->contacts())
        if (contact.limit)
          most = std::max(most, contact.limit->sign * (contact.limit->bound - q[contact.limit->coordinate]));
      return most;
    };
    QCOMPARE(answer.near.size(), std::size_t{11});
    for (const NearStance& near : answer.near) {
      QVERIFY2(
          near.stance.refused.empty(),
          qPrintable(QStringLiteral("%1°: %2").arg(near.at[0] / degree).arg(near.stance.refused.c_str())));
      const Eigen::VectorXd& q = near.stance.q;
      QVERIFY(limits(q) < 1e-12);
      const double angle = q[coordinate(*scene, "trunk.angle")];
      QVERIFY(std::abs(angle - near.at[0] - answer.stance.q[coordinate(*scene, "trunk.angle")]) < 1e-12);
      for (const int side : {0, 1}) {
        const std::string name = side ? "front" : "back";
        const double thigh = angle + q[coordinate(*scene, name + "-thigh.hip")],
                     shin = thigh + q[coordinate(*scene, name + "-shin.knee")],
                     height = q[coordinate(*scene, "trunk.y")] +
                              (side ? hipDistance : -hipDistance) * std::sin(angle);
        QVERIFY(std::abs(height + linkLength * (std::sin(thigh) + std::sin(shin))) < 1e-9);
      }
    }
  }

  /// Legs that begin anywhere within stops of any width stand at every angle of the trunk at which a leg that
  /// the feet need exists: the heights that each foot can have, by all angles of its joints on a grid, have
  /// some in common.
  void randomLegsStandWhereTheyCan() {
    std::mt19937 engine(20);
    const auto uniform = [&](double a, double b) { return std::uniform_real_distribution(a, b)(engine); };
    const auto text = [](const std::array<double, 2>& stops) {
      return "{'lower': '" + std::to_string(stops[0]) + "deg', 'upper': '" + std::to_string(stops[1]) +
             "deg'}";
    };
    int standing = 0, refused = 0;
    for (int k = 0; k < 40; ++k) {
      Walker walker;
      std::array<std::array<double, 2>, 2> hips, knees;
      for (const std::size_t side : {0, 1}) {
        // Whole degrees, so that a joint that begins at a stop is not beyond it.
        const double middle = std::round(uniform(-110, -70)), half = std::round(uniform(2, 50)),
                     wide = 10 * std::round(uniform(1, 15));
        hips[side] = {middle - half, middle + half};
        knees[side] = std::array<std::array<double, 2>, 4>{
            {{0, wide}, {-wide, 0}, {-0.6 * wide, 0.4 * wide}, {20, 140}}}[engine() % 4];
        walker.hipLimits[side] = text(hips[side]);
        (side == 0 ? walker.backKnee : walker.frontKnee) = text(knees[side]);
        walker.hipOff[side] = uniform(hips[side][0], hips[side][1]) - walker.hipAngle;
        const double kneeStart = uniform(knees[side][0], knees[side][1]);
        walker.knee[side] = engine() % 3 == 0 ? knees[side][engine() % 2] : kneeStart;
      }
      LandingQuestion question = tilts(0, 1);
      LandingAxis angles{"trunk.angle", {}};
      for (int i = -5; i <= 5; ++i) angles.values.push_back(5 * i * degree);
      question.over = {angles};
      const auto scene = walker.scene();
      for (const NearStance& near : landing(*scene, {}, question).near) {
        if (near.stance.refused.empty()) {
          ++standing;
          continue;
        }
        ++refused;
        double least = -HUGE_VAL,
               most = HUGE_VAL;  // of the heights of the feet below the trunk that both can have
        for (const std::size_t side : {0, 1}) {
          constexpr int steps = 60;
          double low = HUGE_VAL, high = -HUGE_VAL;
          for (int i = 0; i <= steps * (steps + 2); ++i) {
            const double a = near.at[0], u = (i % (steps + 1)) / static_cast<double>(steps),
                         w = (i / (steps + 1)) / static_cast<double>(steps),
                         thigh = a + degree * (hips[side][0] + u * (hips[side][1] - hips[side][0])),
                         shin = thigh + degree * (knees[side][0] + w * (knees[side][1] - knees[side][0])),
                         height = (side == 0 ? -hipDistance : hipDistance) * std::sin(a) +
                                  linkLength * (std::sin(thigh) + std::sin(shin));
            low = std::min(low, height);
            high = std::max(high, height);
          }
          least = std::max(least, low);
          most = std::min(most, high);
        }
        constexpr double grid = 1e-3;  // m
        QVERIFY2(least > most - grid, qPrintable(QStringLiteral("robot %1 at %2°: %3 to %4 m")
                                                     .arg(k)
                                                     .arg(near.at[0] / degree)
                                                     .arg(least)
                                                     .arg(most)));
      }
    }
    QVERIFY2(standing > 200 && refused > 5, qPrintable(QStringLiteral("%1, %2").arg(standing).arg(refused)));
  }

  /// A knee that may only bend by 5° makes the leg at most 0.4 mm shorter: feet that are 0.4 sin 25° apart in
  /// height do not reach the ground then, unless a leg swings.
  void whatLegsDoNotReachIsRefused() {
    const std::string little = "{'lower': 0, 'upper': '5deg'}";
    Walker walker{little, little};
    const auto scene = walker.scene();
    LandingQuestion question = tilts(0, 1);
    LandingAxis angle{"trunk.angle", {0, 25 * degree}}, leg{"back-thigh.hip", {-115 * degree}};
    question.over = {angle, leg};
    // The back leg points straight down at 25°, the front one would have to be 0.4 sin 25° longer.
    const LandingAnswer answer = landing(*scene, {}, question);
    QVERIFY(!answer.near[1].stance.refused.empty());
  }

  /// A base with two sliders and a hinge is the planar one: G, ξ and certificates of all pitches are the
  /// same. It cannot roll.
  void aBaseThatTravelsInAPlaneLandsAsInThePlane() {
    Walker walker{"{'lower': 0, 'upper': '150deg'}", "{'lower': 0, 'upper': '150deg'}", -110, {40, 60}};
    const LandingAnswer plane = landing(*walker.scene(), {}, tilts(15, 5));
    walker.isInSpace = true;
    const LandingAnswer space = landing(*walker.scene(), {}, tilts(15, 5));
    QCOMPARE(space.axes.size(), std::size_t{1});
    QCOMPARE(space.axes[0].name, std::string("pitch"));
    QCOMPARE(space.near.size(), plane.near.size());
    QVERIFY(std::abs(*space.stance.xi - *plane.stance.xi) < 1e-12);
    for (std::size_t i = 0; i < plane.near.size(); ++i) {
      // About y the pitch is nose down, in the plane nose up.
      const Stance &one = plane.near[i].stance, &other = space.near[plane.near.size() - 1 - i].stance;
      QVERIFY2(one.refused.empty() && other.refused.empty(), (one.refused + other.refused).c_str());
      QVERIFY(std::abs(one.pairs[0].cosine - other.pairs[0].cosine) < 1e-12);
      QVERIFY(std::abs(*one.xi - *other.xi) < 1e-11);
    }
    QVERIFY(std::abs(plane.near[0].stance.pairs[0].cosine - plane.near[4].stance.pairs[0].cosine) > 1e-3);
    // The same base as a chain of bodies without a mass, as files of robots have it.
    walker.isCarried = true;
    const LandingAnswer carried = landing(*walker.scene(), {}, tilts(15, 5));
    QCOMPARE(carried.axes.size(), std::size_t{1});
    for (std::size_t i = 0; i < space.near.size(); ++i) {
      const Stance &one = space.near[i].stance, &other = carried.near[i].stance;
      QVERIFY2(other.refused.empty(), other.refused.c_str());
      QVERIFY(std::abs(one.pairs[0].cosine - other.pairs[0].cosine) < 1e-12);
      QVERIFY(std::abs(*one.xi - *other.xi) < 1e-11);
    }
  }

  /// A base that only travels sideways does not fall.
  void aBaseThatCannotFallIsRefused() {
    const auto scene =
        Scene::parse(quoted("{'format': 1, 'gravity': [0, 0, -9.81], 'bodies': [ "
                            "{'name': 'floor', 'shapes': [{'type': 'half-space', 'normal': [0, 0, 1]}]}, "
                            "{'name': 'cart', 'mass': 1, 'inertia': [1, 1, 1], 'joints': [{'type': "
                            "'prismatic', 'axis': [1, 0, 0], 'name': 'x'}], "
                            "'shapes': [{'type': 'point', 'at': [1, 0, 0.1], 'name': 'a'}, {'type': 'point', "
                            "'at': [-1, 0, 0.1], 'name': 'b'}]}], "
                            "'contacts': [{'between': ['cart/a', 'floor']}, {'between': ['cart/b', "
                            "'floor']}], 'initial': {'q': {}}}"),
                     "cart.carom.json");
    LandingQuestion question;
    question.feet = {"cart.a-floor", "cart.b-floor"};
    try {
      landing(*scene, {}, question);
      QFAIL("it falls");
    } catch (const SceneError& error) {
      QVERIFY2(QByteArray(error.what()).contains("cannot travel down"), error.what());
    }
  }
};

CAROM_TEST(LandingTest);
#include "tst_landing.moc"
