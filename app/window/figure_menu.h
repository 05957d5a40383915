#pragma once

#include <QMenu>

namespace carom {

class Panel;
class Panels;
class SnapshotDelivery;

/// The menu of figures, and their export: also where a panel's own menu asks for it.
class FigureMenu : public QMenu {
  Q_OBJECT
 public:
  FigureMenu(const Panels& panels, SnapshotDelivery* delivery, QWidget* window);

 public slots:
  /// Opens the dialog for a panel's figure, once it is there.
  void exportFigure(carom::Panel* panel);
  /// Stops waiting for a figure.
  void forgetAwaited();

 signals:
  /// One line for the status bar; empty: the last one is over.
  void told(const QString& message);

 private:
  void fill();

  const Panels& m_panels;
  SnapshotDelivery* m_delivery;
  Panel* m_awaited = nullptr;  ///< the panel whose figure was asked for before it was there
};

}  // namespace carom
