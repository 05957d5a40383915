#include "study/study_file/sample.h"

#include <algorithm>
#include <bit>
#include <boost/math/special_functions/erf.hpp>
#include <boost/random/sobol.hpp>
#include <cmath>
#include <numbers>
#include <utility>

namespace carom {

namespace {

/// The number at place `counter` of the random sequence of a seed [Steele, Lea & Flood 2014, SplitMix64].
std::uint64_t randomBits(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t bits = seed + (counter + 1) * 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

/// The middle of one of 2⁵² equal parts of the unit interval, so that neither end is drawn.
double unitNumber(std::uint64_t bits) {
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
}

/// The numbers by which a bit of a place in Sobol's sequence moves the point: point 2ᵏ differs from point
/// 2ᵏ − 1 by the direction of bit k, in every dimension.
std::vector<std::vector<std::uint64_t>> sobolDirections(std::size_t dimensions, std::size_t points) {
  std::vector<std::vector<std::uint64_t>> directions(dimensions);
  boost::random::sobol sequence(dimensions);  // begins with point 1
  for (std::size_t k = 0; points >> k != 0; ++k) {
    const std::size_t at = std::size_t{1} << k;
    std::vector<std::uint64_t> last(dimensions, 0);  // point 0
    sequence.seed(at < 2 ? 0 : at - 2);
    if (at >= 2) std::ranges::generate(last, [&] { return sequence(); });
    for (std::size_t d = 0; d < dimensions; ++d) directions[d].push_back(last[d] ^ sequence());
  }
  return directions;
}

}  // namespace

UnitSample::UnitSample(SampleMethod method, std::size_t points, std::size_t dimensions, std::uint64_t seed)
    : m_method(method), m_points(points), m_dimensions(dimensions), m_seed(seed) {
  m_halfBits = std::max(1u, (static_cast<unsigned>(std::bit_width(points - 1)) + 1) / 2);
  if (method == SampleMethod::Sobol) m_directions = sobolDirections(dimensions, points);
}

/// A permutation of the numbers below m_points: a Feistel network over the next power of 4, repeated until
/// the number is one of them.
std::size_t UnitSample::permuted(std::size_t point, std::size_t dimension) const {
  constexpr int rounds = 8;
  const std::uint64_t mask = (std::uint64_t{1} << m_halfBits) - 1;
  std::uint64_t number = point;
  do {
    std::uint64_t left = number >> m_halfBits, right = number & mask;
    for (int round = 0; round < rounds; ++round) {
      const std::uint64_t key = randomBits(m_seed, dimension * rounds + static_cast<std::uint64_t>(round));
      left = std::exchange(right, left ^ (randomBits(key, right) & mask));
    }
    number = left << m_halfBits | right;
  } while (number >= m_points);
  return number;
}

double UnitSample::sobol(std::size_t point, std::size_t dimension) const {
  const std::uint64_t shift = m_seed == 0 ? 0 : randomBits(m_seed, dimension);
  const std::uint64_t place = point + 1;  // point 0 is the origin, the end of every distribution
  std::uint64_t bits = shift, gray = place ^ (place >> 1);
  for (; gray != 0; gray &= gray - 1)
    bits ^= m_directions[dimension][static_cast<std::size_t>(std::countr_zero(gray))];
  return unitNumber(bits);
}

double UnitSample::at(std::size_t point, std::size_t dimension) const {
  if (m_method == SampleMethod::Sobol) return sobol(point, dimension);
  // The permutations take the numbers at the beginning of the sequence of the seed.
  const std::uint64_t place = (std::uint64_t{1} << 32) + point * m_dimensions + dimension;
  const double u = unitNumber(randomBits(m_seed, place));
  if (m_method == SampleMethod::Random) return u;
  return (static_cast<double>(permuted(point, dimension)) + u) / static_cast<double>(m_points);
}

double Distribution::quantile(double u) const {
  switch (kind) {
    case Kind::Uniform:
      return a + (b - a) * u;
    case Kind::LogUniform:
      return a * std::pow(b / a, u);
    case Kind::Normal:
      return a - b * std::numbers::sqrt2 * boost::math::erfc_inv(2 * u);
  }
  return a;
}

}  // namespace carom
