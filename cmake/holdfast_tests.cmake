# holdfast_tests(NAME FOLDER... LIBRARIES LIB...): one test program of every *_test.cpp in the folders.
# GoogleTest is precompiled once and shared. Tests whose suite name begins with "Slow" get the label
# `slow`; all others `fast`. testing::TempDir() is a folder of the program inside the build folder, which
# its tests share: they run side by side, so each must choose a name of its own there.
find_package(GTest REQUIRED)
include(GoogleTest)

function(holdfast_tests name)
  cmake_parse_arguments(ARG "" "" "FOLDERS;LIBRARIES" ${ARGN})
  set(sources "")
  foreach(folder IN LISTS ARG_FOLDERS)
    file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*_test.cpp)
    list(SORT found)
    list(APPEND sources ${found})
  endforeach()
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} GTest::gtest GTest::gtest_main holdfast_flags)
  target_precompile_headers(${name} PRIVATE <gtest/gtest.h>)
  # With a precompiled header g++ 12 no longer sees that <string> is a system header, and reports the false
  # alarms of these four about std::string's own buffer. Sources outside the tests keep them.
  target_compile_options(${name} PRIVATE
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overread;-Wno-stringop-overflow;-Wno-restrict>")
  target_compile_definitions(${name} PRIVATE
    HOLDFAST_SOURCE_DIR="${PROJECT_SOURCE_DIR}" HOLDFAST_BINARY_DIR="${PROJECT_BINARY_DIR}")
  set(scratch ${CMAKE_CURRENT_BINARY_DIR}/${name}_scratch)
  file(MAKE_DIRECTORY ${scratch})
  gtest_discover_tests(${name} TEST_FILTER "-Slow*:*/Slow*" DISCOVERY_TIMEOUT 120
    PROPERTIES LABELS fast TIMEOUT 300 ENVIRONMENT TEST_TMPDIR=${scratch}/)
  gtest_discover_tests(${name} TEST_FILTER "Slow*:*/Slow*" TEST_LIST ${name}_slow DISCOVERY_TIMEOUT 120
    PROPERTIES LABELS slow TIMEOUT 3600 ENVIRONMENT TEST_TMPDIR=${scratch}/)
endfunction()
