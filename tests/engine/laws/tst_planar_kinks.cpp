// The rays between which planar laws are linear, against the laws at random velocities.

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "laws/planar_kinks.h"
#include "support/law_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

constexpr double right = std::numbers::pi / 2;

/// The angles of the kinks between ∓π/2, with both ends; the velocity at an angle is (−cos, sin).
std::vector<double> anglesOf(const std::vector<Eigen::Vector2d>& kinks) {
  std::vector<double> angles{-right, right};
  for (const Eigen::Vector2d& h : kinks) angles.push_back(std::atan(h[0] / h[1]));
  std::ranges::sort(angles);
  return angles;
}

Eigen::Vector2d impulseAt(CollisionLaw law, const LocalMatrix& W, const LawCoefficients& coefficients,
                          double angle) {
  return collide(law, {W, Eigen::Vector2d(-std::cos(angle), std::sin(angle))}, coefficients).P;
}

/// The largest deviation from linearity within the ranges between kinks, over the impulses.
double deviation(CollisionLaw law, const LocalMatrix& W, const LawCoefficients& coefficients,
                 const std::vector<double>& angles, Impacts& random) {
  double largest = 0;
  const auto at = [&](double angle) { return impulseAt(law, W, coefficients, angle); };
  for (std::size_t i = 0; i + 1 < angles.size(); ++i) {
    const double from = angles[i], width = angles[i + 1] - from;
    if (width < 1e-5) continue;
    const double a = from + 1e-3 * width, b = from + (1 - 1e-3) * width;
    const Eigen::Vector2d Pa = at(a), Pb = at(b);
    for (int k = 0; k < 12; ++k) {
      const double share = k == 0 ? 1e-6 : k == 1 ? 1 - 1e-6 : random.uniform(0, 1), x = from + share * width;
      // V(x) as a sum of V(a) and V(b).
      const double u = std::sin(b - x) / std::sin(b - a), v = std::sin(x - a) / std::sin(b - a);
      const Eigen::Vector2d P = at(x);
      const double size = P.norm() + std::abs(u) * Pa.norm() + std::abs(v) * Pb.norm();
      largest = std::max(largest, (P - u * Pa - v * Pb).norm() / (1e-300 + size));
    }
  }
  return largest;
}

/// Coefficients with many coincidences.
LawCoefficients someCoefficients(CollisionLaw law, Impacts& random) {
  const auto pick = [&](std::initializer_list<double> values) {
    return values
        .begin()[static_cast<std::size_t>(random.uniform(0, static_cast<double>(values.size()) - 1e-9))];
  };
  LawCoefficients c{pick({0, 0.03, 0.3, 1, 2, infinity, random.uniform(0, 3)}),
                    pick({0, 0.5, 1, random.uniform(0, 1), random.uniform(0, 1)}),
                    pick({0, 0.5, 1, random.uniform(0, 1)}), pick({0.5, random.uniform(0, 1)})};
  if ((law == CollisionLaw::Bilinear || law == CollisionLaw::ChatterjeeRuina) && random.uniform(0, 1) < 0.4)
    c.tangential = -c.tangential;
  if (law == CollisionLaw::Brach) c.tangential *= 0.02;
  return c;
}

/// Inverse masses with many coincidences: W_nt = 0, μ W_nt = W_nn, W_nt = μ W_tt.
LocalMatrix someInverse(CollisionLaw law, double friction, Impacts& random) {
  LocalMatrix W = random.forLaw(law).W;
  if (law == CollisionLaw::Bilinear) return W;
  const double which = random.uniform(0, 6), sign = random.uniform(-1, 1) < 0 ? -1 : 1;
  double w = W(0, 1);
  if (which < 1) w = 0;
  if (which > 4 && which < 5) w = sign * W(0, 0) / friction;
  if (which > 5) w = sign * friction * W(1, 1);
  if (w * w < 0.99 * W(0, 0) * W(1, 1)) W(0, 1) = W(1, 0) = w;
  return W;
}

}  // namespace

class PlanarKinks : public QObject {
  Q_OBJECT

 private slots:
  void lawsAreLinearBetweenThem_data() {
    QTest::addColumn<int>("law");
    for (const CollisionLaw law : allLaws)
      if (law != CollisionLaw::Projected && law != CollisionLaw::Spherical)  // along the curved energy border
        QTest::addRow("%s", nameOf(law).data()) << static_cast<int>(law);
  }
  void lawsAreLinearBetweenThem() {
    QFETCH(int, law);
    const auto of = static_cast<CollisionLaw>(law);
    Impacts random(2, 71);
    int known = 0;
    for (int i = 0; i < 2000; ++i) {
      const LawCoefficients coefficients = someCoefficients(of, random);
      const LocalMatrix W = someInverse(of, coefficients.friction, random);
      const auto kinks = planarKinks(of, W, coefficients);
      if (!kinks) continue;
      ++known;
      double off = HUGE_VAL;
      try {
        off = deviation(of, W, coefficients, anglesOf(*kinks), random);
      } catch (const LawError&) {
        continue;
      }
      if (!(off < 1e-11))
        QFAIL(qPrintable(QStringLiteral("try %1: off by %2; W %3 %4 %5, mu %6 e %7 et %8")
                             .arg(i)
                             .arg(off)
                             .arg(W(0, 0), 0, 'g', 17)
                             .arg(W(0, 1), 0, 'g', 17)
                             .arg(W(1, 1), 0, 'g', 17)
                             .arg(coefficients.friction)
                             .arg(coefficients.restitution)
                             .arg(coefficients.tangential)));
    }
    QVERIFY(known > 100);
  }

  /// Smith's law with a finite friction and Stronge's restitution bend between any rays.
  void curvedLawsHaveNone() {
    Impacts random(2, 73);
    const LocalMatrix W = random.next().W;
    const LawCoefficients coefficients{.friction = 0.4, .restitution = 0.6};
    for (const CollisionLaw law : {CollisionLaw::Smith, CollisionLaw::RouthWork}) {
      QVERIFY(!planarKinks(law, W, coefficients));
      QVERIFY(deviation(law, W, coefficients, {-0.1, 0.1}, random) > 1e-6);
    }
  }

  /// μ = ∞ of Smith's law by hand: the slip is reversed at P_n = 0 unless V_n reaches its end before.
  void smithWithoutSlipByHand() {
    Impacts random(2, 79);
    for (int i = 0; i < tries; ++i) {
      const LocalImpact impact = random.next();
      const double e = random.uniform(0, 1), Wn = impact.W(0, 0), w = impact.W(0, 1), Wt = impact.W(1, 1);
      const double turning = -2 * impact.V[1] / Wt, rebound = -(1 + e) * impact.V[0];
      Eigen::Vector2d P(0, rebound / w);
      if (w * turning < rebound) {
        const double Pn = (rebound - w * turning) / (Wn - w * w / Wt);
        P = {Pn, turning - w / Wt * Pn};
      }
      const LawCoefficients coefficients{.friction = infinity, .restitution = e};
      QVERIFY(distance(impulse(CollisionLaw::Smith, impact, coefficients), P) < 1e-9);
    }
  }

  void aSingularMassHasNone() {
    const LocalImpact hinge = pendulum(0.3, infinity);
    for (const CollisionLaw law : allLaws)
      QVERIFY(!planarKinks(law, hinge.W, {.friction = 0.5, .restitution = 0.5}));
  }
};

CAROM_TEST(PlanarKinks);
#include "tst_planar_kinks.moc"
