# SPDX-License-Identifier: Apache-2.0
#[[
tessera_add_kernel(NAME
  SOURCE FILE.tess                the program
  [SCHEDULE FILE.sched |          its schedule: a file,
   SCHEDULE_PROGRAM TARGET]       or an executable that gets SOURCE as its argument and prints one (see tessera::trace);
                                  it runs on the host: when cross-compiling, one that is imported
  [PROC PROCEDURE]                where to start (default: the last procedure of SOURCE)
  [HWLIB TARGET|FOLDER/...]       hardware libraries: shipped ones by name, your own by their folder, with a /
  [SET NAME=VALUE...]             for the schedule
  [PREFIX PREFIX]                 put before the names of public functions
  [ALLOW_SPILLS])                 more vectors than the machine has registers are no error

Adds the library NAME with the kernel. The schedule runs, and is proved, at build time, again whenever the program, the
schedule, a hardware library or one that it extends changes. Whoever links to NAME can #include "NAME.h"; the compiler
flags are those of the manifest, NAME.json.
]]
set(TESSERA_KERNEL_BUILD "${CMAKE_CURRENT_LIST_DIR}/tessera-kernel-build.cmake")

# Its folder and those of the libraries that it extends, and all files in them, as evidence is about headers too.
function(tessera_library_inputs folder folders_out out)
  set(inputs)
  set(folders)
  foreach(layer RANGE 1 8)
    list(APPEND folders ${folder})
    file(GLOB files LIST_DIRECTORIES false CONFIGURE_DEPENDS ${folder}/*)
    list(APPEND inputs ${files})
    set(base)
    foreach(file ${files})
      if(file MATCHES "\\.tess$")
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})  # it may come to extend another one
        file(STRINGS ${file} lines REGEX "^extends[ \t]")
        string(REGEX REPLACE "^extends[ \t\"']*([^ \t\"'#;]*).*" "\\1" base_here "${lines}")
        if(base_here)
          set(base ${base_here})
        endif()
      endif()
    endforeach()
    if(NOT base)
      break()
    elseif(base MATCHES /)
      get_filename_component(folder ${base} ABSOLUTE BASE_DIR ${folder})
    else()
      set(folder ${tessera_HWLIB_DIR}/${base})
    endif()
  endforeach()
  set(${folders_out} ${folders} PARENT_SCOPE)
  set(${out} ${inputs} PARENT_SCOPE)
endfunction()

# A schedule program runs when the project is built.
function(_tessera_must_run_here name program)
  if(NOT CMAKE_CROSSCOMPILING)
    return()
  endif()
  set(is_imported FALSE)
  if(TARGET ${program})
    get_target_property(is_imported ${program} IMPORTED)
  endif()
  if(NOT is_imported)
    message(FATAL_ERROR
      "tessera_add_kernel(${name}): SCHEDULE_PROGRAM ${program} would have to run on this host while the project is built, "
      "but it is compiled for ${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR}. Build it in a project for the host and "
      "import it before this call (add_executable(${program} IMPORTED), its IMPORTED_LOCATION), or give SCHEDULE the "
      "file that it prints.")
  endif()
endfunction()

function(tessera_add_kernel name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALLOW_SPILLS" "SOURCE;SCHEDULE;SCHEDULE_PROGRAM;PROC;PREFIX" "HWLIB;SET")
  if(NOT arg_SOURCE OR arg_UNPARSED_ARGUMENTS OR (arg_SCHEDULE AND arg_SCHEDULE_PROGRAM))
    message(FATAL_ERROR "tessera_add_kernel(${name}): wants SOURCE, at most one schedule, and nothing else: "
                        "'${arg_UNPARSED_ARGUMENTS}'")
  endif()
  if(arg_SCHEDULE_PROGRAM)
    _tessera_must_run_here(${name} ${arg_SCHEDULE_PROGRAM})
  endif()
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/${name}.tessera)
  get_filename_component(source ${arg_SOURCE} ABSOLUTE)
  set(inputs ${source})
  set(options --stem ${name} -o ${dir})
  foreach(option PROC PREFIX)
    if(arg_${option})
      string(TOLOWER ${option} flag)
      list(APPEND options --${flag} ${arg_${option}})
    endif()
  endforeach()
  set(header_folders)
  foreach(library ${arg_HWLIB})
    set(folder ${tessera_HWLIB_DIR}/${library})
    if(library MATCHES /)
      get_filename_component(folder ${library} ABSOLUTE)
      set(library ${folder}/)
    endif()
    tessera_library_inputs(${folder} folders files)
    list(APPEND inputs ${files})
    list(APPEND header_folders ${folders})
    list(APPEND options --hwlib ${library})
  endforeach()
  if(arg_ALLOW_SPILLS)
    list(APPEND options --allow-spills)
  endif()
  if(arg_SET)
    list(APPEND options --set ${arg_SET})
  endif()
  set(program)
  if(arg_SCHEDULE)
    get_filename_component(schedule ${arg_SCHEDULE} ABSOLUTE)
    list(APPEND inputs ${schedule})
    list(APPEND options --sched ${schedule})
  elseif(arg_SCHEDULE_PROGRAM)
    set(program $<TARGET_FILE:${arg_SCHEDULE_PROGRAM}>)
    list(APPEND inputs ${arg_SCHEDULE_PROGRAM})
    list(APPEND options --sched ${dir}/program.sched)
  endif()

  set(sources ${dir}/${name}.c ${dir}/${name}_linked.c)
  set(outputs ${sources} ${dir}/${name}.h ${dir}/${name}.json ${dir}/${name}.flags ${dir}/${name}.link_flags)
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND ${CMAKE_COMMAND} -D "program=${program}" -D dir=${dir} -D name=${name} -P ${TESSERA_KERNEL_BUILD} --
            $<TARGET_FILE:tessera::command> compile ${source} ${options}
    DEPENDS ${inputs} tessera::command ${TESSERA_KERNEL_BUILD}
    COMMENT "Scheduling and proving ${name}"
    VERBATIM)
  # The flags are known only when the schedule has run: the compiler reads them from files.
  set_source_files_properties(${sources} PROPERTIES OBJECT_DEPENDS ${dir}/${name}.flags)
  add_library(${name} ${outputs})
  target_include_directories(${name} PUBLIC ${dir} PRIVATE ${header_folders})
  target_compile_options(${name} PRIVATE @${dir}/${name}.flags)
  target_link_options(${name} PUBLIC @${dir}/${name}.link_flags)
  target_link_libraries(${name} PUBLIC -lm)
endfunction()
