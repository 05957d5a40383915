#include "impact/contact_path.h"

#include <algorithm>

namespace carom {

namespace {

// Four doubles at a time, with or without AVX2: the same operations on each, so the same bits.
typedef double Lane __attribute__((vector_size(32)));
typedef double Unaligned __attribute__((vector_size(32), aligned(8), may_alias));
constexpr std::size_t laneSize = 4;
constexpr double nearlyOpposite = -0.99;  // G of a pair that can make words long

/// c −= cj · column; returns the lowest c.
inline __attribute__((always_inline)) double reflectLanes(double* c, const double* column, double cj,
                                                          std::size_t size) {
  Lane lowest = {};
  for (std::size_t i = 0; i < size; i += laneSize) {
    const Lane after =
        *reinterpret_cast<const Unaligned*>(c + i) - cj * *reinterpret_cast<const Unaligned*>(column + i);
    *reinterpret_cast<Unaligned*>(c + i) = after;
    lowest = after < lowest ? after : lowest;
  }
  return std::min(std::min(lowest[0], lowest[1]), std::min(lowest[2], lowest[3]));
}

/// The first i with c_i ≤ limit, or size.
inline __attribute__((always_inline)) std::size_t firstBelow(const double* c, double limit,
                                                             std::size_t size) {
  for (std::size_t i = 0; i < size; i += laneSize) {
    const auto below = *reinterpret_cast<const Unaligned*>(c + i) <= Lane{limit, limit, limit, limit};
    if ((below[0] | below[1] | below[2] | below[3]) == 0) continue;
    for (std::size_t l = 0; l < laneSize; ++l) {
      if (below[l] != 0) return i + l;
    }
  }
  return size;
}

struct Kernel {
  double (*reflect)(double*, const double*, double, std::size_t);
  std::size_t (*firstBelow)(const double*, double, std::size_t);
};

double reflectBase(double* c, const double* column, double cj, std::size_t size) {
  return reflectLanes(c, column, cj, size);
}
std::size_t firstBelowBase(const double* c, double limit, std::size_t size) {
  return firstBelow(c, limit, size);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) double reflectAvx2(double* c, const double* column, double cj,
                                                   std::size_t size) {
  return reflectLanes(c, column, cj, size);
}
__attribute__((target("avx2"))) std::size_t firstBelowAvx2(const double* c, double limit, std::size_t size) {
  return firstBelow(c, limit, size);
}
const Kernel kernel = __builtin_cpu_supports("avx2") ? Kernel{reflectAvx2, firstBelowAvx2}
                                                     : Kernel{reflectBase, firstBelowBase};
#else
const Kernel kernel = {reflectBase, firstBelowBase};
#endif

}  // namespace

ContactPath::ContactPath(const ImpactProblem& problem, double factor)
    : m_contacts(problem.contactCount()),
      m_stride((static_cast<std::size_t>(m_contacts) + laneSize - 1) / laneSize * laneSize),
      m_threshold(-feasibilityTolerance * problem.momentumNorm()),
      m_tie(feasibilityTolerance * problem.momentumNorm()) {
  const WhiteFrame& frame = problem.frame();
  m_extendedStart = frame.unitNormals().transpose() * frame.whiten(problem.momentum());
  m_extendedColumns = static_cast<Extended>(factor) * frame.gram();
  m_alwaysExtended = m_contacts > 0 && problem.gram().minCoeff() < nearlyOpposite;
  m_start.assign(m_stride, 0);
  m_columns.assign(m_stride * static_cast<std::size_t>(m_contacts), 0);
  for (int j = 0; j < m_contacts; ++j) {
    m_start[static_cast<std::size_t>(j)] = static_cast<double>(m_extendedStart[j]);
    for (int i = 0; i < m_contacts; ++i) column(j)[i] = static_cast<double>(m_extendedColumns(i, j));
  }
  restart();
}

void ContactPath::restart() {
  m_word.clear();
  m_c = m_start;
  m_lowest = m_c.empty() ? 0 : *std::min_element(m_c.begin(), m_c.end());
  m_inExtended = false;
  if (m_alwaysExtended) goExtended();
}

void ContactPath::reflect(int j) {
  m_word.push_back(static_cast<ContactIndex>(j));
  if (m_inExtended) {
    reflectExtended(j);
  } else {
    m_lowest = kernel.reflect(m_c.data(), column(j), m_c[static_cast<std::size_t>(j)], m_stride);
    if (m_word.size() == longWord) goExtended();
  }
}

int ContactPath::mostInfeasible() const {
  if (isFeasible()) return -1;
  const std::size_t j = kernel.firstBelow(m_c.data(), std::min(m_lowest + m_tie, m_threshold), m_stride);
  return static_cast<int>(j);
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
  m_extended -= Extended{m_extended[j]} * m_extendedColumns.col(j);
  m_lowest = 0;
  for (int i = 0; i < m_contacts; ++i) {
    const auto c = static_cast<double>(m_extended[i]);
    m_c[static_cast<std::size_t>(i)] = c;
    m_lowest = std::min(m_lowest, c);
  }
}

}  // namespace carom
