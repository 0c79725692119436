# SPDX-License-Identifier: GPL-3.0-or-later
# holonom_library(NAME folder...): a static library from every .cpp of the named folders (searched in
# depth), with the repository root as include path, so that an include always shows its folder.
function(holonom_library name)
  set(sources)
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp
         ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.h)
    list(APPEND sources ${found})
  endforeach()
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wno-restrict)  # false alarms of g++ 12 on "x" + std::string
endfunction()

# holonom_precompile(TARGET header...): headers of libraries that most sources of the target need are read once for all of
# them. What is read then costs most of the time of a translation unit here. Headers of Holonom stay out: a change of one
# would compile everything anew. A target of a few sources gains nothing.
function(holonom_precompile target)
  get_target_property(sources ${target} SOURCES)
  list(LENGTH sources count)
  if(HOLONOM_PRECOMPILED_HEADERS AND count GREATER 8)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# holonom_share_precompiled(TARGET OWNER): the same for a target that needs what OWNER has read, with the same flags.
function(holonom_share_precompiled target owner)
  if(HOLONOM_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()
