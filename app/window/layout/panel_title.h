#pragma once

#include <QWidget>
#include <vector>

class QDockWidget;
class QToolButton;

namespace carom {

class ElidedLabel;
class TitleButton;

/// The title of a panel as rich text, with the symbol in its property `titleSymbol` as mathematics: the title
/// has that by plainSymbol(), "φ_R". Empty where the plain title says the same.
QString richTitle(const QWidget& panel);

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
  /// A button with the word of the present view, and a menu of all.
  void setViews(const std::vector<View>& views);
  /// The Tab key leads to the buttons before it leads into the panel, as they stand above it.
  void putIntoTabOrderBefore(const QWidget* panel);

 signals:
  void viewWanted(QDockWidget* dock);
  void largeWanted();
  void floatWanted();
  void closeWanted();

 private:
  void showPlace(bool isFloating);

  QDockWidget* m_dock;
  ElidedLabel* m_name;
  QToolButton* m_views;
  TitleButton* m_float;
};

}  // namespace carom
