// How parameters turn the normals of a pair, against differences of scenes that are built anew, and against
// the formulas of [SM12] for RHex.
#include <Eigen/LU>
#include <QtTest>
#include <cmath>
#include <functional>

#include "base/number_text.h"
#include "impact/certificate/pair_sensitivity.h"
#include "mechanics/contact/contacts.h"
#include "study/order_sensitivity.h"
#include "support/test_program.h"

using namespace carom;

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Mass matrix and unscaled normals of a scene, side by side: n×(n + k).
MatrixXd numbersAt(const Scene& scene, Assignments assignments, const std::string& parameter, double value) {
  assignments[parameter] = shortestText(value);
  const SceneInstance instance = scene.instantiate(assignments);
  const Mechanism& mechanism = *instance.mechanism;
  const VectorXd& q = instance.initial.q;
  const int n = mechanism.dof(), k = static_cast<int>(mechanism.contacts().size());
  MatrixXd numbers(n, n + k);
  numbers.leftCols(n) = mechanism.massMatrix(q);
  for (int i = 0; i < k; ++i) numbers.col(n + i) = mechanism.normal(i, q);
  return numbers;
}

/// The derivative at h = 0 from central differences at falling steps [Richardson 1911].
MatrixXd richardson(const std::function<MatrixXd(double)>& f, double h) {
  std::vector<MatrixXd> row;
  for (int i = 0; i < 5; ++i, h /= 2) {
    std::vector<MatrixXd> next{(f(h) - f(-h)) / (2 * h)};
    for (std::size_t j = 1; j <= row.size(); ++j)
      next.push_back(next[j - 1] + (next[j - 1] - row[j - 1]) / (std::pow(4.0, static_cast<double>(j)) - 1));
    row = std::move(next);
  }
  return row.back();
}

/// The pair of contacts 0 and 1 of a scene at its initial state, written out with M⁻¹.
struct PlainPair {
  MatrixXd inverse;
  VectorXd p, u, v;

  explicit PlainPair(const SceneInstance& instance)
      : inverse(instance.mechanism->massMatrix(instance.initial.q).inverse()), p(instance.initial.p) {
    u = unit(instance.mechanism->normal(0, instance.initial.q));
    v = unit(instance.mechanism->normal(1, instance.initial.q));
  }
  double inner(const VectorXd& a, const VectorXd& b) const { return a.dot(inverse * b); }
  double norm(const VectorXd& a) const { return std::sqrt(inner(a, a)); }
  VectorXd unit(const VectorXd& a) const { return a / norm(a); }
  VectorXd reflected(const VectorXd& a, const VectorXd& by) const {
    return a - 2 * inner(a, by) / inner(by, by) * by;
  }
};

double valueOf(const SceneInstance& instance, const std::string& parameter) {
  return std::ranges::find(instance.parameters, parameter, &ParameterValue::name)->value;
}

OrderSensitivity along(const Scene& scene, const Assignments& assignments, const std::string& parameter) {
  const OrderSensitivities all = orderSensitivities(scene, assignments);
  const auto found = std::ranges::find(all.all, parameter, &OrderSensitivity::parameter);
  if (found == all.all.end()) throw std::logic_error("nothing for " + parameter + ' ' + all.none);
  return *found;
}

struct Stance {
  const char *name, *gamma, *phi;
};
constexpr Stance stances[] = {
    {"A", "0.331*pi", "-0.811*pi"}, {"B", "0.331*pi", "-0.574*pi"}, {"C", "0.260*pi", "-0.151*pi"}};

void addRows() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<QString>("set");
  QTest::addColumn<QString>("parameter");
  const auto add = [](const QString& scene, const QString& set, const QStringList& parameters) {
    for (const QString& parameter : parameters)
      QTest::newRow(qPrintable(scene + ' ' + set + ' ' + parameter)) << scene << set << parameter;
  };
  for (const Stance& stance : stances)
    add("rhex", QString("gamma=%1 phi=%2").arg(stance.gamma, stance.phi),
        {"gamma", "phi", "phi_left", "l_u", "l_l", "m_b", "m_u", "m_l"});
  add("billiard-break", "theta=100deg", {"theta", "ra", "rb", "rc"});
  add("falling-rod", "inertia=0.1", {"inertia"});
}

Assignments assigned(const QString& set) {
  Assignments assignments;
  for (const QString& one : set.split(' '))
    assignments[one.section('=', 0, 0).toStdString()] = one.section('=', 1).toStdString();
  return assignments;
}

}  // namespace

