#include "base/count.h"

#include <algorithm>
#include <iterator>

#include "base/big_int.h"

namespace carom {

BigInt bigInt(const Count& count) {
  BigInt value;
  if (count.limbs().empty()) return value;  // import_bits needs at least one limb
  boost::multiprecision::import_bits(value, count.limbs().begin(), count.limbs().end(), 64, false);
  return value;
}

Count toCount(const BigInt& value) {
  std::vector<std::uint64_t> limbs;
  boost::multiprecision::export_bits(value, std::back_inserter(limbs), 64, false);
  return Count::fromLimbs(std::move(limbs));
}

Count Count::fromLimbs(std::vector<std::uint64_t> limbs) {
  while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
  Count count;
  count.m_limbs = std::move(limbs);
  return count;
}

Count& Count::operator+=(const Count& other) {
  m_limbs.resize(std::max(m_limbs.size(), other.m_limbs.size()) + 1);
  bool carry = false;
  for (std::size_t i = 0; i < m_limbs.size(); ++i) {
    const std::uint64_t term = i < other.m_limbs.size() ? other.m_limbs[i] : 0;
    const bool over = __builtin_add_overflow(m_limbs[i], term, &m_limbs[i]);
    carry = __builtin_add_overflow(m_limbs[i], std::uint64_t{carry}, &m_limbs[i]) || over;
  }
  while (!m_limbs.empty() && m_limbs.back() == 0) m_limbs.pop_back();
  return *this;
}

std::strong_ordering Count::operator<=>(const Count& other) const {
  if (m_limbs.size() != other.m_limbs.size()) return m_limbs.size() <=> other.m_limbs.size();
  return std::lexicographical_compare_three_way(m_limbs.rbegin(), m_limbs.rend(), other.m_limbs.rbegin(),
                                                other.m_limbs.rend());
}

std::string Count::str() const {
  return bigInt(*this).str();
}

double Count::toDouble() const {
  return bigInt(*this).convert_to<double>();
}

}  // namespace carom
