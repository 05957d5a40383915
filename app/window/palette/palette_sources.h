#pragma once

#include <QMainWindow>
#include <functional>
#include <vector>

#include "answer/snapshot.h"
#include "window/palette/palette_entry.h"

namespace carom {

class Panel;
class Panels;

/// Where the entries of the palette come from.
struct PaletteParts {
  QMainWindow* window;  ///< its menu bar has the actions
  Panels* panels;
  std::function<SnapshotPtr()> snapshot;        ///< the answer in force; may be null
  std::function<void(Panel*)> goTo;             ///< shows a panel and gives it the keyboard
  std::function<void(Panel*)> enlarge;          ///< shows a panel and lets it fill the window
  std::function<void(const QString&)> explain;  ///< shows the sentence about a word
  std::function<void(const QString&)> read;     ///< shows a page of the handbook
};

/// All actions of the menus, panels, buttons of panels, parameters, words and pages, as they are now.
std::vector<PaletteEntry> paletteEntries(const PaletteParts& parts);

/// Sets why an action or a button cannot be used now; empty: it can.
void setWhyNot(QObject* action, const QString& reason);

}  // namespace carom
