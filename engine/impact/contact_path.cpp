#include "impact/contact_path.h"

#include <algorithm>
#include <bit>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "impact/reflection.h"

namespace carom {

namespace {

using Kernel = int (*)(double*, const double*, double, std::size_t, double, double);

constexpr std::size_t laneSize = 4;
/// A pair with a G below this can make words longer than m = π/arccos(0.99) = 22. A value nearer to −1 leaves
/// such words to the switch to extended precision at longWord; one nearer to 0 costs time only.
constexpr double nearlyOpposite = -0.99;

/// The first c within `tie` of the lowest one where that is below `threshold`, else −1.
inline __attribute__((always_inline)) int firstOfLowest(const double* c, std::size_t size, double tie,
                                                        double threshold) {
  double lowest = 0;
  for (std::size_t i = 0; i < size; ++i) lowest = c[i] < lowest ? c[i] : lowest;
  if (!(lowest < threshold)) return -1;
  const double limit = std::min(lowest + tie, threshold);
  int first = 0;
  while (!(c[first] <= limit)) ++first;
  return first;
}

/// Subtracts cj · column from c and returns firstOfLowest.
int reflectBase(double* c, const double* column, double cj, std::size_t size, double tie, double threshold) {
  for (std::size_t i = 0; i < size; ++i) c[i] -= cj * column[i];
  return firstOfLowest(c, size, tie, threshold);
}

#if defined(__x86_64__)

/// The lowest of four bits, found by branches: a processor that predicts them goes on before the momenta are
/// known.
inline __attribute__((always_inline)) int lowestBit(int bits) {
  if ((bits & 1) != 0) return 0;
  if ((bits & 2) != 0) return 1;
  if ((bits & 4) == 0) return 3;
  asm volatile("");  // keeps the compiler from replacing the branches by arithmetic
  return 2;
}

// reflectBase for 4 · Lanes contacts, in registers: the same operations on each number, hence the same bits.
template <std::size_t Lanes>
__attribute__((target("avx2"))) int reflectAvx2(double* c, const double* column, double cj, std::size_t,
                                                double tie, double threshold) {
  __m256d after[Lanes], low[Lanes];
  const __m256d factor = _mm256_set1_pd(cj);
  for (std::size_t l = 0; l < Lanes; ++l) {
    const __m256d change = _mm256_mul_pd(factor, _mm256_loadu_pd(column + laneSize * l));
    low[l] = after[l] = _mm256_sub_pd(_mm256_loadu_pd(c + laneSize * l), change);
    _mm256_storeu_pd(c + laneSize * l, after[l]);
  }
  for (std::size_t width = Lanes; width > 1; width = (width + 1) / 2) {
    for (std::size_t l = 0; l < width / 2; ++l) low[l] = _mm256_min_pd(low[l], low[width - 1 - l]);
  }
  const __m128d two = _mm_min_pd(_mm256_castpd256_pd128(low[0]), _mm256_extractf128_pd(low[0], 1));
  const double lowest = _mm_cvtsd_f64(_mm_min_sd(two, _mm_unpackhi_pd(two, two)));
  if (!(lowest < threshold)) return -1;
  const __m256d limit = _mm256_set1_pd(std::min(lowest + tie, threshold));
  for (std::size_t l = 0;; ++l) {
    const int bits = _mm256_movemask_pd(_mm256_cmp_pd(after[l], limit, _CMP_LE_OQ));
    if (bits != 0) return static_cast<int>(laneSize * l) + lowestBit(bits);
  }
}

/// reflectBase for any number of contacts, in vectors of four.
__attribute__((target("avx2"))) int reflectWide(double* c, const double* column, double cj, std::size_t size,
                                                double tie, double threshold) {
  __m256d low = _mm256_setzero_pd();
  for (std::size_t i = 0; i < size; i += laneSize) {
    const __m256d change = _mm256_mul_pd(_mm256_set1_pd(cj), _mm256_loadu_pd(column + i));
    const __m256d after = _mm256_sub_pd(_mm256_loadu_pd(c + i), change);
    _mm256_storeu_pd(c + i, after);
    low = _mm256_min_pd(after, low);
  }
  const __m128d two = _mm_min_pd(_mm256_castpd256_pd128(low), _mm256_extractf128_pd(low, 1));
  const double lowest = _mm_cvtsd_f64(_mm_min_sd(two, _mm_unpackhi_pd(two, two)));
  if (!(lowest < threshold)) return -1;
  const double limit = std::min(lowest + tie, threshold);
  for (std::size_t i = 0;; i += laneSize) {
    const auto bits = static_cast<unsigned>(
        _mm256_movemask_pd(_mm256_cmp_pd(_mm256_loadu_pd(c + i), _mm256_set1_pd(limit), _CMP_LE_OQ)));
    if (bits != 0) return static_cast<int>(i) + std::countr_zero(bits);
  }
}

Kernel kernelFor(std::size_t stride) {
  if (!__builtin_cpu_supports("avx2")) return reflectBase;
  switch (stride / laneSize) {
    case 1:
      return reflectAvx2<1>;
    case 2:
      return reflectAvx2<2>;
    case 4:
      return reflectAvx2<4>;
    case 8:
      return reflectAvx2<8>;
    default:
      return reflectWide;
  }
}

#else

Kernel kernelFor(std::size_t) {
  return reflectBase;
}

#endif

/// The number of contacts, rounded up to a size for which there is a kernel.
std::size_t strideFor(std::size_t contacts) {
  const std::size_t lanes = (contacts + laneSize - 1) / laneSize;
  return laneSize * (lanes <= 8 ? std::bit_ceil(lanes) : lanes);
}

}  // namespace

ContactPath::ContactPath(const ImpactProblem& problem)
    : m_contacts(problem.contactCount()),
      m_stride(strideFor(static_cast<std::size_t>(m_contacts))),
      m_threshold(-feasibilityTolerance * problem.scale()),
      m_tie(feasibilityTolerance * problem.scale()),
      m_kernel(kernelFor(m_stride)) {
  const WhiteFrame& frame = problem.frame();
  ExtendedMatrix basis(problem.dof(), m_contacts + frame.unitTangents().cols());
  basis << frame.unitNormals(), frame.unitTangents();
  m_extendedStart = basis.transpose() * frame.whiten(problem.momentum());
  m_extendedColumns.resize(basis.cols(), m_contacts);
  m_extendedColumns << frame.gram(), frame.unitTangents().transpose() * frame.unitNormals();
  m_extendedColumns *= problem.factors().cast<Extended>().asDiagonal();
  m_collisions = CollisionSteps(problem, basis);
  m_alwaysExtended =
      !problem.reflectsOnly() || (m_contacts > 0 && problem.gram().minCoeff() < nearlyOpposite);
  m_start.assign(m_stride, 0);
  m_columns.assign(m_stride * static_cast<std::size_t>(m_contacts), 0);
  for (int j = 0; j < m_contacts; ++j) {
    m_start[static_cast<std::size_t>(j)] = static_cast<double>(m_extendedStart[j]);
    for (int i = 0; i < m_contacts; ++i) column(j)[i] = static_cast<double>(m_extendedColumns(i, j));
  }
  m_first = firstOfLowest(m_start.data(), m_stride, m_tie, m_threshold);
  restart();
}

void ContactPath::restart() {
  m_word.clear();
  m_c = m_start;
  m_next = m_first;
  m_inExtended = false;
  if (m_alwaysExtended) goExtended();
}

std::size_t ContactPath::infeasibleCount() const {
  std::size_t count = 0;
  for (const double c : this->c()) count += c < m_threshold;
  return count;
}

int ContactPath::infeasible(std::size_t index) const {
  int j = 0;
  while (!isInfeasible(j) || index-- > 0) ++j;
  return j;
}

void ContactPath::goExtended() {
  m_inExtended = true;
  m_extended = m_extendedStart;
  for (const ContactIndex j : m_word) reflectExtended(j);
}

void ContactPath::reflectExtended(int j) {
  const auto size = static_cast<std::size_t>(m_contacts);
  Extended* extended = m_extended.data();
  if (m_collisions.acts(j)) {
    m_collisions.collide(extended, j);
    for (std::size_t i = 0; i < size; ++i) m_c[i] = static_cast<double>(extended[i]);
  } else {
    // One loop by hand: calls to Eigen for so few numbers would cost more than the arithmetic.
    const Extended* column = m_extendedColumns.col(j).data();
    const Extended push = extended[j];
    for (Eigen::Index i = m_contacts; i < m_extended.size(); ++i) extended[i] -= push * column[i];
    for (std::size_t i = 0; i < size; ++i) m_c[i] = static_cast<double>(extended[i] -= push * column[i]);
  }
  m_next = firstOfLowest(m_c.data(), size, m_tie, m_threshold);
}

}  // namespace carom
