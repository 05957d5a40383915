// A measure over two parameters: curves of unique pairs against the formula of G, extremes against the
// paper's.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stop_token>

#include "base/number_text.h"
#include "base/threads.h"
#include "impact/resolve.h"
#include "mechanics/contact/contacts.h"
#include "scene/edit/bake_assignments.h"
#include "study/landscape.h"
#include "support/test_program.h"
#include "support/units.h"

using namespace carom;
using namespace carom::examples;

namespace {

constexpr double radius = 0.0286;

/// G of the billiard break for two equal balls a and b: cos θ (1/m_c) / (1/m_a + 1/m_c).
double gramAt(const PlanePoint& at) {
  const double ma = std::pow(radius, 3), mc = std::pow(at[1], 3);
  return std::cos(at[0]) * ma / (ma + mc);
}

double levelOf(int m) {
  return -std::cos(std::numbers::pi / m);
}

Landscape breaks(int columns, int rows) {
  LandscapeQuestion question;
  question.over = {sweepAxis("theta", 75 * degree, 165 * degree, columns),
                   sweepAxis("rc", 0.012, 0.04, rows)};
  question.measure = parseMeasure("gram:ac:bc");
  return landscape(*Scene::open("billiard-break"), {}, question);
}

Landscape rhex(int columns, int rows) {
  LandscapeQuestion question;
  question.over = {sweepAxis("gamma", 5 * degree, 90 * degree, columns),
                   sweepAxis("phi", -175 * degree, -5 * degree, rows)};
  question.measure.kind = Measure::Kind::Gram;
  return landscape(*Scene::open("rhex"), {}, question);
}

/// Two contacts with G = cos(t)/2, t = π/2 + 0.3 (a² + b² − 1).
std::shared_ptr<const Scene> circleScene() {
  std::string text =
      R"json({"format": 1, "title": "Circle", "parameters": {"a": {"value": 1}, "b": {"value": 0}},
    "bodies": [BALL(p), BALL(q), BALL(c)],
    "contacts": [{"between": ["p", "c"], "name": "pc"}, {"between": ["q", "c"], "name": "qc"}],
    "initial": {"q": {"p.x": "0.2*cos(T/2)", "p.y": "0.2*sin(T/2)", "q.x": "0.2*cos(T/2)", "q.y": "-0.2*sin(T/2)"},
                "velocity": {"c.x": 1}}})json";
  const auto replaceAll = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  };
  for (const std::string name : {"p", "q", "c"})
    replaceAll(
        "BALL(" + name + ")",
        R"json({"joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}], "name": ")json" +
            name + "\"}");
  replaceAll("T/2", "(pi/2+0.3*(a^2+b^2-1))/2");
  return Scene::parse(text, "circle");
}

}  // namespace

class LandscapeTest : public QObject {
  Q_OBJECT
 private slots:
  void curvesAreWhereTheFormulaSays() {
    const Landscape table = breaks(37, 23);
    QCOMPARE(table.pair, (std::array<std::string, 2>{"ac", "bc"}));
    std::array<int, 7> found{};
    for (const UniqueCurve& curve : table.curves) {
      ++found[static_cast<std::size_t>(curve.m)];
      for (const PlanePoint& at : curve.points) {
        QVERIFY(std::abs(gramAt(at) - levelOf(curve.m)) < 1e-10);
      }
    }
    QCOMPARE(found[2], 1);  // θ = 90°, whatever r_c
    QCOMPARE(found[3], 1);
    QVERIFY(found[4] == 1);
  }

  /// Where a row of the table crosses a level, the curve has a point; it has no others there.
  void noCrossingOfARowIsMissed() {
    const Landscape table = breaks(91, 23);
    for (const double rc : table.table.over[1].values)
      for (int m = 2; m <= 6; ++m) {
        const double cosine = levelOf(m) * (1 + std::pow(rc / radius, 3));
        const bool crosses = std::abs(cosine) <= 1 && std::acos(cosine) > 75.01 * degree &&
                             std::acos(cosine) < 164.99 * degree;
        int points = 0;
        for (const UniqueCurve& curve : table.curves)
          for (const PlanePoint& at : curve.points)
            points += curve.m == m && at[1] == rc && std::abs(std::cos(at[0]) - cosine) < 1e-9;
        QCOMPARE(points, crosses ? 1 : 0);
      }
  }

