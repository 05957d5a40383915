#pragma once

#include <vector>

#include "plot/plot_figure.h"

namespace carom {

/// The energy that Bullet, at its default settings, gains or loses in the impact of a cradle of three balls,
/// over the speed of the arriving ball, for each restitution and rate of steps [SM14 Fig. 2b]; beside it the
/// propagative model. It draws what `carom bench peers` has measured.
class PeerEnergyFigure : public PlotFigure {
 public:
  /// file: CSV. Throws FigureError where it cannot be read or holds no such runs.
  explicit PeerEnergyFigure(const QString& file);

  QString name() const override { return QStringLiteral("bullet-energy"); }
  QString title() const override;
  QString csv() const override;
  FigureSource source() const override;
  QString provenance() const override;

 protected:
  void draw(StyledPlot& plot) const override;

 private:
  struct Run {
    bool isModel;
    double rate, restitution, speed, energy;  ///< Hz, 1, m/s, (E⁺ − E⁻)/E⁻
  };
  /// The runs of an engine with this restitution, at any rate.
  std::vector<Run> runsOf(bool model, double restitution) const;
  void addModel(StyledPlot& plot, double restitution, const QColor& color) const;
  void addPoints(StyledPlot& plot, double restitution, const QColor& color) const;

  QByteArray m_text;          ///< of the file
  QString m_file, m_version;  ///< of Bullet
  std::vector<Run> m_runs;
};

}  // namespace carom
