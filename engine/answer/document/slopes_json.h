#pragma once

#include <vector>

#include "answer/document/json_values.h"
#include "study/order_sensitivity.h"
#include "study/xi_gradient.h"

namespace carom {

/// "xi_gradient": per continuous parameter "verdict" ("exists", "kink", "one-sided", "unknown"), "value"
/// where the derivative exists, "left" and "right" where one-sided ones do; per SI unit.
Json gradientJson(const std::vector<XiDerivative>& gradient);
/// The part of "sensitivity" about the orders of pairs of contacts: "slopes", "refused" and "reason".
Json slopesJson(const OrderSensitivities& sensitivity);

}  // namespace carom
