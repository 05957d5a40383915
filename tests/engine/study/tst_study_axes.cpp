// The axes of a study: grids, lists and samples, against closed forms and against Boost's own sequence.

#include <QtTest>
#include <boost/random/sobol.hpp>
#include <cmath>
#include <set>

#include "study/study_file/read_study.h"
#include "support/test_program.h"

using namespace carom;

namespace {

/// A study of the billiard break with these axes.
Study studyWith(const std::string& axes, const std::string& set = "{}") {
  return parseStudy(R"({"format": 1, "scene": "billiard-break", "set": )" + set + R"(, "axes": )" + axes +
                        R"(, "measures": ["xi"]})",
                    "a.study.json");
}

SceneError refusal(const std::string& axes, const std::string& set = "{}") {
  try {
    studyWith(axes, set);
  } catch (const SceneError& error) {
    return error;
  }
  return {"", "", "nothing was thrown", ""};
}

double normalShareBelow(double x) {
  return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

}  // namespace

class TestStudyAxes : public QObject {
  Q_OBJECT
 private slots:
  void gridsHaveEqualSteps();
  void logarithmicGridsHaveEqualRatios();
  void listsAreInSi();
  void wordsAreOptionsOfAChoice();
  void theFirstAxisIsTheOutermost();
  void everyPointHasTheValuesOfItsIndices();
  void randomNumbersAreUniform();
  void latinHypercubesHaveOnePointInEachInterval();
  void sobolsSequenceIsThatOfBoost();
  void shiftedSobolPointsKeepTheirBalance();
  void quantilesInvertTheDistributions();
  void samplesAreMadeInAnyOrder();
  void wrongAxesAreRefused_data();
  void wrongAxesAreRefused();
};

void TestStudyAxes::gridsHaveEqualSteps() {
  const Study study = studyWith(R"([{"name": "theta", "from": "60deg", "to": "180deg", "points": 121}])");
  const StudyAxis& axis = study.axes[0];
  QCOMPARE(axis.size(), std::size_t{121});
  QCOMPARE(axis.value(0, 120), M_PI);
  for (std::size_t i = 0; i < 121; ++i)
    QVERIFY(std::abs(axis.value(0, i) - M_PI / 180 * (60.0 + static_cast<double>(i))) < 1e-14);
}

void TestStudyAxes::logarithmicGridsHaveEqualRatios() {
  const Study study =
      studyWith(R"([{"name": "ra", "from": 0.01, "to": "1", "points": 9, "spacing": "log"}])");
  const StudyAxis& axis = study.axes[0];
  QCOMPARE(axis.value(0, 0), 0.01);
  QCOMPARE(axis.value(0, 8), 1.0);
  for (std::size_t i = 0; i < 8; ++i)
    QVERIFY(std::abs(axis.value(0, i + 1) / axis.value(0, i) - std::pow(100, 0.125)) < 1e-13);
}

void TestStudyAxes::listsAreInSi() {
  const Study study =
      studyWith(R"([{"name": "ra", "values": ["20mm", 0.03, "2*rb", "rb/2"]}])", R"({"rb": "0.05"})");
  const double expected[] = {0.02, 0.03, 0.1, 0.025};
  for (std::size_t i = 0; i < 4; ++i) QVERIFY(std::abs(study.axes[0].value(0, i) - expected[i]) < 1e-17);
}

void TestStudyAxes::wordsAreOptionsOfAChoice() {
  const char* const scene = R"({"format": 1, "title": "t", "choices": {"kind": {"options": {
      "light": {"size": 1}, "heavy": {"size": 2}}}}, "parameters": {"size": 3},
      "bodies": [{"name": "a", "joints": ["x"], "mass": "size", "shapes": [{"type": "ball", "radius": 1}]}]})";
  const auto open = Scene::parse(scene, "s.carom.json");
  const Study study = parseStudy(
      R"({"format": 1, "scene": "s", "axes": [{"name": "kind", "values": ["heavy", "light"]}], "measures": ["xi"]})",
      "a.study.json", open);
  Assignments at;
  study.assign(0, at);
  QCOMPARE(open->instantiate(at).mechanism->bodies()[0].mass, 2.0);
  study.assign(1, at);
  QCOMPARE(open->instantiate(at).mechanism->bodies()[0].mass, 1.0);
}

void TestStudyAxes::theFirstAxisIsTheOutermost() {
  const Study study = studyWith(
      R"([{"name": "ra", "values": [1, 2]}, {"name": "rb", "values": [1, 2, 3]}, {"name": "rc", "values": [1, 2, 3, 4, 5]}])");
  QCOMPARE(study.points(), std::size_t{30});
  std::size_t point = 0;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 5; ++k, ++point) {
        QCOMPARE(study.indexOf(point, 0), i);
        QCOMPARE(study.indexOf(point, 1), j);
        QCOMPARE(study.indexOf(point, 2), k);
      }
}

