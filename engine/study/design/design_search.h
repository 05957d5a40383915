#pragma once

#include <array>
#include <stop_token>

#include "study/design/design_model.h"

namespace carom {

/// A pair of contacts whose G shall become −cos(π/m).
struct DesignPair {
  std::array<std::string, 2> contacts;
  int multiplicity = 2;  ///< m ≥ 1; 0: the whole number nearest to the present π/δ
};

/// What differs from the usual for one variable.
struct DesignRange {
  std::string variable;
  std::optional<double> least, greatest;  ///< its bounds (SI); both or none
  double weight = 1;                      ///< of its change, > 0: 2 counts a change twice
};

struct DesignQuestion {
  std::vector<std::string> variables = {};  ///< empty: those that the scene marks as free
  std::vector<DesignPair> pairs = {};       ///< empty: all pairs of closed contacts, m = 2
  std::vector<DesignRange> ranges = {};     ///< of variables whose bounds or weight are not the usual ones
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
  /// Whether every pair has its G and every contact of the pairs is closed, and the scene accepts the values.
  bool found = false;
  std::vector<Variable> variables;
  std::vector<Pair> pairs;
  std::optional<double> xiBefore, xiAfter;  ///< empty where it is not known exactly
  int iterations = 0;
  double residual = 0;  ///< the largest |G + cos(π/m)| and |gap| (m)
  std::string refusal;  ///< why the scene refuses the values that were found
  bool isCancelled = false;
  Assignments assignments;  ///< the given ones with the values of the design, or of the nearest miss
};

/// Finds the nearest design whose pairs fit the rule G = −cos(π/m), with the contacts of the pairs closed.
///
/// Newton's iteration on the underdetermined system: each step is the least change, weighted by the scales of
/// the variables, that solves the linearized equations, with exact derivatives. Variables stay within their
/// bounds: one that a step takes beyond its bound goes to it, and the others solve the rest. A step is halved
/// until the residual falls. Where the iteration stalls, it starts again from seeded points within the
/// bounds, nearest first; without a solution the answer is the nearest miss. Where the scene closes gaps by
/// moving parameters, the design starts from the moved ones.
///
/// Throws SceneError where the scene has no such contacts or variables, a range is empty or belongs to no
/// variable, or an equation has no derivative.
DesignAnswer findDesign(const Scene& scene, const Assignments& assignments, const DesignQuestion& question,
                        std::stop_token stop = {});

}  // namespace carom
