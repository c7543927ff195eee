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
    get_filename_component(name ${source} NAME_WE)
    string(APPEND declarations "${type} ${name}();\n")
    string(APPEND entries "      named(${name}(), \"${name}\"),\n")
  endforeach()
  list(LENGTH sources count)
  set(generated ${CMAKE_BINARY_DIR}/generated/${folder}_registry.cpp)
  file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT [[// Written by cmake/holdfast_registry.cmake from the files in @folder@/. Do not edit.
#include "@header@"

#include <array>
#include <span>

namespace holdfast::@folder@ {

@declarations@
namespace {

@type@ named(@type@ entry, std::string_view name) {
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
]])
  target_sources(${target} PRIVATE ${sources} ${generated})
endfunction()
