#pragma once

#include <QSize>
#include <span>

class QWidget;

namespace carom {

class Edits;
class ImpulseLab;
class Panel;
class Player;
class SceneEditor;
class Selection;

/// The objects that panels are constructed from.
struct PanelParts {
  Selection* selection;
  Edits* edits;
  SceneEditor* editor;
  Player* player;
  ImpulseLab* impulses;
};

/// Makes a panel, and knows without it whether it is a picture: whether Panel::figure() can be one.
struct PanelMaker {
  Panel* (*make)(const PanelParts& parts, QWidget* parent);
  bool isPicture;
};

/// The size of a window on a screen with room for it. At this size docks have the sizes of the table.
inline constexpr QSize roomyWindow{1600, 1000};
/// In a window lower than this, the panels at the right reach down to the bottom.
inline constexpr int middlingWindow = 900;
/// In a window lower than this, the bottom panels are tabs beside the outcomes.
inline constexpr int lowWindow = 620;
/// In a window less wide than this, which has no room for three columns, the panels of the left are tabs
/// beside the tree of orderings.
inline constexpr int thinWindow = 905;

/// One panel of the window.
struct PanelRow {
  /// Where it stands, and a dock where its workspace does not say so. Panels of the centre lie below each
  /// other; a panel of the bar and of the centre has no dock.
  enum class Place { Bar, Centre, Left, Right, Bottom };
  /// The group of the View menu that lists it.
  enum class Group { None, Scene, Impact, Motion, Contact, Design };
  /// What the panel shows: the run, or the impact of the run that the selected moment shows.
  enum class About { Run, Impact };

  const char* dock;  ///< object name of its dock, under which a saved layout keeps its place; "" without one
  Place place;
  About about;
  int key;  ///< its number in the round of F6, from 1; 1 to 9 also have Alt+1 to Alt+9; 0: no key
  PanelMaker maker;
  Group group = Group::None;
  /// Panels of one family are views of one thing: a menu in the title of each shows another one in its place.
  /// "" where it is the only one.
  const char *family = "", *view = "";
};

/// All panels. Docks and their tabs, the View menu, the keys, the delivery of snapshots and the export of
/// figures are made from these rows.
std::span<const PanelRow> panelTable();

}  // namespace carom
