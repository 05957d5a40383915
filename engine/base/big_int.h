#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include "base/count.h"

namespace carom {

/// Whole numbers of any size, for calculations. Its header is large, so interfaces use Count in its place.
using BigInt = boost::multiprecision::cpp_int;

BigInt bigInt(const Count& count);
Count toCount(const BigInt& value);  ///< value ≥ 0

}  // namespace carom
