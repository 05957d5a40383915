# carom_moc(TARGET): runs Qt's meta-object compiler over the headers of a target, and over its tests (tst_*.cpp, which
# include their tst_*.moc), and its resource compiler over *.qrc. It does what AUTOMOC does without the include paths:
# the compiler then leaves the headers of Eigen, Qt and C++ unread, and takes 3 ms a file in place of a second. So a
# class's macros must be Qt's own.
function(carom_moc target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(top ${target} SOURCE_DIR)
  set(folder ${CMAKE_BINARY_DIR}/moc/${target})  # outside of the folders that clang-tidy reads
  file(MAKE_DIRECTORY ${folder})
  set(all "")
  set(outputs "")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${top})
    cmake_path(GET source STEM LAST_ONLY name)
    if(source MATCHES "\\.h$")
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${top} OUTPUT_VARIABLE path)
      string(REPLACE "/" "_" path "${path}")
      set(output ${folder}/moc_${path}.cpp)
      string(APPEND all "#include \"moc_${path}.cpp\"\n")
    elseif(source MATCHES "/tst_[^/]*\\.cpp$")
      set(output ${folder}/${name}.moc)
    elseif(source MATCHES "\\.qrc$")
      set(output ${folder}/qrc_${name}.cpp)
      string(APPEND all "#include \"qrc_${name}.cpp\"\n")
      add_custom_command(OUTPUT ${output} DEPENDS ${source} DEPFILE ${output}.d VERBATIM
        COMMAND Qt6::rcc --name ${name} ${source} -o ${output} -d ${output}.d COMMENT "")
      list(APPEND outputs ${output})
      continue()
    else()
      continue()
    endif()
    add_custom_command(OUTPUT ${output} DEPENDS ${source} VERBATIM
      COMMAND Qt6::moc -nn ${source} -o ${output} COMMENT "")
    list(APPEND outputs ${output})
  endforeach()
  # A target of its own: commands of a library's target would wait until all that it links is linked, and so would
  # every file that is compiled after them.
  add_custom_target(${target}_moc DEPENDS ${outputs})
  add_dependencies(${target} ${target}_moc)
  target_include_directories(${target} PRIVATE ${folder})
  if(all)
    file(GENERATE OUTPUT ${folder}/all.cpp CONTENT "${all}")
    target_sources(${target} PRIVATE ${folder}/all.cpp)
    set_source_files_properties(${folder}/all.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()
