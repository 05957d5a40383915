#pragma once

#include "answer/document/json_values.h"
#include "impact/impact_report.h"
#include "scene/scene.h"

namespace carom {

/// Why the outcome of an impact is unique, or not.
Json certificateJson(const ImpactReport& report);
/// The closed contacts of an impact. instance: of the scene whose initial impact it is, else null.
Json contactsJson(const ImpactProblem& problem, const SceneInstance* instance);

}  // namespace carom
