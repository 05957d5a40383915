# Warnings, optimisation, sanitizers, compiler cache and a fast linker, the same for every target.
add_library(carom_options INTERFACE)
target_compile_options(carom_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wno-deprecated-enum-enum-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # GCC 12 sees members of variants and overlaps of strings that are not there
  target_compile_options(carom_options INTERFACE -Wno-maybe-uninitialized -Wno-restrict)
else()  # clang's -Wshadow counts names of other files that are compiled as one with this, and some braces are left out
  target_compile_options(carom_options INTERFACE -Wno-shadow -Wno-missing-braces)
endif()
# Warnings are errors with the compiler that is preferred, which compiles every change. Another one may know others, and
# they end nobody's first build.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^16\\.")
  target_compile_options(carom_options INTERFACE -Werror)
endif()

# One tree serves use, tests and benchmarks: optimised, with assertions. The loops are in the mechanics of the engine,
# which takes -O3 (see CAROM_HOT); nothing in scenes, window and tests is hot, and they compile quicker with -O1.
set(CMAKE_CXX_FLAGS_RELEASE "-O1")
set(CAROM_UNASSERTED "")
if(NOT CAROM_SANITIZE)
  set(CAROM_UNASSERTED -DEIGEN_NO_DEBUG)  # Eigen asserts sizes and indices at every access
endif()
set(CAROM_HOT $<$<CONFIG:Release>:-O3> ${CAROM_UNASSERTED})
# GCC collects its garbage seldom: a tenth of the time for a third more memory.
target_compile_options(carom_options INTERFACE
  "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-expand=100 --param ggc-min-heapsize=500000>")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
target_compile_options(carom_options INTERFACE -fno-semantic-interposition)
# clang would write the time of every header into what it precompiles, and refuse what ccache gives back later.
target_compile_options(carom_options INTERFACE "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")

if(CAROM_SANITIZE)
  # What nobody sets is no number there, and not what the memory held before.
  target_compile_options(carom_options INTERFACE -ftrivial-auto-var-init=pattern)
  target_compile_options(carom_options INTERFACE -fsanitize=${CAROM_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(carom_options INTERFACE -fsanitize=${CAROM_SANITIZE})
endif()
if(CAROM_COVERAGE)
  target_compile_options(carom_options INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(carom_options INTERFACE --coverage)
endif()

# The program in the build folder, its libraries in lib below, where the program finds them.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
# A run path that serves the build folder and the place of installation alike: CMake pads one that it will replace with
# empty entries, and the loader takes an empty entry for the current folder.
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH $ORIGIN $ORIGIN/lib)

# carom_unity(TARGET [MOST]): compiles the files of each room as one, or of a folder of tests MOST at a time; most of
# what a file costs is its headers. While one file is worked on, -DCAROM_UNITY=OFF compiles it alone.
option(CAROM_UNITY "Compile the files of a room as one" ON)
include(Rooms)
function(carom_unity target)
  # Without a macro of each library's own they share precompiled headers.
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${CAROM_UNITY} UNITY_BUILD_MODE GROUP DEFINE_SYMBOL "")
  # Classes with members of a type of their file's own are no mistake where the file is included but once.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  get_target_property(sources ${target} SOURCES)
  get_target_property(top ${target} SOURCE_DIR)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${top})
    if(NOT source MATCHES "\\.cpp$")
      continue()
    endif()
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE file)
    room_of(${file} group)
    if(group STREQUAL "")
      cmake_path(GET file PARENT_PATH group)
    endif()
    string(MAKE_C_IDENTIFIER "${group}" group)
    if(ARGC GREATER 1)
      math(EXPR number "0${count_${group}}")
      math(EXPR count_${group} "${number} + 1")
      math(EXPR part "${number} / ${ARGV1}")
      string(APPEND group "_${part}")
    endif()
    set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${group}")
  endforeach()
endfunction()

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
