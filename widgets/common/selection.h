#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>

#include "impact/graph/ordering_graph.h"

namespace carom {

/// The velocities that another impact model leaves after an impact.
struct ModelMotion {
  QString model;             ///< its label, "Moreau"
  Eigen::VectorXd velocity;  ///< n, after the impact
};

/// The moment that every view shows.
struct Moment {
  double time = 0;     ///< s
  int impact = -1;     ///< index into Trajectory::impacts while inside an impact, −1 in flight
  int reflection = 0;  ///< inside an impact: how many reflections have been done, 0 … word length
  /// Inside an impact: shown in place of where the ordering ends; null: the ordering.
  std::shared_ptr<const ModelMotion> model{};

  bool operator==(const Moment&) const = default;
};

/// The one selection object: which moment is shown, which momentum of the graph the mouse is over, whether
/// orderings that are not minimal step back, and which bodies and other parts of the scene the next edit is
/// about.
class Selection : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  const Moment& moment() const { return m_moment; }
  std::optional<OrderingGraph::NodeId> hoveredNode() const { return m_hoveredNode; }
  /// Only what minimal orderings [SM14 Def. 1] reach stands out.
  bool minimalOnly() const { return m_minimalOnly; }
  /// By name, in the order in which they were chosen. Some may not be there (any more).
  const QStringList& bodies() const { return m_bodies; }
  /// Entries of the scene's file that are no bodies: "springs[0]", "parameters.theta". Some may not be there.
  const QStringList& places() const { return m_places; }

 public slots:
  void setMoment(const carom::Moment& moment);
  void setHoveredNode(std::optional<carom::OrderingGraph::NodeId> node);
  void setMinimalOnly(bool minimalOnly);
  void choose(const QStringList& bodies, const QStringList& places = {});

 signals:
  void momentChanged(const carom::Moment& moment);
  void hoverChanged();
  void minimalOnlyChanged(bool minimalOnly);
  /// Other bodies or places are chosen.
  void chosenChanged();

 private:
  Moment m_moment;
  std::optional<OrderingGraph::NodeId> m_hoveredNode;
  bool m_minimalOnly = false;
  QStringList m_bodies, m_places;
};

}  // namespace carom
