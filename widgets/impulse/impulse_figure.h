#pragma once

#include "base/named_value.h"
#include "figure/figure.h"
#include "impulse/impulse_picture.h"

namespace carom {

/// Impulse space of one planar impact: the energy ellipse, the lines and points of [CR98 3.1], the
/// permissible region, and what laws make of it.
class ImpulseFigure : public Figure {
 public:
  /// The generic case, or that of a view of source(). Throws FigureError.
  explicit ImpulseFigure(const QString& view);
  /// A figure of the paper.
  explicit ImpulseFigure(const ImpulsePreset& preset);
  /// The same with other values of some parameters, which its record names. Throws FigureError.
  ImpulseFigure(const ImpulsePreset& preset, const std::vector<NamedValue>& values);
  /// Throws FigureError where the case has no picture in the plane. `about`: a line for the title.
  ImpulseFigure(const ImpulseCase& what, const ImpulseLook& look, const QString& about);

  QString name() const override { return m_name; }
  QString title() const override;
  double aspect() const override { return 0.86; }
  /// Narrow pages are higher by the names of the lines below the plot.
  double heightAt(double width) const override;
  void paint(QPainter& painter, const QRectF& area) const override;
  /// what,P_n,P_t (N·s): the points with names and letters, the border of the permissible region where that
  /// is what the figure shows, Routh's path, Smith's impulses for e < 0, and
  /// of each law its impulse and its accessible set.
  QString csv() const override;
  /// With M, V_i and the coefficients.
  QString provenance() const override;
  FigureSource source() const override;

  const ImpulsePicture& picture() const { return m_picture; }
  const QString& about() const { return m_about; }

 private:
  ImpulseFigure(const ImpulseCase& what, const ImpulseLook& look, const QString& name, const QString& about);

  QString m_name, m_about;
  QStringList m_set;  ///< of the record
  ImpulsePicture m_picture;
};

}  // namespace carom
