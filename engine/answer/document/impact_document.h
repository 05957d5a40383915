#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answer/document/json_values.h"
#include "answer/document/resolve_answer.h"
#include "mechanics/tree/mechanism.h"
#include "scene/scene.h"

/// The keys of answers, one row each. JSON, the attributes of Python and their docstrings, and the paths that
/// a study can measure are made from them.
namespace carom {

/// An answer to one impact, and what it is about.
struct AnsweredImpact {
  std::string scene;                    ///< the name; "" for an impact without a scene
  std::vector<Coordinate> coordinates;  ///< n
  const SceneInstance* instance;        ///< of the scene whose initial impact it is, else null
  const ResolveAnswer& answer;

  const ImpactReport& report() const { return *answer.report; }
  /// Whether it is the answer of a search with outcomes, and not of one ordering or of a jam.
  bool isSearch() const { return !answer.path && !report().jammed(); }
};

/// A key of a document.
struct AnswerKey {
  std::string_view key;
  std::string_view unit;  ///< SI unit of its numbers; "1" for pure ones, "" where there are several or none
  std::string_view help;  ///< with the shape: (n,) for n coordinates, (k,) for k contacts
  /// The paths of its numbers and lists, with [0] for any index and * for any name: "max, min"; "" for the
  /// value itself, "-" where it has none. "[0].time: s" gives one a unit of its own; the units q, v and p are
  /// those of the coordinate, its velocity and its momentum.
  std::string_view numbers;
  std::string_view type = "";  ///< of the attribute in Python, as its stub has it: "float | None"
};

/// The document of `carom resolve --json`.
struct ImpactKey : AnswerKey {
  bool (*present)(const AnsweredImpact& impact);
  Json (*value)(const AnsweredImpact& impact);
};
std::span<const ImpactKey> impactKeys();

/// An outcome of a report.
struct AnsweredOutcome {
  const ImpactReport& report;
  const Outcome& outcome;
};
/// An entry of its "outcomes".
struct OutcomeKey : AnswerKey {
  bool (*present)(const AnsweredOutcome& outcome);
  Json (*value)(const AnsweredOutcome& outcome);  ///< null: the names of the example, see WordWriter
};
std::span<const OutcomeKey> outcomeKeys();

/// The document of an answer. only: the keys that are wanted; empty: all.
Json impactDocument(const AnsweredImpact& impact, const std::vector<std::string_view>& only = {});

/// A number that a document may have at a key.
struct NumberPath {
  std::string path;  ///< "outcomes[0].momentum[0]"
  std::string unit;  ///< SI; "q", "v" or "p" by the coordinate, "1" for a pure number, "" where not known
};
std::vector<NumberPath> numbersOf(const AnswerKey& key);
/// Their paths.
std::vector<std::string> numberPaths(const AnswerKey& key);

/// The coordinates of an impact without a scene: q0, q1, …, without units.
std::vector<Coordinate> namelessCoordinates(int dof);

}  // namespace carom
