#include <algorithm>
#include <cmath>

#include "answer/document/audit_document.h"

namespace carom {

namespace audit_hints {
namespace {

using Eigen::Index;

std::string atJumps(std::size_t count) {
  return count == 1 ? "At one jump" : "At " + std::to_string(count) + " jumps";
}

/// The travel that changes a gap most; "" where none does.
std::string travelOf(const Mechanism& mechanism, int contact, const Eigen::VectorXd& q) {
  constexpr double much = 0.5;
  const Eigen::VectorXd u = mechanism.normal(contact, q);
  std::string name;
  double most = much;
  for (Index i = 0; i < u.size(); ++i) {
    const Coordinate& coordinate = mechanism.coordinates()[static_cast<std::size_t>(i)];
    if (coordinate.unit != "m" || std::abs(u[i]) <= most) continue;
    most = std::abs(u[i]);
    name = coordinate.name;
  }
  return name;
}

/// Jumps where no contact is near: the nearest ones are open there, or overlap, by about as much.
std::string openJumps(const AnsweredAudit& audit) {
  const RecordedRun& run = audit.audited.run;
  std::size_t count = 0;
  double least = HUGE_VAL, most = 0;
  int nearest = -1;
  Index at = 0;
  for (const ExplainedJump& jump : audit.audited.report.jumps) {
    if (!jump.contacts.empty() || !jump.isRefused()) continue;
    const auto first = std::ranges::upper_bound(run.time, 0.5 * (jump.window[0] + jump.window[1]));
    const Index sample = std::clamp<Index>(first - run.time.begin(), 0, run.size() - 1);
    double gap = HUGE_VAL;
    for (int contact = 0; contact < static_cast<int>(audit.mechanism.contacts().size()); ++contact) {
      const double own = std::abs(audit.mechanism.gap(contact, run.q.col(sample)));
      if (own >= gap) continue;
      gap = own;
      if (own < least) {
        nearest = contact;
        at = sample;
      }
    }
    if (nearest < 0) continue;
    ++count;
    least = std::min(least, gap);
    most = std::max(most, gap);
  }
  if (count == 0) return {};
  const std::string travel = travelOf(audit.mechanism, nearest, run.q.col(at));
  const std::string apart = threeDigits(least) == threeDigits(most)
                                ? threeDigits(least) + " m"
                                : threeDigits(least) + " to " + threeDigits(most) + " m";
  return atJumps(count) + " no contact is within reach: the gap of the nearest, " +
         audit.mechanism.contacts()[static_cast<std::size_t>(nearest)].name + ", is " + apart +
         ". Are places of the recording shifted?" +
         (travel.empty() ? "" : " A map with \"offset\": \"" + travel + "\" finds a shift up to some cm.");
}

/// The longest of overlaps that last and are deep beside the range of the gap.
std::string deepOverlap(const AnsweredAudit& audit) {
  constexpr Index many = 10;
  constexpr double share = 0.05;
  const RecordedRun& run = audit.audited.run;
  const RecordedOverlap* longest = nullptr;
  Index lasts = 0;
  for (const RecordedOverlap& overlap : audit.audited.report.overlaps) {
    const auto count = static_cast<Index>(std::lround((overlap.times[1] - overlap.times[0]) /
                                                      audit.audited.report.motion.sampling)) +
                       1;
    if (count < many || count <= lasts) continue;
    double most = 0;
    for (Index k = 0; k < run.size(); ++k)
      most = std::max(most, audit.mechanism.gap(overlap.contact, run.q.col(k)));
    if (overlap.depth < share * (most + overlap.depth)) continue;
    longest = &overlap;
    lasts = count;
  }
  if (!longest) return {};
  return audit.mechanism.contacts()[static_cast<std::size_t>(longest->contact)].name + " overlaps for " +
         std::to_string(lasts) + " samples, by up to " + threeDigits(longest->depth) +
         " m. Are the units, signs and zeros of the columns those of the scene (m, rad)? A map gives them "
         "others.";
}

/// Impulses along surfaces, of contacts without a law, and of those with one.
void addRubbing(const AnsweredAudit& audit, std::vector<std::string>& hints) {
  for (const bool hasLaw : {false, true}) {
    std::size_t count = 0;
    const ExplainedJump* first = nullptr;
    for (const ExplainedJump& jump : audit.audited.report.jumps) {
      if (!jump.rubbing) continue;
      const auto& pair = audit.mechanism.contacts()[static_cast<std::size_t>(jump.rubbing->contact)];
      if (pair.law.has_value() != hasLaw) continue;
      ++count;
      if (!first) first = &jump;
    }
    if (!first) continue;
    const auto& pair = audit.mechanism.contacts()[static_cast<std::size_t>(first->rubbing->contact)];
    std::string text = atJumps(count) + " impulses along the surface explain what no ordering does: " +
                       threeDigits(first->rubbing->size.value) + " N s at " + pair.name + ". ";
    if (hasLaw)
      text += "An audit fits e and mu; the law, " + std::string(nameOf(*pair.law)) +
              ", and its other coefficients are the scene's.";
    else
      text += "Collisions of a contact without a \"law\" have no friction: give it one in the scene.";
    hints.push_back(std::move(text));
  }
}

}  // namespace
}  // namespace audit_hints

std::vector<std::string> auditHints(const AnsweredAudit& audit) {
  using namespace audit_hints;
  std::vector<std::string> hints{openJumps(audit), deepOverlap(audit)};
  std::erase(hints, "");
  addRubbing(audit, hints);
  return hints;
}

}  // namespace carom
