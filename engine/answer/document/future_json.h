#pragma once

#include "answer/document/json_values.h"
#include "answer/growth_of_run.h"
#include "mechanics/variation/run_variation.h"
#include "scene/scene.h"
#include "study/futures/futures.h"
#include "study/orbit/orbit.h"
#include "study/run_direction.h"

namespace carom {

/// "variation" of a run: map, growth, and the impacts with the words that perturbations follow. growth: of
/// it. directed: in a direction, too; null: none.
Json variationJson(const Mechanism& mechanism, const Trajectory& run, const RunVariation& variation,
                   const GrowthOfRun& growth, const DirectedRun* directed = nullptr);

/// The answer of carom futures. `most`: of the futures that are listed.
Json futuresJson(const Scene& scene, const Mechanism& mechanism, const FuturesAnswer& answer,
                 std::size_t most);

/// An orbit, as one of the answer of carom orbit.
Json orbitJson(const Mechanism& mechanism, const OrbitQuestion& question, const Orbit& orbit);

}  // namespace carom
