#pragma once

#include <string>
#include <vector>

#include "answer/document/impact_document.h"
#include "audit/recording/audit_recording.h"

namespace carom {

/// The audit of a recording, and what it is about.
struct AnsweredAudit {
  std::string scene;  ///< the name
  const Mechanism& mechanism;
  const AuditedRecording& audited;
};

/// A key of the document of `carom audit --json`, or of an entry of its "jumps".
struct AuditKey : AnswerKey {
  Json (*value)(const AnsweredAudit& audit);
};
struct JumpKey : AnswerKey {
  Json (*value)(const AnsweredAudit& audit, const ExplainedJump& jump);
};
std::span<const AuditKey> auditKeys();
std::span<const JumpKey> jumpKeys();

/// The document of an audit.
Json auditDocument(const AnsweredAudit& audit);

/// The contacts of a class in words: the name of one, "all contacts", or "floor" where all share that body.
std::string classLabel(const Mechanism& mechanism, const ContactClass& of);

/// A number with three significant digits, as sentences about audits have it.
std::string threeDigits(double value);

/// What to look at first where verdicts may be about the recording or the scene, a sentence each: jumps where
/// no contact is near, overlaps that last and are deep beside the range of a gap, and impulses along surfaces
/// that no word has.
std::vector<std::string> auditHints(const AnsweredAudit& audit);

/// Why a jump has its verdict, in a sentence or two.
std::string whyJump(const AnsweredAudit& audit, const ExplainedJump& jump);

/// The same at length, as sentences: what met when, what the words that were tried say, e and μ of the best
/// one, whether the order decides this impact, and what became of the energy.
std::vector<std::string> jumpReasons(const AnsweredAudit& audit, const ExplainedJump& jump);

}  // namespace carom
