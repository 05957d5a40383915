// The impacts of a run.

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <span>

#include "base/number_text.h"
#include "impact/contact_path.h"
#include "impact/examine.h"
#include "impact/outcomes/endless_ordering.h"
#include "impact/reflection.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run/motion_run.h"

namespace carom {

namespace {

/// Largest closing c after an inelastic impact or a blend, over ‖p⁻‖: above the rounding of their limits,
/// below inelasticCut. A smaller value takes impacts that have ended for endless ones.
constexpr double inelasticRest = 1e-11;

std::string names(const ImpactProblem& problem, const Eigen::VectorXd& weights) {
  std::string list;
  for (int i = 0; i < problem.contactCount(); ++i)
    if (weights[i] > 1e-9)  // smaller ones are rounding of the sum 1
      list += (list.empty() ? "" : ", ") + problem.labels()[static_cast<std::size_t>(i)].name;
  return list;
}

/// Converts contacts of the mechanism to their numbers in an impact of `contacts`; contacts that are not in
/// the impact are left out.
template <typename Contacts>
Word inImpact(const Contacts& wanted, const std::vector<int>& contacts) {
  Word word;
  for (const auto contact : wanted) {
    const auto found = std::find(contacts.begin(), contacts.end(), static_cast<int>(contact));
    if (found != contacts.end()) word.push_back(static_cast<ContactIndex>(found - contacts.begin()));
  }
  return word;
}

/// The beginning of a word in which each contact is infeasible when it reflects, so that no contact pulls.
Word pushingBeginning(const ImpactProblem& problem, const Word& word) {
  ContactPath path(problem);
  for (const ContactIndex contact : word) {
    if (!path.isInfeasible(contact)) break;
    path.reflect(contact);
  }
  return path.word();
}

/// Whether an inelastic ordering of `problem` is cut at the momentum of `reached`, see inelasticCut.
bool isCut(const ImpactProblem& problem, const ImpactProblem& reached) {
  const Eigen::VectorXd& c = reached.contactCoordinates();
  return carom::isCut(problem, {c.data(), static_cast<std::size_t>(c.size())});
}

/// ", the last 1000 of them within 0.002 s: lf_foot 998, rf_foot 640; with a restitution of 1 they never come
/// to rest". The last tenth of the impacts shows what goes on.
std::string lastHits(const std::vector<ImpactEvent>& impacts) {
  const std::size_t count = std::max<std::size_t>(1, impacts.size() / 10);
  if (count < 2) return {};
  const std::span<const ImpactEvent> last(impacts.end() - static_cast<std::ptrdiff_t>(count), count);
  std::map<std::string, std::size_t> hits;  // of each contact, in how many of these impacts it reflects
  bool isElastic = true;
  for (const ImpactEvent& impact : last) {
    std::set<ContactIndex> hit(impact.word.begin(), impact.word.end());
    for (const ContactIndex contact : hit) {
      ++hits[impact.labels[static_cast<std::size_t>(contact)].name];
      isElastic = isElastic && impact.restitution[contact] == 1;
    }
  }
  std::vector<std::pair<std::string, std::size_t>> order(hits.begin(), hits.end());
  std::ranges::stable_sort(order, std::greater{}, &std::pair<std::string, std::size_t>::second);
  constexpr std::size_t named = 4;
  std::string text = ", the last " + std::to_string(count) + " of them within " +
                     roundedText(last.back().time - last.front().time) + " s: ";
  for (std::size_t i = 0; i < std::min(order.size(), named); ++i)
    text += (i == 0 ? "" : ", ") + order[i].first + ' ' + std::to_string(order[i].second);
  if (order.size() > named) text += " and " + std::to_string(order.size() - named) + " more";
  return text + (isElastic ? "; with a restitution of 1 they never come to rest" : "");
}

}  // namespace

/// Resolves the impact of all closed contacts and opens the next flight. False where all contacts are
/// feasible or the run stops. `jammed`: see ImpactEvent; the first of them collides first.
bool MotionRun::collide(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& p, const Word* first,
                        const std::vector<int>& jammed) try {
  std::vector<int> contacts = closedContacts(m_mechanism, q);
  if (m_stepped) contacts = m_stepped->struck(std::move(contacts), jammed);
  if (contacts.empty()) return false;
  for (const int contact : contacts) m_calendar.close(contact);
  m_metric = metricAt(m_mechanism, *m_result.metric, q);
  const ImpactProblem closed = impactOf(m_mechanism, contacts, m_metric, q, p, jammed);
  if (closed.isFeasible() && jammed.empty()) return false;
  if (m_result.impacts.size() >= m_options.maxImpacts) {
    stopAt(time, StopKind::ImpactLimit,
           "more than " + std::to_string(m_options.maxImpacts) + " impacts" + lastHits(m_result.impacts));
    return false;
  }
  ImpactEvent event{.time = time, .contacts = std::move(contacts), .jammed = jammed};
  const ImpactProblem lawful = lawfulImpact(closed, event, m_result.law);
  event.restitution = restitutionNow(lawful, event.contacts, time);
  const ImpactProblem problem = lawful.withRestitution(event.restitution);
  if (problem.isElastic() && !opensAtOnce(problem))
    if (const Termination termination = decideTermination(problem, m_stop); termination.answer() == false) {
      stopAt(time, StopKind::Jammed, "jammed: " + names(problem, termination.jamWeights));
      return false;
    }
  event.plastic = m_chatters;
  ImpactPassage passage = follow(event, problem, first);
  const Eigen::VectorXd after = passage.momenta.rightCols<1>();
  if (!jammed.empty() && after == p) return false;
  if (!event.plastic && !ends(problem, after)) {
    if (m_stop.stop_requested())
      stopAt(time, StopKind::Cancelled, "cancelled");
    else
      stopAt(time, StopKind::EndlessImpact, "an impact without end within the limit of reflections");
    return false;
  }
  if (!takeWork(problem, passage)) {
    stopAt(time, StopKind::GainsEnergy, "an impact that would give energy");
    return false;
  }
  noteTurned(p, after);
  event.word = std::move(passage.word);
  event.labels = problem.labels();
  for (ContactLabel& label : event.labels) label.collision = nullptr;
  event.energyBefore = m_metric.energy(p);
  event.energyAfter = m_metric.energy(after);
  keep(std::move(event));
  close();
  if (m_stepped) m_stepped->startMotors(time);
  open({time, q, after}, velocityAfter(p, after));
  if (m_bytes + m_result.flights.memoryUsed() > m_options.maxBytes)
    stopAt(time, StopKind::Memory,
           "impacts and flights that take more than " + std::to_string(m_options.maxBytes) + " bytes");
  return true;
} catch (const ImpactError& error) {  // for example a closed contact whose normal points at a hinge
  stopAt(time, StopKind::NotConverged, std::string("an impact that cannot be resolved: ") + error.what());
  return false;
}

/// M⁻¹p⁺; in exact flights coordinates that no impulse changes keep their velocity to the last bit.
Eigen::VectorXd MotionRun::velocityAfter(const Eigen::VectorXd& p, const Eigen::VectorXd& after) {
  Eigen::VectorXd v = m_metric.velocity(after);
  if (m_stepped) return v;
  const Eigen::VectorXd before = flight().velocity(flight().end), change = m_metric.velocity(after - p);
  return (change.array() == 0).select(before, v);
}

/// The restitution of each contact (k): its own, or 0 where it loses energy and its hits converge to a limit
/// within a step. Records this hit.
Eigen::VectorXd MotionRun::restitutionNow(const ImpactProblem& closed, const std::vector<int>& contacts,
                                          double time) {
  Eigen::VectorXd bounce = closed.factors().array() - 1;
  m_hits.resize(m_mechanism.contacts().size());
  m_chatters = false;
  for (Eigen::Index i = 0; i < bounce.size(); ++i) {
    const double c = closed.contactCoordinates()[i];
    if (!closed.isInfeasible(c)) continue;
    const int contact = contacts[static_cast<std::size_t>(i)];
    HitHistory& hits = m_hits[static_cast<std::size_t>(contact)];
    hits.add(time, -c * closed.normalNorms()[i]);
    const bool isLossy = SteppedFlight::bounceRatio(m_mechanism, m_options, contact) < 1;
    if (!isLossy || bounce[i] == 0 || !(hits.remaining() < m_options.step)) continue;
    bounce[i] = 0;
    m_chatters = true;
  }
  return bounce;
}

void HitHistory::add(double time, double speed) {
  std::shift_left(m_time.begin(), m_time.end(), 1);
  std::shift_left(m_speed.begin(), m_speed.end(), 1);
  m_time.back() = time;
  m_speed.back() = speed;
  m_count = std::min(m_count + 1, needed);
}

double HitHistory::remaining() const {
  constexpr double alike =
      1.0 / 3;  // smaller: long sequences are seen later; larger: chance is taken for one
  if (m_count < needed) return HUGE_VAL;
  const double first = m_time[1] - m_time[0], second = m_time[2] - m_time[1], third = m_time[3] - m_time[2];
  const double ratio = std::max(second / first, third / second),
               other = std::min(second / first, third / second);
  const bool slowsDown = m_speed[3] < m_speed[2] && m_speed[2] < m_speed[1];
  if (!(ratio < 1) || !slowsDown || other < (1 - alike) * ratio) return HUGE_VAL;
  return third * ratio / (1 - ratio);
}

/// The passage of an impact: that of the chosen ordering, completed; of the plastic impact where chatter is
/// cut short and all infeasible contacts have a restitution of 0.
ImpactPassage MotionRun::follow(ImpactEvent& event, const ImpactProblem& problem, const Word* first) {
  if (event.plastic && allPressedAreDead(problem))
    return plasticPassage(m_mechanism, event.contacts, problem);
  if (!event.jammed.empty())
    return orderedPassage(problem,
                          completeWord(problem, policyFor(event.contacts),
                                       inImpact(std::vector{event.jammed.front()}, event.contacts)),
                          std::nullopt, Momenta::Ends);
  if (m_options.alternatives && problem.contactCount() > 1 && !event.plastic) {
    ResolveOptions options = *m_options.alternatives;
    options.restitution = m_options.restitution;
    event.alternatives = first && m_options.firstAlternatives
                             ? m_options.firstAlternatives
                             : std::make_shared<const ImpactReport>(resolveImpact(problem, options, m_stop));
  }
  Word word = wantedWord(event, problem, first);
  event.atOnce = word.empty() && m_options.policy.kind == Policy::Kind::FrictionLcp;
  if (event.atOnce) return passageAtOnce(problem, m_options.restitution);
  return orderedPassage(problem, completeWord(problem, policyFor(event.contacts), std::move(word)),
                        m_options.restitution, Momenta::Ends);
}

/// The beginning of the ordering chosen for this impact; empty where the policy decides alone.
Word MotionRun::wantedWord(const ImpactEvent& event, const ImpactProblem& problem, const Word* first) {
  const auto forced = m_options.forced.find(static_cast<int>(m_result.impacts.size()));
  if (forced != m_options.forced.end()) {
    Word word = inImpact(forced->second, event.contacts);
    return m_options.forcedMayNotPull ? pushingBeginning(problem, word) : word;
  }
  if (first) return *first;
  if (m_options.choose && event.alternatives) return m_options.choose(*event.alternatives);
  return {};
}

void MotionRun::keep(ImpactEvent event) {
  m_bytes += memoryUsed(event);
  const auto& alternatives = event.alternatives;
  if (alternatives && alternatives->graph && alternatives != m_options.firstAlternatives)
    m_bytes += alternatives->graph->memoryUsed();
  m_result.impacts.push_back(std::move(event));
}

/// Adds the energy that an impact took: for each contact its impulse times the mean of its velocities before
/// and after. False where reflections added energy beyond rounding; collision laws may add some.
bool MotionRun::takeWork(const ImpactProblem& problem, const ImpactPassage& passage) {
  // Over the energy before; words of 10⁶ reflections stay below it. A larger value hides gains of energy.
  constexpr double rounding = 1e-9;
  const KineticMetric& metric = problem.metric();
  const Eigen::MatrixXd& momenta = passage.momenta;
  const Eigen::VectorXd mean =
      0.5 * (metric.velocity(momenta.col(0)) + metric.velocity(momenta.col(momenta.cols() - 1)));
  double work = passage.impulses.normal.dot(problem.normals() * mean);
  for (int i = 0; i < problem.contactCount(); ++i)
    if (const auto& collision = problem.labels()[static_cast<std::size_t>(i)].collision)
      work +=
          passage.impulses.friction.row(i).head(collision->tangents.rows()).dot(collision->tangents * mean);
  flow().impact -= work;
  return !problem.reflectsOnly() || work <= rounding * metric.energy(problem.momentum());
}

/// The policy in the numbers of an impact of these contacts.
Policy MotionRun::policyFor(const std::vector<int>& contacts) const {
  Policy policy = m_options.policy;
  policy.priority = inImpact(policy.priority, contacts);
  return policy;
}

/// The word, continued by the policy until all contacts are feasible for its replay: in extended precision
/// the end of a long word can differ from that of the search by rounding.
Word MotionRun::completeWord(const ImpactProblem& problem, const Policy& policy, Word word) {
  // Memory of a reflection: its contact, twice during the search, and its momentum.
  const std::size_t each =
      2 * sizeof(ContactIndex) + static_cast<std::size_t>(problem.dof()) * sizeof(double);
  const std::size_t most = (m_options.maxBytes - std::min(m_bytes, m_options.maxBytes)) / each;
  ImpactProblem reached = problem.withMomentum(replay(problem, word).momentum);
  if (!problem.isElastic()) {  // relative to ‖p⁻‖, because an endless ordering may lose all momentum
    if (isCut(problem, reached)) return word;
    // Laws take energy at each collision except in a few symmetric cases [CR98 6.4].
    const std::size_t enough =
        problem.reflectsOnly() ? 1'000'000 : std::min(collisionsOfImpact, m_collisionsLeft);
    const Word more = followPolicy(reached, policy, std::min(most, enough), m_stop);
    if (!problem.reflectsOnly()) m_collisionsLeft -= more.size();
    word.insert(word.end(), more.begin(), more.end());
    return word;
  }
  while (!reached.isFeasible() && !m_stop.stop_requested() && word.size() < most) {
    const Word more = followPolicy(reached, policy, most - word.size(), m_stop);
    if (more.empty()) break;
    word.insert(word.end(), more.begin(), more.end());
    reached = problem.withMomentum(replay(problem, word).momentum);
  }
  return word;
}

/// Whether all contacts are feasible after an impact, up to the rounding of blends and limits.
bool MotionRun::ends(const ImpactProblem& problem, const Eigen::VectorXd& after) const {
  const ImpactProblem rest = problem.withMomentum(after);
  const bool isOrdered = m_options.policy.kind != Policy::Kind::FrictionLcp;
  if (problem.isElastic() && !m_options.restitution && isOrdered) return rest.isFeasible();
  return std::ranges::all_of(rest.contactCoordinates(),
                             [&](double c) { return c >= -inelasticRest * problem.momentumNorm(); });
}

}  // namespace carom