void TestStudyAxes::everyPointHasTheValuesOfItsIndices() {
  const Study study = studyWith(
      R"([{"name": "theta", "values": [1, 2, 3]}, {"sample": "random", "points": 7, "seed": 3,
          "over": {"ra": {"uniform": [1, 2]}, "rb": {"uniform": [3, 4]}}}])");
  Assignments at{{"speed", "2"}};
  for (std::size_t point = 0; point < study.points(); ++point) {
    study.assign(point, at);
    QCOMPARE(at.size(), std::size_t{4});
    QCOMPARE(at["theta"], std::to_string(point / 7 + 1));
    QCOMPARE(std::stod(at["ra"]), study.axes[1].value(0, point % 7));
    QCOMPARE(std::stod(at["rb"]), study.axes[1].value(1, point % 7));
  }
}

void TestStudyAxes::randomNumbersAreUniform() {
  constexpr std::size_t n = 20'000;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const UnitSample sample(SampleMethod::Random, n, 2, seed), other(SampleMethod::Random, n, 2, seed + 1);
    double mean = 0, square = 0, product = 0, between = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double u = sample.at(i, 0) - 0.5, v = sample.at(i, 1) - 0.5, w = other.at(i, 0) - 0.5;
      QVERIFY(std::abs(u) < 0.5 && std::abs(v) < 0.5);
      mean += u / n;
      square += u * u / n;
      product += u * v / n;
      between += u * w / n;
    }
    // Five standard deviations of each mean.
    const double root = std::sqrt(static_cast<double>(n));
    QVERIFY(std::abs(mean) < 5 * std::sqrt(1 / 12.0) / root);
    QVERIFY(std::abs(square - 1 / 12.0) < 5 * std::sqrt(1 / 180.0) / root);
    QVERIFY(std::abs(product) < 5 / 12.0 / root);
    QVERIFY(std::abs(between) < 5 / 12.0 / root);
  }
}

