#include "answer/document/json_values.h"

#include <cmath>

namespace carom {

Json number(double value) {
  return std::isfinite(value) ? Json(value + 0.0) : Json(nullptr);
}

Json list(const Eigen::Ref<const Eigen::VectorXd>& values) {
  Json json = Json::array();
  for (const double value : values) json.push_back(number(value));
  return json;
}

Json rowsJson(const Eigen::MatrixXd& matrix) {
  Json json = Json::array();
  for (Eigen::Index row = 0; row < matrix.rows(); ++row) json.push_back(list(matrix.row(row).transpose()));
  return json;
}

Json wordJson(const std::vector<ContactLabel>& labels, std::span<const ContactIndex> word) {
  Json names = Json::array();
  for (const ContactIndex j : word) names.push_back(labels[j].name);
  return names;
}

}  // namespace carom
