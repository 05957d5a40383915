#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <span>

#include "impact/impact_problem.h"

namespace carom {

using Json = nlohmann::ordered_json;

/// A number, or null where there is none: JSON knows neither infinity nor NaN. Never −0.
Json number(double value);

/// The numbers of a vector.
Json list(const Eigen::Ref<const Eigen::VectorXd>& values);

/// The names of the contacts of a word.
Json wordJson(const std::vector<ContactLabel>& labels, std::span<const ContactIndex> word);

}  // namespace carom
