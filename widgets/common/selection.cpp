#include "common/selection.h"

namespace carom {

void Selection::setMoment(const Moment& moment) {
  if (moment == m_moment) return;
  m_moment = moment;
  emit momentChanged(m_moment);
}

void Selection::setHoveredNode(std::optional<OrderingGraph::NodeId> node) {
  if (node == m_hoveredNode) return;
  m_hoveredNode = node;
  emit hoverChanged();
}

void Selection::setMinimalOnly(bool minimalOnly) {
  if (minimalOnly == m_minimalOnly) return;
  m_minimalOnly = minimalOnly;
  emit minimalOnlyChanged(minimalOnly);
}

void Selection::choose(const QStringList& bodies, const QStringList& places) {
  if (bodies == m_bodies && places == m_places) return;
  m_bodies = bodies;
  m_places = places;
  emit chosenChanged();
}

}  // namespace carom
