#include "study/design/robust_design.h"

#include <algorithm>
#include <cmath>

#include "scene/initial_velocity.h"
#include "study/design/design_iteration.h"
#include "study/tolerance_sample.h"

namespace carom {

namespace {

constexpr double firstStep = 0.25, lastStep = 1e-3;  ///< in scales of the variables
constexpr double leastGain = 1e-3;                   ///< of the factor
constexpr double accuracy = 0.5 * leastGain;         ///< of the factor while it is searched
constexpr double firstFactor = 1.02;                 ///< by which a better design is expected to be better
constexpr int mostEvaluations = 400;

/// A compass search for the largest factor of the tolerances.
class ScaleSearch {
 public:
  ScaleSearch(const Scene& scene, DesignModel& model, DesignBox box, const RobustQuestion& robust,
              std::stop_token stop, const Progress& progress)
      : m_scene(scene),
        m_model(model),
        m_box(std::move(box)),
        m_robust(robust),
        m_stop(std::move(stop)),
        m_progress(progress) {}

  /// The factor at x, or a smaller one that is not above `best` by leastGain: most designs are worse, and few
  /// samples show that. Without a factor, minus the ξ of the design there.
  double score(const Eigen::VectorXd& x, double best) {
    ++m_evaluations;
    if (m_progress) m_progress(std::min(1.0, static_cast<double>(m_evaluations) / mostEvaluations));
    try {
      const Assignments there = m_model.assignments(x);
      ToleranceSample sample(m_scene, there, m_robust, m_stop, {});
      const SampleXi design = sample.atDesign();
      if (design.kind != SampleKind::Decided) return -HUGE_VAL;
      if (design.xi >= *m_robust.below) return -design.xi;
      if (best <= 0) return sample.largestScale(1, 2).value_or(-design.xi);
      const double wanted = (1 + leastGain) * best;
      return sample.holds(wanted) ? sample.largestScale(wanted, firstFactor, accuracy).value_or(wanted) : 0;
    } catch (const SceneError&) {
      return -HUGE_VAL;
    }
  }

  /// Climbs from x, whose score is given.
  void climb(Eigen::VectorXd& x, double& best) {
    for (double step = firstStep; step >= lastStep && !isOver(); step *= 0.5)
      while (!isOver() && improve(x, best, step)) continue;
  }

  int evaluations() const { return m_evaluations; }

 private:
  bool isOver() const { return m_stop.stop_requested() || m_evaluations >= mostEvaluations; }

  bool improve(Eigen::VectorXd& x, double& best, double step) {
    bool isBetter = false;
    for (Eigen::Index v = 0; v < x.size(); ++v)
      for (const double sign : {1.0, -1.0}) {
        Eigen::VectorXd moved = x;
        moved[v] = std::clamp(x[v] + sign * step * m_box.scale[v], m_box.least[v], m_box.greatest[v]);
        if (moved[v] == x[v] || isOver()) continue;
        const double found = score(moved, best);
        if (m_stop.stop_requested() || !(found > best + 0.5 * leastGain * std::abs(best))) continue;
        best = found;
        x = moved;
        isBetter = true;
        break;
      }
    return isBetter;
  }

  const Scene& m_scene;
  DesignModel& m_model;
  DesignBox m_box;
  const RobustQuestion& m_robust;
  std::stop_token m_stop;
  const Progress& m_progress;
  int m_evaluations = 0;
};

/// Fills in what holds after the search.
void complete(DesignModel& model, const Eigen::VectorXd& x, const RobustAnswer& there,
              RobustDesignAnswer& answer) {
  DesignAnswer& design = answer.design;
  for (std::size_t i = 0; i < design.variables.size(); ++i)
    design.variables[i].after = x[static_cast<Eigen::Index>(i)];
  const ImpactNumbers<double> impact = model.at(x);
  const Eigen::MatrixXd G = gramOf(impact);
  const auto numberOf = [&](const std::string& contact) {
    return std::ranges::find(design.gaps, contact, &DesignAnswer::Gap::contact) - design.gaps.begin();
  };
  for (DesignAnswer::Pair& pair : design.pairs)
    pair.after = G(numberOf(pair.contacts[0]), numberOf(pair.contacts[1]));
  for (std::size_t i = 0; i < design.gaps.size(); ++i)
    design.gaps[i].after = impact.gaps[static_cast<Eigen::Index>(i)];
  design.assignments = model.assignments(x);
  design.xiAfter = there.atDesign;
  design.refusal.clear();
  answer.scaleAfter = there.largestScale;
  answer.noScale = there.noScale;
  design.found = answer.scaleAfter && !design.isCancelled;
}

}  // namespace

RobustDesignAnswer findRobustDesign(const Scene& scene, const Assignments& given,
                                    const DesignQuestion& question, const RobustQuestion& robust,
                                    std::stop_token stop, const Progress& progress) {
  for (const std::string& variable : question.variables)
    if (isInitialName(variable))
      throw SceneError(scene.file(), variable, "is a coordinate",
                       "a parameter where tolerances are maximised", SceneError::Fault::Command);
  RobustDesignAnswer answer{findDesign(scene, given, question, stop), {}, {}, {}, 0};
  std::vector<std::string> variables, contacts;
  for (const DesignAnswer::Variable& variable : answer.design.variables) variables.push_back(variable.name);
  for (const DesignAnswer::Gap& gap : answer.design.gaps) contacts.push_back(gap.contact);
  const DesignStart start = afterMoves(scene.instantiate(given), given);
  DesignModel model(scene, start.assignments, variables, contacts, start.coordinates);
  const DesignBox box = boxOf(model, question.ranges);
  ScaleSearch search(scene, model, box, robust, stop, progress);
  Eigen::VectorXd x = box.start;
  double best = search.score(x, -HUGE_VAL);
  if (best > 0) answer.scaleBefore = best;
  if (answer.design.found) {
    Eigen::VectorXd unique(x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i)
      unique[i] = answer.design.variables[static_cast<std::size_t>(i)].after;
    if (const double there = search.score(unique, best); there > best) {
      best = there;
      x = unique;
    }
  }
  search.climb(x, best);
  answer.design.isCancelled = stop.stop_requested();
  complete(model, x, robustness(scene, model.assignments(x), robust, stop), answer);
  answer.evaluations = search.evaluations();
  return answer;
}

}  // namespace carom
