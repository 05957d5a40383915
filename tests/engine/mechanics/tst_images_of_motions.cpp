// Motions beside those of the same scene seen in a mirror, turned, with its bodies in another order and in
// other units: nothing in the laws of motion tells them apart, and no code is shared but what is tested.
#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Vector2d;
using Json = nlohmann::json;

namespace {

/// How a scene of the plane is written down anew.
struct Image {
  const char* name;
  double turn = 0;       ///< rad, of the world about z
  bool mirrors = false;  ///< x ↦ −x before that
  bool isReordered = false;
  double mass = 1, time = 1;  ///< the units

  Vector2d point(double x, double y) const { return Eigen::Rotation2Dd(turn) * Vector2d(side() * x, y); }
  /// Of a body on the world, whose frame is mirrored along y so that it stays right-handed.
  double rootAngle(double angle) const { return turn + (mirrors ? std::numbers::pi - angle : angle); }
  double side() const { return mirrors ? -1 : 1; }
};

/// A trunk on two legs of two links, with springs and dampers in some joints, above a floor.
struct Walker {
  double trunk, e, mu, height, lean;
  Vector2d speed;
  double spin;
  struct Leg {
    double upper, lower, hip, knee;  ///< kg; rad
    double stiffness, damping;       ///< of both joints; 0: none
  };
  std::array<Leg, 2> legs;
};

Walker anyWalker(examples::Random& random) {
  const auto between = [&](double a, double b) { return a + (b - a) * 0.5 * (random() + 1); };
  constexpr std::array restitutions{0.0, 0.2, 0.5, 0.8};
  constexpr std::array frictions{0.0, 0.3, 0.8};
  const auto pick = [&](const auto& all) {
    return all[std::min(static_cast<std::size_t>(between(0, static_cast<double>(all.size()))),
                        all.size() - 1)];
  };
  Walker made{between(0.5, 3),    pick(restitutions),
              pick(frictions),    between(0.62, 0.82),
              between(-0.3, 0.3), {},
              between(-1, 1),     {}};
  made.speed = {between(-1, 1), between(-1.5, 0)};
  for (Walker::Leg& leg : made.legs) {
    leg = {between(0.1, 0.5), 0, -std::numbers::pi / 2 + between(-0.3, 0.3), between(-0.5, 0.5), 0, 0};
    leg.lower = leg.upper / 2;
    if (random() > -0.4) leg.stiffness = between(5, 40);
    if (leg.stiffness > 0 && random() > 0) leg.damping = between(0.01, 0.3);
  }
  return made;
}

constexpr double hipAt = 0.15, linkLength = 0.25;

Json sceneOf(const Walker& walker, const Image& image) {
  const auto local = [&](double x, double y) { return Json{x, image.side() * y, 0}; };
  const auto link = [&](const std::string& name, const std::string& parent, double x, double mass) {
    return Json{{"name", name},
                {"parent", parent},
                {"origin", local(x, 0)},
                {"joints", {"angle"}},
                {"mass", mass * image.mass},
                {"centre-of-mass", local(linkLength / 2, 0)},
                {"inertia", mass * image.mass * linkLength * linkLength / 12},
                {"shapes",
                 {{{"type", "segment"},
                   {"from", {0, 0, 0}},
                   {"to", local(linkLength, 0)},
                   {"ends", {"top", "toe"}}}}}};
  };
  Json bodies{{{"name", "trunk"},
               {"joints", {"planar"}},
               {"mass", walker.trunk * image.mass},
               {"inertia", 0.02 * walker.trunk * image.mass},
               {"shapes", {{{"type", "box"}, {"size", {0.4, 0.1, 0}}}}}}};
  const Vector2d up = image.point(0, 1), gravity = -9.81 * up / std::pow(image.time, 2);
  const Json floor{{"name", "floor"},
                   {"shapes", {{{"type", "half-space"}, {"normal", {up.x(), up.y(), 0}}}}}};
  if (image.isReordered) bodies.insert(bodies.begin(), floor);
  const Vector2d at = image.point(0, walker.height),
                 speed = image.point(walker.speed.x(), walker.speed.y()) / image.time;
  Json q{{"trunk.x", at.x()}, {"trunk.y", at.y()}, {"trunk.angle", image.rootAngle(walker.lean)}};
  Json v{{"trunk.x", speed.x()},
         {"trunk.y", speed.y()},
         {"trunk.angle", image.side() * walker.spin / image.time}};
  Json springs = Json::array(), dampers = springs, contacts = springs;
  for (const std::size_t k :
       image.isReordered ? std::array<std::size_t, 2>{1, 0} : std::array<std::size_t, 2>{0, 1}) {
    const Walker::Leg& leg = walker.legs[k];
    const std::string number = std::to_string(k), upper = "upper" + number, lower = "lower" + number;
    bodies.push_back(link(upper, "trunk", k == 0 ? -hipAt : hipAt, leg.upper));
    bodies.push_back(link(lower, upper, linkLength, leg.lower));
    q[upper + ".angle"] = image.side() * leg.hip;
    q[lower + ".angle"] = image.side() * leg.knee;
    contacts.push_back({{"between", {lower + "/toe", "floor"}}, {"name", "foot" + number}});
    for (const std::string& joint : {upper + ".angle", lower + ".angle"}) {
      if (leg.stiffness > 0)
        springs.push_back({{"coordinate", joint},
                           {"stiffness", leg.stiffness * image.mass / std::pow(image.time, 2)},
                           {"rest", q[joint]}});
      if (leg.damping > 0)
        dampers.push_back({{"coordinate", joint}, {"damping", leg.damping * image.mass / image.time}});
    }
  }
  if (!image.isReordered) bodies.push_back(floor);
  return {{"format", 1},
          {"title", "Walker"},
          {"gravity", {gravity.x(), gravity.y(), 0}},
          {"bodies", bodies},
          {"springs", springs},
          {"dampers", dampers},
          {"contacts", contacts},
          {"defaults", {{"restitution", walker.e}, {"friction", walker.mu}}},
          {"initial", {{"q", q}, {"velocity", v}}}};
}

constexpr double step = 1e-3, duration = 0.4;  // s

/// The end of a run in the coordinates of the walker itself: x, y and angle of the trunk, the joints of its
/// legs; and the number of impacts.
struct Seen {
  Eigen::VectorXd q;
  std::size_t impacts = 0;
  double energy = 0;  ///< J, lost in impacts, to friction and in dampers
};

Seen seen(const Walker& walker, const Image& image) {
  const SceneInstance scene =
      Scene::parse(sceneOf(walker, image).dump(), "walker.carom.json")->instantiate({});
  MotionOptions options;
  options.step = step * image.time;
  options.duration = duration * image.time;
  const Trajectory run = runMotion(*scene.mechanism, scene.initial, options);
  if (!run.complete) return {};
  const Eigen::VectorXd q = run.configuration(options.duration);
  const auto of = [&](const std::string& name) { return q[scene.mechanism->coordinateIndex(name)]; };
  const Vector2d at = Eigen::Rotation2Dd(-image.turn) * Vector2d(of("trunk.x"), of("trunk.y"));
  const double angle = of("trunk.angle") - image.turn;
  Seen end{Eigen::VectorXd(7), run.impacts.size(), 0};
  end.q << image.side() * at.x(), at.y(), image.mirrors ? std::numbers::pi - angle : angle,
      image.side() * of("upper0.angle"), image.side() * of("lower0.angle"), image.side() * of("upper1.angle"),
      image.side() * of("lower1.angle");
  const EnergyFlow flow = run.flights.back().nodes->flow.back();
  end.energy = (flow.impact + flow.friction + flow.damper) * std::pow(image.time, 2) / image.mass;
  return end;
}

}  // namespace

