#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace carom {

/// How the points of a sample spread over the unit cube.
enum class SampleMethod {
  Random,          ///< independent points
  LatinHypercube,  ///< in each dimension one point in each of N intervals of equal width [McKay et al. 1979]
  Sobol            ///< Sobol's sequence with the directions of [Joe & Kuo 2008]
};

/// N points in a unit cube. Each is computed from its number alone, so that a sample takes no memory for its
/// points and every machine finds the same bits.
class UnitSample {
 public:
  /// seed: Sobol's sequence is the plain one with seed 0, and shifted by random bits with any other.
  UnitSample(SampleMethod method, std::size_t points, std::size_t dimensions, std::uint64_t seed);

  /// In (0, 1).
  double at(std::size_t point, std::size_t dimension) const;

 private:
  std::size_t permuted(std::size_t point, std::size_t dimension) const;
  double sobol(std::size_t point, std::size_t dimension) const;

  SampleMethod m_method;
  std::size_t m_points, m_dimensions;
  std::uint64_t m_seed;
  unsigned m_halfBits = 1;                                 ///< of the numbers that are permuted
  std::vector<std::vector<std::uint64_t>> m_directions{};  ///< per dimension, one for each bit of a number
};

/// The most dimensions of a sample.
inline constexpr std::size_t mostSampleDimensions = 64;

/// The distribution of one parameter.
struct Distribution {
  enum class Kind {
    Uniform,     ///< between a and b
    LogUniform,  ///< with a uniform logarithm, 0 < a < b
    Normal       ///< with mean a and standard deviation b
  };
  Kind kind = Kind::Uniform;
  double a = 0, b = 1;

  /// The value below which the share u in (0, 1) of the distribution lies.
  double quantile(double u) const;
};

}  // namespace carom
