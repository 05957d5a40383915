// ∂ξ/∂(scene parameters) against closed forms, and where it does not exist.

#include <QtTest>
#include <numbers>

#include "study/xi_gradient.h"
#include "support/test_program.h"

using namespace carom;

namespace {

using Verdict = XiDerivative::Verdict;

XiDerivative derivative(const char* scene, const Assignments& assignments, const std::string& parameter,
                        const ResolveOptions& options = {}) {
  for (const XiDerivative& one : xiGradient(*Scene::open(scene), assignments, options))
    if (one.parameter == parameter) return one;
  throw std::logic_error("no derivative for " + parameter);
}

/// Equal balls: two reflections each up to the kink, ξ = √2 cos(θ/2) |cos θ| √(2 − cos θ); three beyond it,
/// with sin²θ in place of |cos θ|.
double slopeBefore(double theta) {
  const double xi =
      std::sqrt(2) * std::cos(theta / 2) * std::abs(std::cos(theta)) * std::sqrt(2 - std::cos(theta));
  return xi * (-std::tan(theta / 2) / 2 - std::tan(theta) + std::sin(theta) / (2 * (2 - std::cos(theta))));
}
double slopeBeyond(double theta) {
  const double sine = std::sin(theta);
  const double xi = std::sqrt(2) * std::cos(theta / 2) * sine * sine * std::sqrt(2 - std::cos(theta));
  return xi * (-std::tan(theta / 2) / 2 + 2 / std::tan(theta) + sine / (2 * (2 - std::cos(theta))));
}

const double kink = std::acos((1 - std::sqrt(5.0)) / 2);

}  // namespace

class XiGradient : public QObject {
  Q_OBJECT

 private slots:
  void billiardBreakFollowsItsClosedForm_data() {
    QTest::addColumn<double>("degrees");
    for (const double degrees :
         {61.0, 75.0, 89.0, 91.0, 100.0, 120.0, 128.0, 128.17, 128.18, 130.0, 150.0, 170.0})
      QTest::newRow(qPrintable(QString::number(degrees))) << degrees;
  }
  void billiardBreakFollowsItsClosedForm() {
    QFETCH(double, degrees);
    const double theta = degrees * std::numbers::pi / 180;
    const XiDerivative slope =
        derivative("billiard-break", {{"theta", QString::number(theta, 'g', 17).toStdString()}}, "theta");
    QCOMPARE(slope.verdict, Verdict::Exists);
    const double expected = theta < kink ? slopeBefore(theta) : slopeBeyond(theta);
    QVERIFY2(std::abs(slope.slope->value - expected) < 1e-7,
             qPrintable(QStringLiteral("%1 instead of %2")
                            .arg(slope.slope->value, 0, 'g', 12)
                            .arg(expected, 0, 'g', 12)));
    QVERIFY(slope.slope->error < 1e-6);
  }

  void kinkHasTwoSlopesAndNoDerivative() {
    const XiDerivative slope = derivative("billiard-break", {{"theta", "acos((1 - sqrt(5))/2)"}}, "theta");
    QCOMPARE(slope.verdict, Verdict::Kink);
    QVERIFY(!slope.slope);
    QVERIFY(std::abs(slope.left->value - slopeBefore(kink)) < 1e-6);
    QVERIFY(std::abs(slope.right->value - slopeBeyond(kink)) < 1e-6);
    QVERIFY(slope.left->value > 0.1 && slope.right->value < -0.1);
  }

  void uniqueOutcomeIsACorner() {
    // At 90° ξ touches 0: √2 cos 45° √2 |cos θ| on either side.
    const XiDerivative slope = derivative("billiard-break", {{"theta", "90deg"}}, "theta");
    QCOMPARE(slope.verdict, Verdict::Kink);
    QVERIFY(std::abs(slope.left->value + std::sqrt(2)) < 1e-6);
    QVERIFY(std::abs(slope.right->value - std::sqrt(2)) < 1e-6);
  }

  void scalesDoNotMatter() {
    // ξ depends neither on the density nor on the speed, and not on the size of all balls together.
    const Assignments at{{"theta", "115deg"}, {"ra", "0.02"}, {"rb", "0.03"}, {"rc", "0.025"}};
    double radial = 0;
    for (const XiDerivative& one : xiGradient(*Scene::open("billiard-break"), at)) {
      QCOMPARE(one.verdict, Verdict::Exists);
      const double value = one.slope->value;
      if (one.parameter == "density") QVERIFY(std::abs(value) < 1e-11);
      if (one.parameter == "speed") QVERIFY(std::abs(value) < 1e-8);
      if (one.parameter == "ra") radial += 0.02 * value;
      if (one.parameter == "rb") radial += 0.03 * value;
      if (one.parameter == "rc") radial += 0.025 * value;
    }
    QVERIFY2(std::abs(radial) < 1e-8, qPrintable(QString::number(radial)));
  }

  void rangeEndsOnOneSide() {
    // At 180° the balls a and b are struck head on; beyond it there is no scene.
    const XiDerivative slope = derivative("billiard-break", {{"theta", "180deg"}}, "theta");
    QCOMPARE(slope.verdict, Verdict::OneSided);
    QVERIFY(slope.left && !slope.right && !slope.slope);
  }

  void countsHaveNoDerivative() {
    for (const XiDerivative& one : xiGradient(*Scene::open("converging-line"), {}))
      QVERIFY(one.parameter != "n");
  }

  void restitutionScalesTheSlope() {
    // No contact of the pair lets go: ξ is R times the elastic one.
    ResolveOptions options;
    options.restitution = 0.5;
    const XiDerivative slope = derivative("billiard-break", {{"theta", "100deg"}}, "theta", options);
    QVERIFY(std::abs(slope.slope->value - 0.5 * slopeBefore(100 * std::numbers::pi / 180)) < 1e-7);
  }

  void jamHasNone() {
    for (const XiDerivative& one : xiGradient(*Scene::open("trapped-ball"), {})) {
      QCOMPARE(one.verdict, Verdict::Unknown);
      QVERIFY(!one.slope && !one.left && !one.right);
    }
  }
};

CAROM_TEST(XiGradient);
#include "tst_xi_gradient.moc"
