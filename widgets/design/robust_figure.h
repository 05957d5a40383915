#pragma once

#include <vector>

#include "plot/plot_figure.h"

namespace carom {

/// What tolerances do to an impact, as `carom robust --json` prints it: how much each of them may change G,
/// as bars, and the distribution of ξ.
class RobustFigure : public Figure {
 public:
  /// Throws FigureError where the file cannot be read or holds no such document.
  explicit RobustFigure(const QString& file);

  QString name() const override { return QStringLiteral("robust"); }
  QString title() const override;
  double aspect() const override { return 0.42; }
  double heightAt(double width) const override;
  void paint(QPainter& painter, const QRectF& area) const override;
  QString csv() const override;
  FigureSource source() const override;
  QString provenance() const override;

 private:
  /// The change of G of one pair within the tolerance of one parameter.
  struct Bar {
    QString parameter, symbol, pair;
    double spread = 0;
  };
  void drawBars(StyledPlot& plot) const;
  void drawDistribution(StyledPlot& plot) const;
  bool hasSeveralPairs() const;
  bool isStacked(double width) const;
  double barsHeight() const;

  QByteArray m_text;  ///< of the file
  QString m_file, m_scene;
  std::vector<Bar> m_bars;       ///< the largest first
  std::vector<double> m_shares;  ///< %
  std::vector<double> m_xi;      ///< that the shares of the samples do not exceed
  double m_atDesign = 0, m_q95 = 0;
};

}  // namespace carom
