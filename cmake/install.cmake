# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: the command, one library of all folders, the public headers, the hardware libraries, the C that is put
# around generated code, and the CMake package that finds them. Everything is found relative to where it lies, so an
# installation may be moved.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tessera)
set(hwlib_dir ${CMAKE_INSTALL_DATADIR}/tessera/hwlib)

set(kind STATIC)
if(TESSERA_BUILD_SHARED)
  set(kind SHARED)
endif()
get_property(folders GLOBAL PROPERTY tessera_folder_libraries)
add_library(libtessera ${kind})
foreach(folder ${folders})
  target_sources(libtessera PRIVATE $<TARGET_OBJECTS:${folder}>)
endforeach()
target_link_libraries(libtessera PRIVATE fmt::fmt tessera::z3 OpenSSL::Crypto SQLite::SQLite3)
# Headers include one another by their place in the sources, "dsl/ir/stmt.hpp"; installed they lie below include/tessera.
target_include_directories(libtessera INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
                                                $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/tessera>)
target_compile_features(libtessera INTERFACE cxx_std_20)
# Before 1.0 a minor version may change the interface.
set_target_properties(libtessera PROPERTIES OUTPUT_NAME tessera EXPORT_NAME tessera LINKER_LANGUAGE CXX
                      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

set_target_properties(tessera PROPERTIES EXPORT_NAME command)
if(TESSERA_BUILD_SHARED)
  # What is ours, and nothing of the libraries whose templates we instantiate.
  target_link_options(libtessera PRIVATE -Wl,--version-script=${CMAKE_CURRENT_LIST_DIR}/exports.map)
  set_target_properties(libtessera PROPERTIES LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/exports.map)
  file(RELATIVE_PATH from_command_to_library ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(tessera PROPERTIES INSTALL_RPATH $ORIGIN/${from_command_to_library})
endif()

# Whoever built the command can install: the library is an archive of the objects that the command is made of.
add_dependencies(tessera libtessera)

# Apart: who only makes kernels, for another machine perhaps, wants nothing of what the library links to.
install(TARGETS tessera EXPORT tessera-command-targets)
install(TARGETS libtessera EXPORT tessera-library-targets)
foreach(part command library)
  install(EXPORT tessera-${part}-targets NAMESPACE tessera:: DESTINATION ${package_dir})
endforeach()
set(library_wants "fmt, OpenSSL, SQLite3 and z3")
if(TESSERA_BUILD_SHARED)
  set(library_wants "nothing else, but the machine it was built on")
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/hwlib/ DESTINATION ${hwlib_dir})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tuned/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tessera/tuned)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/templates/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tessera/templates)
# The page for man and what completes in a shell are written by the command itself, which must be able to run here.
if(NOT CMAKE_CROSSCOMPILING)
  set(texts ${CMAKE_CURRENT_BINARY_DIR}/command_texts)
  install(CODE "file(MAKE_DIRECTORY \"${texts}\")
execute_process(COMMAND \"$<TARGET_FILE:tessera>\" man OUTPUT_FILE \"${texts}/tessera.1\" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND \"$<TARGET_FILE:tessera>\" completion bash OUTPUT_FILE \"${texts}/tessera\" COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES ${texts}/tessera.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${texts}/tessera DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()
install(CODE "set(source_dir \"${PROJECT_SOURCE_DIR}\")
set(include_dir \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}\")")
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/install_headers.cmake)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/tessera-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/tessera-config.cmake
                              INSTALL_DESTINATION ${package_dir} PATH_VARS hwlib_dir)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/tessera-config-version.cmake COMPATIBILITY SameMinorVersion
                                 ARCH_INDEPENDENT)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tessera-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/tessera-config-version.cmake
              ${CMAKE_CURRENT_LIST_DIR}/tessera-kernel.cmake ${CMAKE_CURRENT_LIST_DIR}/tessera-kernel-build.cmake
        DESTINATION ${package_dir})
