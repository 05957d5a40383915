// The figures of impulse space: what the paper writes about each of them holds for its parameters, and the
// numbers of a figure are those of the formulas.
#include <Eigen/LU>
#include <cmath>
#include <map>
#include <set>

#include "base/figure_options.h"
#include "impulse/impulse_cards.h"
#include "impulse/impulse_figure.h"
#include "impulse/impulse_lab.h"
#include "impulse/impulse_legend.h"
#include "impulse/impulse_parameters.h"
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

/// Where two lines meet, by Cramer's rule.
PlanarImpulse meeting(const ImpulseLine& one, const ImpulseLine& two) {
  Eigen::Matrix2d along;
  along << one.along, -two.along;
  return one.at + (along.inverse() * (two.at - one.at))[0] * one.along;
}

/// Whether a closed border goes around a point, or passes it within 1e-2 of its size.
bool isWithin(const std::vector<LocalVector>& border, const LocalVector& P) {
  double turn = 0, nearest = HUGE_VAL, size = 0;
  for (std::size_t i = 0; i < border.size(); ++i) {
    const LocalVector a = border[i] - P, b = border[(i + 1) % border.size()] - P;
    turn += std::atan2(a[0] * b[1] - a[1] * b[0], a.dot(b));
    nearest = std::min(nearest, a.norm());
    size = std::max(size, a.norm());
  }
  return std::abs(turn) > 3 || nearest < 1e-2 * size;
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
    if (shown.picture().look.letters == ImpulseLook::Letters::Points)
      return;  // see theDataOfFigureOneAreItsOwn
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

  /// Where the name of a line would hide a piece of another line, the names stand below the picture.
  void namesHideNoLines() {
    constexpr double column = 250, middle = 340;  // pt
    for (const char* figure : {"3c", "4", "6", "8"}) {
      const ImpulseFigure below(preset(figure));
      QVERIFY2(below.heightAt(column) > 1.01 * column * below.aspect(), figure);
    }
    const ImpulseFigure within(preset("4"));
    QCOMPARE(within.heightAt(middle), middle * within.aspect());
  }

  /// In grey, too, a reader finds each line of the legend: no two have the same dashes, but for the cone and
  /// the ellipse, which have signs of their own there.
  void linesOfTheLegendDifferInTheirDashes() {
    using What = NamedImpulseLine::What;
    for (const char* figure : {"1", "3c", "3d", "4", "8"}) {
      const ImpulseFigure shown(preset(figure));
      std::vector<Qt::PenStyle> styles;
      for (const NamedImpulseLine& line : namedLines(shown.picture(), LineNames::Legend)) {
        if (line.what == What::Friction || line.what == What::Energy) continue;
        // Two lines that coincide in Fig. 8 share the dashes of the border of e = 1, which is elsewhere.
        if (qstrcmp(figure, "8") == 0 && line.what == What::Sticking) continue;
        QVERIFY2(std::ranges::find(styles, line.style) == styles.end(), figure);
        styles.push_back(line.style);
      }
      QVERIFY2(styles.size() >= 2, figure);
    }
  }

  /// Fig. 8: the line of sticking is that of maximum compression, and both are seen.
  void linesThatCoincideAreToldApart() {
    const auto styleOf = [](const char* figure) {
      const ImpulseFigure shown(preset(figure));
      const std::vector<NamedImpulseLine> lines = namedLines(shown.picture());
      return std::ranges::find(lines, NamedImpulseLine::What::Sticking, &NamedImpulseLine::what)->style;
    };
    QCOMPARE(styleOf("8"), Qt::DashLine);
    QCOMPARE(styleOf("4"), Qt::SolidLine);
  }

  /// Fig. 1, 3.1: A bisects OB, a direct reversal keeps the energy, V_i is normal to the ellipse at O, and D
  /// is on an e < 1 line outside of the ellipse.
  void theRegionOfAGenericCollision() {
    const ImpulseCase what = preset("1").make();
    const ImpulseDiagram diagram(what.impact);
    QVERIFY(std::abs(diagram.energyGained(2 * diagram.frictionless())) < exact);
    QVERIFY(std::abs(diagram.energyGained(2 * diagram.sticking())) < exact);
    QVERIFY((what.impact.after(LocalVector(2 * diagram.sticking())) + what.impact.V).norm() < exact);
    // The gradient of the energy at O is V_i, by central differences of a quadratic: exact but for rounding.
    const double h = 0.5;
    const PlanarImpulse gradient((diagram.energyGained({h, 0}) - diagram.energyGained({-h, 0})) / (2 * h),
                                 (diagram.energyGained({0, h}) - diagram.energyGained({0, -h})) / (2 * h));
    QVERIFY((gradient - PlanarImpulse(what.impact.V[0], what.impact.V[1])).norm() < exact);
    const double e = what.coefficients.restitution;
    const ImpulseLine line = diagram.normalLine(e), sticking = diagram.tangentialLine(0);
    const PlanarImpulse D = meeting(line, sticking);
    QVERIFY(e < 1 && std::abs(what.impact.after(LocalVector(D))[1]) < exact);
    QVERIFY(std::abs(what.impact.after(LocalVector(D))[0] + e * what.impact.V[0]) < exact);
    QVERIFY(diagram.energyGained(D) > 0);
    QVERIFY(preset("1").look().letters == ImpulseLook::Letters::Points);
  }

  /// Fig. 1 names other points A to D than Fig. 3a: A and B on the normal, C where it sticks at the end of
  /// compression, D where it would stick at e. Its border of the permissible region fulfils all conditions.
  void theDataOfFigureOneAreItsOwn() {
    const ImpulseFigure shown(preset("1"));
    const auto points = pointsOf(shown.csv());
    const auto at = [&](const char* name) { return points.find(name)->second; };
    QVERIFY((at("A") - at("P_I")).norm() < exact && (at("B") - at("2P_I")).norm() < exact);
    QVERIFY((at("C") - at("P_II")).norm() < exact);
    const ImpulseCase& what = shown.picture().what;
    const LocalVector after = what.impact.after(LocalVector(at("D")));
    QVERIFY(std::abs(after[1]) < exact);
    QVERIFY(std::abs(after[0] + what.coefficients.restitution * what.impact.V[0]) < exact);
    QVERIFY(points.count("permissible") > 4);
    const auto [first, last] = points.equal_range("permissible");
    for (auto one = first; one != last; ++one) {
      const PlanarImpulse inside = one->second + 1e-9 * (1.2 * at("P_I") - one->second);
      QVERIFY(permissible(what.impact, LocalVector(inside), what.coefficients.friction).all());
    }
    QCOMPARE(pointsOf(ImpulseFigure(preset("3a")).csv()).count("permissible"), std::size_t{0});
  }

  /// Figs 3d, 4: Kane's point, where the line of sticking meets that of e = 1, is within the frame.
  void kanesPointIsSeen() {
    for (const char* figure : {"3d", "4"}) {
      const ImpulseFigure shown(preset(figure));
      const ImpulseDiagram& diagram = shown.picture().diagram;
      const PlanarImpulse kane = meeting(diagram.normalLine(1), diagram.tangentialLine(0));
      QVERIFY(diagram.energyGained(kane) > 0);
      for (const double width : {300.0, 500.0, 900.0})
        QVERIFY(impulseFrame(shown.picture(), {0, 0, width, 400}, 1).data.contains(placeOf(kane)));
    }
  }

  /// Fig. 3c, 4.2.3: parameterised from e = −1 the curve climbs from the origin up the right friction line
  /// until the slip is reversed, and goes on where e = 0 is, without a kink.
  void smithsCurveClimbsFromTheOrigin() {
    const ImpulseFigure shown(preset("3c"));
    const ImpulseCase& what = shown.picture().what;
    const double mu = what.coefficients.friction;
    const std::vector<LocalVector>& approach = shown.picture().approach;
    QVERIFY(approach.size() > 10);
    QVERIFY(approach.front().isZero(0));
    QVERIFY((approach.back() - withRestitution(what, Law::Smith, 0)).norm() < exact);
    for (std::size_t i = 0; i < approach.size(); ++i) {
      const double e = static_cast<double>(i) / static_cast<double>(approach.size() - 1) - 1;
      const LocalVector V = what.impact.after(approach[i]);
      QVERIFY(std::abs(V[0] + e * what.impact.V[0]) < exact);
      const double a = what.impact.V[1], b = V[1];
      const double ratio = -mu * (a * std::abs(a) + b * std::abs(b)) / (a * a + b * b);
      QVERIFY(std::abs(approach[i][1] - ratio * approach[i][0]) < exact);
    }
    QVERIFY(std::abs(approach[1][1] - mu * approach[1][0]) < 0.01 * approach[1][0]);
    QCOMPARE(pointsOf(shown.csv()).count("smith e<0"), approach.size());
  }

  /// Fig. 2: the impulses of the new law in space lie in the plane through O, P_I and P_II.
  void theNewLawReachesAPlaneRegionInSpace() {
    const ImpulseCase what = spatialImpulseCase();
    const Eigen::Vector3d PI = what.impact.frictionless(), PII = what.impact.sticking();
    const Eigen::Vector3d normal = PI.cross(PII).normalized();
    for (const LocalVector& P : accessibleBoundary(Law::ChatterjeeRuina, what.impact, what.coefficients, 64))
      QVERIFY(std::abs(normal.dot(Eigen::Vector3d(P[0], P[1], P[2]))) < exact);
  }

  /// Fig. 3a: the tangents are vertical at A and B and horizontal at C and D; O lies on the arc AD, and E and
  /// F lie on a line parallel to AB.
  void theConstruction() {
    const ImpulseCase what = preset("3a").make();
    const ImpulseDiagram diagram(what.impact);
    const auto [B, A] = *diagram.compressionEnds();
    const auto [D, C] = *diagram.stickingEnds();
    for (const PlanarImpulse& P : {A, B, C, D}) QVERIFY(std::abs(diagram.energyGained(P)) < exact);
    for (const PlanarImpulse& P : {A, B}) QVERIFY(std::abs(what.impact.after(LocalVector(P))[0]) < exact);
    for (const PlanarImpulse& P : {C, D}) QVERIFY(std::abs(what.impact.after(LocalVector(P))[1]) < exact);
    QVERIFY(A[1] > B[1] && C[0] > D[0]);
    const PlanarImpulse EF = 2 * diagram.sticking() - 2 * diagram.frictionless(), AB = B - A;
    QVERIFY(std::abs(EF[0] * AB[1] - EF[1] * AB[0]) < exact);
    // On the arc from D to A the contact closes, V_n < 0, and the slip is to the left, V_t < 0.
    QVERIFY(what.impact.V[0] < 0 && what.impact.V[1] < 0);
    QVERIFY(std::abs(diagram.energyGained({0, 0})) < exact);
  }

  /// Fig. 3c: up the right friction line to the line of sticking; beyond it the impulse ratio is that of eq.
  /// 8, below μ.
  void smithsPathCurvesAway() {
    const ImpulseCase what = preset("3c").make();
    const double mu = what.coefficients.friction;
    bool curved = false;
    for (double e = 0; e <= 1; e += 0.0625) {
      const LocalVector P = withRestitution(what, Law::Smith, e), V = what.impact.after(P);
      const double a = what.impact.V[1], b = V[1];
      const double ratio = -mu * (a * std::abs(a) + b * std::abs(b)) / (a * a + b * b);
      QVERIFY(std::abs(V[0] + e * what.impact.V[0]) < exact);
      QVERIFY(std::abs(P[1] - ratio * P[0]) < exact);
      QVERIFY(b > 0 ? P[1] < mu * P[0] : std::abs(P[1] - mu * P[0]) < exact);
      curved = curved || b > 0;
    }
    QVERIFY(curved);
  }

  /// Fig. 3d: where the line of e meets that of sticking, if the point is between the friction lines; else
  /// where it meets the friction line on that side.
  void whittakersImpulseIsOnTheFrictionLine() {
    ImpulseCase what = preset("3d").make();
    const ImpulseDiagram diagram(what.impact);
    std::set<int> sides;
    for (const double mu : {what.coefficients.friction, 0.1})
      for (const double e : {0.0, what.coefficients.restitution}) {
        what.coefficients.friction = mu;
        const ImpulseLine line = diagram.normalLine(e);
        PlanarImpulse P = meeting(line, diagram.tangentialLine(0));
        const int side = std::abs(P[1]) <= mu * P[0] ? 0 : P[1] > 0 ? 1 : -1;
        if (side != 0) P = meeting(line, {{0, 0}, {1, side * mu}});
        QVERIFY((withRestitution(what, Law::Whittaker, e) - LocalVector(P)).norm() < exact);
        sides.insert(side);
      }
    QCOMPARE(sides.size(), std::size_t{3});
  }

  /// Fig. 4 "approximately duplicates Fig. 1".
  void theGenericFiguresShowOneImpact() {
    for (const char* figure : {"3a", "3b", "3c", "3d", "4"}) {
      QVERIFY(preset(figure).make().impact.W == preset("1").make().impact.W);
      QVERIFY(preset(figure).make().impact.V == preset("1").make().impact.V);
    }
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
    // The line of sticking makes a larger angle with the normal than the friction lines do. The end has (1 +
    // e) times P_n of the line of maximum compression.
    const ImpulseDiagram diagram(what.impact);
    const Eigen::Vector2d sticking = diagram.tangentialLine(0).along;
    QVERIFY(std::abs(sticking[1]) > mu * std::abs(sticking[0]));
    const LocalVector compressed = withRestitution(what, Law::Routh, 0);
    QVERIFY(std::abs(what.impact.after(compressed)[0]) < exact);
    QVERIFY(std::abs(path.back()[0] - (1 + what.coefficients.restitution) * compressed[0]) < exact);
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

  /// Fig. 5: the lines are aligned with the axes, and both sets are the same.
  void diagonalMassesAlignTheLines() {
    const ImpulseCase what = preset("5").make();
    const ImpulseDiagram diagram(what.impact);
    QCOMPARE(diagram.normalLine(0).along[0], 0.0);
    QCOMPARE(diagram.tangentialLine(0).along[1], 0.0);
    const auto fresh = accessibleBoundary(Law::ChatterjeeRuina, what.impact, what.coefficients, 80),
               bilinear = accessibleBoundary(Law::Bilinear, what.impact, what.coefficients, 80);
    for (std::size_t i = 0; i < fresh.size(); ++i) QVERIFY((fresh[i] - bilinear[i]).norm() < exact);
  }

  /// Fig. 6: the ellipse touches the normal axis at O. The laws with Newton's restitution have one impulse
  /// for all e, on the line that the new law reaches; Routh's has no tangential rebound.
  void grazingLeavesOneImpulse() {
    const ImpulseCase what = preset("6").make();
    const ImpulseDiagram diagram(what.impact);
    for (const double h : {0.25, -0.25})  // along the axis the energy has its least value at O
      QVERIFY(std::abs(diagram.energyGained({h, 0}) - 0.5 * h * h * what.impact.W(0, 0)) < exact);
    for (const Law law : {Law::Whittaker, Law::Smith})
      for (const double e : {0.0, 0.5, 1.0}) {
        const LocalVector P = withRestitution(what, law, e);
        QVERIFY((P - withRestitution(what, law, 0.3)).norm() < exact);
        QVERIFY(std::abs(what.impact.after(P)[0]) < exact);
        QVERIFY(P[1] > -exact && P[1] < 2 * diagram.sticking()[1] + exact);
      }
    QVERIFY(std::abs(what.impact.after(withRestitution(what, Law::Routh, 1))[1]) < exact);
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

  /// Fig. 7: with the centre on the tangential axis Routh's set is one point, P_II.
  void infiniteFrictionMayLeaveOneImpulse() {
    ImpulseCase what = preset("7").make();
    const LocalMatrix M = what.impact.mass();
    what.impact.V[1] = -M(0, 0) / M(0, 1) * what.impact.V[0];  // (M V)_n = 0
    QVERIFY(std::abs(what.impact.sticking()[0]) < exact);
    for (const double e : {0.0, 0.5, 1.0})
      QVERIFY((withRestitution(what, Law::Routh, e) - what.impact.sticking()).norm() < exact);
  }

  /// Fig. 7: "the new law covers the other laws considered": their impulses for all e lie in its set.
  void theNewLawCoversTheOthersAtInfiniteFriction() {
    ImpulseCase what = preset("7").make();
    const auto border = accessibleBoundary(Law::ChatterjeeRuina, what.impact, what.coefficients, 400);
    for (const Law law : {Law::Routh, Law::Whittaker, Law::Smith})
      for (const double e : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const LocalVector P = withRestitution(what, law, e);
        if (!permissible(what.impact, P, what.coefficients.friction).all()) continue;  // Whittaker's
        QVERIFY2(isWithin(border, P), nameOf(law).data());
      }
  }

  /// Fig. 8: with this friction Routh's law predicts a dead collision for all e. Whittaker's gains
  /// energy without bound as the hinge gets heavier.
  void aPendulumIsDeadByRouthAndGainsByWhittaker() {
    const ImpulseCase what = preset("8").make();
    for (const double e : {0.0, 0.5, 1.0})
      QVERIFY(what.impact.after(withRestitution(what, Law::Routh, e)).norm() < exact);
    double last = 0;
    for (const double hinge : {1e-2, 1e-4, 1e-6}) {  // inverse mass along the rod
      ImpulseCase heavy = what;
      const Eigen::Vector2d along(-what.impact.V[1], what.impact.V[0]);
      heavy.impact.W += hinge * along * along.transpose();
      heavy.coefficients.friction = HUGE_VAL;
      const LocalVector P = withRestitution(heavy, Law::Whittaker, 1);
      const double gain = heavy.impact.energy(heavy.impact.after(P)) / heavy.impact.energy(heavy.impact.V);
      QVERIFY(gain > 50 * std::max(1.0, last));
      last = gain;
    }
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
    // By hand: where the friction line against the slip leaves the ellipse, or the top of the ellipse.
    const double mu = what.coefficients.friction, a = what.impact.W(0, 0), c = what.impact.W(1, 1);
    const double Vn = what.impact.V[0], Vt = what.impact.V[1];
    const double Pn = -2 * (Vn - mu * std::copysign(1.0, Vt) * Vt) / (a + mu * mu * c);
    const double top = -Vn / a + std::sqrt((Vn * Vn / a + Vt * Vt / c) / a);
    const bool reachesTop = std::abs(Vt) / c < mu * top;
    QVERIFY(std::abs(largest + (Vn + a * (reachesTop ? top : Pn)) / Vn) < 1e-11);
    QCOMPARE(what.impact.W(0, 1), 0.0);
    QVERIFY(preset("9").look().aboveOne);
  }

  /// A figure made from other parameters has their numbers, and keeps those that were not named.
  void figuresAreMadeFromParameters() {
    const ImpulseCase plain = preset("4").make();
    const ImpulseCase what =
        withNamedValues(plain, {{"Mnt", -0.2}, {"Vt", -0.9}, {"friction", HUGE_VAL}, {"restitution", 1.25}});
    QVERIFY((what.impact.mass() - (Eigen::Matrix2d() << 1, -0.2, -0.2, 1.2).finished()).norm() < exact);
    QCOMPARE(what.impact.V[1], -0.9);
    QCOMPARE(what.impact.V[0], plain.impact.V[0]);
    QVERIFY(std::isinf(what.coefficients.friction) && what.coefficients.restitution == 1.25);
    QCOMPARE(what.coefficients.tangential, plain.coefficients.tangential);
    for (const ImpulseCase& one : {preset("4").make(), preset("8").make(), spatialImpulseCase()})
      for (const ImpulseParameter& parameter : impulseParameters(one.impact)) {
        const double value = valueOf(one, parameter);
        const ImpulseCase same = withNamedValues(one, {{parameter.name.toStdString(), value}});
        QVERIFY((same.impact.W - one.impact.W).norm() < exact * one.impact.W.norm());
        QVERIFY((same.impact.V - one.impact.V).norm() < exact);
      }
    const ImpulseCase rod = withNamedValues(preset("8").make(), {{"angle", 0.5}, {"speed", 2}});
    QVERIFY((rod.impact.V - Eigen::Vector2d(-2 * std::sin(0.5), -2 * std::cos(0.5))).norm() < exact);
    QVERIFY((rod.impact.W * Eigen::Vector2d(std::cos(0.5), -std::sin(0.5))).norm() < exact);
    for (const auto& [name, value] : {std::pair("theta", 1.0),
                                      {"Mnt", 3.0},
                                      {"Vn", 1.0},
                                      {"friction", -1.0},
                                      {"restitution", HUGE_VAL},
                                      {"sigma", 2.0},
                                      {"M22", 1.0}})
      QVERIFY_THROWS_EXCEPTION(FigureError, withNamedValues(plain, {{name, value}}));
  }

  /// A case of three impulses: each solves Whittaker's equations, and a figure in space shows them.
  void severalImpulsesAreThere() {
    const ImpulseCase what = severalImpulsesCase();
    const LawDiagram answer = lawDiagram(Law::Whittaker, what.impact, what.coefficients, 0);
    QCOMPARE(answer.others.size(), std::size_t{2});
    QVERIFY((answer.impulse - impulseOf(what, Law::Whittaker)).norm() == 0);
    QVERIFY(answerWords(answer).contains("first of 3"));
    std::vector<LocalVector> all = answer.others;
    all.push_back(answer.impulse);
    for (const LocalVector& P : all) {
      const Eigen::Vector3d V = what.impact.after(P);
      const Eigen::Vector2d slip = V.tail<2>(), Pt(P[1], P[2]);
      QVERIFY(std::abs(V[0] + what.coefficients.restitution * what.impact.V[0]) < 1e-10);
      QVERIFY(Pt.norm() <= what.coefficients.friction * P[0] + 1e-10);
      if (slip.norm() > 1e-9)  // against the slip, on the cone
        QVERIFY((Pt + what.coefficients.friction * P[0] * slip.normalized()).norm() < 1e-9);
    }
  }

  void whatHasNoPictureIsRefused() {
    ImpulseCase what = preset("1").make();
    what.impact.V[0] = 0.5;
    QVERIFY_THROWS_EXCEPTION(FigureError, ImpulseFigure(what, {}, "y"));
    what = spatialImpulseCase();
    QVERIFY_THROWS_EXCEPTION(FigureError, ImpulseFigure(what, {}, "y"));
  }

  void aCaseIsKeptAsText() {
    for (const ImpulsePreset& one : impulsePresets()) {
      const auto kept = caseOfText(caseText(one.make()));
      QVERIFY2(kept.has_value(), one.figure);
      QVERIFY(*kept == one.make());
    }
    for (const char* broken :
         {"", "1 2 3", "1 0 1 -1 0 0.5 -2 0 1", "1 5 1 -1 0 0.5 0.5 0 1", "1 0 1 1 0 0 0 0 0",
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
