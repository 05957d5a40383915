#include "base/key_table.h"

namespace carom {

namespace {

// clang-format off
constexpr KeyRow everywhere[] = {
    {"F1", "the handbook, at the page of the part with the focus"},
    {"Shift+F1", "what is this: explains the part with the focus"},
    {"Ctrl+F1", "why the outcome is unique, or not"},
    {"Ctrl+Shift+P", "find a command, panel, scene, figure, parameter, word or page by a few letters"},
    {"Ctrl+Z, Ctrl+Shift+Z", "undo, redo"},
    {"Ctrl+N, Ctrl+O, Ctrl+S", "new scene, open, save"},
    {"Ctrl+L", "library of built-in scenes"},
    {"Alt+1 … Alt+9, F6", "to a panel, to the next one"},
    {"Ctrl+1 … 9", "workspaces"},
    {"F11, double click on a title", "a panel fills the window; Esc: it goes back"},
    {"right click on a panel", "export it as a figure"},
};
constexpr KeyRow motion[] = {
    {"← →", "one reflection back or forward"},
    {"Space", "play or pause"},
    {"Page Up, Page Down", "previous, next impact"},
    {"Home, End", "start, end of the motion"},
    {"Ctrl+K", "keep this run and name it"},
    {"C", "pin the ordering for comparison, or unpin it"},
};
constexpr KeyRow view[] = {
    {"drag a ball or handle", "changes the parameters that place it; Esc cancels"},
    {"drag the ground, wheel, middle button", "rotate, zoom, pan"},
    {"F, T, H", "fit, top view, first view (home)"},
    {"E, B, W, D, L, X, J, S, O", "edit, or add a ball, wall, rod, link, box, joint (J again: slider, ball joint, weld), spring, loop"},
    {"M, R, V", "while editing: move, turn, set the velocity of what is selected; V again: the angular velocity"},
    {"Ctrl+D, Delete, Ctrl+P", "duplicate, delete bodies; make a number a parameter"},
};
constexpr KeyRow lists[] = {
    {"↑ ↓, Ctrl+C", "in the impact log: go along it, copy rows as CSV"},
    {"Ctrl+F", "find contacts among the outcomes"},
    {"Ctrl+Enter", "in the scene text: apply it now"},
    {"+ − 0, Ctrl+← →", "in the plot: zoom, show all, move cursor A (B with Shift)"},
};
constexpr KeyRow handbook[] = {
    {"Alt+←, Alt+→", "the page before, the page after"},
    {"Ctrl+F, /", "to the search; ↓ and Enter open a result"},
    {"Alt+Home", "the contents"},
    {"Esc", "leaves the search, then closes the handbook"},
};
// clang-format on

constexpr KeyGroup groups[] = {{"Everywhere", everywhere},
                               {"Time and impacts", motion},
                               {"In the view", view},
                               {"Lists, texts and plots", lists},
                               {"In the handbook", handbook}};

}  // namespace

std::span<const KeyGroup> keyTable() {
  return groups;
}

}  // namespace carom
