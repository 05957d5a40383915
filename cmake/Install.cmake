# What `cmake --install` and the package hold: the program and its libraries, the engine for other programs, and what a
# desktop needs to know of them.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(PRIVATE_LIBRARIES ${CMAKE_INSTALL_LIBDIR}/carom)  # of the program; only the engine is for others
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)             # tests are not built for it

file(RELATIVE_PATH from_bin /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set_target_properties(carom PROPERTIES INSTALL_RPATH "$ORIGIN/lib;$ORIGIN/${from_bin};$ORIGIN/${from_bin}/carom")
set_target_properties(carom_widgets carom_viewport carom_handbook carom_window carom_figures carom_netcdf PROPERTIES INSTALL_RPATH "$ORIGIN;$ORIGIN/..")
target_compile_features(carom_engine INTERFACE cxx_std_20)  # of programs that use it
set_target_properties(carom_engine PROPERTIES INSTALL_RPATH $ORIGIN EXPORT_NAME engine VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})

install(TARGETS carom RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS carom_widgets carom_viewport carom_handbook carom_window carom_figures carom_netcdf LIBRARY DESTINATION ${PRIVATE_LIBRARIES})

foreach(format URDF MJCF SDF)
  if(NOT CAROM_${format}_MISSING)
    string(TOLOWER carom_${format} importer)
    set_target_properties(${importer} PROPERTIES INSTALL_RPATH "$ORIGIN;$ORIGIN/..")
    install(TARGETS ${importer} LIBRARY DESTINATION ${PRIVATE_LIBRARIES})
  endif()
endforeach()

# The Python module, where Python looks for packages; it works without Python's packages where nobody imports it.
if(NOT CAROM_PYTHON_MISSING)
  execute_process(COMMAND ${Python_EXECUTABLE} -c "import sysconfig
scheme = 'deb_system' if 'deb_system' in sysconfig.get_scheme_names() else 'posix_prefix'
print(sysconfig.get_path('platlib', scheme, {'base': '', 'platbase': '', 'installed_base': '', 'installed_platbase': ''}).lstrip('/'))"
    OUTPUT_VARIABLE PYTHON_PACKAGES OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  file(RELATIVE_PATH from_package /${PYTHON_PACKAGES}/carom /${CMAKE_INSTALL_LIBDIR})
  set_target_properties(carom_python_core PROPERTIES INSTALL_RPATH "$ORIGIN;$ORIGIN/../../lib;$ORIGIN/${from_package}")
  install(TARGETS carom_python_core LIBRARY DESTINATION ${PYTHON_PACKAGES}/carom)
  install(DIRECTORY app/python/carom/ DESTINATION ${PYTHON_PACKAGES}/carom
          FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
  math(EXPR next_python "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3 (<< ${Python_VERSION_MAJOR}.${next_python}), python3-numpy")
endif()

# find_package(Carom) gives Carom::engine, with `#include "impact/impact_problem.h"`.
install(TARGETS carom_engine EXPORT CaromTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/carom)
install(DIRECTORY engine/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/carom FILES_MATCHING PATTERN "*.h"
        PATTERN scene/edit EXCLUDE PATTERN scene/format EXCLUDE PATTERN scene/build EXCLUDE PATTERN answer/document EXCLUDE PATTERN precompiled.h EXCLUDE)
install(EXPORT CaromTargets NAMESPACE Carom:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Carom)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/CaromConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/CaromConfig.cmake ${CMAKE_BINARY_DIR}/CaromConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Carom)

# Menu entry, icon, type of *.carom.json, description for software centres, and the manual page from the program's help.
install(FILES resources/desktop/carom.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES resources/icons/carom.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES resources/icons/carom.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/mimetypes
        RENAME application-x-carom-scene+json.svg)
install(FILES resources/desktop/carom.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
# Carom has no public address yet, so the description for software centres has the id and the addresses that are
# reserved for examples (RFC 2606). Who publishes Carom gives their own.
set(CAROM_APP_ID org.example.carom CACHE STRING "The id of Carom in software centres, a domain of the publisher in reverse")
set(CAROM_HOMEPAGE https://example.org/carom CACHE STRING "The address of Carom, where screenshot.png and drag.gif are, too")
file(READ resources/desktop/org.example.carom.metainfo.xml metainfo)
string(REPLACE org.example.carom "${CAROM_APP_ID}" metainfo "${metainfo}")
string(REPLACE https://example.org/carom "${CAROM_HOMEPAGE}" metainfo "${metainfo}")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/metainfo.xml CONTENT "${metainfo}" @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo RENAME ${CAROM_APP_ID}.metainfo.xml)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS resources/desktop/org.example.carom.metainfo.xml)
install(FILES README.md CITATION.cff CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The handbook as pages for a browser; the README refers to the pages as it does in the source tree.
install(CODE "execute_process(COMMAND $<TARGET_FILE:carom> handbook --overwrite -o ${CMAKE_BINARY_DIR}/html
              OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)")
install(DIRECTORY ${CMAKE_BINARY_DIR}/html DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES resources/screenshot.png resources/drag.gif DESTINATION ${CMAKE_INSTALL_DOCDIR}/resources)
install(FILES ARCHITECTURE.md CONTRIBUTING.md packages.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})
file(GLOB PAGES CONFIGURE_DEPENDS resources/handbook/*.md)
install(FILES ${PAGES} DESTINATION ${CMAKE_INSTALL_DOCDIR}/resources/handbook)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY resources/scenes resources/studies resources/figures DESTINATION ${CMAKE_INSTALL_DATADIR}/carom)
install(CODE "set(ENV{CAROM} \"$<TARGET_FILE:carom>\")
  execute_process(COMMAND bash ${CMAKE_SOURCE_DIR}/resources/desktop/man_page ${PROJECT_VERSION}
                  OUTPUT_FILE ${CMAKE_BINARY_DIR}/carom.1 COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND gzip -9nf ${CMAKE_BINARY_DIR}/carom.1 COMMAND_ERROR_IS_FATAL ANY)")
set(COMPLETIONS "bash|bash-completion/completions|carom" "zsh|zsh/site-functions|_carom"
    "fish|fish/vendor_completions.d|carom.fish")
foreach(row IN LISTS COMPLETIONS)
  string(REPLACE "|" ";" row "${row}")
  list(POP_FRONT row shell folder file)
  install(CODE "execute_process(COMMAND $<TARGET_FILE:carom> completion ${shell}
                OUTPUT_FILE ${CMAKE_BINARY_DIR}/completion/${file} COMMAND_ERROR_IS_FATAL ANY)")
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/completion)
  install(FILES ${CMAKE_BINARY_DIR}/completion/${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder})
endforeach()
install(FILES ${CMAKE_BINARY_DIR}/carom.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME carom)
set(CPACK_PACKAGE_VENDOR "The Carom developers")
set(CPACK_PACKAGE_CONTACT "The Carom developers <carom@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "Carom follows all orders in which simultaneous contacts of rigid bodies can reflect,
shows the tree of orderings and the outcomes, says why an outcome is unique, and
runs motions through such impacts. It comes with the engine as a C++ library.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-inter, fonts-stix, libgl1-mesa-dri, qt6-qpa-plugins")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libeigen3-dev, libboost-dev, qt6-wayland, ffmpeg")
include(CPack)
