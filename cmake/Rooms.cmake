# Which room may include which, and which files compile as one unit (carom_unity): those of a room.
# A room is a folder with what lies below it, unless that has a row of its own. It may always include itself and what
# lies below it. "engine" after a room of the window means every room of the engine.
set(ROOMS
  "engine/base | "
  "engine/impact | engine/base"
  "engine/models | engine/base engine/impact"
  "engine/laws | engine/base"
  "engine/mechanics/tree | engine/base engine/impact engine/laws"
  "engine/mechanics/contact | engine/base engine/impact engine/laws engine/mechanics/tree"
  "engine/mechanics/motion | engine/base engine/impact engine/models engine/laws engine/mechanics/tree engine/mechanics/contact"
  "engine/mechanics/variation | engine/base engine/impact engine/laws engine/mechanics/tree engine/mechanics/contact engine/mechanics/motion"
  "engine/audit | engine/base engine/impact engine/models engine/laws engine/mechanics/tree engine/mechanics/contact engine/mechanics/motion"
  "engine/audit/recording | engine/base engine/impact engine/laws engine/mechanics engine/scene engine/audit"
  "engine/audit/conformance | engine/base engine/impact engine/models engine/mechanics engine/scene"
  "engine/scene | engine/base engine/impact engine/laws engine/mechanics/tree engine/mechanics/contact"
  "engine/study | engine/base engine/impact engine/models engine/laws engine/mechanics engine/scene"
  "engine/answer/question | engine/base engine/impact engine/laws engine/mechanics engine/scene engine/study"
  "engine/study/study_file | engine/base engine/impact engine/models engine/laws engine/mechanics engine/scene engine/study engine/answer/question"
  "engine/answer/document | engine/base engine/impact engine/models engine/laws engine/mechanics engine/scene engine/study engine/audit engine/answer"
  "engine/answer/audit | engine/base engine/impact engine/laws engine/mechanics engine/scene engine/audit engine/answer"
  "engine/answer | engine/base engine/impact engine/models engine/laws engine/mechanics engine/scene engine/study"
  "widgets/base | engine"
  "widgets/tasks | engine/base/threads.h"
  "widgets/common | engine widgets/base widgets/tasks"
  "widgets/figure | engine widgets/base widgets/common widgets/tasks"
  "widgets/picture | engine widgets/base widgets/common widgets/figure widgets/tasks"
  "widgets/plot | engine widgets/base widgets/common widgets/figure widgets/picture"
  "widgets/table | widgets/base widgets/common"
  "widgets/orderings | engine widgets/base widgets/common widgets/figure widgets/picture"
  "widgets/outcomes | engine widgets/base widgets/common widgets/table widgets/figure widgets/picture widgets/plot widgets/tasks"
  "widgets/motion | engine widgets/base widgets/common widgets/figure widgets/picture widgets/plot widgets/tasks"
  "widgets/impulse | engine widgets/base widgets/common widgets/table widgets/figure widgets/picture widgets/plot"
  "widgets/papers | engine widgets/base widgets/common widgets/figure widgets/tasks widgets/picture"
  "widgets/audit | engine widgets/base widgets/common widgets/table widgets/figure widgets/picture widgets/plot widgets/tasks"
  "widgets/timeline | engine widgets/base widgets/common widgets/table widgets/figure widgets/picture"
  "widgets/design | engine widgets/base widgets/common widgets/table widgets/figure widgets/picture widgets/plot widgets/tasks"
  "widgets/futures | engine widgets/base widgets/common widgets/table widgets/figure widgets/picture widgets/plot widgets/tasks"
  "widgets/runs | engine widgets/base widgets/common widgets/table widgets/figure"
  "widgets/scene | engine widgets/base widgets/common widgets/figure widgets/tasks"
  "widgets/editor | engine widgets/base widgets/common widgets/figure"
  "widgets/viewport/render | engine widgets/base widgets/common widgets/figure widgets/viewport"
  "widgets/viewport/picture | engine widgets/base widgets/common widgets/figure widgets/picture widgets/impulse widgets/viewport"
  "widgets/viewport/tools | engine widgets/base widgets/common widgets/editor widgets/viewport"
  "widgets/viewport/grips | engine widgets/base widgets/common widgets/viewport"
  "widgets/viewport | engine widgets/base widgets/common widgets/figure widgets/picture widgets/editor widgets/impulse"
  "app/figures | engine widgets/base widgets/common widgets/table widgets/figure widgets/picture widgets/plot widgets/audit widgets/design widgets/futures widgets/orderings widgets/outcomes widgets/motion widgets/impulse widgets/papers"
  "app/netcdf | engine"
  "app/handbook | "
  "app/robot | engine widgets/base/own_library.h"
  "app/urdf | engine app/robot"
  "app/mjcf | engine app/robot"
  "app/sdf | engine app/robot"
  "app/cli | engine widgets/base app/figures/figure_catalog.h app/handbook/handbook_library.h app/netcdf/netcdf_library.h app/robot/import_robot.h"
  "app/document | engine widgets/base widgets/common widgets/tasks"
  "app/window | engine widgets app/document app/handbook app/figures/figure_catalog.h app/robot/import_robot.h"
  "app/python | engine app/cli widgets/orderings/layered_layout.h"
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
