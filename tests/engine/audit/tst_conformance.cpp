// The problems for other engines, and what is said of right and wrong answers.
#include <QtTest>
#include <set>

#include "audit/conformance/conform_problems.h"
#include "impact/resolve.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::VectorXd;

namespace {

constexpr double tolerance = 1e-6;

const ConformProblem& problem(const std::string& id) {
  static const std::vector<ConformProblem> all = conformProblems();
  return *std::ranges::find(all, id, &ConformProblem::id);
}

CheckedAnswer check(const std::string& id, const std::vector<VectorXd>& momenta) {
  std::vector<std::optional<VectorXd>> answers(momenta.begin(), momenta.end());
  return checkAnswers(problem(id), answers, tolerance);
}

bool says(const CheckedAnswer& answer, const std::string& why) {
  return std::ranges::find(answer.why, why) != answer.why.end();
}

}  // namespace

class ConformanceTest : public QObject {
  Q_OBJECT
 private slots:
  void thereAreSixtyProblemsWithNamesOfTheirOwn() {
    const auto all = conformProblems();
    QVERIFY(all.size() >= 60);
    std::set<std::string> ids;
    for (const ConformProblem& one : all) {
      QVERIFY2(ids.insert(one.id).second, one.id.c_str());
      QVERIFY(one.story.size() > 10);
    }
    const auto again = conformProblems();
    for (std::size_t i = 0; i < all.size(); ++i)
      QCOMPARE(again[i].impact.momentum(), all[i].impact.momentum());
  }

  /// Each outcome of each problem is a right answer, alone where it is the only one.
  void outcomesAreRight() {
    for (const ConformProblem& one : conformProblems()) {
      const ImpactReport report = resolveImpact(one.impact);
      QVERIFY2(report.complete() || report.jammed(), one.id.c_str());
      for (const Outcome& outcome : report.outcomes) {
        const CheckedAnswer answer = checkAnswers(one, {outcome.momentum}, tolerance);
        const bool isSole = report.indeterminacy.upper <= tolerance;
        QVERIFY2(answer.verdict == (isSole ? ConformVerdict::Right : ConformVerdict::OneOfSeveral),
                 one.id.c_str());
        QVERIFY(answer.why.empty());
      }
    }
  }

  /// Two balls and a wall: reversed momenta keep the energy, faster ones gain it.
  void doubledEnergyIsNamed() {
    const VectorXd p = problem("two-balls-wall").impact.momentum();
    QCOMPARE(check("two-balls-wall", {-p}).verdict, ConformVerdict::Right);
    const CheckedAnswer gained = check("two-balls-wall", {-std::sqrt(2.0) * p});
    QCOMPARE(gained.verdict, ConformVerdict::Wrong);
    QVERIFY(says(gained, "energy-gained") && !says(gained, "energy-lost"));
    QVERIFY(std::abs(gained.energyChange - 1) < 1e-12);
    QVERIFY(std::abs(gained.distance - (std::sqrt(2.0) - 1)) < 1e-12);
    const CheckedAnswer lost = check("two-balls-wall", {-0.5 * p});
    QVERIFY(says(lost, "energy-lost"));
  }

  void faultsHaveTheirNames() {
    // Balls on a line keep their common momentum.
    const VectorXd p = problem("cradle-3").impact.momentum();
    VectorXd drifting = p.reverse();
    drifting[2] = -drifting[2];
    QVERIFY(says(check("cradle-3", {drifting}), "momentum"));
    // Nothing happens: the contact still closes.
    QVERIFY(says(check("cradle-3", {p}), "feasibility"));
    // Impulses that pull: the first ball goes on faster, the second comes back.
    VectorXd pulled = p;
    pulled[0] += 0.5;
    pulled[1] -= 0.5;
    QVERIFY(says(check("cradle-3", {pulled}), "pull"));
  }

  void repetitionsThatDifferDependOnTheOrder() {
    const ImpactReport report = resolveImpact(problem("box-flat").impact);
    QVERIFY(report.outcomes.size() >= 2);
    const CheckedAnswer both = check("box-flat", {report.outcomes[0].momentum, report.outcomes[1].momentum});
    QCOMPARE(both.verdict, ConformVerdict::OneOfSeveral);
    QVERIFY(says(both, "order"));
    QVERIFY(std::abs(both.spread - report.indeterminacy.xi) < 1e-9);
    const CheckedAnswer same = check("box-flat", {report.outcomes[0].momentum, report.outcomes[0].momentum});
    QVERIFY(!says(same, "order"));
    // The mean of two elastic outcomes is none, and has less energy.
    const CheckedAnswer mean =
        check("box-flat", {0.5 * (report.outcomes[0].momentum + report.outcomes[1].momentum)});
    QCOMPARE(mean.verdict, ConformVerdict::Wrong);
    QVERIFY(says(mean, "energy-lost"));
  }

  void aJamHasNoAnswer() {
    QCOMPARE(checkAnswers(problem("trapped-ball"), {std::nullopt}, tolerance).verdict, ConformVerdict::Right);
    const CheckedAnswer given = check("trapped-ball", {problem("trapped-ball").impact.momentum()});
    QCOMPARE(given.verdict, ConformVerdict::Wrong);
    QVERIFY(says(given, "jam"));
    QCOMPARE(checkAnswers(problem("cradle-3"), {std::nullopt}, tolerance).verdict, ConformVerdict::Wrong);
  }
};

CAROM_TEST(ConformanceTest);
#include "tst_conformance.moc"
