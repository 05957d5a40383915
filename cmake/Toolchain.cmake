# Warnings, sanitizers, compiler cache and a fast linker, the same for every target.
add_library(carom_options INTERFACE)
target_compile_options(carom_options INTERFACE -Wall -Wextra -Wpedantic -Wno-deprecated-enum-enum-conversion)

if(CAROM_SANITIZE)
  target_compile_options(carom_options INTERFACE -fsanitize=${CAROM_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(carom_options INTERFACE -fsanitize=${CAROM_SANITIZE})
endif()

# What takes long to read and stands in most of the engine's headers: precompiled everywhere.
set(CAROM_HEAVY_HEADERS <Eigen/Core> <boost/multiprecision/cpp_int.hpp>)
# Nothing in the window is hot: the loops are in the engine and in the libraries. A first build is quicker so.
set(CAROM_QUICK_TO_COMPILE $<$<CONFIG:Release>:-O1>)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # Paths relative to the checkout, so that clones share what they have compiled; headers taken from the
  # compiler's own dependency files, which saves preprocessing everything twice.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${CCACHE_PROGRAM})
endif()

find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
endif()
