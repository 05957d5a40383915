#pragma once

#include <QString>

#include "common/document_state.h"

namespace carom {

/// The shell command that resolves the state of a document. `file`: the path of its scene; empty: a built-in
/// scene, by its name.
QString commandLineText(const DocumentState& state, const QString& file);

}  // namespace carom
