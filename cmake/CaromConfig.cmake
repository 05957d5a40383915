# find_package(Carom): the target Carom::engine.
include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4 NO_MODULE)
find_dependency(Boost)
include(${CMAKE_CURRENT_LIST_DIR}/CaromTargets.cmake)
