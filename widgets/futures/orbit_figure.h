#pragma once

#include <complex>
#include <vector>

#include "figure/figure.h"

namespace carom {

/// The multipliers of periodic orbits beside the unit circle, as `carom orbit --json` prints them: outside of
/// it a perturbation grows from period to period. Each sequence of orderings of the ties that has a map of
/// its own has a mark of its own.
class OrbitFigure : public Figure {
 public:
  /// Throws FigureError where the file cannot be read or holds no such document.
  explicit OrbitFigure(const QString& file);
  /// What such a file holds, and its name.
  OrbitFigure(QByteArray text, QString file);

  QString name() const override { return QStringLiteral("orbit"); }
  QString title() const override;
  double aspect() const override { return 0.9; }
  void paint(QPainter& painter, const QRectF& area) const override;
  /// orbit,orderings,quantity,row,column,real,imaginary: the multipliers of each map, and the map itself.
  QString csv() const override;
  FigureSource source() const override { return {name(), nullptr, {}, m_file, m_text}; }
  QString provenance() const override;

 private:
  struct Map {
    int orbit = 0;  ///< from 0 on
    QString orderings;
    std::vector<std::complex<double>> multipliers;  ///< by falling size
    std::vector<std::vector<double>> rows;          ///< of (δq, δp) over one period
  };
  /// The orderings that have marks of their own, in the order in which they occur.
  QStringList kinds() const;
  QRectF range() const;

  QByteArray m_text;
  QString m_file, m_scene;
  std::vector<Map> m_maps;
};

}  // namespace carom
