#pragma once

#include <QWidget>

namespace carom {

/// Lies over a panel whose numbers are those of the question before: they are pale, and a word says that the
/// new ones are being searched. Clicks do not reach them.
class SearchVeil : public QWidget {
  Q_OBJECT
 public:
  explicit SearchVeil(QWidget* panel);

 protected:
  bool eventFilter(QObject* panel, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent*) override {}  // accepted: a QWidget would leave it to the panel
  void mouseDoubleClickEvent(QMouseEvent*) override {}
  void wheelEvent(QWheelEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
};

}  // namespace carom
