#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>

#include "impact/graph/ordering_graph.h"

namespace carom {

/// The velocities after an impact according to another impact model.
struct ModelMotion {
  QString model;             ///< its label, "Moreau"
  Eigen::VectorXd velocity;  ///< n, after the impact
};

/// The moment that every view shows.
struct Moment {
  double time = 0;     ///< s
  int impact = -1;     ///< index into Trajectory::impacts while inside an impact, −1 in flight
  int reflection = 0;  ///< inside an impact: how many reflections have been done, 0 … word length
  /// Inside an impact: the model whose motion is shown in place of the end of the ordering; null: the
  /// ordering's own end.
  std::shared_ptr<const ModelMotion> model{};

  bool operator==(const Moment&) const = default;
};

/// The selection that all views share: the moment that is shown, the momentum of the graph under the mouse,
/// whether orderings that are not minimal are dimmed, and the bodies and other parts of the scene that the
/// next edit concerns.
class Selection : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  const Moment& moment() const { return m_moment; }
  std::optional<OrderingGraph::NodeId> hoveredNode() const { return m_hoveredNode; }
  /// Whether only what minimal orderings [SM14 Def. 1] reach is emphasised.
  bool minimalOnly() const { return m_minimalOnly; }
  /// Names of the chosen bodies, in the order of choice. The scene may lack some of them.
  const QStringList& bodies() const { return m_bodies; }
  /// Places of other chosen entries of the scene's file: "springs[0]", "parameters.theta". The scene may lack
  /// some of them.
  const QStringList& places() const { return m_places; }
  /// The name of the chosen contact, which the 3D view marks; empty: none. The scene may lack it.
  const QString& contact() const { return m_contact; }

 public slots:
  void setMoment(const carom::Moment& moment);
  void setHoveredNode(std::optional<carom::OrderingGraph::NodeId> node);
  void setMinimalOnly(bool minimalOnly);
  /// Chooses bodies and places, and no contact.
  void choose(const QStringList& bodies, const QStringList& places = {});
  void chooseContact(const QString& name);

 signals:
  void momentChanged(const carom::Moment& moment);
  void hoverChanged();
  void minimalOnlyChanged(bool minimalOnly);
  /// Other bodies or places or another contact is chosen.
  void chosenChanged();

 private:
  Moment m_moment;
  std::optional<OrderingGraph::NodeId> m_hoveredNode;
  bool m_minimalOnly = false;
  QStringList m_bodies, m_places;
  QString m_contact;
};

}  // namespace carom
