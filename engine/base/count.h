#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace carom {

/// A whole number ≥ 0 of any size. Counts of orderings pass 2^64 early (n = 9 balls on a line).
/// A Count is stored, compared and written; calculations use BigInt (base/big_int.h).
class Count {
 public:
  Count() = default;
  Count(std::uint64_t value) {
    if (value != 0) m_limbs = {value};
  }
  /// Digits to the base 2^64, the lowest first.
  static Count fromLimbs(std::vector<std::uint64_t> limbs);
  const std::vector<std::uint64_t>& limbs() const { return m_limbs; }

  Count& operator+=(const Count& other);
  bool operator==(const Count& other) const = default;
  std::strong_ordering operator<=>(const Count& other) const;
  std::string str() const;  ///< decimal
  double toDouble() const;  ///< the nearest double, or infinity

 private:
  std::vector<std::uint64_t> m_limbs;  ///< the last one is not 0
};

}  // namespace carom
