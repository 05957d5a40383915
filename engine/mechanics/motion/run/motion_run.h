#pragma once

#include <array>
#include <cmath>
#include <deque>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "mechanics/contact/ballistic_closing.h"
#include "mechanics/motion/impact_passage.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/motion/stepped_flight.h"

namespace carom {

/// Most collisions by laws in one impact, and in a run for each impact of maxImpacts beyond those of one
/// endless impact; a collision costs up to 0.7 ms.
inline constexpr std::size_t collisionsOfImpact = 20'000, collisionsPerImpact = 10;

/// The last hits of a contact, the latest last: their times (s) and closing speeds (m/s).
class HitHistory {
 public:
  void add(double time, double speed);
  /// Time from the last hit to the limit of the sequence, where the hits converge: the last two intervals and
  /// the closing speeds fall, by ratios ρ that agree to a third; Δt ρ/(1 − ρ) with the larger one. Infinite
  /// where they do not, as between walls (intervals grow) and for bodies that are squeezed (speeds grow).
  double remaining() const;

 private:
  static constexpr std::size_t needed = 4;
  std::array<double, needed> m_time{}, m_speed{};
  std::size_t m_count = 0;
};

/// One run of the motion. The last flight is open: its end advances until an impact closes it.
class MotionRun {
 public:
  MotionRun(const Mechanism& mechanism, const State& initial, const MotionOptions& options,
            std::stop_token stop)
      : m_mechanism(mechanism),
        m_options(options),
        m_stop(std::move(stop)),
        m_metric(mechanism.massBlocks(initial.q)),
        m_calendar(mechanism),
        m_collisionsLeft(collisionsOfImpact + collisionsPerImpact * options.maxImpacts) {}

  Trajectory from(const State& initial);

 private:
  void leadIn(const State& initial);
  void steppedLeadIn(const State& initial);
  void fly(double until);
  void flyStepped(double until);
  void open(const State& state, const Eigen::VectorXd& v);
  void close();
  EnergyFlow& flow() { return m_stepped ? m_stepped->flow() : m_flow; }
  void observeExact(double until, bool last);
  bool collide(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& p, const Word* first = nullptr,
               const std::vector<int>& jammed = {});
  Eigen::VectorXd restitutionNow(const ImpactProblem& closed, const std::vector<int>& contacts, double time);
  Eigen::VectorXd velocityAfter(const Eigen::VectorXd& p, const Eigen::VectorXd& after);
  ImpactPassage follow(ImpactEvent& event, const ImpactProblem& problem, const Word* first);
  Word wantedWord(const ImpactEvent& event, const ImpactProblem& problem, const Word* first);
  bool takeWork(const ImpactProblem& problem, const ImpactPassage& passage);
  Policy policyFor(const std::vector<int>& contacts) const;
  bool ends(const ImpactProblem& problem, const Eigen::VectorXd& after) const;
  Word completeWord(const ImpactProblem& problem, const Policy& policy, Word word);
  void stopAt(double time, StopKind kind, std::string reason);
  void stopAtStepLimit(double time) {
    stopAt(time, StopKind::StepLimit, "more than " + std::to_string(m_options.maxSteps) + " steps");
  }
  void keep(ImpactEvent event);
  double pressedSince(double from, const Closing& pressed) const;
  void goOnInSteps(double time, int arriving = -1);
  bool settles(double time, int contact);
  std::optional<Closing> closingAfter(double time);
  void noteTurned(const Eigen::VectorXd& before, const Eigen::VectorXd& after);
  void listPushes(double from, double until);
  double nextPush() const { return m_pushes.empty() ? HUGE_VAL : m_pushes.front().time; }
  void push();
  FreeFlight& flight() { return m_result.flights.back(); }
  const FreeFlight& flight() const { return m_result.flights.back(); }
  bool stopped() const { return !m_result.complete; }

  const Mechanism& m_mechanism;
  const MotionOptions& m_options;
  std::stop_token m_stop;
  std::optional<SteppedFlight> m_stepped;  ///< set where flights are not exact
  KineticMetric m_metric;                  ///< at the last impact; in exact flights at every q
  ClosingCalendar m_calendar;              ///< of exact flights
  Eigen::VectorXd m_acceleration;          ///< n, of exact flights; else 0
  EnergyFlow m_flow;                       ///< of exact flights
  std::vector<HitHistory> m_hits;          ///< of each contact of the mechanism
  bool m_chatters = false;                 ///< whether a contact of the impact ends a sequence of hits
  double m_origin = 0;                     ///< the initial time
  std::size_t m_bytes = 0;                 ///< memory of the impacts
  std::size_t m_collisionsLeft;            ///< number of collisions by laws that the run may still take
  std::size_t m_grazes = 0;                ///< contacts of exact flights that closed without an impact
  std::deque<Push> m_pushes;               ///< those still to come, the next one first
  long m_observed = 0;                     ///< number of ends of steps of exact flights that were observed
  Trajectory m_result;
};

}  // namespace carom