class ImagesOfMotionsTest : public QObject {
  Q_OBJECT

 private slots:
  void walkersMoveAsTheirImages_data();
  void walkersMoveAsTheirImages();
};

void ImagesOfMotionsTest::walkersMoveAsTheirImages_data() {
  QTest::addColumn<double>("turn");
  QTest::addColumn<bool>("mirrors");
  QTest::addColumn<bool>("isReordered");
  QTest::addColumn<double>("mass");
  QTest::addColumn<double>("time");
  QTest::newRow("mirrored") << 0.0 << true << false << 1.0 << 1.0;
  QTest::newRow("turned") << 2.3 << false << false << 1.0 << 1.0;
  QTest::newRow("reordered") << 0.0 << false << true << 1.0 << 1.0;
  QTest::newRow("all") << -0.7 << true << true << 1.0 << 1.0;
  for (const int power : {-6, -3, 3, 6})
    QTest::addRow("masses 10^%d", power) << 0.0 << false << false << std::pow(10, power) << 1.0;
  for (const int power : {-3, -1, 1, 3})
    QTest::addRow("times 10^%d", power) << 0.0 << false << false << 1.0 << std::pow(10, power);
}

/// Falls, impacts of one foot and of two, and feet that slide and stand.
void ImagesOfMotionsTest::walkersMoveAsTheirImages() {
  QFETCH(double, turn);
  QFETCH(bool, mirrors);
  QFETCH(bool, isReordered);
  QFETCH(double, mass);
  QFETCH(double, time);
  const Image itself{"itself"}, image{"image", turn, mirrors, isReordered, mass, time};
  constexpr double alike = 1e-6;  // roundings grow at each impact; a decision that differs is seen
  examples::Random random(36);
  std::size_t impacts = 0, compared = 0;
  for (int walker = 0; walker < 40; ++walker) {
    const Walker any = anyWalker(random);
    const Seen one = seen(any, itself), other = seen(any, image);
    QCOMPARE(other.q.size(), one.q.size());
    if (one.q.size() == 0) continue;
    ++compared;
    impacts += one.impacts;
    const double apart = (one.q - other.q).lpNorm<Eigen::Infinity>();
    QVERIFY2(one.impacts == other.impacts && apart < alike && std::abs(one.energy - other.energy) < alike,
             qPrintable(QString("%1: apart %2, %3 and %4 impacts, %5 and %6 J")
                            .arg(walker)
                            .arg(apart)
                            .arg(one.impacts)
                            .arg(other.impacts)
                            .arg(one.energy)
                            .arg(other.energy)));
  }
  QVERIFY(compared >= 36 && impacts >= 3 * compared);
}

CAROM_TEST(ImagesOfMotionsTest);
#include "tst_images_of_motions.moc"
