#pragma once

#include <QString>

#include "answer/snapshot.h"

namespace carom {

/// The program, scene and parameters of a picture or table: "carom 0.1.0; billiard-break theta=120deg,
/// ra=30mm".
QString provenanceOf(const Snapshot& snapshot);

}  // namespace carom