class OrderSensitivityTest : public QObject {
  Q_OBJECT
 private slots:
  void turnsAreThoseOfDifferences_data() { addRows(); }
  void turnsAreThoseOfDifferences() {
    QFETCH(QString, scene);
    QFETCH(QString, set);
    QFETCH(QString, parameter);
    const auto opened = Scene::open(scene.toStdString());
    const Assignments assignments = assigned(set);
    const std::string name = parameter.toStdString();
    const OrderSensitivity found = along(*opened, assignments, name);
    const SceneInstance instance = opened->instantiate(assignments);
    const PlainPair pair(instance);
    const double x = valueOf(instance, name);
    const Eigen::Index n = pair.p.size();
    const MatrixXd slopes = richardson([&](double h) { return numbersAt(*opened, assignments, name, x + h); },
                                       0.01 * std::abs(x));
    const auto change = [&](int contact, const VectorXd& unit) {
      const VectorXd whole = instance.mechanism->normal(contact, instance.initial.q);
      const VectorXd turned =
          (slopes.col(n + contact) - 0.5 * slopes.leftCols(n) * pair.inverse * whole) / pair.norm(whole);
      return VectorXd(turned - pair.inner(turned, unit) * unit);
    };
    const VectorXd du = change(0, pair.u), dv = change(1, pair.v);
    const VectorXd turn = dv + pair.inner(du, pair.v) * pair.u - pair.inner(pair.u, pair.v) * du;
    const double size = std::max(pair.norm(du), pair.norm(dv));
    const VectorXd ours = found.w.size() > 0 ? VectorXd(found.turn * found.w) : VectorXd(VectorXd::Zero(n));
    QVERIFY(pair.norm(ours - turn) <= 1e-8 * size);
    // G itself, from impacts of scenes that are built anew.
    const MatrixXd gram = richardson(
        [&](double h) {
          Assignments moved = assignments;
          moved[name] = shortestText(x + h);
          const SceneInstance at = opened->instantiate(moved);
          const PlainPair there(at);
          return MatrixXd::Constant(1, 1, there.inner(there.u, there.v));
        },
        0.01 * std::abs(x));
    QVERIFY(std::abs(found.gramSlope - gram(0, 0)) <= 1e-8 * size);
    if (found.w.size() == 0) return;
    QVERIFY(std::abs(pair.norm(found.w) - 1) < 1e-12);
    QVERIFY(std::abs(pair.inner(found.w, pair.v)) < 1e-9);
    QVERIFY(std::abs(found.turn * pair.inner(found.w, pair.u) - found.gramSlope) < 1e-10 * size);
  }

  /// dp of both orders against reflections across v̂ + εw.
  void slopesAreThoseOfReflections_data() { addRows(); }
  void slopesAreThoseOfReflections() {
    QFETCH(QString, scene);
    QFETCH(QString, set);
    QFETCH(QString, parameter);
    const auto opened = Scene::open(scene.toStdString());
    const Assignments assignments = assigned(set);
    const OrderSensitivity found = along(*opened, assignments, parameter.toStdString());
    const PlainPair pair(opened->instantiate(assignments));
    QVERIFY(found.w.size() > 0);
    const auto tilted = [&](double epsilon) { return VectorXd(pair.v + epsilon * found.w); };
    const VectorXd vFirst = richardson(
        [&](double e) { return MatrixXd(pair.reflected(pair.reflected(pair.p, tilted(e)), pair.u)); }, 0.1);
    const VectorXd uFirst = richardson(
        [&](double e) { return MatrixXd(pair.reflected(pair.reflected(pair.p, pair.u), tilted(e))); }, 0.1);
    const double size = pair.norm(pair.p);
    QVERIFY(pair.norm(found.orders[0].slope - vFirst) < 1e-9 * size);
    QVERIFY(pair.norm(found.orders[1].slope - uFirst) < 1e-9 * size);
    QVERIFY(std::abs(found.difference - pair.norm(vFirst - uFirst)) < 1e-9 * size);
    for (const OrderSensitivity::Order& order : found.orders) {
      QVERIFY(std::abs(pair.norm(order.slope) - 2 * order.projectionNorm) < 1e-12 * size);
      QVERIFY(std::abs(pair.norm(order.projection) - order.projectionNorm) < 1e-12 * size);
    }
    QCOMPARE(found.orders[0].contacts[0], found.pair[1]);
    QCOMPARE(found.orders[1].contacts[0], found.pair[0]);
  }

