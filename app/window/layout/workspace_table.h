#pragma once

#include <QSize>
#include <span>

#include "window/panel_table.h"

namespace carom {

/// The place of one dock in a workspace. A place lists its docks in order, and a dock that is a tab stands
/// after the one that it lies behind.
struct WorkspaceDock {
  const char* dock;              ///< its name in the table of panels
  PanelRow::Place place;         ///< left, right or at the bottom
  QSize size{};                  ///< in a roomy window; 0: what remains
  const char* tabOf = "";        ///< the dock that it lies behind as a tab
  const char* narrowTabOf = "";  ///< the same in a window that is lower than middlingWindow
  int leastWidth = 0;            ///< that it gets in a small window, as far as its neighbours can give way
};

/// The panels of one task and where they stand. All others are hidden.
struct WorkspaceRow {
  const char* name;  ///< in English; the window translates it
  const char* tip;
  std::span<const WorkspaceDock> docks;
  bool isBottomWide = true;  ///< whether the docks at the bottom reach below those at the sides
};

/// The workspaces that Carom brings, in the order of their keys; the first one opens at the first start.
std::span<const WorkspaceRow> workspaceTable();

}  // namespace carom
