// Derivatives of a design: gaps, normals and mass matrix of chains of every joint, whose numbers all depend
// on a parameter, against difference quotients in 50 digits of a chain that is written out here.

#include <QtTest>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/eigen.hpp>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/number_text.h"
#include "base/random.h"
#include "mechanics/contact/contacts.h"
#include "study/design/design_model.h"
#include "support/test_program.h"

using namespace carom;

namespace {

using Digits =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;
using Vector = Eigen::Matrix<Digits, 3, 1>;
using Matrix = Eigen::Matrix<Digits, 3, 3>;
using VectorN = Eigen::Matrix<Digits, Eigen::Dynamic, 1>;
using MatrixN = Eigen::Matrix<Digits, Eigen::Dynamic, Eigen::Dynamic>;

/// start + slope·s.
struct Linear {
  double start = 0, slope = 0;
  Digits at(const Digits& s) const { return Digits(start) + Digits(slope) * s; }
  std::string text() const { return shortestText(start) + " + (" + shortestText(slope) + ")*size"; }
};
using LinearVector = std::array<Linear, 3>;

Vector at(const LinearVector& v, const Digits& s) {
  return {v[0].at(s), v[1].at(s), v[2].at(s)};
}
nlohmann::ordered_json json(const LinearVector& v) {
  return {v[0].text(), v[1].text(), v[2].text()};
}

struct TestJoint {
  std::string kind;  ///< "prismatic", "revolute", "spherical"
  LinearVector axis;
  std::vector<Linear> q;  ///< one, or three of a spherical joint
};

struct TestBody {
  LinearVector origin, centreOfMass, inertia, ball;
  Linear mass, radius;
  std::vector<TestJoint> joints;
};

Matrix exponential(const Vector& w) {
  const Digits angle = sqrt(w.dot(w));
  if (angle == 0) return Matrix::Identity();
  Matrix W;
  W << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
  return Matrix::Identity() + W * (sin(angle) / angle) + W * W * ((1 - cos(angle)) / (angle * angle));
}

/// Where a chain is for a value of s: with coordinates that are moved, and displaced along their velocities.
class TestChain {
 public:
  explicit TestChain(std::vector<TestBody> bodies) : m_bodies(std::move(bodies)) {
    for (const TestBody& body : m_bodies)
      for (const TestJoint& joint : body.joints) m_size += std::ssize(joint.q);
  }

  struct Frame {
    Matrix R = Matrix::Identity();
    Vector x = Vector::Zero();
  };
  /// moved: added to q. displaced: velocities times a time.
  std::vector<Frame> frames(const Digits& s, const VectorN& moved, const VectorN& displaced) const {
    std::vector<Frame> all;
    Frame frame;
    Eigen::Index k = 0;
    for (const TestBody& body : m_bodies) {
      frame.x += frame.R * at(body.origin, s);
      for (const TestJoint& joint : body.joints) place(joint, s, moved, displaced, k, frame);
      all.push_back(frame);
    }
    return all;
  }

  const std::vector<TestBody>& bodies() const { return m_bodies; }
  Eigen::Index size() const { return m_size; }

 private:
  static void place(const TestJoint& joint, const Digits& s, const VectorN& moved, const VectorN& displaced,
                    Eigen::Index& k, Frame& frame) {
    if (joint.kind == "spherical") {
      const Vector w(joint.q[0].at(s) + moved[k], joint.q[1].at(s) + moved[k + 1],
                     joint.q[2].at(s) + moved[k + 2]);
      frame.R = (frame.R * exponential(w) * exponential(displaced.segment<3>(k))).eval();
      k += 3;
      return;
    }
    Vector axis = at(joint.axis, s);
    axis = (axis / sqrt(axis.dot(axis))).eval();
    const Digits q = joint.q[0].at(s) + moved[k] + displaced[k];
    ++k;
    if (joint.kind == "prismatic")
      frame.x += frame.R * axis * q;
    else
      frame.R = (frame.R * exponential(Vector(axis * q))).eval();
  }

