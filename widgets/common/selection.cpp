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
  if (bodies == m_bodies && places == m_places && m_contact.isEmpty()) return;
  m_bodies = bodies;
  m_places = places;
  m_contact.clear();
  emit chosenChanged();
}

void Selection::chooseContact(const QString& name) {
  if (name == m_contact) return;
  m_contact = name;
  emit chosenChanged();
}

}  // namespace carom
