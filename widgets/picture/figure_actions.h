#pragma once

class QMenu;

namespace carom {

class Panel;

/// Adds what one can do with the figure of a panel: export it, copy it as a picture, copy its data. Without a
/// figure they are there and disabled; one that is still computed can be exported.
void addFigureActions(QMenu* menu, Panel* panel);

}  // namespace carom
