#pragma once

#include <QComboBox>

#include "common/cut_text.h"

namespace carom {

/// A list of choices that ends its text in an ellipsis where there is little room. A style sheet cuts it.
class ElidedComboBox : public QComboBox, public CutText {
  Q_OBJECT
 public:
  using QComboBox::QComboBox;
  QString cutText() const override;
  /// Whether the present choice was made in the open list, and not by keys that walk through the choices.
  bool isFromList() const { return m_isFromList; }
  /// Makes a choice as in the open list.
  void choose(int index);

 protected:
  void showPopup() override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  /// The text that there is room for.
  QString shownText() const;

  bool m_isFromList = false;
};

}  // namespace carom