  /// G is zero on the unit circle, and greatest at its centre.
  void aClosedCurveEndsWhereItBegins() {
    LandscapeQuestion question;
    question.over = {sweepAxis("a", -1.5, 1.52, 24), sweepAxis("b", -1.51, 1.5, 31)};
    question.measure = parseMeasure("gram");
    const Landscape table = landscape(*circleScene(), {}, question);
    QCOMPARE(table.curves.size(), std::size_t{1});
    const std::vector<PlanePoint>& circle = table.curves[0].points;
    QVERIFY(circle.size() > 40);
    QCOMPARE(circle.front(), circle.back());
    for (const PlanePoint& at : circle) QVERIFY(std::abs(std::hypot(at[0], at[1]) - 1) < 1e-9);
    QCOMPARE(table.extremes.size(), std::size_t{1});
    QVERIFY(table.extremes[0].isMaximum);
    QVERIFY(std::hypot(table.extremes[0].at[0], table.extremes[0].at[1]) < 1e-6);
    QVERIFY(std::abs(table.extremes[0].value - std::sin(0.3) / 2) < 1e-14);
  }

  /// The local extremes A, B and C of the paper's figure of RHex, to the digits that it prints.
  void rhexHasThePrintedExtremes() {
    const Landscape table = rhex(35, 69);
    const auto has = [&](double gamma, double phi, double G) {
      return std::ranges::any_of(table.extremes, [&](const LandscapeExtreme& extreme) {
        return std::abs(extreme.at[0] / std::numbers::pi - gamma) < 6e-4 &&
               std::abs(extreme.at[1] / std::numbers::pi - phi) < 6e-4 &&
               std::abs(extreme.value / G - 1) < 1e-4;
      });
    };
    QVERIFY(has(0.331, -0.811, 1.2903e-4));
    QVERIFY(has(0.331, -0.574, 1.2903e-4));
    QVERIFY(has(0.260, -0.151, 5.1122e-3));
  }

  /// Along the curve of m = 3 the ξ of a break is 0 whatever the radius of its ball: a valley, no minima.
  void aLevelValleyHasNoMinima() {
    const double degree = std::numbers::pi / 180;
    for (const std::size_t points : {31, 44}) {
      LandscapeQuestion question;
      question.over = {sweepAxis("theta", 62 * degree, 178 * degree, points),
                       sweepAxis("ra", 0.015, 0.09, points)};
      question.measure = parseMeasure("xi");
      const Landscape table = landscape(*Scene::open("billiard-break"), {}, question);
      QVERIFY(std::ranges::any_of(table.curves, [](const UniqueCurve& curve) { return curve.m == 3; }));
      for (const LandscapeExtreme& extreme : table.extremes)
        QVERIFY2(extreme.isMaximum || extreme.value > 1e-3, qPrintable(QString::number(extreme.value)));
    }
  }

  /// Two points of the table climb to each of the two maxima on minitaur's narrow ridges.
  void anExtremeIsFoundOnce() {
    LandscapeQuestion question;
    const double degree = std::numbers::pi / 180;
    question.over = {sweepAxis("spread", 20 * degree, 120 * degree, 60),
                     sweepAxis("swing", -40 * degree, 40 * degree, 60)};
    question.measure = parseMeasure("gram");
    const Landscape table = landscape(*Scene::open("minitaur"), {}, question);
    QCOMPARE(table.extremes.size(), std::size_t{2});
    for (std::size_t a = 0; a < 2; ++a)
      QVERIFY(std::abs(table.extremes[0].at[a] - (a == 0 ? 1 : -1) * table.extremes[1].at[a]) < 0.1 * degree);
  }

