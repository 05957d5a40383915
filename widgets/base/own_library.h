#pragma once

namespace carom {

/// Loads one of Carom's own libraries, "carom_window", and returns the address of one of its functions. What
/// is loaded stays loaded. Throws std::runtime_error, which says why it cannot be loaded.
void* ownFunction(const char* library, const char* name);

/// The same with the function's type: `auto* run = ownFunction<int(int)>("carom_window", "caromRunWindow")`.
template <typename Function>
Function* ownFunction(const char* library, const char* name) {
  return reinterpret_cast<Function*>(ownFunction(library, name));
}

}  // namespace carom
