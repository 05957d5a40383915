#include "answer/document/slopes_json.h"

namespace carom {

Json gradientJson(const std::vector<XiDerivative>& gradient) {
  static constexpr const char* verdicts[] = {"exists", "kink", "one-sided", "unknown"};
  const auto value = [](const std::optional<Slope>& slope) {
    return slope ? number(slope->value) : Json(nullptr);
  };
  Json json = Json::array();
  for (const XiDerivative& derivative : gradient)
    json.push_back({{"parameter", derivative.parameter},
                    {"verdict", verdicts[static_cast<int>(derivative.verdict)]},
                    {"value", value(derivative.slope)},
                    {"error", derivative.slope ? number(derivative.slope->error) : Json(nullptr)},
                    {"left", value(derivative.left)},
                    {"right", value(derivative.right)}});
  return json;
}

Json slopesJson(const OrderSensitivities& sensitivity) {
  const auto vector = [](const Eigen::VectorXd& values) {
    return values.size() > 0 ? list(values) : Json(nullptr);
  };
  Json all = Json::array();
  for (const OrderSensitivity& one : sensitivity.all) {
    Json orders = Json::array();
    for (const OrderSensitivity::Order& order : one.orders)
      orders.push_back({{"order", order.contacts},
                        {"dp", vector(order.slope)},
                        {"projection", vector(order.projection)},
                        {"projection_norm", number(order.projectionNorm)}});
    all.push_back({{"parameter", one.parameter},
                   {"pair", one.pair},
                   {"gram", number(one.gramSlope)},
                   {"turn", number(one.turn)},
                   {"w", vector(one.w)},
                   {"orders", orders},
                   {"difference", number(one.difference)},
                   {"xi", number(one.xiSlope)}});
  }
  return {{"slopes", std::move(all)},
          {"refused", sensitivity.refused},
          {"reason", sensitivity.none.empty() ? Json(nullptr) : Json(sensitivity.none)}};
}

}  // namespace carom
