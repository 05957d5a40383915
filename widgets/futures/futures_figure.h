#pragma once

#include <vector>

#include "plot/plot_figure.h"

namespace carom {

/// Futures as `carom futures --json` prints them: the standard deviations of coordinates over time, and the
/// entropy of the futures (nat) at the right.
class FuturesFigure : public PlotFigure {
 public:
  /// view: JSON, {"coordinates": ["a.x", …]} of one unit; where empty, those that spread most of the unit in
  /// which one does. Throws FigureError where the file cannot be read or holds no such document.
  explicit FuturesFigure(const QString& file, const QString& view = {});

  QString name() const override { return QStringLiteral("futures"); }
  QString title() const override;
  QString csv() const override;
  FigureSource source() const override { return {name(), nullptr, m_view, m_file, m_text}; }
  QString provenance() const override;

 protected:
  void draw(StyledPlot& plot) const override;

 private:
  struct Spread {
    QString coordinate, unit;
    QVector<double> mean, deviation;
    /// The largest deviation that is known.
    double most() const;
  };
  void choose();

  QByteArray m_text;  ///< of the file
  QString m_file, m_view, m_scene;
  QVector<double> m_time, m_entropy;
  std::vector<Spread> m_spreads;  ///< those that are drawn
  double m_lost = 0;              ///< probability of branches that were not followed
  qsizetype m_count = 0;          ///< of futures at the end
};

}  // namespace carom
