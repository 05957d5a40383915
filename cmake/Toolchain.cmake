# Warnings, optimisation, sanitizers, compiler cache and a fast linker, the same for every target.
add_library(carom_options INTERFACE)
target_compile_options(carom_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wno-deprecated-enum-enum-conversion
  -Wno-maybe-uninitialized -Wno-restrict)  # GCC 12 sees members of variants and overlaps of strings that are not there
# Warnings are errors with the compiler of Debian 12, for which the tree is clean; another one may know new ones.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(carom_options INTERFACE -Werror)
endif()

# One tree serves use, tests and benchmarks: optimised, with assertions. The loops are in the engine, which takes
# -O3 (see CAROM_HOT); nothing in the window and in the tests is hot, and they compile quicker with -O1.
set(CMAKE_CXX_FLAGS_RELEASE "-O1")
set(CAROM_HOT $<$<CONFIG:Release>:-O3>)
if(NOT CAROM_SANITIZE)
  list(APPEND CAROM_HOT -DEIGEN_NO_DEBUG)  # Eigen asserts sizes and indices at every access
endif()
# GCC collects its garbage seldom: a tenth of the time for a third more memory.
target_compile_options(carom_options INTERFACE
  "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-expand=100 --param ggc-min-heapsize=500000>")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
target_compile_options(carom_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)

if(CAROM_SANITIZE)
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
set(CMAKE_BUILD_RPATH ${CMAKE_BINARY_DIR}/lib)

# carom_unity(TARGET [MOST]): compiles the files of each folder as one, or MOST of them at a time; most of what a file
# costs is its headers. While one file is worked on, -DCAROM_UNITY=OFF compiles it alone.
option(CAROM_UNITY "Compile the files of a folder as one" ON)
function(carom_unity target)
  # Without a macro of each library's own they share precompiled headers.
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${CAROM_UNITY} UNITY_BUILD_MODE GROUP DEFINE_SYMBOL "")
  # Classes with members of a type of their file's own are no mistake where the file is included but once.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  get_target_property(sources ${target} SOURCES)
  get_target_property(top ${target} SOURCE_DIR)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${top})
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${top})
    string(MAKE_C_IDENTIFIER "${folder}" group)
    if(NOT source MATCHES "\\.cpp$")
      continue()
    endif()
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
