#include "base/own_library.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace carom {

void* ownFunction(const char* library, const char* name) {
  // The run path of the file that contains this function names the folder, in the build tree and installed.
  const std::string file = std::string("lib") + library + ".so";
  void* const handle = ::dlopen(file.c_str(), RTLD_NOW);
  void* const function = handle ? ::dlsym(handle, name) : nullptr;
  if (!function) throw std::runtime_error(std::string("carom is not installed completely: ") + ::dlerror());
  return function;
}

}  // namespace carom