  std::vector<TestBody> m_bodies;
  Eigen::Index m_size = 0;
};

const Vector post(Digits(-3), Digits(2), Digits(1));  // the centre of a fixed ball of radius 1/4

/// [M; U; gaps] as one column.
VectorN quantities(const TestChain& chain, const Digits& s, const VectorN& moved) {
  const Eigen::Index n = chain.size();
  const Digits h("1e-13");
  const auto bodies = std::ssize(chain.bodies());
  // Of each body: velocity of the centre of mass, angular velocity in its axes; then the two gaps.
  const auto look = [&](const VectorN& displaced) {
    const auto frames = chain.frames(s, moved, displaced);
    std::vector<Vector> centres;
    for (std::size_t b = 0; b < frames.size(); ++b)
      centres.push_back(frames[b].x + frames[b].R * at(chain.bodies()[b].centreOfMass, s));
    const TestBody &first = chain.bodies().front(), &last = chain.bodies().back();
    const Vector low = frames.back().x + frames.back().R * at(last.ball, s);
    const Vector aside = frames.front().x + frames.front().R * at(first.ball, s) - post;
    VectorN gaps(2);
    gaps << low[1] - last.radius.at(s), sqrt(aside.dot(aside)) - first.radius.at(s) - Digits(0.25);
    return std::tuple(frames, centres, gaps);
  };
  const auto [frames, centres, gaps] = look(VectorN::Zero(n));
  MatrixN linear(3 * bodies, n), turning(3 * bodies, n), U(2, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const VectorN step = VectorN::Unit(n, k) * h;
    const auto [plusFrames, plus, plusGaps] = look(step);
    const auto [minusFrames, minus, minusGaps] = look(-step);
    U.col(k) = (plusGaps - minusGaps) / (2 * h);
    for (Eigen::Index b = 0; b < bodies; ++b) {
      const auto i = static_cast<std::size_t>(b);
      linear.block(3 * b, k, 3, 1) = (plus[i] - minus[i]) / (2 * h);
      const Matrix W = frames[i].R.transpose() * (plusFrames[i].R - minusFrames[i].R) / (2 * h);
      turning.block(3 * b, k, 3, 1) = Vector(W(2, 1), W(0, 2), W(1, 0));
    }
  }
  MatrixN M = MatrixN::Zero(n, n);
  for (Eigen::Index b = 0; b < bodies; ++b) {
    const TestBody& body = chain.bodies()[static_cast<std::size_t>(b)];
    const MatrixN J = linear.middleRows(3 * b, 3), W = turning.middleRows(3 * b, 3);
    const Vector inertia = at(body.inertia, s);
    M += J.transpose() * J * body.mass.at(s) + W.transpose() * inertia.asDiagonal() * W;
  }
  VectorN all(n * n + 2 * n + 2);
  all << Eigen::Map<const VectorN>(M.data(), n * n), Eigen::Map<const VectorN>(U.data(), 2 * n), gaps;
  return all;
}

Eigen::VectorXd quotientOf(const std::function<VectorN(const Digits&)>& f) {
  const Digits h("1e-12");
  return ((f(h) - f(-h)) / (2 * h)).eval().cast<double>();
}

std::vector<TestJoint> jointsOf(const std::string& name, Random& random) {
  const auto linear = [&](double most) {
    return Linear{most * (2 * random.uniform() - 1), 0.2 * (2 * random.uniform() - 1)};
  };
  const auto one = [&](const std::string& kind, LinearVector axis) {
    return TestJoint{kind, axis, {linear(0.4)}};
  };
  const LinearVector any{linear(1), linear(1), Linear{1.5, 0.1}};
  if (name == "prismatic" || name == "revolute") return {one(name, any)};
  if (name == "spherical") return {{name, {}, {linear(0.7), linear(0.7), linear(0.7)}}};
  const LinearVector x{{{1, 0}, {0, 0}, {0, 0}}}, y{{{0, 0}, {1, 0}, {0, 0}}}, z{{{0, 0}, {0, 0}, {1, 0}}};
  if (name == "planar") return {one("prismatic", x), one("prismatic", y), one("revolute", z)};
  return {one("prismatic", x),
          one("prismatic", y),
          one("prismatic", z),
          {"spherical", {}, {linear(0.7), linear(0.7), linear(0.7)}}};
}

/// Three bodies with the joint, a ball joint and a hinge, in random order.
TestChain chainWith(const std::string& joint, int seed) {
  Random random(static_cast<std::uint64_t>(seed));
  const auto around = [&](double value, double most) {
    return Linear{value + most * (2 * random.uniform() - 1), 0.1 * (2 * random.uniform() - 1)};
  };
  std::vector<std::string> names{joint, "spherical", "revolute"};
  for (std::size_t i = 2; i > 0; --i) std::swap(names[i], names[random.below(i + 1)]);
  std::vector<TestBody> bodies;
  for (const std::string& name : names) {
    TestBody body;
    const double height = bodies.empty() ? 6 : 0;
    body.origin = {around(0, 0.5), around(height, 0.5), around(0, 0.5)};
    body.centreOfMass = {around(0, 0.3), around(0, 0.3), around(0, 0.3)};
    body.inertia = {around(1, 0.1), around(1.2, 0.1), around(1.4, 0.1)};
    body.ball = {around(0, 0.4), around(0, 0.4), around(0, 0.4)};
    body.mass = around(2, 0.5);
    body.radius = around(0.3, 0.05);
    body.joints = jointsOf(name, random);
    bodies.push_back(body);
  }
  return TestChain(bodies);
}

/// The scene of a chain: a floor below its last ball, a post beside its first one. Coordinates b0.j0, …; with
/// those of spherical joints b0.j0-x, ….
std::string sceneOf(const TestChain& chain) {
  using Json = nlohmann::ordered_json;
  Json scene;
  scene["format"] = 1;
  scene["title"] = "A chain";
  scene["parameters"]["size"] = {{"value", 0.2}, {"slider", {-1, 1}}};
  Json q = Json::object();
  for (std::size_t b = 0; b < chain.bodies().size(); ++b) {
    const TestBody& body = chain.bodies()[b];
    const std::string name = "b" + std::to_string(b);
    Json entry;
    entry["name"] = name;
    if (b > 0) entry["parent"] = "b" + std::to_string(b - 1);
    entry["origin"] = json(body.origin);
    for (std::size_t j = 0; j < body.joints.size(); ++j) {
      const TestJoint& joint = body.joints[j];
      const std::string own = "j" + std::to_string(j);
      const bool isBall = joint.kind == "spherical";
      Json made{{"type", joint.kind}, {"name", isBall ? own + '-' : own}};
      if (!isBall) made["axis"] = json(joint.axis);
      entry["joints"].push_back(made);
      const std::array ends{"-x", "-y", "-z"};
      for (std::size_t k = 0; k < joint.q.size(); ++k)
        q[name + '.' + own + (isBall ? ends[k] : "")] = joint.q[k].text();
    }
    entry["mass"] = body.mass.text();
    entry["centre-of-mass"] = json(body.centreOfMass);
    entry["inertia"] = json(body.inertia);
    Json ball;
    ball["type"] = "ball";
    ball["radius"] = body.radius.text();
    ball["centre"] = json(body.ball);
    entry["shapes"].push_back(ball);
    scene["bodies"].push_back(entry);
  }
  scene["bodies"].push_back(
      Json::parse("{\"name\": \"floor\", \"shapes\": [{\"type\": \"half-space\", \"normal\": [0, 1, 0]}]}"));
  scene["bodies"].push_back(Json::parse(
      "{\"name\": \"post\", \"shapes\": [{\"type\": \"ball\", \"radius\": 0.25, \"centre\": [-3, 2, 1]}]}"));
  scene["contacts"] = Json::parse(
      "[{\"between\": [\"b2\", \"floor\"], \"name\": \"low\"}, "
      "{\"between\": [\"b0\", \"post\"], \"name\": \"aside\"}]");
  scene["initial"]["q"] = q;
  return scene.dump();
}

Eigen::VectorXd slopesIn(const ImpactNumbers<Dual>& impact) {
  const Eigen::MatrixXd M = slopesOf(impact.M), U = slopesOf(impact.U);
  Eigen::VectorXd all(M.size() + U.size() + 2);
  all << M.reshaped(), U.reshaped(), slopesOf(impact.gaps);
  return all;
}

}  // namespace

