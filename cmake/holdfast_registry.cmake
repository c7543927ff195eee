# The folder is the registry. holdfast_registry(TARGET FOLDER TYPE HEADER) finds every <name>.cpp in
# FOLDER (tests apart), declares `TYPE <name>()` in namespace holdfast::FOLDER and writes the table
#
#   std::span<const TYPE> holdfast::FOLDER::all();
#
# sorted by name, each entry's `name` member set to the file's name. A wrong function name is a link
# error. Static registration is not used: the linker drops such objects from static libraries.
function(holdfast_registry target folder type header)
  holdfast_sources(sources ${CMAKE_CURRENT_SOURCE_DIR}/${folder})
  set(declarations "")
  set(entries "")
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WLE)
    # The name becomes a function beside `all` and `named`; say so here and not in a compiler's words.
    if(NOT name MATCHES "^[A-Za-z][A-Za-z0-9_]*$" OR name MATCHES "^(all|named)$")
      message(FATAL_ERROR
        "${source}: the file's name is also the entry's name; use letters, digits and _, and neither all nor named")
    endif()
    string(APPEND declarations "${type} ${name}();\n")
    string(APPEND entries "      named(${name}(), \"${name}\"),\n")
  endforeach()
  list(LENGTH sources count)
  set(generated ${PROJECT_BINARY_DIR}/generated/${folder}_registry.cpp)
  # `named` has no caller while the folder is empty.
  file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT [=[// Written by cmake/holdfast_registry.cmake from the files in @folder@/. Do not edit.
#include "@header@"

#include <array>
#include <span>
#include <string_view>

namespace holdfast::@folder@ {

@declarations@
namespace {

[[maybe_unused]] @type@ named(@type@ entry, std::string_view name) {
  entry.name = name;
  return entry;
}

}  // namespace

std::span<const @type@> all() {
  static const std::array<@type@, @count@> table = {
@entries@  };
  return table;
}

}  // namespace holdfast::@folder@
]=])
  target_sources(${target} PRIVATE ${sources} ${generated})
endfunction()

# holdfast_embed(TARGET FOLDER TYPE HEADER FUNCTION) puts every <name>.json of FOLDER into the
# program, as `std::span<const TYPE> holdfast::FUNCTION()`, sorted by name; TYPE has the members
# `name` and `bytes`.
function(holdfast_embed target folder type header function)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.json)
  list(SORT files)
  set(entries "")
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME_WLE)
    file(READ ${file} bytes)
    string(APPEND entries "      {\"${name}\", R\"holdfast(${bytes})holdfast\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  list(LENGTH files count)
  set(generated ${PROJECT_BINARY_DIR}/generated/${folder}_embedded.cpp)
  file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT [=[// Written by cmake/holdfast_registry.cmake from the files in @folder@/. Do not edit.
// Every compiler takes literals of any length.
#pragma GCC diagnostic ignored "-Woverlength-strings"

#include "@header@"

#include <array>
#include <span>

namespace holdfast {

std::span<const @type@> @function@() {
  static const std::array<@type@, @count@> table = {{
@entries@  }};
  return table;
}

}  // namespace holdfast
]=])
  target_sources(${target} PRIVATE ${generated})
endfunction()
