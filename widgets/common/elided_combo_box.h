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

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  /// The text that there is room for.
  QString shownText() const;
};

}  // namespace carom
