#include "impact/minimality.h"

#include <algorithm>
#include <vector>

#include "impact/extended.h"

namespace carom {

namespace {

/// What subsequences of the first few reflections of a word can do.
struct Partial {
  ExtendedVector c;  ///< contact coordinates
  bool whole;        ///< nothing was left out yet
};

bool isFeasible(const ImpactProblem& problem, const ExtendedVector& c) {
  return std::none_of(c.begin(), c.end(),
                      [&](Extended x) { return problem.isInfeasible(static_cast<double>(x)); });
}

/// Sorts by coordinates and drops what is equal to rounding. The whole word's own momentum stays apart.
void mergeEqual(std::vector<Partial>& partials, double tolerance) {
  const auto before = [&](const Partial& a, const Partial& b) {
    if (a.whole != b.whole) return a.whole;
    for (Eigen::Index i = 0; i < a.c.size(); ++i) {
      if (std::abs(a.c[i] - b.c[i]) > tolerance) return a.c[i] < b.c[i];
    }
    return false;
  };
  const auto equal = [&](const Partial& a, const Partial& b) { return !before(a, b) && !before(b, a); };
  std::sort(partials.begin(), partials.end(), before);
  partials.erase(std::unique(partials.begin(), partials.end(), equal), partials.end());
}

}  // namespace

std::optional<bool> isMinimalWord(const ImpactProblem& problem, const Word& word, std::size_t& budget) {
  const WhiteFrame& frame = problem.frame();
  const ExtendedMatrix& G = frame.gram();
  std::vector<Partial> partials{{frame.unitNormals().transpose() * frame.whiten(problem.momentum()), true}};
  if (isFeasible(problem, partials[0].c)) return word.empty();
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (budget < partials.size()) return std::nullopt;
    budget -= partials.size();
    const ContactIndex j = word[i];
    std::vector<Partial> next;
    next.reserve(2 * partials.size());
    for (Partial& partial : partials) {
      ExtendedVector reflected = partial.c - 2 * partial.c[j] * G.col(j);
      const bool wholeWord = partial.whole && i + 1 == word.size();
      if (!wholeWord && isFeasible(problem, reflected)) return false;
      next.push_back({std::move(reflected), partial.whole});
      next.push_back({std::move(partial.c), false});
    }
    mergeEqual(next, 1e-10 * problem.momentumNorm());
    partials = std::move(next);
  }
  return true;
}

}  // namespace carom
