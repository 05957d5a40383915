#pragma once

namespace carom {

/// Loads one of Carom's own libraries, such as "carom_window", and returns the address of one of its
/// functions. A library stays loaded. Throws std::runtime_error with the reason where it cannot be loaded.
void* ownFunction(const char* library, const char* name);

/// The same with the function's type: `auto* run = ownFunction<int(int)>("carom_window", "caromRunWindow")`.
template <typename Function>
Function* ownFunction(const char* library, const char* name) {
  return reinterpret_cast<Function*>(ownFunction(library, name));
}

}  // namespace carom
