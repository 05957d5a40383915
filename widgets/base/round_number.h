#pragma once

namespace carom {

/// The largest of 1, 2, 5·10ᵏ that is not above x > 0.
double roundNumberBelow(double x);
/// The least of them that is not below x > 0.
double roundNumberAbove(double x);
/// How many decimals a number needs that goes in steps of this size.
int decimalsOf(double step);

}  // namespace carom
