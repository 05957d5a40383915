#include "window/layout/workspace_table.h"

#include <QCoreApplication>
#include <array>

namespace carom {

namespace {

using Place = PanelRow::Place;
constexpr auto Left = Place::Left, Right = Place::Right, Bottom = Place::Bottom;
constexpr int sceneWidth = 276;  // px, of the sliders with their names and fields

// clang-format off
constexpr std::array explore{
    WorkspaceDock{"scene", Left, {300, 0}, "", "", sceneWidth},
    WorkspaceDock{"ordering-graph", Right, {570, 285}},
    WorkspaceDock{"outcomes", Right, {0, 235}},
    WorkspaceDock{"xi-curve", Right, {0, 270}, "", "outcomes"},
};
constexpr std::array motion{
    WorkspaceDock{"scene", Left, {300, 0}, "", "", sceneWidth},
    WorkspaceDock{"runs", Right, {420, 0}},
    WorkspaceDock{"futures", Right, {}, "runs"},
    WorkspaceDock{"orbit", Right, {}, "runs"},
    WorkspaceDock{"outcome-set", Right, {}, "runs"},
    WorkspaceDock{"impact-log", Bottom, {690, 300}},
    WorkspaceDock{"audit", Bottom, {}, "impact-log"},
    WorkspaceDock{"energy", Bottom, {440, 0}},
    WorkspaceDock{"plots", Bottom, {440, 0}},
};
constexpr std::array design{
    WorkspaceDock{"scene", Left, {300, 0}, "", "", sceneWidth},
    WorkspaceDock{"xi-curve", Right, {440, 270}},
    WorkspaceDock{"outcomes", Right, {0, 240}},
    WorkspaceDock{"design", Bottom, {520, 340}},
    WorkspaceDock{"landing", Bottom, {}, "design"},
    WorkspaceDock{"landscape", Bottom, {600, 0}},
    WorkspaceDock{"sensitivity", Bottom, {440, 0}, "", "landscape"},
};
constexpr std::array oneContact{
    WorkspaceDock{"scene", Left, {300, 0}, "", "", sceneWidth},
    WorkspaceDock{"impulse-space", Right, {640, 500}},
    WorkspaceDock{"law-comparison", Bottom, {860, 300}},
    WorkspaceDock{"impact-log", Bottom, {700, 0}},
};
constexpr std::array build{
    WorkspaceDock{"scene-editor", Left, {400, 0}, "", "", 320},
    WorkspaceDock{"scene", Right, {420, 400}, "", "", sceneWidth},
    WorkspaceDock{"scene-text", Right, {0, 390}, "", "scene"},
    // In a window that is not high the view has all of the middle, where the scene is drawn.
    WorkspaceDock{"ordering-graph", Bottom, {400, 230}, "", "scene"},
    WorkspaceDock{"outcomes", Bottom, {380, 0}, "", "scene"},
};
constexpr std::array figure{
    WorkspaceDock{"scene", Left, {310, 0}, "", "", sceneWidth},
    WorkspaceDock{"ordering-graph", Right, {500, 290}},
    WorkspaceDock{"outcomes", Right, {0, 260}},
    WorkspaceDock{"outcome-set", Right, {}, "outcomes"},
    WorkspaceDock{"xi-curve", Bottom, {520, 270}},
    WorkspaceDock{"landscape", Bottom, {}, "xi-curve"},
    WorkspaceDock{"energy", Bottom, {520, 0}},
    WorkspaceDock{"momentum", Bottom, {520, 0}},
};

constexpr std::array workspaces{
    WorkspaceRow{QT_TRANSLATE_NOOP("Workspaces", "Explore"),
                 QT_TRANSLATE_NOOP("Workspaces", "One impact: its parameters, orderings, outcomes and how far apart they are"), explore},
    WorkspaceRow{QT_TRANSLATE_NOOP("Workspaces", "Motion"),
                 QT_TRANSLATE_NOOP("Workspaces", "The run: its impacts, energies and quantities over time, beside kept runs"), motion},
    WorkspaceRow{QT_TRANSLATE_NOOP("Workspaces", "Design"),
                 QT_TRANSLATE_NOOP("Workspaces", "Parameters for which the order does not matter, and what spoils them"), design},
    WorkspaceRow{QT_TRANSLATE_NOOP("Workspaces", "One contact"),
                 QT_TRANSLATE_NOOP("Workspaces", "Impulse space and the collision laws of one contact"), oneContact},
    WorkspaceRow{QT_TRANSLATE_NOOP("Workspaces", "Build"),
                 QT_TRANSLATE_NOOP("Workspaces", "A scene as rows and as text, with what its impact does"), build, false},
    WorkspaceRow{QT_TRANSLATE_NOOP("Workspaces", "Figure"),
                 QT_TRANSLATE_NOOP("Workspaces", "Every picture of the impact and the run side by side"), figure},
};
// clang-format on

}  // namespace

std::span<const WorkspaceRow> workspaceTable() {
  return workspaces;
}

}  // namespace carom
