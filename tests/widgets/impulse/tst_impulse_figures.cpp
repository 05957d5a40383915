// The figures of impulse space: what the paper writes about each of them holds for its parameters, and the
// numbers of a figure are those of the formulas.
#include <cmath>
#include <map>

#include "base/figure_options.h"
#include "impulse/impulse_figure.h"
#include "impulse/impulse_lab.h"
#include "impulse/law_sweep_figure.h"
#include "laws/impulse_space.h"
#include "laws/permissible_impulse.h"
#include "support/widget_test.h"

using namespace carom;
using Law = CollisionLaw;

namespace {

constexpr double exact = 1e-12;

const ImpulsePreset& preset(const QString& figure) {
  for (const ImpulsePreset& one : impulsePresets())
    if (figure == QLatin1String(one.figure)) return one;
  qFatal("there is no such figure");
}

LocalVector impulseOf(const ImpulseCase& what, Law law) {
  return collide(law, what.impact, what.coefficients).P;
}

LocalVector withRestitution(ImpulseCase what, Law law, double e) {
  what.coefficients.restitution = e;
  return impulseOf(what, law);
}

/// Lines of a CSV by their first field.
std::multimap<QString, PlanarImpulse> pointsOf(const QString& csv) {
  std::multimap<QString, PlanarImpulse> points;
  for (const QString& line : csv.split('\n', Qt::SkipEmptyParts).mid(1)) {
    const QStringList fields = line.split(',');
    points.emplace(fields[0], PlanarImpulse(fields[1].toDouble(), fields[2].toDouble()));
  }
  return points;
}

}  // namespace

class TestImpulseFigures : public QObject {
  Q_OBJECT
 private slots:
  void everyFigureOfThePaperIsThere() {
    QStringList names;
    for (const ImpulsePreset& one : impulsePresets()) names << one.figure;
    QCOMPARE(names.join(' '), QStringLiteral("1 3a 3b 3c 3d 4 5 6 7 8 9"));
  }

  /// P_I, P_II and the corners of the construction, from M and V by hand.
  void theNumbersAreThoseOfTheFormulas_data() {
    QTest::addColumn<QString>("figure");
    for (const ImpulsePreset& one : impulsePresets()) QTest::newRow(one.figure) << QString(one.figure);
  }

  void theNumbersAreThoseOfTheFormulas() {
    QFETCH(QString, figure);
    const ImpulseFigure shown(preset(figure));
    const auto points = pointsOf(shown.csv());
    const LocalImpact impact = shown.picture().what.impact;
    const double a = impact.W(0, 0), b = impact.W(0, 1), c = impact.W(1, 1), det = a * c - b * b;
    const double Vn = impact.V[0], Vt = impact.V[1];
    const auto at = [&](const char* name) { return points.find(name)->second; };
    QVERIFY((at("P_I") - PlanarImpulse(-Vn / a, 0)).norm() < exact);
    QVERIFY((at("2P_I") - 2 * at("P_I")).norm() < exact);
    QVERIFY((at("2P_II") - 2 * at("P_II")).norm() < exact);
    if (std::abs(det) < 1e-12) {
      QVERIFY(points.find("A") == points.end());
      // V_i is across the rod: P_II = −V_i/w.
      QVERIFY((at("P_II") + PlanarImpulse(Vn, Vt) / (a + c)).norm() < exact);
      return;
    }
    const PlanarImpulse PII(-(c * Vn - b * Vt) / det, -(a * Vt - b * Vn) / det);
    QVERIFY((at("P_II") - PII).norm() < exact);
    // V·M·V = −V·P_II; A and B: P_II ± M (0, v) with M_tt v² the same, M = (c, −b; −b, a)/det.
    const double twice = -(Vn * PII[0] + Vt * PII[1]), v = std::sqrt(twice * det / a),
                 u = std::sqrt(twice * det / c);
    QVERIFY((at("A") - PII - v / det * PlanarImpulse(-b, a)).norm() < exact);
    QVERIFY((at("B") - PII + v / det * PlanarImpulse(-b, a)).norm() < exact);
    QVERIFY((at("C") - PII - u / det * PlanarImpulse(c, -b)).norm() < exact);
    QVERIFY((at("D") - PII + u / det * PlanarImpulse(c, -b)).norm() < exact);
  }

