#pragma once

#include <QString>

#include "answer/question/run_settings.h"
#include "scene/scene.h"

namespace carom {

/// The rule and the restitution of these settings, without orderings chosen by hand, second runs and times.
ImpactSettings choicesOf(const ImpactSettings& settings);

/// Keeps the rule and the restitution of a scene file in the settings of the program: the format of scenes
/// has no keys for them. Those of the files saved last are kept.
void keepChoices(const QString& path, const ImpactSettings& settings);

/// What keepChoices() has kept for a file, as far as it fits the scene; else no rule and no restitution.
ImpactSettings keptChoices(const QString& path, const SceneInstance& instance);

}  // namespace carom
