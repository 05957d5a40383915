#include "base/near_names.h"

#include <algorithm>
#include <utility>

namespace carom {

std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::vector<std::string> nearNames(std::string_view wrong, const std::vector<std::string>& names,
                                   std::size_t most) {
  std::vector<std::pair<std::size_t, std::string>> near, withPart;
  for (const std::string& name : names) {
    if (std::ranges::find(near, name, &std::pair<std::size_t, std::string>::second) != near.end()) continue;
    // Two fifths of the letters: half of them make "design" of "version". What both begin with tells nothing
    // of the dashes of options.
    const std::size_t distance = editDistance(wrong, name),
                      dashes = wrong.starts_with("--") && name.starts_with("--") ? 2 : 0,
                      letters = std::max(wrong.size(), name.size()) - dashes;
    if ((distance <= 1 && letters > 1) || 5 * distance <= 2 * letters) near.emplace_back(distance, name);
    // A name of several words is meant by one of them where nothing is nearer.
    constexpr std::size_t word = 4;
    if (wrong.size() >= word && name.find(wrong) != std::string::npos) withPart.emplace_back(distance, name);
  }
  if (near.empty()) near = std::move(withPart);
  std::ranges::stable_sort(near, {}, &std::pair<std::size_t, std::string>::first);
  std::vector<std::string> result;
  for (std::size_t i = 0; i < std::min(most, near.size()); ++i) result.push_back(std::move(near[i].second));
  return result;
}

std::vector<std::string> nearestFirst(std::string_view wrong, const std::vector<std::string>& names) {
  std::vector<std::string> sorted = nearNames(wrong, names, names.size());
  const auto near = static_cast<std::ptrdiff_t>(sorted.size());
  for (const std::string& name : names)
    if (std::find(sorted.begin(), sorted.begin() + near, name) == sorted.begin() + near)
      sorted.push_back(name);
  return sorted;
}

std::string nameList(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string expectedName(std::string_view wrong, const std::vector<std::string>& names) {
  const std::vector<std::string> near = nearNames(wrong, names);
  const std::vector<std::string>& told = near.empty() ? names : near;
  return (told.size() > 1 ? "one of " : "") + nameList(told);
}

}  // namespace carom