  void thePictureIsDrawn_data() { theNumbersAreThoseOfTheFormulas_data(); }

  /// In colours other than that of the paper; twice the same.
  void thePictureIsDrawn() {
    QFETCH(QString, figure);
    const QImage image = renderFigure(ImpulseFigure(preset(figure)));
    long coloured = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) coloured += image.pixel(x, y) != image.pixel(0, 0);
    QVERIFY(coloured > 5000);
    QCOMPARE(renderFigure(ImpulseFigure(preset(figure))), image);
  }

  /// Fig. 3b: along the right friction line to the line of sticking, then parallel to the left one.
  void routhsPathReverses() {
    const ImpulseCase what = preset("3b").make();
    const double mu = what.coefficients.friction;
    const auto path = routhPath(what.impact, what.coefficients);
    QVERIFY(path.size() >= 3);
    QVERIFY(std::abs(path[1][1] - mu * path[1][0]) < exact);
    QVERIFY(std::abs(what.impact.after(path[1])[1]) < exact);
    const LocalVector last = path.back() - path[1];
    QVERIFY(std::abs(last[1] + mu * last[0]) < exact);
  }

  /// Fig. 3c: the line of reversed slip meets the normal axis beyond E, at e > 1.
  void reversedSlipLiesBeyondE() {
    const ImpulseCase what = preset("3c").make();
    const ImpulseDiagram diagram(what.impact);
    const ImpulseLine line = diagram.tangentialLine(1);
    const PlanarImpulse onAxis = line.at - line.at[1] / line.along[1] * line.along;
    QVERIFY(std::abs(onAxis[1]) < exact);
    QVERIFY(onAxis[0] > 2 * diagram.frictionless()[0]);
    QVERIFY(preset("3c").look().reversal);
  }

  /// Figs 3d, 4: the line of sticking meets that of e = 1 outside of the ellipse.
  void whittakersLawMayGainEnergy() {
    ImpulseCase what = preset("4").make();
    QVERIFY(!permissible(what.impact, withRestitution(what, Law::Whittaker, 1), what.coefficients.friction)
                 .energy);
    QVERIFY(permissible(what.impact, withRestitution(what, Law::Routh, 1), what.coefficients.friction).all());
  }

  /// Fig. 5: Whittaker's law is the same as Routh's; the new law as the bilinear one.
  void diagonalMassesMakeLawsCoincide() {
    const ImpulseCase what = preset("5").make();
    for (const double e : {0.0, 0.3, 0.6, 1.0}) {
      QVERIFY((withRestitution(what, Law::Whittaker, e) - withRestitution(what, Law::Routh, e)).norm() <
              exact);
      QVERIFY(
          (withRestitution(what, Law::ChatterjeeRuina, e) - withRestitution(what, Law::Bilinear, e)).norm() <
          exact);
    }
  }

  /// Fig. 6: only Routh's law leaves the line of maximum compression; the new law can come back along it,
  /// beyond P_II; its set is that line.
  void grazingReboundsByRouthOnly() {
    const ImpulseFigure shown(preset("6"));
    const LocalImpact impact = shown.picture().what.impact;
    QCOMPARE(impact.V[0], 0.0);
    for (const LawDiagram& law : shown.picture().laws) QCOMPARE(law.after[0] > exact, law.law == Law::Routh);
    const LawDiagram& chatterjee = shown.picture().laws.front();
    QVERIFY(chatterjee.law == Law::ChatterjeeRuina);
    double farthest = 0;
    for (const LocalVector& P : chatterjee.accessible) {
      QVERIFY(std::abs(impact.after(P)[0]) < exact);
      farthest = std::max(farthest, P[1]);
    }
    QVERIFY(std::abs(farthest - 2 * shown.picture().diagram.sticking()[1]) < exact);
  }

  /// Fig. 7: the centre lies below the tangential axis; e = 0 and μ = ∞ are no dead collision.
  void infiniteFrictionIsNoDeadCollision() {
    const ImpulseCase what = preset("7").make();
    QVERIFY(std::isinf(what.coefficients.friction));
    QVERIFY(what.impact.sticking()[0] < 0);
    const LocalVector P = withRestitution(what, Law::Routh, 0);
    QVERIFY((P - what.impact.sticking()).norm() > 0.1);
    QVERIFY(P[0] >= -exact);
  }

  /// Fig. 8: the ellipse is a strip; Whittaker's law, which has no limit there, is not shown.
  void aPendulumHasAStrip() {
    const ImpulseFigure shown(preset("8"));
    QVERIFY(shown.picture().diagram.isStrip());
    for (const LawDiagram& law : shown.picture().laws) {
      QVERIFY(law.law != Law::Whittaker);
      QVERIFY(law.refusal.empty() && law.permissible.all());
    }
  }

  /// Fig. 9: "the maximum possible value for e is about 17".
  void nearGrazingHasALargeRestitution() {
    const ImpulseCase what = preset("9").make();
    const double largest = ImpulseDiagram(what.impact).largestRestitution(what.coefficients.friction);
    QVERIFY(largest > 16.9 && largest < 17.1);
    QCOMPARE(what.impact.W(0, 1), 0.0);
    QVERIFY(preset("9").look().aboveOne);
  }

  void whatHasNoPictureIsRefused() {
    ImpulseCase what = preset("1").make();
    what.impact.V[0] = 0.5;
    QVERIFY_EXCEPTION_THROWN(ImpulseFigure(what, {}, "y"), FigureError);
    what = spatialImpulseCase();
    QVERIFY_EXCEPTION_THROWN(ImpulseFigure(what, {}, "y"), FigureError);
  }

  void aCaseIsKeptAsText() {
    for (const ImpulsePreset& one : impulsePresets()) {
      const auto kept = caseOfText(caseText(one.make()));
      QVERIFY2(kept.has_value(), one.figure);
      QVERIFY(*kept == one.make());
    }
    for (const char* broken :
         {"", "1 2 3", "1 0 1 -1 0 0.5 2 0 1", "1 5 1 -1 0 0.5 0.5 0 1", "1 0 1 1 0 0 0 0 0",
          "nan 0 1 -1 0 0.5 0.5 0 1", "1 0 1 -1 0 -0.5 0.5 0 1", "a b c d e f g h i"})
      QVERIFY2(!caseOfText(broken), broken);
  }

  /// The curves of a sweep are what the laws answer.
  void aSweepHoldsTheAnswersOfTheLaws() {
    const ImpulseCase what = preset("5").make();
    for (const LawQuantity quantity :
         {LawQuantity::Incidence, LawQuantity::Friction, LawQuantity::Restitution, LawQuantity::Tangential,
          LawQuantity::Tilt}) {
      const LawSweep sweep =
          lawSweep(what, "x", quantity, LawResult::Energy, {Law::ChatterjeeRuina, Law::Bilinear});
      QCOMPARE(sweep.answers.size(), std::size_t{2});
      for (std::size_t k = 0; k < sweep.values.size(); k += 30) {
        const LawCase now = withQuantity(what.impact, what.coefficients, quantity, sweep.values[k]);
        const double off = quantityOf(now.impact, now.coefficients, quantity) - sweep.values[k];
        // An axis at −90° is the one at 90°.
        QVERIFY(std::abs(quantity == LawQuantity::Tilt ? std::remainder(off, M_PI) : off) < 1e-9);
        const LocalVector P = collide(Law::ChatterjeeRuina, now.impact, now.coefficients).P;
        QVERIFY((sweep.answers[0][k].impulse - P).norm() == 0);
        // A tilted M couples the directions: the bilinear law refuses it.
        const bool central = std::abs(now.impact.W(0, 1)) <= 1e-12;
        QVERIFY(quantity != LawQuantity::Tilt || central == sweep.answers[1][k].refusal.empty());
      }
      const QStringList lines = lawSweepCsv(sweep).split('\n', Qt::SkipEmptyParts);
      QCOMPARE(lines.size(), static_cast<qsizetype>(sweep.values.size()) + 1);
      for (const QString& line : lines) QCOMPARE(line.count(','), 10);
      QVERIFY(!renderFigure(LawSweepFigure(sweep)).isNull());
    }
  }
};

CAROM_OFFSCREEN_TEST(TestImpulseFigures);
#include "tst_impulse_figures.moc"