void TestStudyAxes::latinHypercubesHaveOnePointInEachInterval() {
  for (const std::size_t n : {1u, 2u, 3u, 4u, 5u, 7u, 16u, 17u, 100u, 1000u, 4097u})
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const UnitSample sample(SampleMethod::LatinHypercube, n, 3, seed);
      for (std::size_t d = 0; d < 3; ++d) {
        std::set<std::size_t> intervals;
        for (std::size_t i = 0; i < n; ++i)
          intervals.insert(static_cast<std::size_t>(sample.at(i, d) * static_cast<double>(n)));
        QCOMPARE(intervals.size(), n);
        QVERIFY(*intervals.rbegin() < n);
      }
    }
  // The dimensions are not in step.
  const UnitSample sample(SampleMethod::LatinHypercube, 10'000, 2, 1);
  double product = 0;
  for (std::size_t i = 0; i < 10'000; ++i)
    product += (sample.at(i, 0) - 0.5) * (sample.at(i, 1) - 0.5) / 10'000;
  QVERIFY(std::abs(product) < 5 / 12.0 / 100);
}

void TestStudyAxes::sobolsSequenceIsThatOfBoost() {
  for (const std::size_t dimensions : {1u, 2u, 5u, 64u}) {
    boost::random::sobol sequence(dimensions);
    const UnitSample sample(SampleMethod::Sobol, 3000, dimensions, 0);
    for (std::size_t i = 0; i < 3000; ++i)
      for (std::size_t d = 0; d < dimensions; ++d)
        QVERIFY(std::abs(sample.at(i, d) - static_cast<double>(sequence()) * 0x1p-64) < 1e-15);
  }
}

/// Of 2ᵐ points from a multiple of 2ᵐ on, each of 2ᵐ equal intervals has one, shifted or not.
void TestStudyAxes::shiftedSobolPointsKeepTheirBalance() {
  for (const std::uint64_t seed : {1u, 2u, 77u}) {
    const UnitSample sample(SampleMethod::Sobol, 2048, 4, seed);
    for (std::size_t d = 0; d < 4; ++d) {
      std::set<std::size_t> intervals;
      for (std::size_t i = 255; i < 511; ++i)  // points 256 to 511 of the sequence
        intervals.insert(static_cast<std::size_t>(sample.at(i, d) * 256));
      QCOMPARE(intervals.size(), std::size_t{256});
    }
    QVERIFY(sample.at(0, 0) != UnitSample(SampleMethod::Sobol, 2048, 4, 0).at(0, 0));
  }
}

void TestStudyAxes::quantilesInvertTheDistributions() {
  using Kind = Distribution::Kind;
  for (double u = 1e-6; u < 1; u += 0.0371) {
    QVERIFY(std::abs((Distribution{Kind::Uniform, 2, 5}.quantile(u) - 2) / 3 - u) < 1e-15);
    QVERIFY(std::abs(std::log(Distribution{Kind::LogUniform, 2, 5}.quantile(u) / 2) / std::log(2.5) - u) <
            1e-14);
    const double x = (Distribution{Kind::Normal, 2, 5}.quantile(u) - 2) / 5;
    QVERIFY(std::abs(normalShareBelow(x) - u) < 1e-14);
  }
  QVERIFY(std::isfinite(Distribution{Kind::Normal, 0, 1}.quantile(0x1p-53)));
}

void TestStudyAxes::samplesAreMadeInAnyOrder() {
  for (const SampleMethod method :
       {SampleMethod::Random, SampleMethod::LatinHypercube, SampleMethod::Sobol}) {
    const UnitSample sample(method, 500, 3, 9), again(method, 500, 3, 9);
    for (std::size_t i = 500; i-- > 0;)
      for (std::size_t d = 0; d < 3; ++d) QCOMPARE(again.at(i, d), sample.at(i, d));
  }
}

void TestStudyAxes::wrongAxesAreRefused_data() {
  QTest::addColumn<QString>("axes");
  QTest::addColumn<QString>("place");
  QTest::addColumn<QString>("expected");
  const auto row = [](const char* axes, const char* place, const char* expected) {
    QTest::newRow(axes) << axes << place << expected;
  };
  row("[]", "axes", "at least one");
  row(R"([{"name": "thta", "from": 1, "to": 2, "points": 3}])", "axes[0].name", "theta");
  row(R"([{"name": "ra", "values": [1]}, {"name": "ra", "values": [2]}])", "axes[1].name", "another");
  row(R"([{"name": "speed", "values": [1]}])", "axes[0].name", "another parameter");
  row(R"([{"name": "ra", "values": []}])", "axes[0].values", "at least one");
  row(R"([{"name": "ra", "values": [1, "0/0"]}])", "axes[0].values[1]", "finite");
  row(R"([{"name": "ra", "values": [1, "1/0"]}])", "axes[0].values[1]", "finite");
  row(R"([{"name": "ra", "values": [1, "2*rz"]}])", "axes[0].values[1]", "expression");
  row(R"([{"name": "ra", "values": [true]}])", "axes[0].values[0]", "number");
  row(R"([{"name": "ra", "from": "(-1)^0.5", "to": 2, "points": 3
}])",
      "axes[0].from", "finite");
  row(R"([{"name": "ra", "from": 1, "to": 2, "points": 0}])", "axes[0].points", "whole number from 1");
  row(R"([{"name": "ra", "from": "1deg", "to": 2, "points": 3}])", "axes[0].from", "has the unit deg");
  row(R"([{"name": "theta", "values": ["60deg", "70mm"]}])", "axes[0].values[1]", "has the unit mm");
  row(R"([{"name": "ra", "from": 1, "to": 2, "points": 2.5}])", "axes[0].points", "whole number");
  row(R"([{"name": "ra", "from": 1, "to": 2, "points": 1000000000000}])", "axes[0].points", "1000000000");
  row(R"([{"name": "ra", "from": 1, "to": 2, "points": 1000000}, {"name": "rb", "from": 1, "to": 2, "points": 1000000}])",
      "axes", "fewer");
  row(R"([{"name": "ra", "from": 0, "to": 2, "points": 3, "spacing": "log"}])", "axes[0].from", "> 0");
  row(R"([{"name": "ra", "from": 1, "to": 2, "points": 3, "spacing": "lin"}])", "axes[0].spacing", "linear");
  row(R"([{"name": "ra", "from": 1, "to": 2, "points": 3, "step": 1}])", "axes[0].step", "spacing");
  row(R"([{"sample": "sobl", "points": 3, "over": {"ra": {"uniform": [1, 2]}}}])", "axes[0].sample", "sobol");
  row(R"([{"sample": "random", "points": 3, "over": {"ra": {"uniform": [1, 2]}}}])", "axes[0]", "seed");
  row(R"([{"sample": "sobol", "points": 3, "over": {"ra": {"uniform": [2, 1]}}}])", "axes[0].over.ra.uniform",
      "A < B");
  row(R"([{"sample": "sobol", "points": 3, "over": {"ra": {"unifrm": [1, 2]}}}])", "axes[0].over.ra.unifrm",
      "uniform");
  row(R"([{"sample": "sobol", "points": 3, "over": {"ra": {"log-uniform": [0, 2]}}}])",
      "axes[0].over.ra.log-uniform", "0 < A");
  row(R"([{"sample": "sobol", "points": 3, "over": {"ra": {"normal": [0, 0]}}}])", "axes[0].over.ra.normal",
      "deviation > 0");
  row(R"([{"sample": "sobol", "points": 3, "over": {}}])", "axes[0].over", "1 to 64");
}

void TestStudyAxes::wrongAxesAreRefused() {
  QFETCH(QString, axes);
  QFETCH(QString, place);
  QFETCH(QString, expected);
  const SceneError error = refusal(axes.toStdString(), R"({"speed": 2})");
  QCOMPARE(QString::fromStdString(error.file()), QString("a.study.json"));
  QCOMPARE(QString::fromStdString(error.place()), place);
  QVERIFY2(QString(error.what()).contains(expected), error.what());
  QVERIFY(error.fault() == SceneError::Fault::Input);
  QVERIFY(error.line());
}

CAROM_TEST(TestStudyAxes);
#include "tst_study_axes.moc"
