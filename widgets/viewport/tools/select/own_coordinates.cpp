#include "viewport/tools/select/own_coordinates.h"

namespace carom {

std::vector<int> ownCoordinates(const Mechanism& mechanism, int body, const std::string& unit) {
  std::vector<int> own;
  const std::string prefix = mechanism.bodies()[static_cast<std::size_t>(body)].name + '.';
  for (const int i : mechanism.chain(body)) {
    const Coordinate& coordinate = mechanism.coordinates()[static_cast<std::size_t>(i)];
    if (coordinate.name.starts_with(prefix) && coordinate.unit == unit) own.push_back(i);
  }
  return own;
}

}  // namespace carom
