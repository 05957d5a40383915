// ξ under tolerances, against the same number by quadrature over a curve of single impacts.
#include <Eigen/LU>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/number_text.h"
#include "base/threads.h"
#include "mechanics/contact/contacts.h"
#include "study/design/design_model.h"
#include "study/robust.h"
#include "support/test_program.h"
#include "support/units.h"

using namespace carom;
using namespace carom::examples;

namespace {

/// ξ of the billiard break at an angle, where ball c arrives with a velocity across its path, too.
double xiAt(double theta, double across = 0) {
  const SceneInstance instance = Scene::open("billiard-break")->instantiate({{"theta", shortestText(theta)}});
  const Mechanism& mechanism = *instance.mechanism;
  Eigen::VectorXd v = Eigen::VectorXd::Zero(mechanism.dof());
  for (int i = 0; i < mechanism.dof(); ++i)
    if (mechanism.coordinates()[static_cast<std::size_t>(i)].name == "c.y") v[i] = across;
  const Eigen::VectorXd p = instance.initial.p + mechanism.massMatrix(instance.initial.q) * v;
  return resolveImpact(impactAt(mechanism, instance.initial.q, p).value()).indeterminacy.xi;
}

RobustAnswer breakUnder(const RobustQuestion& question, const char* theta = "90deg") {
  return robustness(*Scene::open("billiard-break"), {{"theta", theta}}, question);
}

/// The quantile of a function of a uniform number in (−1, 1), by 1001 values.
template <class Function>
double quantileOf(const Function& function, double share) {
  std::vector<double> values;
  for (int i = 0; i <= 1000; ++i) values.push_back(function((i - 500) / 500.0));
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * 1000)];
}

