#pragma once

#include "figure/figure.h"
#include "papers/contact_plane.h"

namespace carom {

class Sketch;

/// Why reflections across two contacts end in a feasible momentum, in four steps [SM14 Fig. 3]: the plane N
/// with r₀, γ and p₀; the images r₁ of r₀; a second reflection; and rₙ within γ of p₀, whose reflections
/// carry p₀ to p_f in reverse order.
class ReflectionsFigure : public Figure {
 public:
  /// Throws FigureError where there is no such plane (see ContactPlane), or where p⁻ is feasible.
  explicit ReflectionsFigure(SnapshotPtr snapshot);

  QString name() const override { return QStringLiteral("reflections"); }
  QString title() const override;
  double aspect() const override { return 1.06; }
  void paint(QPainter& painter, const QRectF& area) const override;
  /// what,x,y: the unit vectors u, v, r_0 …, p_0, p_f; r₀ is along y.
  QString csv() const override;
  FigureSource source() const override { return {name(), m_snapshot}; }

  /// r₀, r₁, …, rₙ: the reflections begin with `first` and take turns.
  struct Chain {
    int first = 0;
    std::vector<Eigen::Vector2d> r;
    Eigen::Vector2d end;  ///< p_f
  };
  const Chain& chain() const { return m_chain; }

 private:
  void paintStart(Sketch& sketch) const;
  void paintFirst(Sketch& sketch) const;
  void paintSecond(Sketch& sketch) const;
  void paintLast(Sketch& sketch) const;

  SnapshotPtr m_snapshot;
  ContactPlane m_plane;
  Eigen::Vector2d m_start;  ///< p₀, a unit vector
  Chain m_chain;
};

}  // namespace carom
