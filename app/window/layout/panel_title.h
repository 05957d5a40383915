#pragma once

#include <QWidget>
#include <vector>

class QDockWidget;
class QToolButton;

namespace carom {

class ElidedLabel;
class TitleButton;

/// The title of a dock: its name, and buttons that make the panel large, float it or put it back, and close
/// it. The mouse drags the dock by it.
class PanelTitle : public QWidget {
  Q_OBJECT
 public:
  explicit PanelTitle(QDockWidget* dock);

  /// Another view of the same thing, with its word.
  struct View {
    QString word;
    QDockWidget* dock;
  };
  /// The words of all views, where they have room beside the name, or else a button with a menu of them.
  void setViews(const std::vector<View>& views);
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 signals:
  void viewWanted(QDockWidget* dock);
  void largeWanted();
  void floatWanted();
  void closeWanted();

 private:
  void showPlace(bool isFloating);
  void placeViews();

  QDockWidget* m_dock;
  ElidedLabel* m_name;
  QWidget* m_views;     ///< the words
  QToolButton* m_menu;  ///< in their place
  TitleButton* m_float;
};

}  // namespace carom
