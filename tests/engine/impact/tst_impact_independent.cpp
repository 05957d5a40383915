// The engine's answers for every built-in scene against a resolver that is as plain as the definition.

#include <QtTest>

#include "base/big_int.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/tree/mechanism.h"
#include "scene/scene.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;

namespace {

using Real = long double;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

/// All orderings by recursion on momenta in long double: reflect across any contact that closes, until none
/// does. Momenta that are the same to 1e-9 are one state, found by looking at all of them.
class PlainResolver {
 public:
  explicit PlainResolver(const ImpactProblem& problem)
      : m_inverse(problem.metric().mass().cast<Real>().inverse()),
        m_normals(problem.normals().cast<Real>()),
        m_start(problem.momentum().cast<Real>()),
        m_contacts(problem.labels()),
        m_norm(norm(m_start)) {
    visit(m_start);
  }

  struct State {
    RealVector p;
    BigInt orderings = 0;  ///< from here to the end
    std::uint32_t shortest = 0, longest = 0;
    bool isOutcome = false;
  };
  const std::vector<State>& states() const { return m_states; }
  const State& start() const { return m_states.front(); }
  std::vector<RealVector> outcomes() const {
    std::vector<RealVector> result;
    for (const State& state : m_states)
      if (state.isOutcome) result.push_back(state.p);
    return result;
  }
  /// Largest distance of two outcomes over ‖p⁻‖.
  Real xi() const {
    Real largest = 0;
    const std::vector<RealVector> ends = outcomes();
    for (const RealVector& a : ends)
      for (const RealVector& b : ends) largest = std::max(largest, norm(a - b));
    return m_norm > 0 ? largest / m_norm : 0;
  }
  Real norm(const RealVector& p) const { return std::sqrt(std::max<Real>(0, p.dot(m_inverse * p))); }
  Real momentumNorm() const { return m_norm; }

  RealVector mirrored(const RealVector& p, Eigen::Index i) const {
    const RealVector u = m_normals.row(i), v = m_inverse * u;
    return p - (1 + m_contacts[i].restitution) * p.dot(v) / u.dot(v) * u;
  }
  bool closes(const RealVector& p, Eigen::Index i) const {
    const RealVector u = m_normals.row(i), v = m_inverse * u;
    return p.dot(v) < -1e-12L * m_norm * std::sqrt(u.dot(v));
  }
  bool isFeasible(const RealVector& p) const {
    for (Eigen::Index i = 0; i < m_normals.rows(); ++i)
      if (closes(p, i)) return false;
    return true;
  }
  /// Whether no proper subsequence of the word ends feasible [SM14 Def. 1].
  bool isMinimal(const Word& word) const {
    for (std::uint32_t mask = 0; mask + 1 < (1u << word.size()); ++mask) {
      RealVector p = m_start;
      for (std::size_t i = 0; i < word.size(); ++i)
        if (mask >> i & 1) p = mirrored(p, word[i]);
      if (isFeasible(p)) return false;
    }
    return true;
  }
  /// Every ordering as a word with its end.
  template <class Visit>
  void forEachWord(const Visit& visit) const {
    Word word;
    walk(m_start, word, visit);
  }

 private:
  std::size_t visit(const RealVector& p) {
    for (std::size_t i = 0; i < m_states.size(); ++i)
      if (norm(m_states[i].p - p) <= 1e-9L * m_norm) return i;
    const std::size_t at = m_states.size();
    m_states.push_back({p});
    State state{p};
    for (Eigen::Index i = 0; i < m_normals.rows(); ++i) {
      if (!closes(p, i)) continue;
      const State next = m_states[visit(mirrored(p, i))];
      state.shortest = state.orderings == 0 ? next.shortest + 1 : std::min(state.shortest, next.shortest + 1);
      state.longest = std::max(state.longest, next.longest + 1);
      state.orderings += next.orderings;
    }
    state.isOutcome = state.orderings == 0;
    if (state.isOutcome) state.orderings = 1;
    m_states[at] = state;
    return at;
  }

  template <class Visit>
  void walk(const RealVector& p, Word& word, const Visit& visit) const {
    if (isFeasible(p)) visit(word, p);
    for (Eigen::Index i = 0; i < m_normals.rows(); ++i) {
      if (!closes(p, i)) continue;
      word.push_back(static_cast<ContactIndex>(i));
      walk(mirrored(p, i), word, visit);
      word.pop_back();
    }
  }

