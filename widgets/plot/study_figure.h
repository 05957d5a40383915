#pragma once

#include <optional>

#include "plot/plot_figure.h"
#include "plot/plot_items.h"

namespace carom {

/// A measure of a study over one parameter, as a curve, as points or as a family of curves, or over two, as a
/// map of colours. Axes whose values are spaced logarithmically are logarithmic.
class StudyFigure : public PlotFigure {
 public:
  /// file: CSV with a head line and two or three columns: one or two parameters, then the measure. A map
  /// needs a row for each pair of values. After a line "# family" the second column names the curve of a row.
  /// After a line "# bars" there are four columns: parameter, measure, and the ends of its error bars. Lines
  /// "# note: …" before the head stand above the picture, others # do not matter. Throws FigureError
  /// where it cannot be read or holds no such table.
  explicit StudyFigure(const QString& file);
  /// The same of such a table that is in no file yet. `file`: the name that it has in the record.
  StudyFigure(const QByteArray& table, const QString& file);

  QString name() const override { return QStringLiteral("study"); }
  QString title() const override;
  QString csv() const override;
  FigureSource source() const override;
  QString provenance() const override;
  void drawOn(StyledPlot& plot) const { draw(plot); }

 protected:
  void draw(StyledPlot& plot) const override;

 private:
  void read(const QString& path);
  std::vector<LegendEntry> notes() const;
  void setAxes(StyledPlot& plot, const QVector<double>& y, bool hasPoints) const;
  const QString& measureName() const;
  void drawCurve(StyledPlot& plot) const;
  void drawBars(StyledPlot& plot, QCPGraph* of) const;
  void addMember(StyledPlot& plot, const QString& member, const QColor& color, Qt::PenStyle line) const;
  void drawFamily(StyledPlot& plot) const;
  /// The members of a family as values of one quantity.
  struct FamilyScale {
    QString caption{};
    std::vector<std::pair<double, QString>> members{};
  };
  static std::optional<FamilyScale> scaleOf(const QStringList& members);
  void drawScale(StyledPlot& plot, const FamilyScale& scale) const;
  void drawMap(StyledPlot& plot) const;
  bool isMap() const { return m_names.size() == 3 && !m_isFamily; }

  QByteArray m_text;  ///< of the file
  QString m_file;
  QStringList m_names;                     ///< of the columns
  std::vector<QVector<double>> m_columns;  ///< NaN where a cell is empty
  QStringList m_notes;                     ///< what the table was taken from, "r_c = 40 mm"
  bool m_isFamily = false;                 ///< the second column names curves
  bool m_hasBars = false;                  ///< two more columns are the ends of error bars
  bool m_isLog = false;                    ///< whether the axis of the measure has powers of ten
  QStringList m_members;                   ///< its texts
};

}  // namespace carom
