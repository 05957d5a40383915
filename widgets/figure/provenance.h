#pragma once

#include <QString>

#include "answer/snapshot.h"

namespace carom {

/// What made a picture or a table of a snapshot: "carom 0.1.0; billiard-break theta=120deg, ra=30mm".
QString provenanceOf(const Snapshot& snapshot);

}  // namespace carom
