# Writes the scene files FILES as C++ string literals into OUTPUT (see scene/builtin_scenes.h).
# A literal may be at most 64 KiB long on some compilers; scene files are far shorter.
list(SORT FILES)
list(LENGTH FILES count)
set(entries "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  string(REPLACE ".carom.json" "" name ${name})
  file(READ ${file} text)
  string(APPEND entries "    {\"${name}\", R\"~scene~(${text})~scene~\"},\n")
endforeach()
set(body "// Generated from resources/scenes.
#include \"scene/builtin_scenes.h\"

#include <array>

namespace carom::embedded {

static constexpr std::array<std::pair<std::string_view, std::string_view>, ${count}> scenes{{
${entries}}};

std::pair<const std::pair<std::string_view, std::string_view>*, std::size_t> all() {
  return {scenes.data(), scenes.size()};
}

}  // namespace carom::embedded
")
file(WRITE ${OUTPUT} "${body}")
