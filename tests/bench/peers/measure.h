#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "peers/peer.h"

namespace carom::peers {

/// What the engines are measured on, in the order of the table.
std::vector<std::string> measuredScenes();

/// Everything that is measured of one engine in one scene: a list of rows, whose entries are named by the
/// columns of the CSV. What a row does not have is left out.
nlohmann::ordered_json measure(const Peer& peer, Settings settings, const std::string& scene);

}  // namespace carom::peers
