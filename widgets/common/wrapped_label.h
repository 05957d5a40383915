#pragma once

#include <QHash>
#include <QLabel>

namespace carom {

/// A text in lines as wide as the label. It is measured once for each width: Qt would lay it out whenever
/// anything beside it changes its size.
class WrappedLabel : public QLabel {
 public:
  explicit WrappedLabel(QWidget* parent = nullptr);
  int heightForWidth(int width) const override;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  mutable QString m_measured;         ///< the text
  mutable QHash<int, int> m_heights;  ///< of that text, by the width (px)
};

}  // namespace carom
