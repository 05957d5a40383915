#pragma once

#include <QPixmap>
#include <QStyle>
#include <QToolButton>

#include "viewport/view_icons.h"

namespace carom {

/// A square button over the picture. Its line icon follows the palette. It keeps its looks as an image,
/// because each frame of the picture paints it anew.
class ViewButton : public QToolButton {
 public:
  static constexpr int side = 32, gap = 6, margin = 10;  ///< px: of a button, between buttons, around them

  ViewButton(ViewIcon icon, const QString& name, const QString& tip, QWidget* parent);

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  ViewIcon m_icon;
  QStyle::State m_shownState;
  QPixmap m_look;  ///< null: to be painted
};

}  // namespace carom
