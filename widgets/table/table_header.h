#pragma once

#include <QHash>
#include <QHeaderView>
#include <QSize>

namespace carom {

/// The heads of a ColumnTable: mathematics with real subscripts, as narrow as their words. Only the column
/// that is sorted by has room for an arrow; a third click on it ends the sorting.
class TableHeader : public QHeaderView {
  Q_OBJECT
 public:
  TableHeader(bool isSorted, QWidget* parent);

 protected:
  QSize sectionSizeFromContents(int section) const override;
  void changeEvent(QEvent* event) override;
  void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override;
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;

 private:
  QSize measured(int section) const;
  QString headOf(int section, int role) const;
  double wordsWidth(int section) const;
  double letterSize() const { return 0.86 * fontMetrics().height(); }
  QString arrowOf(int section) const;

  mutable QHash<QString, QSize> m_sizes;  ///< by the texts of a head
};

}  // namespace carom
