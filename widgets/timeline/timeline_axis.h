#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "answer/snapshot.h"
#include "common/selection.h"
#include "picture/picture.h"

namespace carom {

struct ShownAudit;

/// One place of the strip that shows the inside of an impact.
struct StripItem {
  int reflection = -1;  ///< the moment it stands for; of an ellipsis, the middle of what it hides
  bool ellipsis = false;
  QString math, text;  ///< "p^-" and "after ac"
};
/// The moments of an impact: all of them up to `most`, else both ends and those around the current one.
std::vector<StripItem> stripItems(const Word& word, const QStringList& names, int current, int most);

/// The time axis with impacts and playhead, and below it the reflections of the impact that is shown.
class TimelineAxis : public QWidget {
  Q_OBJECT
 public:
  explicit TimelineAxis(Selection* selection, QWidget* parent = nullptr);
  void setSnapshot(SnapshotPtr snapshot);
  void setMoment(const Moment& moment);
  /// Marks the jumps of an audit in the colours of their verdicts, and reaches to the end of its recording;
  /// null: none.
  void setAudit(const std::shared_ptr<const ShownAudit>& audit);
  /// What is shown now, for those who cannot see it.
  void setWords(const QString& words);
  QSize sizeHint() const override { return {600, 78}; }
  QSize minimumSizeHint() const override { return {200, 74}; }

  double xOf(double time) const;
  /// The place of the dot of a reflection of the present impact; null if it is not shown.
  QPointF dotOf(int reflection) const;

 signals:
  void momentPicked(const carom::Moment& moment);
  void stepRequested(int direction);
  void impactRequested(int direction);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct PlacedItem {
    StripItem item;
    QRectF area;
    QPointF dot;
  };
  const ImpactEvent* impact() const;
  void placeStrip();
  void paintAxis(QPainter& painter) const;
  void paintStrip(QPainter& painter) const;
  void paintItem(QPainter& painter, const PlacedItem& placed) const;
  int itemAt(QPointF point) const;
  PictureSpot spotAt(const QPointF& place);
  void moveTo(const QPointF& place, bool snaps);
  bool pressKey(const QKeyEvent& key);
  double timeAt(double x) const;
  double start() const;
  double end() const;
  void paintJumps(QPainter& painter) const;
  std::optional<double> jumpAt(double time, double within) const;

  SnapshotPtr m_snapshot;
  std::shared_ptr<const Trajectory> m_trajectory;
  std::shared_ptr<const ShownAudit> m_audit;
  Moment m_moment;
  QString m_spoken;
  Selection* m_selection;
  Picture* m_picture;
  QRectF m_strip;
  std::vector<PlacedItem> m_items;
};

}  // namespace carom
