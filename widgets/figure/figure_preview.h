#pragma once

#include <QScrollArea>
#include <QSizeF>

class QLabel;

namespace carom {

/// A sheet of paper with a figure: fitted into the view, or at a share of its size on paper. The mouse is
/// reported in shares of the figure, 0 to 1 from the left and from the top.
class FigurePreview : public QScrollArea {
  Q_OBJECT
 public:
  explicit FigurePreview(QWidget* parent = nullptr);

  /// 0: fitted into the view; 1: as large as on paper.
  void setZoom(double zoom);
  double zoom() const { return m_zoom; }
  /// Pixels of the screen for a millimetre of a figure of this size (mm), with the present zoom.
  double pixelsPerMm(const QSizeF& size) const;
  /// An image of the figure, whose size on paper is `size` (mm).
  void show(const QImage& image, const QSizeF& size);

 signals:
  void resized();
  void pressed(const QPointF& share);
  void dragged(const QPointF& share);
  void doubleClicked(const QPointF& share);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QLabel* m_paper;
  double m_zoom = 0;
};

}  // namespace carom
