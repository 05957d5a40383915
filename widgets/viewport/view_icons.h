#pragma once

#include <QIcon>

namespace carom {

enum class ViewIcon {
  Large,
  Fit,
  Top,
  Parallel,
  Arrows,
  Labels,
  Select,
  Ball,
  Wall,
  Rod,
  Link,
  Box,
  Joint,
  Spring,
  Loop,
  Handle
};

/// A line icon in the ink of the present palette, and in the accent for a checked button.
QIcon viewIcon(ViewIcon icon);

}  // namespace carom
