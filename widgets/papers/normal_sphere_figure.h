#pragma once

#include "figure/figure.h"
#include "papers/contact_sphere.h"
#include "papers/sphere_view.h"

namespace carom {

/// The sphere of momenta of two or three contacts [SM10 Fig. 6]: the feasible part S₀ with its share of the
/// area, the mirrors, p⁻, an ordering to each outcome as a path on the sphere, and the number of reflections
/// that is never exceeded, where that is known.
class NormalSphereFigure : public Figure {
 public:
  /// view: JSON, {"turn": degrees about the vertical, "tilt": degrees upwards}, from where the sphere is
  /// seen, and "contacts", see chosenImpact(). Throws FigureError, see ContactSphere.
  explicit NormalSphereFigure(SnapshotPtr snapshot, const QString& view = {});

  QString name() const override { return QStringLiteral("normal-sphere"); }
  QString title() const override;
  double aspect() const override { return 0.95; }
  double heightAt(double width) const override;
  void paint(QPainter& painter, const QRectF& area) const override;
  /// outcome,reflections,x,y,z: p⁻ and what each reflection makes of it, on the unit sphere.
  QString csv() const override;
  FigureSource source() const override;

  const ContactSphere& sphere() const { return m_sphere; }
  /// Where the sphere is when the figure is painted into an area (pt).
  SphereView viewIn(const QRectF& area) const;

  static constexpr double usualTurn = 25, usualTilt = 20;  ///< degrees

 private:
  /// What is drawn of an outcome.
  struct Path {
    std::vector<int> word;
    std::vector<Eigen::Vector3d> momenta;
  };
  std::vector<Path> paths() const;
  QStringList lines() const;
  QStringList linesWithin(double width) const;
  bool hasWordsBeside(const QRectF& area) const;
  void paintFeasibleName(QPainter& painter, const SphereView& view) const;
  void paintSphere(QPainter& painter, const SphereView& view) const;
  void paintNames(QPainter& painter, const SphereView& view) const;

  SnapshotPtr m_snapshot;
  QStringList m_contacts;  ///< the chosen ones; empty: all
  std::shared_ptr<const ImpactReport> m_report;
  ContactSphere m_sphere;
  double m_turn = usualTurn, m_tilt = usualTilt;
};

}  // namespace carom
