// Stances of robots: against the geometry of their legs, within the stops of their joints, and of one robot
// in the plane and in space.

#include <QtTest>
#include <cmath>
#include <numbers>
#include <sstream>

#include "scene/scene.h"
#include "study/landing/landing.h"
#include "support/test_program.h"
#include "support/units.h"

using namespace carom;
using namespace carom::examples;

namespace {

constexpr double linkLength = 0.2, hipDistance = 0.2;  // m

/// A trunk on two legs of two links of 0.2 m, which start straight, with hips 0.2 m before and behind its
/// middle.
struct Walker {
  std::string backKnee, frontKnee;  ///< limits of the knees, as in a scene
  double hipAngle = -90;            ///< degrees
  double knee[2] = {0, 0};          ///< degrees, at the start: back, front
  bool isInSpace = false;           ///< then x is forwards, z up, and the base has three joints of one axis

  std::string at(double x, double y) const {
    std::ostringstream text;
    text << '[' << x << ", " << (isInSpace ? 0 : y) << ", " << (isInSpace ? y : 0) << ']';
    return text.str();
  }
  std::string turn(const std::string& name, const std::string& limits) const {
    return R"({"type": "revolute", "axis": )" + std::string(isInSpace ? "[0, -1, 0]" : "[0, 0, 1]") +
           R"(, "name": ")" + name + "\"" + (limits.empty() ? "" : R"(, "limits": )" + limits) + '}';
  }
  static std::string inertia(double of) { return std::to_string(of); }
  std::string leg(const std::string& side, double x, const std::string& limits, double mass) const {
    std::ostringstream text;
    const auto part = [&](const char* name, const std::string& parent, const std::string& origin,
                          const std::string& joint) {
      text << R"(, {"name": ")" << side << '-' << name << R"(", "parent": ")" << parent << R"(", "origin": )"
           << origin << R"(, "joints": [)" << joint << R"(], "mass": )" << mass << R"(, "centre-of-mass": )"
           << at(linkLength / 2, 0) << R"(, "inertia": )" << (isInSpace ? "[0.001, 0.002, 0.002]" : "0.002")
           << R"(, "shapes": [{"type": "point", "at": )" << at(linkLength, 0) << R"(, "name": "tip"}]})";
    };
    part("thigh", "trunk", at(x, 0), turn("hip", {}));
    part("shin", side + "-thigh", at(linkLength, 0), turn("knee", limits));
    return text.str();
  }
  std::shared_ptr<const Scene> scene() const {
    std::ostringstream text;
    text << R"({"format": 1, "title": "Walker", "gravity": )" << at(0, -9.81)
         << R"(, "bodies": [{"name": "floor", "shapes": [{"type": "half-space", "normal": )" << at(0, 1)
         << R"(}]}, {"name": "trunk", "mass": 4, "inertia": )" << (isInSpace ? "[0.1, 0.1, 0.1]" : "0.1")
         << R"(, "joints": [)"
         << (isInSpace ? R"({"type": "prismatic", "axis": [1, 0, 0], "name": "x"},
                            {"type": "prismatic", "axis": [0, 0, 1], "name": "z"}, )" +
                             turn("angle", {})
                       : R"("planar")")
         << R"(], "centre-of-mass": )" << at(0.03, 0.01) << '}' << leg("back", -hipDistance, backKnee, 0.3)
         << leg("front", hipDistance, frontKnee, 0.5) << R"(], "contacts": [
      {"between": ["back-shin/tip", "floor"], "name": "back"}, {"between": ["front-shin/tip", "floor"], "name": "front"}],
      "initial": {"q": {"trunk.)"
         << (isInSpace ? 'z' : 'y') << R"(": 0.5)";
    for (const int side : {0, 1})
      text << R"(, ")" << (side ? "front" : "back") << R"(-thigh.hip": ")" << hipAngle << R"(deg", ")"
           << (side ? "front" : "back") << R"(-shin.knee": ")" << knee[side] << R"(deg")";
    text << "}}}";
    return Scene::parse(text.str(), "walker.carom.json");
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
    const QString forwards = QStringLiteral(R"({"lower": 0, "upper": "150deg"})"),
                  backwards = QStringLiteral(R"({"lower": "-150deg", "upper": 0})"),
                  bent = QStringLiteral(R"({"lower": "20deg", "upper": "150deg"})"),
                  little = QStringLiteral(R"({"lower": "-60deg", "upper": "60deg"})");
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

  /// A knee that may only bend by 5° makes the leg at most 0.4 mm shorter: feet that are 0.4 sin 25° apart in
  /// height do not reach the ground then, unless a leg swings.
  void whatLegsDoNotReachIsRefused() {
    const std::string little = R"({"lower": 0, "upper": "5deg"})";
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
    Walker walker{R"({"lower": 0, "upper": "150deg"})", R"({"lower": 0, "upper": "150deg"})", -110, {40, 60}};
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
  }

  /// A base that only travels sideways does not fall.
  void aBaseThatCannotFallIsRefused() {
    const auto scene = Scene::parse(R"({"format": 1, "gravity": [0, 0, -9.81], "bodies": [
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 0, 1]}]},
      {"name": "cart", "mass": 1, "inertia": [1, 1, 1], "joints": [{"type": "prismatic", "axis": [1, 0, 0], "name": "x"}],
       "shapes": [{"type": "point", "at": [1, 0, 0], "name": "a"}, {"type": "point", "at": [-1, 0, 0], "name": "b"}]}],
      "contacts": [{"between": ["cart/a", "floor"]}, {"between": ["cart/b", "floor"]}], "initial": {"q": {}}})",
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
