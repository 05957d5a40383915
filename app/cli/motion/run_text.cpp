#include "cli/motion/run_text.h"

#include <algorithm>

#include "answer/document/future_json.h"
#include "base/number_text.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/choice_text.h"

namespace carom {

/// How perturbations of the start grow, in words.
static std::string variationText(const RecordedMotion& run) {
  const RunVariation& variation = *run.variation;
  const Mechanism& mechanism = run.mechanism();
  const Trajectory& motion = run.trajectory;
  const Growth growth = growthOf(variation.map, mechanism.massMatrix(motion.configuration(motion.start())),
                                 mechanism.massMatrix(motion.configuration(variation.until)));
  std::string text = "Perturbations grow by " + roundedText(growth.values[0]) + " at most to " +
                     roundedText(variation.until) + " s (of size √(δpᵀM⁻¹δp + δqᵀMδq/s²))\n";
  for (const ImpactOfVariation& impact : variation.impacts) {
    const std::size_t words = impact.words.words.size();
    if (words < 2 && impact.followed >= 0) continue;
    text += "  t = " + roundedText(motion.impacts[impact.impact].time) + " s: " + std::to_string(words) +
            (impact.words.complete ? "" : " or more") + " orderings have a cone of perturbations" +
            (impact.followed >= 0 ? "" : ", not that of this run") + '\n';
  }
  if (variation.isContinuous() == false)
    text += "  Perturbations jump: orderings of a tie end differently\n";
  else if (!variation.isContinuous())
    text += "  Not all orderings that perturbations follow are known\n";
  if (!variation.stopped.empty())
    text += "  The variation ends at " + roundedText(variation.until) + " s: " + variation.stopped + '\n';
  return text;
}

/// The derivative in the direction asked for, in words.
static std::string directedText(const RecordedMotion& run) {
  const Mechanism& mechanism = run.mechanism();
  const RunVariation& variation = run.directed->variation;
  const double start = sizeOf(run.directed->start, mechanism.massMatrix(run.instance.initial.q)),
               end = sizeOf(variation.map.col(0),
                            mechanism.massMatrix(run.trajectory.configuration(variation.until)));
  std::string text = "In the direction asked for, of size " + roundedText(start) + ", the state at " +
                     roundedText(variation.until) + " s changes by a size of " + roundedText(end) + ":\n ";
  for (int i = 0; i < mechanism.dof(); ++i)
    text += ' ' + mechanism.coordinates()[static_cast<std::size_t>(i)].name + ' ' +
            roundedText(variation.map(i, 0));
  text += '\n';
  if (!variation.stopped.empty()) text += "  It ends there: " + variation.stopped + '\n';
  return text;
}

std::string runSummary(const RecordedMotion& run) {
  const Trajectory& motion = run.trajectory;
  std::string text = run.scene->title() + "\n" +
                     shortestText(run.record->last().time - run.instance.initial.time) + " s, " +
                     std::to_string(motion.impacts.size()) + " impacts\n";
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(most, motion.impacts.size()); ++i) {
    const ImpactEvent& impact = motion.impacts[i];
    text += "  t = " + shortestText(impact.time) + " s:";
    constexpr std::size_t mostNames = 1000;
    for (std::size_t k = 0; k < std::min(mostNames, impact.word.size()); ++k)
      text += ' ' + impact.labels[impact.word[k]].name;
    if (impact.atOnce && impact.word.size() > 1) text += " at once";
    if (!impact.jammed.empty()) text += ", no solution of Coulomb's law";
    if (impact.word.size() > mostNames) text += " … " + std::to_string(impact.word.size()) + " reflections";
    text += '\n';
  }
  if (motion.impacts.size() > most) text += "  …\n";
  for (const PushEvent& push : motion.pushes)
    text += "  t = " + shortestText(push.time) + " s: push of " +
            run.mechanism().bodies()[static_cast<std::size_t>(push.body)].name + ", " +
            shortestText(push.work) + " J\n";
  if (!motion.settlings.empty())
    text += std::to_string(motion.settlings.size()) +
            " closings settled within a step, without an impact; they took " +
            shortestText(motion.settledLoss) + " J\n";
  for (std::size_t i = 0; i < std::min(most, motion.choices.size()); ++i) {
    const ForceChoice& choice = motion.choices[i];
    text += "  t = " + shortestText(choice.time) + " s: " + choiceText(choice) + '\n';
  }
  if (motion.choices.size() > most) text += "  …\n";
  if (motion.unexaminedSteps > 0)
    text += std::to_string(motion.unexaminedSteps) +
            " steps: whether Coulomb's law has several solutions, or none, is not examined\n";
  if (motion.roughSteps > 0)
    text += std::to_string(motion.roughSteps) +
            " rough steps: impulses of contacts to 1e-8 only, or gaps to 1e-10 m or O(h²)\n";
  if (const auto small = bodyNearClosedGap(run.mechanism()))
    text += "Gaps up to " + shortestText(closedGap) + " m count as closed, beside " +
            run.mechanism().bodies()[static_cast<std::size_t>(small->body)].name + " of " +
            shortestText(small->size) + " m\n";
  if (motion.overlaps > 0)
    text += std::to_string(motion.overlaps) +
            " times a contact that came back within the step of another impact was left to overlap, by at "
            "most " +
            shortestText(motion.deepestOverlap) + " m\n";
  if (run.variation) text += variationText(run);
  if (run.directed) text += directedText(run);
  text += "Largest relative energy error " + shortestText(run.record->relativeError(0, 1)) + '\n';
  if (!motion.complete)
    text += "Stopped at " + shortestText(motion.stoppedAt) + " s: " + motion.stopReason + '\n';
  return text;
}

}  // namespace carom
