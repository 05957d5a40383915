#pragma once

#include <QMenu>

#include "figure/panel_grid.h"

namespace carom {

class Panel;
class Panels;
class SnapshotDelivery;

/// The menu that exports figures. A panel's own menu starts the same export.
class FigureMenu : public QMenu {
  Q_OBJECT
 public:
  FigureMenu(const Panels& panels, SnapshotDelivery* delivery, QWidget* window);

 public slots:
  /// Opens the export dialog once the panel's figure is ready.
  void exportFigure(carom::Panel* panel);
  /// Stops waiting for a figure.
  void forgetAwaited();
  /// Opens the dialog for a movie of the run.
  void exportMovie();

 signals:
  /// One line for the status bar; an empty one clears the last.
  void told(const QString& message);

 private:
  void fill();
  std::vector<FigureOffer> offers() const;

  const Panels& m_panels;
  SnapshotDelivery* m_delivery;
  Panel* m_awaited = nullptr;  ///< the panel whose requested figure is not ready yet
};

}  // namespace carom
