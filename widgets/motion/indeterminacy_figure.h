#pragma once

#include "motion/series_figure.h"

namespace carom {

/// ξ(t) of the drop experiment on a logarithmic axis, for the orthogonal gait and the straight one [SM14
/// Fig. 8], see dropExperiment().
class IndeterminacyFigure : public SeriesFigure {
 public:
  /// Runs the experiment with the scene, assignments and settings of the snapshot. Throws SceneError where
  /// the scene cannot be dropped.
  explicit IndeterminacyFigure(SnapshotPtr present);

  QString name() const override { return QStringLiteral("trex-indeterminacy"); }
  QString title() const override;
  /// gait, time, ξ.
  QString csv() const override;
  FigureSource source() const override { return {name(), m_present}; }

 protected:
  void draw(StyledPlot& plot) const override;

 private:
  QString gaitName(std::size_t run) const;
  SnapshotPtr m_present;
};

}  // namespace carom
