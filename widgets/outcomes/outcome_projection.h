#pragma once

#include <QPointF>
#include <QPolygonF>
#include <QString>
#include <optional>
#include <vector>

#include "answer/snapshot.h"
#include "figure/recorded_point.h"

namespace carom {

/// A direction on which momenta are projected: a unit covector ê of the kinetic metric. ⟨p,ê⟩ is in √J.
struct OutcomeAxis {
  enum class Kind {
    Principal,   ///< of the outcomes and p⁻ about their mean, by falling variance in the kinetic metric
    Contact,     ///< û_i: the contact coordinate c_i
    Coordinate,  ///< the unit covector along dq_i: v_i/√(M⁻¹)_ii
  };
  Kind kind = Kind::Principal;
  int index = 0;

  bool operator==(const OutcomeAxis&) const = default;
};

/// The axes that an impact offers: at most three principal ones, every contact, every coordinate.
std::vector<OutcomeAxis> outcomeAxes(const Snapshot& snapshot);
/// {"c_{ac}", …}: mathematics for theme::drawMath.
QString axisMath(const Snapshot& snapshot, const OutcomeAxis& axis);
/// "contact ac", "principal axis 1", "along a.x".
QString axisWords(const Snapshot& snapshot, const OutcomeAxis& axis);
/// The same as the name of a column in CSV: never translated.
QString axisKey(const Snapshot& snapshot, const OutcomeAxis& axis);

/// The outcomes of an impact seen along two directions [SM10 III]. All points in √J.
struct OutcomeProjection {
  SnapshotPtr snapshot;
  OutcomeAxis x, y;
  QPointF arriving;               ///< p⁻
  std::vector<QPointF> outcomes;  ///< in the order of the report
  QPolygonF hull;                 ///< corners of the convex hull's picture, counterclockwise
  /// Unit directions of the edges of the conic hull's picture, counterclockwise; none where it covers the
  /// plane.
  std::vector<QPointF> cone;
  QPointF convex;                ///< p⁻ projected on the convex hull
  std::optional<QPointF> conic;  ///< on the conic hull; empty where that is the tip, 0

  /// What other impact models answer, where the snapshot has it.
  struct ModelPoint {
    int model = -1;  ///< number in ModelComparison::models
    QPointF at;
  };
  std::vector<ModelPoint> models;
  std::vector<QPointF> cloud;  ///< compliant impacts with random stiffnesses, of both exponents

  std::optional<RecordedPoint> measured;  ///< a recorded p⁺

  bool isEmpty() const { return outcomes.empty(); }
};

/// A recorded momentum and the covariance of its error, n and n×n.
struct MeasuredMomentum {
  Eigen::VectorXd momentum;
  Eigen::MatrixXd covariance;
};

/// Whether the principal axes of so many outcomes of so many coordinates take more than a frame.
bool takesLongToProject(const ImpactReport& report);

OutcomeProjection projectOutcomes(const SnapshotPtr& snapshot, const OutcomeAxis& x, const OutcomeAxis& y,
                                  const std::optional<MeasuredMomentum>& measured = {});

/// The edges of the cone that points span from 0, see OutcomeProjection::cone.
std::vector<QPointF> coneEdges(const std::vector<QPointF>& points);

}  // namespace carom
