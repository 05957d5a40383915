#pragma once

#include <QComboBox>

namespace carom {

/// A list of choices that ends its text in an ellipsis where there is little room. A style sheet cuts it.
class ElidedComboBox : public QComboBox {
  Q_OBJECT
 public:
  using QComboBox::QComboBox;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace carom
