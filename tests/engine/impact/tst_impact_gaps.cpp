// Which orderings happen, and how often, when infinitesimal gaps let the contacts close one by one.

#include <QtTest>
#include <map>

#include "impact/outcomes/gap_probabilities.h"
#include "impact/reflection.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/tree/mechanism.h"
#include "scene/scene.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

ImpactProblem sceneProblem(const char* name, const Assignments& assignments) {
  const SceneInstance scene = Scene::open(name)->instantiate(assignments);
  return impactAt(*scene.mechanism, scene.initial.q, scene.initial.p).value();
}

/// û_i as columns of ordinary vectors, by another road than the engine's.
Eigen::MatrixXd whiteNormals(const ImpactProblem& problem) {
  const Eigen::LLT<Eigen::MatrixXd> factor(problem.metric().mass());
  Eigen::MatrixXd U = factor.matrixL().solve(problem.normals().transpose());
  U.colwise().normalize();
  return U;
}

/// The flight from displacement x, straightforwardly: positions and momenta of a point among mirrors.
Word flight(const ImpactProblem& problem, const Eigen::MatrixXd& U, Eigen::VectorXd x) {
  const Eigen::LLT<Eigen::MatrixXd> factor(problem.metric().mass());
  Eigen::VectorXd y = factor.matrixL().solve(problem.momentum());
  Word word;
  while (true) {
    double first = std::numeric_limits<double>::infinity();
    int hit = -1;
    for (int i = 0; i < U.cols(); ++i) {
      const double c = U.col(i).dot(y);
      if (c >= -1e-10 * problem.momentumNorm()) continue;
      const double time = std::max(0.0, -U.col(i).dot(x) / c);
      if (time < first) {
        first = time;
        hit = i;
      }
    }
    if (hit < 0) return word;
    x += first * y;
    y -= 2 * U.col(hit).dot(y) * U.col(hit);
    word.push_back(static_cast<ContactIndex>(hit));
  }
}

/// Probabilities by drawing isotropic displacements and keeping those that open every contact.
/// arriving: those that approach come from a distance, and gaps before the moment of the impact do not count.
std::map<Word, double> byRejection(const ImpactProblem& problem, int samples, Random& random,
                                   bool arriving = false) {
  const Eigen::MatrixXd U = whiteNormals(problem);
  const Eigen::LLT<Eigen::MatrixXd> factor(problem.metric().mass());
  const Eigen::VectorXd y = factor.matrixL().solve(problem.momentum()), c = U.transpose() * y;
  std::map<Word, double> shares;
  for (int kept = 0; kept < samples;) {
    const Eigen::VectorXd x = random.normalVector(U.rows());
    Eigen::VectorXd gaps = U.transpose() * x;
    double first = 0;
    for (Eigen::Index i = 0; i < gaps.size(); ++i)
      if (arriving && c[i] < -1e-9 * problem.momentumNorm()) {
        first = std::min(first, -gaps[i] / c[i]);
        gaps[i] = 1;
      }
    if ((gaps.array() <= 0).any()) continue;
    ++kept;
    shares[flight(problem, U, x + first * y)] += 1.0 / samples;
  }
  return shares;
}

std::map<Word, GapOrdering> byWord(const GapReport& report) {
  std::map<Word, GapOrdering> result;
  for (const GapOrdering& ordering : report.orderings) result[ordering.word] = ordering;
  return result;
}

ImpactReport resolveWithGaps(const ImpactProblem& problem, std::size_t samples, std::uint64_t seed = 1) {
  ResolveOptions options;
  options.gaps = GapOptions{samples, seed};
  return resolveImpact(problem, options);
}

double worstPart(const GapReport& report) {
  double sum = 0;
  for (const GapOrdering& ordering : report.orderings) sum += ordering.probability;
  return std::abs(sum - 1);
}

