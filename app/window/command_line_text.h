#pragma once

#include <QString>

#include "common/document_state.h"

namespace carom {

/// The command line that resolves the state of a document, as a shell reads it. `file`: where its scene is
/// saved; empty: under its name among the built-in scenes.
QString commandLineText(const DocumentState& state, const QString& file);

}  // namespace carom