class DesignSlopesTest : public QObject {
  Q_OBJECT

 private slots:
  void slopesAreThoseOfFiftyDigits_data() {
    QTest::addColumn<QString>("joint");
    QTest::addColumn<int>("seed");
    for (const char* joint : {"prismatic", "revolute", "spherical", "planar", "free"})
      for (int seed = 1; seed <= 4; ++seed) QTest::addRow("%s %d", joint, seed) << joint << seed;
  }
  /// By the parameter on which every number depends, and by each coordinate.
  void slopesAreThoseOfFiftyDigits() {
    QFETCH(QString, joint);
    QFETCH(int, seed);
    const TestChain chain = chainWith(joint.toStdString(), seed);
    const auto scene = Scene::parse(sceneOf(chain), "chain");
    std::vector<std::string> variables{"size"};
    const auto mechanism = scene->instantiate().mechanism;
    for (const Coordinate& coordinate : mechanism->coordinates()) variables.push_back(coordinate.name);
    const Eigen::Index n = chain.size();
    QCOMPARE(std::ssize(variables), n + 1);
    const VectorN none = VectorN::Zero(n);
    const Digits s = 0.2;
    DesignModel byAll(*scene, {}, {"size"}, {"low", "aside"});
    const auto compare = [&](const ImpactNumbers<Dual>& impact, const Eigen::VectorXd& expected,
                             const std::string& variable) {
      const double error = (slopesIn(impact) - expected).lpNorm<Eigen::Infinity>();
      QVERIFY2(error <= 1e-10 * (1 + expected.lpNorm<Eigen::Infinity>()),
               qPrintable(QStringLiteral("%1: error %2").arg(variable.c_str()).arg(error)));
    };
    compare(byAll.along(Eigen::VectorXd::Constant(1, 0.2), 0),
            quotientOf([&](const Digits& h) { return quantities(chain, s + h, none); }), "size");
    for (Eigen::Index k = 0; k < n; ++k) {
      const std::string& variable = variables[static_cast<std::size_t>(k + 1)];
      DesignModel model(*scene, {}, {variable}, {"low", "aside"});
      const Eigen::VectorXd x = Eigen::VectorXd::Constant(1, model.variables()[0].value);
      compare(model.along(x, 0),
              quotientOf([&](const Digits& h) { return quantities(chain, s, VectorN::Unit(n, k) * h); }),
              variable);
    }
  }

