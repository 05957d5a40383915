#include "cli/simulate_options.h"

#include <cmath>

#include "base/near_names.h"
#include "cli/budget.h"
#include "cli/options.h"
#include "cli/policy_option.h"

namespace carom {

namespace {

/// Distinct momenta of one impact of a run that are searched for alternatives.
constexpr std::size_t mostStates = 100'000;
/// The most steps of a run without --max-steps: some ten seconds of computing for two bodies.
constexpr std::size_t mostSteps = 2'000'000;

double parseTime(const std::string& option, const std::string& text) {
  const double value = parseNumber(option, text);
  if (!(value > 0) || !std::isfinite(value))
    throw CommandError(ExitStatus::InputFault, option + ' ' + text + ": expected a time > 0");
  return value;
}

std::vector<ContactLabel> contactsOf(const Mechanism& mechanism) {
  std::vector<ContactLabel> labels;
  for (const ContactPair& contact : mechanism.contacts()) labels.push_back({contact.name, {}, 0});
  return labels;
}

/// "3:ac,bc": the ordering of impact 3.
void addForced(const std::string& text, const std::vector<ContactLabel>& contacts, MotionOptions& motion) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos)
    throw CommandError(ExitStatus::CommandFault, "--follow " + text + ": expected IMPACT:CONTACT,…");
  const std::size_t impact = parseCount("--follow", text.substr(0, colon), 0, 1'000'000'000);
  std::vector<int>& word = motion.forced[static_cast<int>(impact)];
  for (const std::string& name : splitText(text.substr(colon + 1), ','))
    word.push_back(contactNamed("--follow", name, contacts));
}

/// "c@0.2=0,1,0": an impulse (N·s) on body c at 0.2 s; a missing z is 0.
Push parsePush(const std::string& text, const Mechanism& mechanism) {
  const auto refuse = [&](ExitStatus status, const std::string& expected) {
    throw CommandError(status, "--push " + text + ": expected " + expected);
  };
  const std::size_t equals = text.rfind('='), at = text.rfind('@', equals);
  if (equals == std::string::npos || at == std::string::npos)
    refuse(ExitStatus::CommandFault, "BODY@T=JX,JY,JZ");
  Push push;
  const std::string body = text.substr(0, at);
  push.body = mechanism.bodyIndex(body);
  if (push.body < 0) {
    std::vector<std::string> names;
    for (const Body& each : mechanism.bodies()) names.push_back(each.name);
    throw CommandError(ExitStatus::CommandFault,
                       "--push: unknown body \"" + body + "\"; expected " + expectedName(body, names));
  }
  push.time = parseNumber("--push", text.substr(at + 1, equals - at - 1));
  const std::vector<std::string> parts = splitText(text.substr(equals + 1), ',');
  if (parts.size() < 2 || parts.size() > 3) refuse(ExitStatus::CommandFault, "two or three components");
  for (std::size_t i = 0; i < parts.size(); ++i)
    push.impulse[static_cast<Eigen::Index>(i)] = parseNumber("--push", parts[i]);
  if (!(push.time >= 0) || !std::isfinite(push.time) || !push.impulse.allFinite())
    refuse(ExitStatus::InputFault, "a time >= 0 and finite components");
  return push;
}

}  // namespace

MotionOptions motionOptions(const SimulateOptions& options, const Mechanism& mechanism) {
  MotionOptions motion;
  motion.duration = parseTime("--until", options.until);
  motion.step = parseTime("--step", options.step);
  motion.mostNodes = 2;  // the record keeps what is wanted
  if (!options.maxSteps.empty())
    motion.maxSteps = parseCount("--max-steps", options.maxSteps, 1);
  else
    motion.maxSteps = mostSteps;
  motion.maxBytes = parseMemory(options.maxMemory) / 2;  // the other half is the record's
  refuseTogether("--restitution", !options.restitution.empty(), "--reflection-restitution",
                 !options.reflectionRestitution.empty());
  motion.restitution = parseCoefficient("--restitution", options.restitution);
  motion.reflectionRestitution = parseCoefficient("--reflection-restitution", options.reflectionRestitution);
  for (const std::string& text : options.follow) addForced(text, contactsOf(mechanism), motion);
  for (const std::string& text : options.push) motion.pushes.push_back(parsePush(text, mechanism));
  if (options.alternatives) {
    motion.alternatives.emplace();
    motion.alternatives->limits.maxStates = mostStates;
    motion.alternatives->limits.maxBytes = motion.maxBytes;
  }
  if (!options.policy.empty()) motion.policy = parsePolicy(options.policy, contactsOf(mechanism));
  return motion;
}

Trajectory recordMotion(const SimulatedRun& run, MotionOptions motion, RunRecord& record,
                        std::stop_token interrupt, const Progress& progress) {
  std::stop_source stop;
  const std::stop_callback interrupted(interrupt, [&stop] { stop.request_stop(); });
  motion.observe = [&](const ObservedState& state) {
    record.add(state);
    if (record.isFull()) stop.request_stop();
  };
  motion.progress = progress;
  Trajectory trajectory = runMotion(*run.instance.mechanism, run.initial, motion, stop.get_token());
  record.finish();
  const bool full = trajectory.stopKind == StopKind::Cancelled && !interrupt.stop_requested();
  if (full) {
    trajectory.stopKind = StopKind::Memory;
    trajectory.stopReason =
        "steps to report that take more memory than --max-memory allows; --every K reports fewer";
  }
  return trajectory;
}

void refuseOverlap(const Mechanism& mechanism, const Eigen::VectorXd& q, const std::string& place) {
  for (int i = 0; i < static_cast<int>(mechanism.contacts().size()); ++i)
    if (!(mechanism.gap(i, q) >= -closedGap))
      throw CommandError(ExitStatus::InputFault, place + ": contact " +
                                                     mechanism.contacts()[static_cast<std::size_t>(i)].name +
                                                     " overlaps; expected no overlap");
}

}  // namespace carom
