#pragma once

#include <QWidget>

class QDockWidget;

namespace carom {

class ElidedLabel;
class TitleButton;

/// The title of a dock: its name, and buttons that make the panel large, float it or put it back, and close
/// it. The mouse drags the dock by it.
class PanelTitle : public QWidget {
  Q_OBJECT
 public:
  explicit PanelTitle(QDockWidget* dock);

 signals:
  void largeWanted();
  void floatWanted();
  void closeWanted();

 private:
  void showPlace(bool isFloating);

  ElidedLabel* m_name;
  TitleButton* m_float;
};

}  // namespace carom
