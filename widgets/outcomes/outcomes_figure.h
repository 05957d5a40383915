#pragma once

#include "figure/figure.h"
#include "outcomes/outcomes_model.h"

namespace carom {

/// The outcomes as a table, with the Coxeter diagram and the certificate beneath.
class OutcomesFigure : public Figure {
 public:
  explicit OutcomesFigure(const SnapshotPtr& snapshot);

  QString name() const override { return QStringLiteral("outcomes"); }
  QString title() const override;
  double aspect() const override;
  double heightAt(double width) const override;
  void paint(QPainter& painter, const QRectF& area) const override;
  /// A tabular as wide as its columns, all rows of it, and the certificate below.
  TexPicture tex(const QSizeF& sizeMm, const FigureOptions& options) const override;
  /// One line per outcome: velocities in SI per coordinate, energy error, orderings, example.
  QString csv() const override;
  bool hasNumbers() const override { return m_snapshot->report != nullptr; }
  FigureSource source() const override;

 private:
  struct Table;
  struct Certificate;
  QStringList namesOfContacts() const;
  void paintHeader(QPainter& painter, int column, QPointF at) const;
  void paintNumber(QPainter& painter, int outcome, QPointF at) const;
  void paintRows(QPainter& painter, const Table& table, QPointF corner) const;
  void paintBlocks(QPainter& painter, const Table& table, QPointF corner) const;
  void paintCertificate(QPainter& painter, const QRectF& area) const;

  SnapshotPtr m_snapshot;
  OutcomesModel m_model;
};

/// The lines beside the diagram: certificate, bounds, distance to a jam, ξ over minimal orderings.
QStringList certificateLines(const ImpactReport& report);

}  // namespace carom
