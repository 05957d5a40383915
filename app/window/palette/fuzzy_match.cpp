#include "window/palette/fuzzy_match.h"

#include <algorithm>
#include <vector>

namespace carom {

namespace {

constexpr int letter = 1, atWordStart = 8, atTextStart = 4, sideBySide = 6, mostGap = 3;
constexpr int impossible = -1'000'000;

bool startsWord(const QString& text, int at) {
  return at == 0 || !text[at - 1].isLetterOrNumber() || (text[at].isUpper() && text[at - 1].isLower());
}

/// What a letter at `at` is worth where the one before it stands at `before`; −1: it is the first.
int worth(const QString& text, int before, int at) {
  const int start = startsWord(text, at) ? atWordStart + (at == 0 ? atTextStart : 0) : 0;
  if (before < 0) return letter + start - std::min(at, mostGap);
  return letter + start + (at == before + 1 ? sideBySide : -std::min(at - before - 1, mostGap));
}

}  // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text) {
  QString letters = pattern.toCaseFolded();
  letters.removeIf([](QChar c) { return c.isSpace(); });
  const QString folded = text.toCaseFolded();
  if (letters.isEmpty()) return FuzzyMatch{};
  if (folded.size() != text.size() || letters.size() > text.size()) return std::nullopt;
  int found = 0;  // most texts lack a letter, which is seen at once
  for (const QChar c : folded) found += found < letters.size() && c == letters[found];
  if (found < letters.size()) return std::nullopt;
  const auto rows = static_cast<std::size_t>(letters.size()), columns = static_cast<std::size_t>(text.size());
  // best[i][j]: the score of the first i + 1 letters, the last of which stands at j; from[i][j]: where the
  // one before does.
  std::vector<std::vector<int>> best(rows, std::vector<int>(columns, impossible)),
      from(rows, std::vector<int>(columns, -1));
  // From mostGap letters on all gaps cost the same: of those before them the best one is enough.
  for (std::size_t i = 0; i < rows; ++i) {
    int farBest = impossible, far = -1;
    for (std::size_t j = i; j < columns; ++j) {
      const int at = static_cast<int>(j), near = std::max(0, at - mostGap);
      if (i > 0 && near > 0 && best[i - 1][static_cast<std::size_t>(near - 1)] > farBest) {
        farBest = best[i - 1][static_cast<std::size_t>(near - 1)];
        far = near - 1;
      }
      if (folded[at] != letters[static_cast<int>(i)]) continue;
      if (i == 0) best[i][j] = worth(text, -1, at);
      const auto offer = [&](int k, int before) {
        const int score = before + worth(text, k, at);
        if (before == impossible || score <= best[i][j]) return;
        best[i][j] = score;
        from[i][j] = k;
      };
      if (i == 0) continue;
      if (far >= 0) offer(far, farBest);
      for (int k = near; k < at; ++k) offer(k, best[i - 1][static_cast<std::size_t>(k)]);
    }
  }
  const auto end = std::ranges::max_element(best.back());
  if (*end == impossible) return std::nullopt;
  constexpr int mostLength = 6;  // of equal fits the shorter text, and all of a text before a part of one
  const auto left = static_cast<int>(text.size() - letters.size());
  FuzzyMatch match{*end - std::min(mostLength, (left + 3) / 4), {}};
  int at = static_cast<int>(end - best.back().begin());
  for (std::size_t i = rows; i-- > 0; at = from[i][static_cast<std::size_t>(at)]) match.positions.prepend(at);
  return match;
}

}  // namespace carom