/// Compares sampled probabilities with shares of independent draws, within five standard errors of both.
void verifyShares(const std::map<Word, GapOrdering>& orderings, const std::map<Word, double>& expected,
                  int samples) {
  for (const auto& [word, share] : expected) {
    const auto found = orderings.find(word);
    const double here = found == orderings.end() ? 0 : found->second.probability;
    const double spread = std::sqrt(share * (1 - share) / samples) +
                          (found == orderings.end() ? 0 : found->second.standardError);
    QVERIFY2(std::abs(here - share) < 5 * spread + 1e-3,
             qPrintable(QStringLiteral("%1 instead of %2 ± %3").arg(here).arg(share).arg(spread)));
  }
}

}  // namespace

class ImpactGaps : public QObject {
  Q_OBJECT

 private slots:
  void pairFollowsTheAngles_data() {
    QTest::addColumn<double>("gram");
    QTest::addColumn<double>("a");
    QTest::addColumn<double>("b");
    QTest::newRow("orthogonal, equal") << 0.0 << -1.0 << -1.0;
    QTest::newRow("orthogonal, 3 : 1") << 0.0 << -3.0 << -1.0;
    QTest::newRow("cradle") << -0.5 << -1.0 << -2.0;
    QTest::newRow("acute") << 0.7 << -1.0 << -1.2;
    QTest::newRow("a hardly presses") << 0.3 << -0.01 << -1.0;
    QTest::newRow("b does not press") << -0.6 << -1.0 << 0.3;
  }
  void pairFollowsTheAngles() {
    // In the plane with û_a = (1, 0), û_b = (G, s): a closes first iff x lies between the wall of a and the
    // line of flight, along which both close at once.
    QFETCH(double, gram);
    QFETCH(double, a);
    QFETCH(double, b);
    const ImpactProblem problem = fromGram(Eigen::Matrix2d{{1, gram}, {gram, 1}}, Eigen::Vector2d(a, b));
    const double sine = std::sqrt(1 - gram * gram);
    const Eigen::Vector2d wall(0, 1), both(-a, (-b + gram * a) / sine);
    const double opening = std::numbers::pi - std::acos(gram);
    const double expected = b >= 0 ? 1 : std::acos(wall.dot(both) / both.norm()) / opening;
    const GapReport report = sampleGaps(problem, {40'000, 3});
    QVERIFY(std::abs((*report.exactFirst)[0] - expected) < 1e-12);
    QVERIFY(std::abs((*report.exactFirst)[0] + (*report.exactFirst)[1] - 1) < 1e-15);
    double first = 0, variance = 0;
    for (const GapOrdering& ordering : report.orderings) {
      if (ordering.word.at(0) != 0) continue;
      first += ordering.probability;
      variance += ordering.standardError * ordering.standardError;
    }
    QVERIFY2(
        std::abs(first - expected) <= 5 * std::sqrt(variance) + 1e-12,
        qPrintable(QStringLiteral("%1 ± %2, exactly %3").arg(first).arg(std::sqrt(variance)).arg(expected)));
  }

  void billiardBreakIsEvenBySymmetry() {
    for (const double degrees : {70.0, 100.0, 128.0, 150.0}) {
      const GapReport report = sampleGaps(billiardBreak(degrees * std::numbers::pi / 180), {2'000, 1});
      QVERIFY(std::abs((*report.exactFirst)[0] - 0.5) < 1e-12);
    }
  }

  void orderingsAgreeWithRejection_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("k");
    QTest::newRow("3 in 3") << 3 << 3;
    QTest::newRow("4 in 3, dependent") << 3 << 4;
    QTest::newRow("3 in 2, dependent") << 2 << 3;
    QTest::newRow("4 in 5") << 5 << 4;
  }
  void orderingsAgreeWithRejection() {
    QFETCH(int, n);
    QFETCH(int, k);
    Random random(static_cast<std::uint64_t>(10 * n + k));
    for (int trial = 0; trial < 4; ++trial) {
      const ImpactProblem problem = randomProblem(random, n, k, 0.35);
      constexpr int samples = 20'000;
      const std::map<Word, double> expected = byRejection(problem, samples, random);
      const GapReport report = sampleGaps(problem, {samples, 1});
      const auto orderings = byWord(report);
      QVERIFY(worstPart(report) < 1e-12);
      verifyShares(orderings, expected, samples);
    }
  }

  /// Contacts that arrive have gaps of either sign, and only those that rest (c = 0) have gaps above 0.
  void orderingsOfContactsThatArriveAgreeWithRejection() {
    Random random(77);
    for (int trial = 0; trial < 6; ++trial) {
      const int n = 3 + trial % 2, k = 3 + trial % 3;
      const ImpactProblem any = randomProblem(random, n, k, 0.35);
      // Some contacts rest: the momentum is projected across their normals.
      const int resting = trial % 3;
      const Eigen::MatrixXd held = any.normals().topRows(resting);
      Eigen::VectorXd p = any.momentum();
      if (resting > 0)
        p -= held.transpose() * (held * any.metric().mass().llt().solve(held.transpose()))
                                    .llt()
                                    .solve(held * any.metric().mass().llt().solve(p));
      const ImpactProblem problem = any.withMomentum(p);
      // What leaves has been closed before: such a state is none of a flight.
      if ((problem.contactCoordinates().array() > 1e-9).any()) continue;
      constexpr int samples = 20'000;
      const std::map<Word, double> expected = byRejection(problem, samples, random, true);
      const auto orderings = byWord(sampleGaps(problem, {.samples = samples, .arriving = true}));
      verifyShares(orderings, expected, samples);
      ++m_arrived;
    }
    QVERIFY(m_arrived > 1);
  }

  /// The difference of the closings of two contacts that arrive is as often positive as negative.
  void bothContactsOfAPairThatArrivesAreAsProbable() {
    for (const double gram : {-0.8, 0.0, 0.6}) {
      const ImpactProblem problem = fromGram(Eigen::Matrix2d{{1, gram}, {gram, 1}}, Eigen::Vector2d(-1, -3));
      const GapReport report = sampleGaps(problem, {.samples = 20'000, .arriving = true});
      QCOMPARE((*report.exactFirst)[0], 0.5);
      double first = 0, variance = 0;
      for (const GapOrdering& ordering : report.orderings) {
        if (ordering.word.at(0) != 0) continue;
        first += ordering.probability;
        variance += ordering.standardError * ordering.standardError;
      }
      QVERIFY(std::abs(first - 0.5) < 5 * std::sqrt(variance));
    }
  }

  void realisableOrderingsAreThoseThatFlightsTake() {
    // Decided by linear inequalities; every flight takes one of them, and nearly all of them are seen.
    Random random(31);
    std::size_t seen = 0, realisable = 0, missing = 0;
    for (int trial = 0; trial < 12; ++trial) {
      const ImpactProblem problem = randomProblem(random, 3 + trial % 2, 3 + trial % 3, 0.3);
      const ImpactReport report = resolveWithGaps(problem, 10'000);
      const RealisableOrderings& words = report.gaps->realisable;
      QVERIFY(words.complete);
      QVERIFY(std::is_sorted(words.words.begin(), words.words.end()));
      for (const Word& word : words.words) QVERIFY(report.graph->isOutcome(report.graph->follow(word)));
      for (const GapOrdering& ordering : report.gaps->orderings)
        QVERIFY(std::binary_search(words.words.begin(), words.words.end(), ordering.word));
      const Count others = unrealisedOrderings(report).value();
      Count all = others;
      all += words.words.size();
      QVERIFY(all == report.orderings);
      for (const Word& word : otherOrderings(*report.graph, words.words, 5)) {
        QVERIFY(report.graph->isOutcome(report.graph->follow(word)));
        QVERIFY(!std::binary_search(words.words.begin(), words.words.end(), word));
      }
      seen += report.gaps->orderings.size();
      realisable += words.words.size();
      missing += others > 0;
    }
    QVERIFY2(seen * 10 >= realisable * 9, qPrintable(QStringLiteral("%1 of %2").arg(seen).arg(realisable)));
    QVERIFY(missing > 0);
  }

  void equalBallsOnALineRealiseTheLineArrangements() {
    // Gaps shift where the balls cross: with given speeds an ordering is one of straight lines in space–time.
    // 3 lines: both triangles. 4 lines of slopes 4, 3, 2, 1.
    const ImpactReport three = resolveWithGaps(convergingLine(3), 1'000);
    QCOMPARE(three.gaps->realisable.words.size(), std::size_t{2});
    QVERIFY(*unrealisedOrderings(three) == 0);
    const ImpactReport four = resolveWithGaps(convergingLine(4), 4'000);
    Random random(5);
    const auto flights = byRejection(four.problem, 20'000, random);
    QCOMPARE(four.gaps->realisable.words.size(), flights.size());
    QCOMPARE(four.gaps->orderings.size(), flights.size());
  }

  void probabilitiesOfOutcomesAddUp() {
    Random random(41);
    for (int trial = 0; trial < 10; ++trial) {
      const ImpactReport report = resolveWithGaps(randomProblem(random, 4, 4, 0.3), 2'000);
      double sum = 0;
      std::vector<double> perOutcome(report.outcomes.size(), 0);
      for (const Outcome& outcome : report.outcomes) {
        QVERIFY(outcome.probability.has_value());
        sum += outcome.probability->value;
      }
      QVERIFY(std::abs(sum - 1) < 1e-12);
      for (const GapOrdering& ordering : report.gaps->orderings) {
        const auto node = report.graph->follow(ordering.word);
        for (std::size_t i = 0; i < report.outcomes.size(); ++i)
          if (report.outcomes[i].node == node) perOutcome[i] += ordering.probability;
      }
      for (std::size_t i = 0; i < report.outcomes.size(); ++i)
        QVERIFY(std::abs(perOutcome[i] - report.outcomes[i].probability->value) < 1e-12);
    }
  }

  void edgeProbabilitiesSplitAtEveryState() {
    const ImpactReport report = resolveWithGaps(convergingLine(4, 0.3), 4'000);
    const auto edges = edgeProbabilities(*report.graph, *report.gaps);
    std::vector<double> arriving(report.graph->nodeCount(), 0), leaving = arriving;
    arriving[0] = 1;
    for (const auto& [edge, probability] : edges) {
      leaving[edge.first] += probability;
      arriving[report.graph->follow([&] {
        Word word = report.graph->wordTo(edge.first);
        word.push_back(edge.second);
        return word;
      }())] += probability;
    }
    for (OrderingGraph::NodeId node = 0; node < report.graph->nodeCount(); ++node) {
      if (!report.graph->isOutcome(node)) QVERIFY(std::abs(arriving[node] - leaving[node]) < 1e-12);
    }
  }

  void mirrorImagesAreEquallyLikely() {
    // A rack of two rows is symmetric about the line of the shot: contacts cue-0; 0-1, 0-2; 1-2.
    const ImpactProblem problem = sceneProblem("rack-break", {{"rows", "2"}});
    QCOMPARE(problem.contactCount(), 4);
    std::map<std::string, std::string> mirror{{"ball0-ball1", "ball0-ball2"}, {"ball0-ball2", "ball0-ball1"}};
    const GapReport report = sampleGaps(problem, {40'000, 1});
    const auto orderings = byWord(report);
    for (const auto& [word, ordering] : orderings) {
      Word other;
      for (const ContactIndex i : word) {
        const std::string& name = problem.labels()[i].name;
        const std::string& wanted = mirror.contains(name) ? mirror[name] : name;
        for (std::size_t j = 0; j < problem.labels().size(); ++j)
          if (problem.labels()[j].name == wanted) other.push_back(static_cast<ContactIndex>(j));
      }
      QCOMPARE(other.size(), word.size());
      const auto found = orderings.find(other);
      const double there = found == orderings.end() ? 0 : found->second.probability;
      const double error = found == orderings.end() ? 0 : found->second.standardError;
      QVERIFY(std::abs(ordering.probability - there) < 5 * std::hypot(ordering.standardError, error) + 2e-4);
    }
    QVERIFY(orderings.size() > 1);
  }

  void coincidentContactsCloseAtOnce() {
    // The same normal twice: one of the two reflects, always the lower one; and nothing is left over.
    Eigen::MatrixXd normals(3, 2);
    normals << 1, 0, 2, 0, 0, 1;
    const ImpactProblem problem(Eigen::Matrix2d::Identity(), normals, Eigen::Vector2d(-1, -1), labels(3));
    const ImpactReport report = resolveWithGaps(problem, 2'000);
    QCOMPARE(report.gaps->realisable.words, (std::vector<Word>{{0, 2}, {2, 0}}));
    for (const GapOrdering& ordering : report.gaps->orderings)
      QVERIFY(std::abs(ordering.probability - 0.5) < 5 * ordering.standardError);
    QVERIFY(*unrealisedOrderings(report) == 2);
  }

  void galperinHasOneOrderingForAllGaps() {
    const ImpactReport report = resolveWithGaps(galperin(2), 64);
    QCOMPARE(report.gaps->orderings.size(), std::size_t{1});
    QCOMPARE(report.gaps->orderings[0].word.size(), std::size_t{314});
    QCOMPARE(report.gaps->orderings[0].probability, 1.0);
    QCOMPARE(report.gaps->orderings[0].standardError, 0.0);
    QCOMPARE(report.outcomes[0].probability->value, 1.0);
    QCOMPARE(report.gaps->realisable.words.size(), std::size_t{1});
    QVERIFY(*unrealisedOrderings(report) == 0);
  }

  void sameSeedGivesTheSameBits() {
    const ImpactProblem problem = convergingLine(5, 0.2);
    const GapReport a = sampleGaps(problem, {500, 9}), b = sampleGaps(problem, {500, 9}),
                    c = sampleGaps(problem, {500, 10});
    QCOMPARE(a.orderings.size(), b.orderings.size());
    for (std::size_t i = 0; i < a.orderings.size(); ++i) {
      QCOMPARE(a.orderings[i].word, b.orderings[i].word);
      QCOMPARE(a.orderings[i].hits, b.orderings[i].hits);
    }
    QVERIFY(byWord(a).size() != byWord(c).size() || a.orderings[0].hits != c.orderings[0].hits);
    QCOMPARE(std::accumulate(a.chainSamples.begin(), a.chainSamples.end(), 0u), 500u);
  }

  void contactsThatCanJamHaveNoGaps() {
    // A ball between two walls: no displacement opens both.
    Eigen::MatrixXd normals(2, 2);
    normals << 1, 0, -1, 0;
    const ImpactProblem problem(Eigen::Matrix2d::Identity(), normals, Eigen::Vector2d(0, 1), labels(2));
    QVERIFY_THROWS_EXCEPTION(ImpactError, sampleGaps(problem, {10, 1}));
    QVERIFY_THROWS_EXCEPTION(ImpactError,
                             realisableOrderings(problem.withMomentum(Eigen::Vector2d(-1, 0)), 100));
    const ImpactReport report = resolveWithGaps(problem, 10);
    QVERIFY(!report.gaps);
    QVERIFY(!report.outcomes.at(0).probability);
  }

  void budgetEndsTheListOfRealisableOrderings() {
    const RealisableOrderings some = realisableOrderings(convergingLine(6), 50);
    QVERIFY(!some.complete);
    std::stop_source source;
    source.request_stop();
    QVERIFY(!realisableOrderings(convergingLine(6), 1'000'000, source.get_token()).complete);
  }

 private:
  int m_arrived = 0;
};

CAROM_TEST(ImpactGaps);
#include "tst_impact_gaps.moc"
