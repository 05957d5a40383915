#pragma once

#include "figure/figure.h"

namespace carom {

/// Balls in the plane at their initial state as lines and surfaces, with velocities, normals of closed
/// contacts and the arcs of parameters [SM14 Fig. 4].
class SchemeFigure : public Figure {
 public:
  /// Throws FigureError where the scene moves in space, or has bodies other than balls and half-spaces.
  explicit SchemeFigure(SnapshotPtr snapshot);

  QString name() const override { return QStringLiteral("billiard-scheme"); }
  QString title() const override;
  double aspect() const override;
  void paint(QPainter& painter, const QRectF& area) const override;
  bool hasNumbers() const override { return false; }
  FigureSource source() const override { return {name(), m_snapshot}; }

 private:
  SnapshotPtr m_snapshot;
};

/// Stances of a robot on the floor with the product ⟨û,v̂⟩ of its two contacts: those of RHex with the angles
/// that [SM12] prints (Figs 2 and 3), whatever else the parameters are, or those of TREX [SM14 Fig. 7].
class StancesFigure : public Figure {
 public:
  enum class Robot { Rhex, Trex };
  /// Throws FigureError where the scene is not this robot.
  explicit StancesFigure(SnapshotPtr snapshot, Robot robot = Robot::Rhex);

  QString name() const override;
  QString title() const override;
  double aspect() const override { return m_robot == Robot::Rhex ? 0.33 : 0.4; }
  double heightAt(double width) const override;
  void paint(QPainter& painter, const QRectF& area) const override;
  /// The stance, its parameters in SI (of TREX: the design variables on the floor), the product.
  QString csv() const override;
  FigureSource source() const override { return {name(), m_snapshot}; }

 private:
  bool hasTwoLines(double width) const;
  struct Stance {
    QString name;
    SceneInstance instance;
    double product;  ///< ⟨û,v̂⟩
  };
  SnapshotPtr m_snapshot;
  Robot m_robot;
  std::vector<Stance> m_stances;
};

}  // namespace carom
