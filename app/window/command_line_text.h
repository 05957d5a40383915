#pragma once

#include <QString>

#include "answer/snapshot.h"
#include "common/document_state.h"

namespace carom {

/// The shell command for an answer: it resolves the impact, or simulates the run where that has pushes.
/// `file`: the path of its scene; empty: a built-in scene, by its name.
QString commandLineText(const Snapshot& answer, const QString& file);

}  // namespace carom
