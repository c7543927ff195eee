# Finds utf8proc, which Debian ships without a CMake package, as the target holdfast::utf8proc. The build and
# the installed holdfastConfig.cmake both use this file: the exported core names the target and never the
# path of one machine's library.
find_path(utf8proc_INCLUDE_DIR utf8proc.h)
find_library(utf8proc_LIBRARY utf8proc)
mark_as_advanced(utf8proc_INCLUDE_DIR utf8proc_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(utf8proc REQUIRED_VARS utf8proc_LIBRARY utf8proc_INCLUDE_DIR)

if(utf8proc_FOUND AND NOT TARGET holdfast::utf8proc)
  add_library(holdfast::utf8proc UNKNOWN IMPORTED)
  set_target_properties(holdfast::utf8proc PROPERTIES
    IMPORTED_LOCATION "${utf8proc_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${utf8proc_INCLUDE_DIR}")
endif()
