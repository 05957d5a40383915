#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "impact/impact_problem.h"

namespace carom {

using Json = nlohmann::ordered_json;

/// A number, or null where there is none: JSON knows neither infinity nor NaN. Never −0.
Json number(double value);

/// The numbers of a vector.
Json list(const Eigen::Ref<const Eigen::VectorXd>& values);

/// The rows of a matrix.
Json rowsJson(const Eigen::MatrixXd& matrix);

/// A value, or null where it is unknown.
template <typename T>
Json orNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// The names of the contacts of a word.
Json wordJson(const std::vector<ContactLabel>& labels, std::span<const ContactIndex> word);

}  // namespace carom
