#include "audit/recorded_gaps.h"

#include <algorithm>
#include <cmath>

namespace carom {

RecordedGaps::RecordedGaps(const Mechanism& mechanism, const RecordedRun& run)
    : m_mechanism(mechanism), m_run(run) {
  constexpr Eigen::Index most = 20'000'000;  // 160 MB; beyond it each gap is computed by itself
  const Eigen::Index samples = run.size();
  if (samples == 0 || contacts() > most / samples) return;
  m_gaps.resize(contacts(), samples);
  m_known.assign(static_cast<std::size_t>(samples), false);
}

double RecordedGaps::operator()(int contact, Eigen::Index sample) const {
  if (m_known.empty()) return m_mechanism.gap(contact, m_run.q.col(sample));
  const auto at = static_cast<std::size_t>(sample);
  if (!m_known[at]) {
    m_gaps.col(sample) = m_mechanism.gaps(m_run.q.col(sample));
    m_known[at] = true;
  }
  return m_gaps(contact, sample);
}

bool RecordedGaps::stayOpen(Eigen::Index first, Eigen::Index last, std::span<const int> but) const {
  for (int contact = 0; contact < contacts(); ++contact) {
    if (std::ranges::find(but, contact) != but.end()) continue;
    double before = (*this)(contact, first), least = before, step = 0;
    for (Eigen::Index i = first + 1; i <= last; ++i) {
      const double gap = (*this)(contact, i);
      step = std::max(step, std::abs(gap - before));
      least = std::min(least, gap);
      before = gap;
    }
    if (least <= 2 * step + 10 * closedGap) return false;
  }
  return true;
}

}  // namespace carom