  /// An axis may be an initial coordinate: the same as the scene with that number, where trex closes its gaps
  /// from there.
  void coordinatesAreAxes() {
    const auto trex = Scene::open("trex");
    LandscapeQuestion question;
    question.over = {sweepAxis("front.angle", 5.75, 5.8, 4), sweepAxis("shin_left.angle", 5.2, 5.3, 3)};
    question.measure.kind = Measure::Kind::Gram;
    const Landscape found = landscape(*trex, {}, question);
    QVERIFY(found.table.complete);
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        std::string text = trex->text();
        const auto put = [&](const std::string& entry, const std::string& expression, double value) {
          const std::string old = '"' + entry + "\": \"" + expression + '"';
          QVERIFY(text.find(old) != std::string::npos);
          text.replace(text.find(old), old.size(), '"' + entry + "\": " + shortestText(value));
        };
        put("front.angle", "theta", question.over[0].values[i]);
        put("shin_left.angle", "gamma_left", question.over[1].values[j]);
        const SceneInstance there = Scene::parse(text, "trex")->instantiate();
        const auto problem = impactAt(*there.mechanism, there.initial.q, there.initial.p);
        QCOMPARE(found.table.points[3 * i + j].value, std::optional(problem.value().gram()(0, 1)));
      }
    const Assignments set{{"front.angle", "5.76"}, {"shin_left.angle", "300deg"}};
    const auto baked = Scene::parse(bakedText(*trex, set), "trex");
    QCOMPARE(baked->instantiate().initial.q, trex->instantiate(set).initial.q);
  }

  void aRepeatedBodyHasCoordinates() {
    const auto row = Scene::parse(
        "{\"format\": 1, \"title\": \"Three\", \"bodies\": [{\"repeat\": {\"index\": \"i\", \"count\": 3}, "
        "\"name\": \"ball{i}\", \"joints\": [\"x\"], \"mass\": 1, \"shapes\": [{\"type\": \"ball\", "
        "\"radius\": 0.5}]}], \"initial\": {\"q\": {\"ball{i}.x\": \"i\"}}}",
        "row");
    const Assignments set{{"ball2.x", "250cm"}};
    const Eigen::Vector3d expected(0, 1, 2.5);
    QCOMPARE(Eigen::Vector3d(row->instantiate(set).initial.q), expected);
    QCOMPARE(Eigen::Vector3d(Scene::parse(bakedText(*row, set), "row")->instantiate().initial.q), expected);
  }

  void wrongCoordinatesAreRefused() {
    const auto fault = [](const Assignments& set) -> std::string {
      try {
        Scene::open("billiard-break")->instantiate(set);
      } catch (const SceneError& error) {
        return error.fault() == SceneError::Fault::Command ? error.what() : "";
      }
      return {};
    };
    QVERIFY(fault({{"a.w", "1"}}).find("a.x") != std::string::npos);
    QVERIFY(fault({{"a.x", "2*ra"}}).find("uses a parameter") != std::string::npos);
    QVERIFY(!fault({{"a.x", "1/0"}}).empty());
    QVERIFY(!fault({{"a.x", "nonsense("}}).empty());
  }

  void anImpossiblePartIsEmpty() {
    LandscapeQuestion question;
    question.over = {sweepAxis("theta", 20 * degree, 170 * degree, 16), sweepAxis("rc", 0.012, 0.04, 8)};
    const Landscape wide = landscape(*Scene::open("billiard-break"), {}, question);
    for (std::size_t i = 0; i < wide.table.points.size(); ++i) {
      const double theta = question.over[0].values[i / 8], rc = question.over[1].values[i % 8];
      const bool overlaps = 2 * (radius + rc) * std::sin(theta / 2) < 2 * radius;
      QCOMPARE(wide.table.points[i].value.has_value(), !overlaps);
    }
  }

  void theSameBitsForAnyNumberOfThreads() {
    std::vector<Landscape> all;
    for (const int threads : {1, 2, 3}) withThreads(threads, [&] { all.push_back(rhex(15, 31)); });
    for (const Landscape& table : all) {
      QCOMPARE(table.extremes.size(), all[0].extremes.size());
      for (std::size_t i = 0; i < table.extremes.size(); ++i)
        QCOMPARE(table.extremes[i].at, all[0].extremes[i].at);
      QCOMPARE(table.curves.size(), all[0].curves.size());
      for (std::size_t i = 0; i < table.curves.size(); ++i)
        QVERIFY(table.curves[i].points == all[0].curves[i].points);
    }
  }

  void aStoppedOneHasItsBeginningOnly() {
    std::stop_source stop;
    stop.request_stop();
    LandscapeQuestion question;
    question.over = {sweepAxis("theta", 1.6, 2, 5), sweepAxis("rc", 0.02, 0.04, 5)};
    const Landscape table = landscape(*Scene::open("billiard-break"), {}, question, stop.get_token());
    QVERIFY(!table.table.complete && table.curves.empty() && table.extremes.empty());
  }
};

CAROM_TEST(LandscapeTest);
#include "tst_landscape.moc"
