#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "impact/impact_problem.h"

namespace carom {

/// The input of an impact model besides the impact.
struct ModelOptions {
  /// k, e_i in [0,1] of each contact: Newton's ratio of normal velocities, Poisson's ratio of impulses.
  Eigen::VectorXd restitution;
  /// k, ratios of the stiffnesses of compliant contacts, > 0; empty: all equal.
  Eigen::VectorXd stiffness{};
};

/// The answer of an impact model: multipliers λ of the unit normals, p⁺ = p⁻ + Σ λ_i û_i where there is no
/// friction.
struct ModelAnswer {
  std::optional<Eigen::VectorXd> multipliers;  ///< k (√J); empty where the model has no answer
  std::string reason{};                        ///< why the model has no answer
  int rounds = 0;  ///< the number of repetitions: pivots, rounds of projections, reflections or time steps
  /// Other multipliers satisfy the same conditions; unless `severalMomenta` is set, they give the same p⁺.
  bool severalMultipliers = false;
  /// Other multipliers that satisfy the same conditions give another p⁺; the answer is one of them.
  bool severalMomenta = false;
  /// n, p⁺ of a model whose contacts have tangential impulses, too; empty: p⁻ + Σ λ_i û_i.
  std::optional<Eigen::VectorXd> momentum{};
  /// k×2, impulses (N·s) along the tangents of the contacts with a law, where `momentum` is set; else empty.
  Eigen::MatrixXd friction{};
  std::string note{};  ///< what the answer approximates or leaves undecided; empty: nothing
};

/// A model of simultaneous impact other than sequences: without friction, but for the one that names it.
struct ImpactModel {
  std::string_view name;    ///< as in JSON, "newton-lcp"
  std::string_view label;   ///< as people write it, "Newton LCP"
  std::string_view rounds;  ///< what `rounds` counts, "pivots"
  ModelAnswer (*answer)(const ImpactProblem& problem, const ModelOptions& options);
};

/// All models, in the order in which they are listed.
std::span<const ImpactModel> impactModels();
/// The model of this name; null where there is none.
const ImpactModel* findImpactModel(std::string_view name);

/// k, the e of each contact: R of the whole impact where it is given, else its own.
Eigen::VectorXd restitutionOfAll(const ImpactProblem& problem, std::optional<double> R);
/// The one e that all contacts share; empty where they differ.
std::optional<double> commonRestitution(const Eigen::VectorXd& restitution);

}  // namespace carom
