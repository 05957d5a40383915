#pragma once

#include "plot/plot_figure.h"
#include "plot/plot_items.h"

namespace carom {

/// The energy that appeared or vanished in each jump of an audited recording over its time, with its standard
/// deviation, in the colour and with the mark of the verdict.
class AuditFigure : public PlotFigure {
 public:
  /// A file of `carom audit --csv`. Throws FigureError where it cannot be read or is none.
  explicit AuditFigure(const QString& path);
  /// What such a file holds, and its name.
  AuditFigure(QByteArray text, QString file);

  QString name() const override { return QStringLiteral("audit"); }
  QString title() const override;
  QString csv() const override { return QString::fromUtf8(m_text); }
  FigureSource source() const override { return {name(), nullptr, {}, m_file, m_text}; }
  QString provenance() const override;

 protected:
  void draw(StyledPlot& plot) const override;

 private:
  struct Row {
    double time, energy, error;
    QString verdict;
  };
  void addJumps(StyledPlot& plot, const QString& verdict, const QColor& color) const;

  QByteArray m_text;
  QString m_file;
  std::vector<Row> m_rows;
};

}  // namespace carom