  void slopesGoThroughLoops_data() {
    QTest::addColumn<QString>("loop");
    const QString ends =
        R"([{"body": "arm", "at": ["0.4+d", 0, 0]%1}, {"body": "bar", "at": [-0.3, "%2", 0]%1}])";
    const auto row = [&](const char* kind, const QString& axes, const char* off, const QString& more) {
      QTest::newRow(kind)
          << QString(R"({"type": "%1", "between": %2%3})").arg(kind, ends.arg(axes, off), more);
    };
    row("pin", {}, "0", {});
    row("hinge", R"(, "axis": [0.3, "1+d", 0.2])", "0", {});
    row("slot", {}, "0", R"(, "axis": [0.3, "1+d", 0.2])");
    row("rod", {}, "0.2+d", R"(, "length": "0.2+d")");
    row("weld", {}, "0", {});
    QTest::newRow("tie")
        << R"({"type": "tie", "coordinate": "arm.angle", "to": "elbow.angle", "ratio": "2+d"})";
  }
  /// G of contacts of a turned linkage that is closed at every value of the parameter, against differences of
  /// the impacts that the scene itself makes.
  void slopesGoThroughLoops() {
    QFETCH(QString, loop);
    const QString text =
        R"({"format": 1, "title": "A linkage", "parameters": {"d": {"value": 0.1, "slider": [-1, 1]}},
      "bodies": [
        {"name": "base", "joints": ["free"], "mass": 2, "inertia": [0.1, 0.2, 0.15]},
        {"name": "arm", "parent": "base", "joints": [{"type": "revolute", "axis": [0.1, 0.3, 1], "name": "angle"}],
         "mass": 1, "centre-of-mass": [0.2, 0, 0], "inertia": [0.01, 0.03, 0.02],
         "shapes": [{"type": "ball", "radius": 0.05, "centre": [0.2, -0.1, 0]}]},
        {"name": "elbow", "parent": "base", "joints": [{"type": "revolute", "axis": [1, 0, 0.2], "name": "angle"}],
         "mass": 0.5, "centre-of-mass": [0, 0.1, 0], "inertia": 0.01,
         "shapes": [{"type": "ball", "radius": 0.05, "centre": [0, 0.2, 0.1]}]},
        {"name": "bar", "parent": "base", "origin": ["0.7+d", 0, 0], "joints": ["free"],
         "mass": 1.5, "inertia": [0.02, 0.01, 0.03], "shapes": [{"type": "ball", "radius": 0.05}]},
        {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 0, 1], "offset": -2}]}],
      "contacts": [{"between": ["arm", "floor"], "name": "one"}, {"between": ["bar", "floor"], "name": "two"},
        {"between": ["elbow", "floor"], "name": "three"}],
      "initial": {"q": {"base.rx": 0.3, "base.ry": -0.2, "base.rz": 0.5}}, "loops": [%1]})";
    const auto scene = Scene::parse(text.arg(loop).toStdString(), "linkage");
    const auto gramAt = [&](double s) {
      const SceneInstance instance = scene->instantiate({{"d", shortestText(s)}});
      const Mechanism& m = *instance.mechanism;
      const Eigen::VectorXd& q = instance.initial.q;
      const KineticMetric metric(m.massMatrix(q));
      return Eigen::MatrixXd(impactOf(m, {0, 1, 2}, metric, q, Eigen::VectorXd::Zero(q.size())).gram());
    };
    DesignModel model(*scene, {}, {"d"}, {"one", "two", "three"});
    const Eigen::MatrixXd found = gramSlope(model.along(Eigen::VectorXd::Constant(1, 0.1), 0));
    constexpr double h = 1e-4;
    // Of fourth order.
    const Eigen::MatrixXd slope =
        (8 * (gramAt(0.1 + h) - gramAt(0.1 - h)) - (gramAt(0.1 + 2 * h) - gramAt(0.1 - 2 * h))) / (12 * h);
    QVERIFY2(slope.norm() > 1e-4, qPrintable(QString::number(slope.norm())));
    QVERIFY2((found - slope).norm() < 1e-9, qPrintable(QString::number((found - slope).norm())));
  }

  /// G of three corners of a tilted cylinder on walls, over the parameter that is its radius and moves its
  /// ends.
  void slopesOfACylinder() {
    const auto scene = Scene::parse(
        R"({"format": 1, "title": "A drum", "parameters": {"d": {"value": 0.1, "slider": [-1, 1]}},
      "bodies": [
        {"name": "drum", "joints": ["free"], "mass": 2, "inertia": [0.1, 0.2, 0.15],
         "shapes": [{"type": "cylinder", "from": [0.1, "d", 0], "to": ["2*d", 0.3, 0.7], "radius": "0.2+d", "sides": 5}]},
        {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 0, 1], "offset": -3}]},
        {"name": "wall", "shapes": [{"type": "half-space", "normal": [1, 0.2, 0.1], "offset": -3}]}],
      "contacts": [{"between": ["drum", "floor"]}, {"between": ["drum", "wall"]}],
      "initial": {"q": {"drum.rx": 0.3, "drum.ry": -0.2, "drum.rz": 0.5}}})",
        "drum");
    const std::vector<std::string> names{"drum.1-floor", "drum.4-floor", "drum.7-wall"};
    const auto gramAt = [&](double s) {
      const SceneInstance instance = scene->instantiate({{"d", shortestText(s)}});
      const Mechanism& m = *instance.mechanism;
      std::vector<int> contacts;
      for (const std::string& name : names)
        contacts.push_back(static_cast<int>(std::ranges::find(m.contacts(), name, &ContactPair::name) -
                                            m.contacts().begin()));
      const Eigen::VectorXd& q = instance.initial.q;
      const KineticMetric metric(m.massMatrix(q));
      return Eigen::MatrixXd(impactOf(m, contacts, metric, q, Eigen::VectorXd::Zero(q.size())).gram());
    };
    DesignModel model(*scene, {}, {"d"}, names);
    const Eigen::MatrixXd found = gramSlope(model.along(Eigen::VectorXd::Constant(1, 0.1), 0));
    constexpr double h = 1e-4;
    const Eigen::MatrixXd slope =
        (8 * (gramAt(0.1 + h) - gramAt(0.1 - h)) - (gramAt(0.1 + 2 * h) - gramAt(0.1 - 2 * h))) / (12 * h);
    QVERIFY(slope.norm() > 1e-2);
    QVERIFY2((found - slope).norm() < 1e-9, qPrintable(QString::number((found - slope).norm())));
  }

  void slopesOfAnEllipsoid_data() {
    QTest::addColumn<QString>("joints");
    QTest::addColumn<QString>("other");
    const char* const space = R"(["free"])";
    QTest::newRow("half-space") << space
                                << R"("type": "half-space", "normal": [0.1, "d", 1], "offset": "-2-d")";
    QTest::newRow("ball") << space << R"("type": "ball", "radius": "0.2+d", "centre": [1, "1+d", 0.3])";
    QTest::newRow("point") << space << R"("type": "point", "at": ["-1+d", 1, 0.3])";
    QTest::newRow("side of a rod")
        << space << R"("type": "segment", "from": [-1, 1, "d"], "to": [1, "1+d", 0.1], "radius": 0.1)";
    QTest::newRow("end of a rod") << space
                                  << R"("type": "segment", "from": [1, 1, "d"], "to": [2, "2+d", 0.1])";
    QTest::newRow("face")
        << space
        << R"("type": "box", "size": [3, 3, "0.4+d"], "position": [0, 0, -1.5], "orientation": [0.1, "d", 0])";
    QTest::newRow("edge")
        << space
        << R"("type": "box", "size": [0.5, 3, "0.4+d"], "position": [1.2, 0, -1], "orientation": [0.1, "d", 0.1])";
    QTest::newRow("corner")
        << space
        << R"("type": "box", "size": [0.5, 0.5, "0.4+d"], "position": [1.2, 1, -1], "orientation": [0.1, "d", 0.1])";
    QTest::newRow("ellipsoid")
        << space
        << R"("type": "ellipsoid", "size": [1, "0.4+d", 0.7], "position": [1, 1, "d"], "orientation": [0.1, "d", 0.5])";
    QTest::newRow("side in the plane")
        << R"(["planar"])"
        << R"("type": "box", "size": [3, "0.4+d", 0.5], "position": [0, -1.5, 0.1], "orientation": "d")";
    QTest::newRow("corner in the plane")
        << R"(["planar"])"
        << R"("type": "box", "size": [0.5, "0.4+d", 0.5], "position": [1.3, -1.5, 0.1], "orientation": "d")";
  }
  /// The gap from an ellipsoid, and its normal, over a parameter of both shapes and of the place.
  void slopesOfAnEllipsoid() {
    QFETCH(QString, joints);
    QFETCH(QString, other);
    const bool isPlanar = joints.contains("planar");
    const QString text =
        R"({"format": 1, "title": "An egg", "parameters": {"d": {"value": 0.1, "slider": [-1, 1]}},
      "bodies": [
        {"name": "egg", "joints": %1, "mass": 2, "inertia": [0.1, 0.2, 0.15],
         "shapes": [{"type": "ellipsoid", "size": ["0.8+d", 0.5, 0.3], "centre": [0.1, "d", %2],
                     "orientation": [%3, %3, "0.4+d"]}]},
        {"name": "other", "shapes": [{%4}]}],
      "contacts": [{"between": ["egg", "other"], "name": "c"}],
      "initial": {"q": {%5}}})";
    const QString q =
        isPlanar ? R"("egg.angle": "0.5+d")" : R"("egg.rx": 0.3, "egg.ry": "-0.2-d", "egg.rz": 0.5)";
    const auto scene = Scene::parse(
        text.arg(joints, isPlanar ? "0" : "0.2", isPlanar ? "0" : "0.3", other, q).toStdString(), "egg");
    const auto at = [&](double s) {
      const SceneInstance instance = scene->instantiate({{"d", shortestText(s)}});
      const Mechanism& m = *instance.mechanism;
      Eigen::VectorXd all(1 + m.dof());
      all << m.gap(0, instance.initial.q), m.normal(0, instance.initial.q);
      return all;
    };
    DesignModel model(*scene, {}, {"d"}, {"c"});
    const ImpactNumbers<Dual> impact = model.along(Eigen::VectorXd::Constant(1, 0.1), 0);
    Eigen::VectorXd found(impact.U.cols() + 1);
    found << slopesOf(impact.gaps), slopesOf(impact.U).transpose();
    constexpr double h = 1e-3;
    const Eigen::VectorXd slope =
        (8 * (at(0.1 + h) - at(0.1 - h)) - (at(0.1 + 2 * h) - at(0.1 - 2 * h))) / (12 * h);
    QVERIFY(slope.norm() > 1e-2);
    QVERIFY2((found - slope).norm() < 1e-8 * slope.norm(),
             qPrintable(QString::number((found - slope).norm())));
  }
};

CAROM_TEST(DesignSlopesTest);
#include "tst_design_slopes.moc"
