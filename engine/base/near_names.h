#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// The fewest characters to insert, delete, replace or swap with their neighbour that turn a into b
/// [Damerau 1964].
std::size_t editDistance(std::string_view a, std::string_view b);

/// The names nearest to a wrong one, the nearest first, at most `most`; of names equally near, the earlier
/// first, and each once. Names that share less than half of their letters with it are left out.
std::vector<std::string> nearNames(std::string_view wrong, const std::vector<std::string>& names,
                                   std::size_t most = 3);

/// All names, those near to a wrong one first: where all of them are told, and a line may be cut.
std::vector<std::string> nearestFirst(std::string_view wrong, const std::vector<std::string>& names);

/// "ra, rb".
std::string nameList(const std::vector<std::string>& names);

/// The nearest names for an error: "theta", "one of ra, rb"; all names where none is near.
std::string expectedName(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace carom
