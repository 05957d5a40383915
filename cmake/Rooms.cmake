# Which room may include which; run at every build in which a source has changed:
#   cmake -DSOURCE=… -DSTAMP=… -P Rooms.cmake
# A room is a folder with what lies below it, unless that has a row of its own. It may always include itself.
# "engine" after a room of the window means every room of the engine.
set(ROOMS
  "engine/base | "
  "engine/impact | engine/base"
  "engine/laws | engine/base"
  "engine/mechanics/tree | engine/base engine/impact engine/laws"
  "engine/mechanics/contact | engine/base engine/impact engine/laws engine/mechanics/tree"
  "engine/mechanics/motion | engine/base engine/impact engine/laws engine/mechanics/tree engine/mechanics/contact"
  "engine/scene | engine/base engine/impact engine/laws engine/mechanics/tree engine/mechanics/contact"
  "engine/study | engine/base engine/impact engine/laws engine/mechanics engine/scene"
  "engine/answer | engine/base engine/impact engine/laws engine/mechanics engine/scene engine/study"
  "widgets/base | engine"
  "widgets/common | engine widgets/base"
  "widgets/figure | engine widgets/base widgets/common"
  "widgets/plot | engine widgets/base widgets/common widgets/figure"
  "widgets/orderings | engine widgets/base widgets/common widgets/figure"
  "widgets/outcomes | engine widgets/base widgets/common widgets/figure widgets/plot"
  "widgets/motion | engine widgets/base widgets/common widgets/figure widgets/plot"
  "widgets/timeline | engine widgets/base widgets/common widgets/figure"
  "widgets/scene | engine widgets/base widgets/common widgets/figure"
  "widgets/editor | engine widgets/base widgets/common widgets/figure"
  "widgets/viewport | engine widgets/base widgets/common widgets/figure widgets/editor"
  "app/figures | engine widgets/base widgets/common widgets/figure widgets/plot widgets/orderings widgets/outcomes widgets/motion"
  "app/cli | engine widgets/base app/figures/figure_catalog.h"
  "app/document | engine widgets/base widgets/common"
  "app/window | engine widgets app/document"
  "app | widgets/base app/cli")

# The row that a file belongs to: the longest room that its path begins with.
function(room_of file result)
  set(found "")
  foreach(row IN LISTS ROOMS)
    string(REGEX REPLACE " .*" "" room "${row}")
    string(FIND "${file}" "${room}/" at)
    string(LENGTH "${room}" length)
    string(LENGTH "${found}" best)
    if(at EQUAL 0 AND length GREATER best)
      set(found "${room}")
      string(REGEX REPLACE "^[^|]*\\| ?" "" uses "${row}")
    endif()
  endforeach()
  set(${result} "${found}" PARENT_SCOPE)
  set(${result}_uses "${uses}" PARENT_SCOPE)
endfunction()

set(faults "")
foreach(part engine widgets app)
  file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/${part}/*.h ${SOURCE}/${part}/*.cpp)
  foreach(file IN LISTS files)
    room_of(${file} room)
    if(room STREQUAL "")
      string(APPEND faults "${file}: no room; give its folder a row in cmake/Rooms.cmake\n")
      continue()
    endif()
    separate_arguments(allowed UNIX_COMMAND "${room} ${room_uses}")
    file(STRINGS ${SOURCE}/${file} lines REGEX "^#include \"")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"([^\"]*)\".*" "\\1" header "${line}")
      set(target "")
      foreach(root ${part} engine widgets app)
        if(EXISTS ${SOURCE}/${root}/${header})
          set(target ${root}/${header})
          break()
        endif()
      endforeach()
      if(target STREQUAL "")  # made by the build
        continue()
      endif()
      set(may FALSE)
      foreach(use IN LISTS allowed)
        string(FIND "${target}/" "${use}/" at)
        if(at EQUAL 0)
          set(may TRUE)
          break()
        endif()
      endforeach()
      if(NOT may)
        string(APPEND faults "${file}: ${room} may not include ${header}\n")
      endif()
    endforeach()
  endforeach()
endforeach()
if(faults)
  message(FATAL_ERROR "Includes between rooms that cmake/Rooms.cmake does not allow:\n${faults}")
endif()
file(TOUCH ${STAMP})
