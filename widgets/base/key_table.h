#pragma once

#include <span>

namespace carom {

/// A key or a gesture of the window, and what it does.
struct KeyRow {
  const char* keys;  ///< "Ctrl+Z, Ctrl+Shift+Z", or words: "drag a ball or handle"
  const char* meaning;
};

/// The keys and the mouse of one part of the window.
struct KeyGroup {
  const char* part;  ///< "In the 3D view"
  std::span<const KeyRow> rows;
};

/// All of them, in English as the handbook is, whose page is made from this table.
std::span<const KeyGroup> keyTable();

}  // namespace carom
