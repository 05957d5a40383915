#pragma once

#include <string>

namespace carom {

/// The JSON Schema of the scene format, as text: resources/scenes/carom-scene.schema.json.
std::string sceneSchema();

/// The keys of the scene format as Markdown, one table for each section: a part of
/// resources/scenes/README.md.
std::string keyTables();

}  // namespace carom
