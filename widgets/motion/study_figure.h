#pragma once

#include "plot/plot_figure.h"

namespace carom {

/// A measure of a study over one parameter, as a curve or as points, or over two, as a map of colours.
class StudyFigure : public PlotFigure {
 public:
  /// file: CSV with a head line and two or three columns: one or two parameters, then the measure. A map
  /// needs a row for each pair of values. Throws FigureError where it cannot be read or holds no such table.
  explicit StudyFigure(const QString& file);

  QString name() const override { return QStringLiteral("study"); }
  QString title() const override;
  QString csv() const override;
  FigureSource source() const override;
  QString provenance() const override;

 protected:
  void draw(StyledPlot& plot) const override;

 private:
  void drawCurve(StyledPlot& plot) const;
  void drawMap(StyledPlot& plot) const;
  bool isMap() const { return m_names.size() == 3; }

  QByteArray m_text;  ///< of the file
  QString m_file;
  QStringList m_names;                     ///< of the columns
  std::vector<QVector<double>> m_columns;  ///< NaN where a cell is empty
};

}  // namespace carom
