#include "cli/resolve_options.h"

#include "cli/budget.h"
#include "cli/options.h"
#include "cli/resolve_answer.h"

namespace carom {

namespace {

constexpr std::size_t mostSamples = 1'000'000'000;

}  // namespace

ResolveOptions parseResolveOptions(const ResolveTexts& options) {
  const bool policy = !options.policy.empty(), sample = !options.sample.empty(), gaps = !options.gaps.empty(),
             each = !options.reflectionRestitution.empty();
  refuseTogether("--restitution", !options.restitution.empty(), "--reflection-restitution", each);
  refuseTogether("--sample", sample, "--reflection-restitution", each);
  refuseTogether("--gaps", gaps, "--reflection-restitution", each);
  refuseTogether("--policy", policy, "--sample", sample);
  refuseTogether("--policy", policy, "--gaps", gaps);
  refuseTogether("--gradient", options.gradient, "--policy", policy);
  refuseTogether("--gradient", options.gradient, "--sample", sample);
  ResolveOptions result;
  if (!options.maxStates.empty()) {
    result.limits.maxStates = parseCount("--max-states", options.maxStates, 1);
    result.limits.maxComparisons = comparisonsFor(result.limits);
    result.combineGroups = false;  // N bounds the states of the answer
  } else if (policy) {
    result.limits.maxStates = mostStatesOfPath;
  }
  const std::size_t memory = result.limits.maxBytes = parseMemory(options.maxMemory);
  result.restitution = parseCoefficient("--restitution", options.restitution);
  result.reflectionRestitution = parseCoefficient("--reflection-restitution", options.reflectionRestitution);
  if (!options.seed.empty() && !sample && !gaps)
    throw CommandError(ExitStatus::CommandFault,
                       "--seed " + options.seed + ": expected --sample or --gaps with it");
  const std::uint64_t seed = options.seed.empty() ? 1 : parseCount("--seed", options.seed, 0);
  if (sample)
    result.sample = SampleOptions{.samples = parseCount("--sample", options.sample, 1, mostSamples),
                                  .seed = seed,
                                  .maxBytes = memory,
                                  .uncounted = usualLength};
  if (gaps)
    result.gaps = GapOptions{.samples = parseCount("--gaps", options.gaps, 1, mostSamples),
                             .seed = seed,
                             .maxBytes = memory,
                             .uncounted = usualLength};
  return result;
}

}  // namespace carom
