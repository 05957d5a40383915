// ξ under tolerances, against the same number by quadrature over a curve of single impacts.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/number_text.h"
#include "base/threads.h"
#include "mechanics/contact/contacts.h"
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

  /// trex closes its gaps again for every sample, so that the slope at a fixed stance would be another
  /// number.
  void aSceneThatMovesItsParametersHasNoSlopes() {
    const RobustAnswer answer = robustness(*Scene::open("trex"), {}, {{{"theta", 0.01}}, false, 20, 1, {}});
    QVERIFY(answer.slopes.empty() && !answer.noSlopes.empty());
    QCOMPARE(answer.refused + answer.apart + answer.undecided, std::size_t{0});
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
