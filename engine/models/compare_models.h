#pragma once

#include <vector>

#include "models/compliant_contacts.h"
#include "models/impact_model.h"
#include "models/outcome_hull.h"

namespace carom {

/// One model's answer to an impact, compared with the outcomes of the propagative model.
struct ComparedModel {
  const ImpactModel* model = nullptr;
  ModelAnswer answer;
  Eigen::VectorXd momentum, velocity;        ///< n, after the impact; empty where the model has no answer
  Eigen::VectorXd impulses;                  ///< k, λ_i/‖u_i‖ (N·s)
  double energyBefore = 0, energyAfter = 0;  ///< ½‖p‖² (J)
  bool feasible = false;                     ///< every contact is feasible after the impact
  std::optional<OutcomeHull::Place> place;   ///< empty where there is no outcome to compare with
};

/// The answers of all models to one impact, and clouds of compliant impacts with random stiffnesses.
struct ModelComparison {
  std::vector<ComparedModel> models;   ///< in the order of impactModels()
  std::vector<CompliantCloud> clouds;  ///< empty until they are computed
};

/// Computes a model's answer and its place among the outcomes.
ComparedModel compareModel(const ImpactModel& model, const ImpactReport& report, const OutcomeHull& hull,
                           const ModelOptions& options);
/// Compares all models on the impact of the report.
std::vector<ComparedModel> compareModels(const ImpactReport& report, const ModelOptions& options);

/// The e that models take for a report: R of the whole impact where that is in force, else the restitutions
/// of the contacts. stiffness as in ModelOptions.
ModelOptions modelOptions(const ImpactReport& report, Eigen::VectorXd stiffness = {});

}  // namespace carom
