#include "base/key_table.h"

#include <QtGlobal>

namespace carom {

namespace {

#define WORDS(text) QT_TRANSLATE_NOOP("QObject", text)

// clang-format off
constexpr KeyRow everywhere[] = {
    {WORDS("F1"), WORDS("the handbook, at the page of the part with the focus")},
    {WORDS("Shift+F1"), WORDS("what is this: explains the part with the focus")},
    {WORDS("Ctrl+F1"), WORDS("why the outcome is unique, or not")},
    {WORDS("Ctrl+Shift+P"), WORDS("find a command, panel, scene, figure, parameter, word or page by a few letters")},
    {WORDS("Ctrl+Z, Ctrl+Shift+Z"), WORDS("undo, redo")},
    {WORDS("Ctrl+N, Ctrl+O, Ctrl+S"), WORDS("new scene, open, save")},
    {WORDS("Ctrl+L"), WORDS("library of built-in scenes")},
    {WORDS("Alt+1 … Alt+9, F6"), WORDS("to a panel, to the next one")},
    {WORDS("Ctrl+1 … 9"), WORDS("workspaces")},
    {WORDS("F11, double click on a title"), WORDS("a panel fills the window; Esc: it goes back")},
    {WORDS("right click on a panel"), WORDS("export it as a figure")},
};
constexpr KeyRow motion[] = {
    {WORDS("← →"), WORDS("one reflection back or forward")},
    {WORDS("Space"), WORDS("play or pause")},
    {WORDS("Page Up, Page Down"), WORDS("previous, next impact")},
    {WORDS("Home, End"), WORDS("start, end of the motion")},
    {WORDS("Ctrl+K"), WORDS("keep this run by a name")},
    {WORDS("C"), WORDS("pin the ordering for comparison, or unpin it")},
};
constexpr KeyRow view[] = {
    {WORDS("drag a ball or handle"), WORDS("changes the parameters that place it; Esc cancels")},
    {WORDS("drag the ground, wheel, middle button"), WORDS("rotate, zoom, pan")},
    {WORDS("F, T"), WORDS("fit, top view")},
    {WORDS("E, B, W, D, L, X, J, S"), WORDS("edit, or add a ball, wall, rod, link, box, joint (J again: slider, ball joint, weld), spring")},
    {WORDS("M, R, V"), WORDS("while editing: move, turn, set the velocity of what is selected")},
    {WORDS("Ctrl+D, Delete, Ctrl+P"), WORDS("duplicate, delete bodies; make a number a parameter")},
};
constexpr KeyRow lists[] = {
    {WORDS("↑ ↓, Ctrl+C"), WORDS("in the impact log: go along it, copy rows as CSV")},
    {WORDS("Ctrl+F"), WORDS("find contacts among the outcomes")},
    {WORDS("Ctrl+Enter"), WORDS("in the scene text: apply it now")},
    {WORDS("+ − 0, Ctrl+← →"), WORDS("in the plot: zoom, show all, move cursor A (B with Shift)")},
};
constexpr KeyRow handbook[] = {
    {WORDS("Alt+←, Alt+→"), WORDS("the page before, the page after")},
    {WORDS("Ctrl+F, /"), WORDS("to the search; ↓ and Enter open what was found")},
    {WORDS("Alt+Home"), WORDS("the contents")},
    {WORDS("Esc"), WORDS("leaves the search, then closes the handbook")},
};
// clang-format on

constexpr KeyGroup groups[] = {{WORDS("Everywhere"), everywhere},
                               {WORDS("Time and impacts"), motion},
                               {WORDS("In the view"), view},
                               {WORDS("Lists, texts and plots"), lists},
                               {WORDS("In the handbook"), handbook}};

}  // namespace

std::span<const KeyGroup> keyTable() {
  return groups;
}

}  // namespace carom
