#pragma once

#include <QToolButton>

#include "viewport/view_icons.h"

namespace carom {

/// A square button over the picture. Its line icon follows the palette.
class ViewButton : public QToolButton {
 public:
  static constexpr int side = 32, gap = 6, margin = 10;  ///< px: of a button, between buttons, around them

  ViewButton(ViewIcon icon, const QString& name, const QString& tip, QWidget* parent);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  ViewIcon m_icon;
};

}  // namespace carom
