#pragma once

#include <QString>
#include <functional>

namespace carom {

/// Something that the command palette finds and does.
struct PaletteEntry {
  QString id;        ///< constant between sessions
  QString title;     ///< what is looked for, and shown
  QString kind;      ///< "Panel", "Scene", or the menu that has it: "Motion"
  QString key{};     ///< of the keyboard; empty without one
  QString detail{};  ///< a sentence below the title; empty without one
  QString words{};   ///< other names, which are looked for and not shown
  QString whyNot{};  ///< why it cannot be done now; empty where it can
  std::function<void()> run{};
  int rank = 0;  ///< added to how well letters fit: what has a name of its own before buttons, and these
                 ///< before words
};

}  // namespace carom
