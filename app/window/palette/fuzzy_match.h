#pragma once

#include <QList>
#include <QString>
#include <optional>

namespace carom {

/// How well letters fit a text in which they stand in their order, not side by side.
struct FuzzyMatch {
  int score = 0;         ///< larger is better
  QList<int> positions;  ///< of the letters in the text
};

/// The best places of the pattern's letters in the text, in any case: at the starts of words and side by side
/// rather than scattered. Spaces of the pattern count for nothing. Nothing where the letters do not stand in
/// the text in this order.
std::optional<FuzzyMatch> fuzzyMatch(const QString& pattern, const QString& text);

}  // namespace carom
