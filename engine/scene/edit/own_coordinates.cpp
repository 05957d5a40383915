#include "scene/edit/own_coordinates.h"

namespace carom::edit {

OwnCoordinates ownCoordinates(const Mechanism& mechanism, int body) {
  OwnCoordinates own;
  for (const int i : mechanism.chain(body)) {
    const Coordinate& coordinate = mechanism.coordinates()[static_cast<std::size_t>(i)];
    if (coordinate.body == body) (coordinate.unit == "m" ? own.travel : own.turn).push_back(i);
  }
  return own;
}

}  // namespace carom::edit
