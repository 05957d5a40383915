#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace carom {

/// A text of several lines. Where there is little room, its first lines show, with a button for the rest.
class FoldingText : public QWidget {
  Q_OBJECT
 public:
  /// `label`: shows the text.
  explicit FoldingText(QLabel* label, QWidget* parent = nullptr);
  /// Shows the rest, or hides it again.
  QWidget* button() const;
  /// Shows another text, its first lines only where it folds.
  void setText(const QString& text);
  /// Folds the text in a width (pixels) where `isTight` and that saves room.
  void fold(bool isTight, int width);
  /// The height without folding in a width, beyond the present height (pixels).
  int hiddenHeight(int width) const;

 private:
  void arrange();
  /// The height of the first lines, and of these with the button (pixels).
  int headHeight() const;
  int foldedHeight() const;

  QLabel* m_label;
  QToolButton* m_more;
  bool m_isFolding = false, m_isOpen = false;
};

}  // namespace carom
