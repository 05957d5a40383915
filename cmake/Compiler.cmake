# Chooses the compiler, before project(): clang 16 compiles Carom in half the time of GCC 12, and what it makes is no
# slower. Where it is not installed the system's compiler does; CXX or -DCMAKE_CXX_COMPILER names another one. Trees with
# sanitizers or coverage keep the system's compiler, whose runtimes are installed with it, so that both stay in use.
if(CMAKE_CXX_COMPILER OR DEFINED ENV{CXX} OR NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  return()
endif()
find_program(CAROM_CLANG clang++-16)
find_program(CAROM_CLANG_C clang-16)
mark_as_advanced(CAROM_CLANG CAROM_CLANG_C)
if(CAROM_CLANG AND CAROM_CLANG_C)
  set(CMAKE_CXX_COMPILER ${CAROM_CLANG})
  set(CMAKE_C_COMPILER ${CAROM_CLANG_C})
endif()
