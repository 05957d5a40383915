#pragma once

#include <QString>
#include <string>
#include <vector>

#include "answer/document/json_values.h"

namespace carom {

/// What was measured of the engines: an object for each run, with engine, version, settings, scene and hz;
/// of an impact with restitution, speed, energy, momentum, distance and impact_us, of other motion with
/// energy, drift_m and steps_per_s, of a planted problem with problem, verdict, why, distance, energy and
/// spread.
using PeerRows = std::vector<Json>;

/// All rows as comma separated values, with a line of names.
QString peerCsv(const PeerRows& rows);

/// The impacts, one entry for all speeds of an engine, its settings, a scene, a rate and a restitution:
/// least, mean and greatest value.
Json impactSummary(const PeerRows& rows);
/// The rows of motion and rest.
Json motionSummary(const PeerRows& rows);
/// The verdicts on planted problems, counted: one entry for an engine and its settings.
Json conformanceSummary(const PeerRows& rows);

/// All as tables for people.
QString peerTables(const Json& impacts, const Json& motions, const Json& conformance);

}  // namespace carom
