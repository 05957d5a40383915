// Random orderings: an unbiased estimate of how many there are, the same bits for the same seed.

#include <QtTest>

#include "impact/outcomes/random_orderings.h"
#include "impact/reflection.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/tree/mechanism.h"
#include "scene/scene.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

ImpactProblem rack(int rows) {
  const SceneInstance scene = Scene::open("rack-break")->instantiate({{"rows", std::to_string(rows)}});
  return impactAt(*scene.mechanism, scene.initial.q, scene.initial.p).value();
}

}  // namespace

class ImpactSampling : public QObject {
  Q_OBJECT

 private slots:
  void estimateIsUnbiased_data() {
    QTest::addColumn<int>("balls");
    QTest::addColumn<double>("growth");
    QTest::newRow("2 orderings") << 3 << 0.0;
    QTest::newRow("16 orderings") << 4 << 0.0;
    QTest::newRow("768 orderings") << 5 << 0.0;
    QTest::newRow("292864 orderings") << 6 << 0.0;
    QTest::newRow("4 unequal balls") << 4 << 0.7;
    QTest::newRow("5 unequal balls") << 5 << 0.3;
  }
  void estimateIsUnbiased() {
    // The mean over independent seeds, in units of its own standard error; and the standard errors that
    // the runs state agree with how far the runs scatter.
    QFETCH(int, balls);
    QFETCH(double, growth);
    const ImpactProblem problem = convergingLine(balls, growth);
    const double exact = resolveImpact(problem).orderings.toDouble();
    constexpr int seeds = 60;
    double sum = 0, squares = 0, stated = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const OrderingsEstimate estimate = sampleOrderings(problem, {500, seed}).estimate;
      QCOMPARE(estimate.samples, std::size_t{500});
      QVERIFY(std::abs(std::pow(10, estimate.log10) / estimate.value - 1) < 1e-12);
      sum += estimate.value;
      squares += (estimate.value - exact) * (estimate.value - exact);
      stated += estimate.standardError * estimate.standardError;
    }
    const double scatter = std::sqrt(squares / seeds), error = std::sqrt(stated / seeds);
    QVERIFY2(std::abs(sum / seeds - exact) <= 4 * scatter / std::sqrt(seeds) + 1e-9 * exact,
             qPrintable(QStringLiteral("mean %1, exact %2 ± %3")
                            .arg(sum / seeds)
                            .arg(exact)
                            .arg(scatter / std::sqrt(seeds))));
    QVERIFY(scatter < 1.5 * error + 1e-9 * exact && error < 1.5 * scatter + 1e-9 * exact);
  }

  void oneOrderingIsEstimatedExactly() {
    const SampleReport report = sampleOrderings(galperin(2), {10, 3});
    QCOMPARE(report.estimate.value, 1.0);
    QCOMPARE(report.estimate.standardError, 0.0);
    QCOMPARE(report.estimate.log10, 0.0);
    QCOMPARE(report.minLength, 314u);
    QCOMPARE(report.maxLength, 314u);
    QCOMPARE(report.outcomes.size(), std::size_t{1});
  }

  void feasibleMomentumHasTheEmptyOrdering() {
    const ImpactProblem problem = line(Eigen::Vector3d::Ones(), Eigen::Vector3d(0, 1, 2));
    const SampleReport report = sampleOrderings(problem, {5, 1});
    QCOMPARE(report.estimate.value, 1.0);
    QVERIFY(report.outcomes.at(0).example.empty());
  }

  void sameSeedGivesTheSameBits() {
    const ImpactProblem problem = convergingLine(6, 0.3);
    const SampleReport a = sampleOrderings(problem, {300, 7}), b = sampleOrderings(problem, {300, 7}),
                       c = sampleOrderings(problem, {300, 8});
    QVERIFY(a.estimate.value == b.estimate.value && a.estimate.standardError == b.estimate.standardError);
    QCOMPARE(a.outcomes.size(), b.outcomes.size());
    for (std::size_t i = 0; i < a.outcomes.size(); ++i) {
      QCOMPARE(a.outcomes[i].example, b.outcomes[i].example);
      QCOMPARE(a.outcomes[i].momentum, b.outcomes[i].momentum);
    }
    QVERIFY(a.estimate.value != c.estimate.value);
  }

  void outcomesAreThoseOfTheGraph() {
    Random random(21);
    for (int trial = 0; trial < 20; ++trial) {
      const ImpactReport all = resolveImpact(randomProblem(random, 4, 4, 0.3));
      ResolveOptions options;
      options.sample = SampleOptions{400, 5};
      const ImpactReport some = resolveImpact(all.problem, options);
      QVERIFY(some.sampled && !some.complete());
      QVERIFY(some.states >= Count(some.outcomes.size()) && some.states <= all.states);
      QCOMPARE(toString(some.limit()), std::string_view());
      QVERIFY(some.orderings == 0);
      QVERIFY(some.minLength >= all.minLength && some.maxLength <= all.maxLength);
      for (const Outcome& outcome : some.outcomes) {
        const auto node = all.graph->follow(outcome.example);
        QVERIFY(all.graph->isOutcome(node));
        QVERIFY(!outcome.probability && outcome.node == Outcome::notInGraph);
      }
      QVERIFY(some.outcomes.size() <= all.outcomes.size());
      QVERIFY(some.indeterminacy.lower <= all.indeterminacy.xi + 1e-12);
      QVERIFY(some.indeterminacy.upper >= all.indeterminacy.xi - 1e-12);
    }
  }

  void certificateMakesTheIntervalAPoint() {
    // Every ordering of a certified impact ends alike, however few were seen.
    ResolveOptions options;
    options.sample = SampleOptions{3, 1};
    const ImpactReport report = resolveImpact(convergingLine(8), options);
    QCOMPARE(report.outcomes.size(), std::size_t{1});
    QCOMPARE(report.indeterminacy.lower, 0.0);
    QCOMPARE(report.indeterminacy.upper, 0.0);
  }

  void rackOfFiveRowsHasAnAnswerPastTheLimit() {
    ResolveOptions options;
    options.limits.maxStates = 20'000;
    const ImpactReport report = resolveImpact(rack(5), options);
    QCOMPARE(report.problem.contactCount(), 31);
    QCOMPARE(toString(report.limit()), std::string_view("max-states"));
    QVERIFY(report.estimate && report.estimate->samples == options.samplePastLimit.samples);
    QVERIFY(std::isfinite(report.estimate->log10) && report.estimate->log10 > 6);
    QVERIFY(report.estimate->standardError > 0);
    QVERIFY(!report.outcomes.empty());
    QVERIFY(0 < report.indeterminacy.lower && report.indeterminacy.lower <= report.indeterminacy.upper);
    QVERIFY(report.indeterminacy.upper <= 2);
    QVERIFY(report.worstRelativeEnergyError() <= 1e-13);
    for (const Outcome& outcome : report.outcomes) QVERIFY(isFeasible(report.problem, outcome.momentum));
  }

  void rackOfThreeRowsAgreesWithItsCount() {
    const ImpactReport report = resolveImpact(rack(3));
    QVERIFY(report.complete());
    const OrderingsEstimate estimate = sampleOrderings(report.problem, {20'000, 1}).estimate;
    const double exact = report.orderings.toDouble();
    QVERIFY2(std::abs(estimate.value - exact) < 5 * estimate.standardError,
             qPrintable(QStringLiteral("%1 ± %2, exactly %3")
                            .arg(estimate.value)
                            .arg(estimate.standardError)
                            .arg(exact)));
  }

  void hugeCountsHaveALogarithm() {
    // 40 separate contacts: 40! orderings; every walk has the same product.
    const OrderingsEstimate forty = sampleOrderings(coxeter(40, {}), {4, 1}).estimate;
    QVERIFY(std::abs(forty.log10 - std::lgamma(41) / std::log(10)) < 1e-9);
    const OrderingsEstimate many = sampleOrderings(coxeter(200, {}), {4, 1}).estimate;
    QVERIFY(std::isinf(many.value));
    QVERIFY(std::abs(many.log10 - std::lgamma(201) / std::log(10)) < 1e-7);
  }

  void stoppingEndsWithFewerSamples() {
    std::stop_source source;
    const SampleReport report =
        sampleOrderings(convergingLine(6), {1'000'000, 1}, source.get_token(), [&](double fraction) {
          QVERIFY(fraction >= 0 && fraction <= 1);
          if (fraction > 0) source.request_stop();
        });
    QVERIFY(report.estimate.samples > 0 && report.estimate.samples < 1'000'000);
  }
};

CAROM_TEST(ImpactSampling);
#include "tst_impact_sampling.moc"