std::string faultOf(const RobustQuestion& question) {
  try {
    breakUnder(question);
  } catch (const SceneError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

class RobustTest : public QObject {
  Q_OBJECT
 private slots:
  void theDistributionIsThatOfTheCurve() {
    const double centre = 100 * degree, width = 5 * degree;
    const RobustAnswer answer = breakUnder({{{"theta", width}}, false, 4'000, 3, {}}, "100deg");
    QCOMPARE(answer.refused + answer.apart + answer.undecided, std::size_t{0});
    const auto xi = [&](double u) { return xiAt(centre + u * width); };
    double mean = 0;
    for (int i = 0; i < 400; ++i) mean += xi((i - 199.5) / 200) / 400;
    QVERIFY(answer.xi->standardError > 0);
    QVERIFY(std::abs(answer.xi->mean - mean) < 4 * answer.xi->standardError);
    const double median = quantileOf(xi, 0.5), q95 = quantileOf(xi, 0.95);
    QVERIFY(answer.xi->medianInterval[0] < median && median < answer.xi->medianInterval[1]);
    QVERIFY(answer.xi->q95Interval[0] < q95 && q95 < answer.xi->q95Interval[1]);
    QVERIFY(answer.xi->max <= quantileOf(xi, 1) * (1 + 1e-12));
    QVERIFY(std::abs(answer.atDesign.value() - xi(0)) < 1e-9);
  }

  /// ξ is even about 90° and rises away from it, so that 95 % of |u| < 1 decide the scale.
  void theLargestScaleIsWhereTheQuantileCrosses() {
    const double width = 2 * degree, below = 1e-2;
    double low = 0, high = 30 * degree;
    for (int i = 0; i < 60; ++i) {
      const double middle = (low + high) / 2;
      (std::max(xiAt(90 * degree + middle), xiAt(90 * degree - middle)) < below ? low : high) = middle;
    }
    const double expected = low / (0.95 * width);
    const RobustAnswer answer = breakUnder({{{"theta", width}}, false, 4'000, 1, below});
    QVERIFY(answer.largestScale.has_value());
    QVERIFY(std::abs(answer.largestScale.value() / expected - 1) < 0.02);
    // A normal deviation passes 1.96 deviations in 5 % of the samples.
    const RobustAnswer normal = breakUnder({{{"theta", width}}, true, 4'000, 1, below});
    QVERIFY(std::abs(normal.largestScale.value() * 1.96 / (0.95 * expected) - 1) < 0.06);
    QVERIFY(!breakUnder({{{"theta", width}}, false, 100, 1, below}, "100deg").noScale.empty());
    QVERIFY(!breakUnder({{{"speed", 0.1}}, false, 100, 1, below}).noScale.empty());  // whatever the speed
  }

  void theArrivalVaries() {
    const RobustAnswer answer = breakUnder({{{"v:c.y", 0.2}}, false, 3'000, 5, {}}, "110deg");
    const auto xi = [](double u) { return xiAt(110 * degree, 0.2 * u); };
    double mean = 0;
    for (int i = 0; i < 200; ++i) mean += xi((i - 99.5) / 100) / 200;
    QVERIFY(std::abs(answer.xi->mean - mean) < 4 * answer.xi->standardError);
    QVERIFY(answer.slopes.empty() && answer.noSlopes.empty());
  }

  void slopesAreThoseOfTheFormula() {
    // Equal balls: G = cos θ (1/m_c) / (1/m_a + 1/m_c) = cos θ / 2.
    const RobustAnswer answer = breakUnder({{{"ra", 1e-4}, {"theta", degree}}, false, 10, 1, {}}, "120deg");
    QCOMPARE(answer.slopes.size(), std::size_t{2});
    QCOMPARE(answer.slopes[0].parameter, std::string("theta"));
    QVERIFY(std::abs(answer.slopes[0].slope + std::sin(120 * degree) / 2) < 1e-12);
    QVERIFY(std::abs(answer.slopes[0].spread - answer.slopes[0].slope * degree) < 1e-15);
  }

  void whatClosesTheGapsFollows_data() {
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("parameter");
    for (const char* row : {"initial", "optimised", "straight"})
      for (const char* name : {"theta", "y", "phi_left", "gamma_left", "phi_right", "phi_tail", "r1", "r2",
                               "l_u", "l_l", "density", "rod_density", "section"})
        QTest::addRow("%s %s", row, name) << row << name;
  }
  /// trex closes its gaps again for every value of a parameter: the slope is that of the scene that was
  /// solved again. The solution takes its directions from differences with an error of 1e-7.
  void whatClosesTheGapsFollows() {
    QFETCH(QString, row);
    QFETCH(QString, parameter);
    const auto scene = Scene::open("trex");
    const std::string name = parameter.toStdString();
    Assignments set{{"row", row.toStdString()}};
    const SceneInstance instance = scene->instantiate(set);
    const double value = std::ranges::find(instance.parameters, name, &ParameterValue::name)->value;
    const RobustAnswer answer = robustness(*scene, set, {{{name, 1e-6}}, false, 20, 1, {}});
    QCOMPARE(answer.slopes.size(), std::size_t{1});
    const auto G = [&](double at) {
      set[name] = shortestText(at);
      const SceneInstance there = scene->instantiate(set);
      return impactAt(*there.mechanism, there.initial.q, there.initial.p).value().gram()(0, 1);
    };
    std::array<double, 4> table{};  // Richardson's
    for (std::size_t i = 0; i < table.size(); ++i) {
      const double h = 1e-3 * std::max(std::abs(value), parameter == "section" ? 0 : 0.01) / (1 << i);
      table[i] = (G(value + h) - G(value - h)) / (2 * h);
    }
    double factor = 1;
    for (std::size_t level = 1; level < table.size(); ++level) {
      factor *= 4;
      for (std::size_t i = table.size() - 1; i >= level; --i)
        table[i] = (factor * table[i] - table[i - 1]) / (factor - 1);
    }
    const double error = std::abs(answer.slopes[0].slope - table.back());
    QVERIFY2(error <= 1e-6 * std::max(std::abs(table.back()), 1e-3),
             qPrintable(QStringLiteral("%1 against %2").arg(answer.slopes[0].slope).arg(table.back())));
  }

  /// One step from closed gaps: what the tolerance opens is closed by the least change.
  void theLeastChangeIsThatOfLagrange() {
    const auto scene = Scene::open("trex");
    const Assignments set{{"row", "straight"}};  // closed to rounding
    const SceneInstance instance = scene->instantiate(set);
    QCOMPARE(instance.touching->iterations, 0);
    DesignModel model = DesignModel::withMoves(*scene, set, {"l_u"}, {"tail", "left"});
    Eigen::VectorXd x(std::ssize(model.variables()));
    for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = model.variables()[static_cast<std::size_t>(i)].value;
    Eigen::MatrixXd J(2, x.size());
    for (Eigen::Index v = 0; v < x.size(); ++v) J.col(v) = slopesOf(model.along(x, static_cast<int>(v)).gaps);
    const Eigen::VectorXd weights = valuesOf(model.touching().weights);
    // min Σ (w m)² with J m = −φ': W² m = Jᵀ λ.
    const Eigen::Index n = x.size() - 1;
    Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n + 2, n + 2);
    K.topLeftCorner(n, n).diagonal() = weights.array().square();
    K.topRightCorner(n, 2) = -J.rightCols(n).transpose();
    K.bottomLeftCorner(2, n) = J.rightCols(n);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(n + 2);
    b.tail(2) = -J.col(0);
    Eigen::VectorXd direction(x.size());
    direction << 1, K.fullPivLu().solve(b).head(n);
    const double expected = gramSlope(model.along(x, direction))(0, 1);
    const RobustAnswer answer = robustness(*scene, set, {{{"l_u", 1e-6}}, false, 20, 1, {}});
    QVERIFY(std::abs(answer.slopes.at(0).slope - expected) < 1e-10 * std::abs(expected));
  }

  /// A robot whose body is higher stands on no foot; with a lower one both feet are in the floor.
  void coordinatesHaveTolerances() {
    const RobustAnswer answer = robustness(*Scene::open("rhex"), {}, {{{"body.y", 1e-4}}, false, 200, 1, {}});
    QVERIFY(answer.refused > 50 && answer.apart > 50);
    QCOMPARE(answer.refused + answer.apart, std::size_t{200});
    QCOMPARE(answer.slopes.size(), std::size_t{1});
    QCOMPARE(answer.slopes[0].unit, std::string("m"));
  }

  void valuesThatTheSceneRefusesAreCounted() {
    const RobustAnswer answer = breakUnder({{{"theta", 90 * degree}}, false, 2000, 1, {}}, "150deg");
    QVERIFY(answer.refused > 500 && answer.refused < 1500);  // beyond 180°, and where a and b overlap
    QVERIFY(answer.xi.has_value());
  }

  void theSameBitsForAnyNumberOfThreads() {
    const RobustQuestion question{{{"theta", degree}, {"ra", 1e-3}, {"v:c.y", 0.1}}, true, 500, 7, 1e-2};
    std::vector<RobustAnswer> answers;
    for (const int threads : {1, 2, 3})
      withThreads(threads, [&] { answers.push_back(breakUnder(question)); });
    for (const RobustAnswer& answer : answers) {
      QCOMPARE(answer.xi->mean, answers[0].xi->mean);
      QCOMPARE(answer.xi->q95, answers[0].xi->q95);
      QCOMPARE(answer.largestScale, answers[0].largestScale);
    }
  }

  void faultsNameTheirPlace() {
    const auto faultAt = [](const char* scene, const char* name) -> std::string {
      try {
        robustness(*Scene::open(scene), {}, {{{name, 0.1}}, false, 10, 1, {}});
      } catch (const SceneError& error) {
        return error.what();
      }
      return {};
    };
    QVERIFY(faultAt("rhex", "branch").find("is a choice") != std::string::npos);
    QVERIFY(faultAt("trex", "m_front").find("follows from the parameters") != std::string::npos);
    QVERIFY(faultAt("newtons-cradle", "n").find("is a count") != std::string::npos);
    QVERIFY(faultOf({{{"thta", 1}}, false, 10, 1, {}}).find("theta") != std::string::npos);
    QVERIFY(faultOf({{{"v:c.z", 1}}, false, 10, 1, {}}).find("v:c.y") != std::string::npos);
    QVERIFY(faultOf({{{"theta", 0}}, false, 10, 1, {}}).find("above 0") != std::string::npos);
    QVERIFY(faultOf({{{"theta", std::nan("")}}, false, 10, 1, {}}).find("above 0") != std::string::npos);
    QVERIFY(faultOf({{{"theta", 1}, {"theta", 1}}, false, 10, 1, {}}).find("twice") != std::string::npos);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(
        robustness(*Scene::open("billiard-break"), {}, {{{"theta", 1}}, false, 10, 1, {}}, stop.get_token())
            .isCancelled);
  }
};

CAROM_TEST(RobustTest);
#include "tst_robust.moc"