  /// [SM12 (18)] and (20) hold where û ⟂ v̂: at A, B and C up to the size of G.
  void rhexFollowsThePaper_data() {
    QTest::addColumn<int>("stance");
    for (int i = 0; i < 3; ++i) QTest::newRow(stances[i].name) << i;
  }
  void rhexFollowsThePaper() {
    QFETCH(int, stance);
    const auto scene = Scene::open("rhex");
    const Assignments assignments{{"gamma", stances[stance].gamma}, {"phi", stances[stance].phi}};
    const SceneInstance instance = scene->instantiate(assignments);
    const PlainPair pair(instance);
    const KineticMetric metric(instance.mechanism->massMatrix(instance.initial.q));
    const double G = std::abs(pair.inner(pair.u, pair.v)), size = pair.norm(pair.p);
    const double a = pair.inner(pair.p, pair.u), b = pair.inner(pair.p, pair.v);
    const OrderSensitivities all = orderSensitivities(*scene, assignments);
    int turned = 0;
    for (const OrderSensitivity& one : all.all) {
      if (one.w.size() == 0) continue;
      ++turned;
      const VectorXd printed = orthogonalityDerivative(metric, pair.p, pair.u, pair.v, one.w);
      QVERIFY(pair.norm(one.orders[0].slope - printed) <= 8 * G * size);
      const double uw = std::abs(pair.inner(pair.u, one.w));
      QVERIFY(std::abs(one.difference - 4 * uw * std::hypot(a, b)) <= 12 * G * size);
      QVERIFY(std::abs(one.xiSlope - one.turn * one.difference / size) <= 1e-12 * one.xiSlope);
    }
    QVERIFY(turned >= 7);
    // All three are extremes of G over both angles, but for the rounding of the printed angles (0.0005π).
    for (const char* angle : {"gamma", "phi"})
      QVERIFY2(std::abs(along(*scene, assignments, angle).gramSlope) < 2e-4, angle);
    QVERIFY(std::abs(along(*scene, assignments, "m_u").gramSlope) > 1e-3);
  }

  /// The arrival turns nothing; the inertia of the body turns no normal of RHex [ROBOT].
  void whatTurnsNothingHasNoDirection() {
    for (const char* parameter : {"speed", "inertia"}) {
      const OrderSensitivity none = along(*Scene::open("rhex"), {}, parameter);
      QCOMPARE(none.w.size(), Eigen::Index{0});
      QCOMPARE(none.xiSlope, 0.0);
      QCOMPARE(none.orders[1].slope.size(), Eigen::Index{0});
    }
  }

  /// At 90° ξ = √2 |cos θ| + …, so its slopes are ±√2.
  void orthogonalBreakHasTheSlopeOfXi() {
    const OrderSensitivity theta = along(*Scene::open("billiard-break"), {{"theta", "90deg"}}, "theta");
    QVERIFY(std::abs(theta.xiSlope - std::sqrt(2)) < 1e-12);
    QVERIFY(std::abs(theta.gramSlope + 0.5) < 1e-12);  // G = cos θ/2
  }

  /// TREX closes its contacts by moving parameters: the derivatives are those at the moved values.
  void movedScenesAreTakenWhereTheyStand() {
    const auto scene = Scene::open("trex");
    const OrderSensitivities all = orderSensitivities(*scene, {});
    QVERIFY2(all.none.empty(), all.none.c_str());
    Assignments moved;
    const SceneInstance instance = scene->instantiate({});
    for (const TouchingSolution::Move& move : instance.touching->moved)
      moved[move.name] = shortestText(move.value);
    const OrderSensitivities there = orderSensitivities(*scene, moved);
    QCOMPARE(all.all.size(), there.all.size());
    for (std::size_t i = 0; i < all.all.size(); ++i)
      QVERIFY(std::abs(all.all[i].gramSlope - there.all[i].gramSlope) <= 1e-9 * (1 + all.all[i].turn));
  }

  void scenesWithoutAPairSayWhy() {
    QVERIFY(!orderSensitivities(*Scene::open("double-pendulum"), {}).none.empty());
    QVERIFY(!orderSensitivities(*Scene::open("trex"), {{"drop", "10cm"}}).none.empty());
    const OrderSensitivities three = orderSensitivities(*Scene::open("rack-break"), {});
    QVERIFY(three.none.empty() && three.all.size() > 3);
  }
};

CAROM_TEST(OrderSensitivityTest);
#include "tst_order_sensitivity.moc"
