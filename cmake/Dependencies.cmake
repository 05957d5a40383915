# Finds the libraries; a missing one is named by its package, not by a CMake trace.
set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/packages.txt)
file(STRINGS ${CMAKE_SOURCE_DIR}/packages.txt _lines REGEX "^[a-z]")
set(CAROM_MISSING "")

# carom_require(PACKAGE-OF-THE-DISTRIBUTION find_package-arguments…)
macro(carom_require aptName)
  string(JOIN "|" _known ${_lines})
  if(NOT _known MATCHES "(^|\\|)${aptName} ")
    message(FATAL_ERROR "${aptName} is not in packages.txt")
  endif()
  # Parts of Qt call functions of its base, so without that they are not even asked.
  if(NOT "${ARGV1}" MATCHES "^Qt6." OR Qt6_FOUND)
    find_package(${ARGN} QUIET)
  endif()
  if(NOT ${ARGV1}_FOUND)
    list(APPEND CAROM_MISSING ${aptName})
  endif()
endmacro()

carom_require(libeigen3-dev Eigen3 3.4 NO_MODULE)
carom_require(nlohmann-json3-dev nlohmann_json)
carom_require(libmuparser-dev muparser)
carom_require(libtbb-dev TBB)
carom_require(libboost-dev Boost)
carom_require(libcli11-dev CLI11)
carom_require(qt6-base-dev Qt6 6.4 COMPONENTS Core Gui Widgets PrintSupport Concurrent Test)
carom_require(libqt6opengl6-dev Qt6OpenGLWidgets)
carom_require(qt6-svg-dev Qt6Svg)
carom_require(libqcustomplot-dev QCustomPlotQt6)
carom_require(libegl-dev OpenGL COMPONENTS OpenGL EGL)
carom_require(libvtk9-dev VTK COMPONENTS CommonCore CommonDataModel CommonTransforms FiltersSources
              RenderingCore RenderingOpenGL2)  # nothing that needs MPI or VTK's Qt module
if(CAROM_BUILD_TESTS)
  find_package(benchmark QUIET)
endif()

# The text of the error, which CMakeLists.txt raises itself: there it comes without a call stack.
list(REMOVE_DUPLICATES CAROM_MISSING)
list(JOIN CAROM_MISSING " " CAROM_MISSING)