  Matrix m_inverse, m_normals;
  RealVector m_start;
  std::vector<ContactLabel> m_contacts;
  Real m_norm;
  std::vector<State> m_states;
};

struct Case {
  std::string scene;
  Assignments assignments;
  std::string name() const {
    std::string text = scene;
    for (const auto& [parameter, value] : assignments) text += ' ' + parameter + '=' + value;
    return text;
  }
};

/// Something closes there, and all orderings end and are few enough to be compared.
bool hasAnswer(const Case& one) {
  const SceneInstance scene = Scene::open(one.scene)->instantiate(one.assignments);
  const auto problem = impactAt(*scene.mechanism, scene.initial.q, scene.initial.p);
  if (!problem || !decideTermination(*problem).terminates) return false;
  GraphLimits limits;
  limits.maxStates = 2'000;
  return exploreOrderings(*problem, limits).complete();
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char* theta : {"60deg", "61deg", "75deg", "90deg", "100deg", "120deg", "128deg", "128.2deg",
                            "150deg", "175deg", "180deg"})
    all.push_back({"billiard-break", {{"theta", theta}}});
  for (const char* theta : {"95deg", "120deg", "160deg"})
    for (const char* radius : {"15mm", "40mm"})
      all.push_back({"billiard-break", {{"theta", theta}, {"ra", radius}}});
  all.push_back({"billiard-break", {{"theta", "100deg"}, {"ra", "0.02"}, {"rb", "0.025"}, {"rc", "0.06"}}});
  all.push_back({"billiard-break", {{"theta", "140deg"}, {"rc", "0.01"}, {"speed", "250"}}});
  all.push_back({"billiard-break", {{"speed", "0"}}});
  all.push_back({"billiard-break", {{"speed", "-1"}}});
  for (const char* n : {"2", "3", "5", "9"})
    for (const char* moving : {"1", "2"}) all.push_back({"newtons-cradle", {{"n", n}, {"moving", moving}}});
  for (const char* n : {"2", "3", "4", "5", "6"}) all.push_back({"converging-line", {{"n", n}}});
  for (const char* n : {"3", "4"})
    for (const char* growth : {"0.01", "0.1", "0.37", "1", "3"})
      all.push_back({"converging-line", {{"n", n}, {"growth", growth}}});
  for (const char* n : {"1", "2", "3", "4"}) all.push_back({"line-and-wall", {{"n", n}}});
  for (const char* first : {"0.2", "0.9", "1.1", "2", "5"})
    for (const char* n : {"2", "3"}) all.push_back({"line-and-wall", {{"n", n}, {"first", first}}});
  for (const char* digits : {"0", "1", "2"}) all.push_back({"galperin", {{"digits", digits}}});
  for (const char* rows : {"1", "2", "3"}) all.push_back({"rack-break", {{"rows", rows}}});
  for (const char* inertia : {"1/12", "0.25", "0.02", "0.2", "0.5"})
    all.push_back({"falling-rod", {{"inertia", inertia}}});
  for (const BuiltinScene& scene : builtinScenes())
    if (hasAnswer({scene.name, {}})) all.push_back({scene.name, {}});
  return all;
}

/// The impact of a scene; where its contact collides by a law, the smooth reflection in its place.
ImpactProblem problemOf(const Case& one) {
  const SceneInstance scene = Scene::open(one.scene)->instantiate(one.assignments);
  const ImpactProblem problem = impactAt(*scene.mechanism, scene.initial.q, scene.initial.p).value();
  return problem.reflectsOnly() ? problem : problem.reflecting(problem.labels().front().restitution);
}

}  // namespace

class ImpactIndependent : public QObject {
  Q_OBJECT

 private slots:
  void answersAgree_data() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Case& one : cases()) QTest::newRow(one.name().c_str()) << index++;
  }
  void answersAgree() {
    QFETCH(int, index);
    const ImpactProblem problem = problemOf(cases()[static_cast<std::size_t>(index)]);
    const PlainResolver plain(problem);
    const ImpactReport report = resolveImpact(problem);
    QVERIFY(report.complete());
    QCOMPARE(report.graph->nodeCount(), plain.states().size());
    QCOMPARE(QString::fromStdString(report.orderings.str()),
             QString::fromStdString(plain.start().orderings.str()));
    QCOMPARE(report.minLength, plain.start().shortest);
    QCOMPARE(report.maxLength, plain.start().longest);
    QVERIFY(std::abs(report.indeterminacy.xi - static_cast<double>(plain.xi())) < 1e-12);
    const std::vector<RealVector> ends = plain.outcomes();
    QCOMPARE(report.outcomes.size(), ends.size());
    for (const Outcome& outcome : report.outcomes) {
      Real nearest = std::numeric_limits<Real>::infinity();
      for (const RealVector& end : ends)
        nearest = std::min(nearest, plain.norm(end - outcome.momentum.cast<Real>()));
      QVERIFY(nearest <= 1e-13L * plain.momentumNorm());
    }
  }

  void minimalityAgrees_data() { answersAgree_data(); }
  void minimalityAgrees() {
    QFETCH(int, index);
    const ImpactProblem problem = problemOf(cases()[static_cast<std::size_t>(index)]);
    if (!problem.isElastic()) QSKIP("minimality is a notion of elastic reflections [SM14 Def. 1]");
    const PlainResolver plain(problem);
    if (plain.start().orderings > 60 || plain.start().longest > 12)
      QSKIP("2^length subsequences are too many");
    ResolveOptions options;
    options.minimalityChecks = 50'000'000;
    const ImpactReport report = resolveImpact(problem, options);
    for (const Outcome& outcome : report.outcomes) {
      bool any = false;
      plain.forEachWord([&](const Word& word, const RealVector& end) {
        const bool here = plain.norm(end - outcome.momentum.cast<Real>()) <= 1e-9L * plain.momentumNorm();
        if (here && !any) any = plain.isMinimal(word);
      });
      QVERIFY(outcome.minimal && outcome.reachedMinimally);
      QCOMPARE(*outcome.reachedMinimally, any);
      QCOMPARE(*outcome.minimal, plain.isMinimal(outcome.example));
      QCOMPARE(*outcome.minimal, any);
    }
  }
};

CAROM_TEST(ImpactIndependent);
#include "tst_impact_independent.moc"
