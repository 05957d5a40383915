#pragma once

#include <array>
#include <stop_token>

#include "base/progress.h"
#include "study/design/design_model.h"

namespace carom {

/// A pair of contacts whose G shall become −cos(π/m).
struct DesignPair {
  std::array<std::string, 2> contacts;
  int multiplicity = 2;  ///< m ≥ 1; 0: the m ≥ 2 whose G is nearest to the present one
};

/// What differs from the usual for one variable.
struct DesignRange {
  std::string variable;
  std::optional<double> least, greatest;  ///< its bounds (SI); the usual one where empty
  double weight = 1;                      ///< of its change, > 0: 2 counts a change twice
};

struct DesignQuestion {
  /// Parameters and coordinates ("a.x"); empty: the parameters that the scene marks as free.
  std::vector<std::string> variables = {};
  std::vector<DesignPair> pairs = {};    ///< empty: all pairs of closed contacts, m = 2
  std::vector<DesignRange> ranges = {};  ///< of variables whose bounds or weight are not the usual ones
  std::vector<std::string> closed = {};  ///< contacts to be closed beside those of the pairs
};

struct DesignAnswer {
  struct Variable {
    std::string name, unit;
    double before = 0, after = 0;  ///< SI
  };
  struct Pair {
    std::array<std::string, 2> contacts;
    int multiplicity = 2;
    double before = 0, after = 0;  ///< G
  };
  struct Gap {
    std::string contact;
    double before = 0, after = 0;  ///< m
  };
  /// Whether every pair has its G and every contact of the question is closed, and the scene accepts the
  /// values and measures the same.
  bool found = false;
  std::vector<Variable> variables;
  std::vector<Pair> pairs;
  std::vector<Gap> gaps;
  std::optional<double> xiBefore, xiAfter;  ///< empty where it is not known exactly
  int iterations = 0;
  int starts = 1;       ///< points that the iteration started from, and that the search elsewhere tried
  int corners = 0;      ///< derivatives that were taken on one side of a corner, such as max(a, b) with a = b
  double residual = 0;  ///< the largest |G + cos(π/m)| and |gap| (m)
  std::string refusal;  ///< why the scene refuses the values that were found
  bool isCancelled = false;
  Assignments assignments;       ///< the given ones with the values of the design, or of the nearest miss
  CoordinateValues coordinates;  ///< likewise; those that are not the scene's own
  /// The scene with these coordinates: to be used with the assignments. Null where they are its own.
  std::shared_ptr<const Scene> scene;
};

/// Finds the nearest design whose pairs fit the rule G = −cos(π/m), with the contacts of the question closed.
///
/// Newton's iteration on the underdetermined system: each step is the least change, weighted by the scales of
/// the variables, that solves the linearized equations, with exact derivatives. Variables stay within their
/// bounds: one that a step takes beyond its bound goes to it, and the others solve the rest. A step is halved
/// until the sum of squares falls. At a corner the derivatives of one side are taken, and counted.
///
/// Where the iteration stalls, the sum of squares is minimised from elsewhere, see searchBox: within the
/// bounds, and within three scales of a variable that has none. Of the solutions on the way the nearest
/// is taken. A solution is moved along the solutions until its change is the least nearby. Without a solution
/// the answer is the nearest miss: the best point, and a local minimum of the sum of squares within the
/// bounds, among the designs with closed gaps where the gaps can be closed; a solution that no descent leads
/// to is not excluded by that. Where the scene closes gaps by moving parameters or coordinates, the design
/// starts from the moved ones.
///
/// Throws SceneError where the scene has no such contacts or variables, a range is empty or belongs to no
/// variable, or a gap has no derivative at the start. Progress is the fraction of the points that were tried.
DesignAnswer findDesign(const Scene& scene, const Assignments& assignments, const DesignQuestion& question,
                        std::stop_token stop = {}, const Progress& progress = {});

/// The question for the nearest unique design: all pairs of the closed contacts, each with the m that is
/// nearest. It varies the parameters that the scene marks as free; without these all that vary continuously
/// between two ends.
DesignQuestion nearestQuestion(const Scene& scene, const SceneInstance& instance);

/// The variables of that question.
std::vector<std::string> nearestVariables(const Scene& scene, const SceneInstance& instance);

/// The names of the contacts whose pairs it has: n of them have n(n − 1)/2 pairs.
std::vector<std::string> closedContactNames(const SceneInstance& instance);

}  // namespace carom
