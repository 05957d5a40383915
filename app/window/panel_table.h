#pragma once

#include <QSize>
#include <span>

class QWidget;

namespace carom {

class Edits;
class Panel;
class Player;
class SceneEditor;
class Selection;

/// What panels are made with.
struct PanelParts {
  Selection* selection;
  Edits* edits;
  SceneEditor* editor;
  Player* player;
};

/// The size of a window, where the screen has room, in which docks have the sizes of the table.
inline constexpr QSize roomyWindow{1600, 1000};

/// One panel of the window.
struct PanelRow {
  /// Where it is at first. Panels of the centre lie below each other; a panel of the bar and of the centre
  /// has no dock.
  enum class Place { Bar, Centre, Left, Right, Bottom };
  /// What it shows: the run, or the impact of the run that the selected moment shows.
  enum class About { Run, Impact };

  const char* dock;  ///< object name of its dock, under which a saved layout keeps its place; "" without one
  Place place;
  About about;
  int key;  ///< its place in the round of F6, from 1; 1 to 9 have Alt+1 to Alt+9, too; 0: none
  Panel* (*make)(const PanelParts& parts, QWidget* parent);
  const char* tabOf = "";  ///< the dock that lies over it as a tab
  bool isHidden = false;   ///< until there is a use for it
  QSize size{};            ///< in a roomy window; 0: what remains
};

/// All panels. Docks and their tabs, the View menu, the keys, the delivery of snapshots and the export of
/// figures are made from these rows.
std::span<const PanelRow> panelTable();

}  // namespace carom
