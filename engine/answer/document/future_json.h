#pragma once

#include "answer/document/json_values.h"
#include "mechanics/variation/run_variation.h"
#include "scene/scene.h"
#include "study/futures/futures.h"
#include "study/orbit/orbit.h"
#include "study/run_direction.h"

namespace carom {

/// The size of a perturbation, ‖δx‖² = δpᵀM⁻¹δp + δqᵀM δq/s² (J), in which its growth is measured.
struct Growth {
  Eigen::VectorXd values;      ///< 2n, singular values of the map of a variation, falling
  Eigen::MatrixXd directions;  ///< 2n×2n, columns: the δx(0) of unit size that grow so
};
/// start, end: M(q) at the start and at the end of the variation.
Growth growthOf(const Eigen::MatrixXd& map, const Eigen::MatrixXd& start, const Eigen::MatrixXd& end);

/// "variation" of a run: map, growth, and the impacts with the words that perturbations follow.
/// directed: in a direction, too; null: none.
Json variationJson(const Mechanism& mechanism, const Trajectory& run, const RunVariation& variation,
                   const DirectedRun* directed = nullptr);

/// ‖δx‖ of a perturbation (2n), √(δpᵀM⁻¹δp + δqᵀMδq/s²) with M at a configuration (√J).
double sizeOf(const Eigen::VectorXd& dx, const Eigen::MatrixXd& M);

/// The answer of carom futures. `most`: of the futures that are listed.
Json futuresJson(const Scene& scene, const Mechanism& mechanism, const FuturesAnswer& answer,
                 std::size_t most);

/// An orbit, as one of the answer of carom orbit.
Json orbitJson(const Mechanism& mechanism, const OrbitQuestion& question, const Orbit& orbit);

}  // namespace carom
