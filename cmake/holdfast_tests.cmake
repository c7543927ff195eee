# holdfast_tests(NAME FOLDER... LIBRARIES LIB...): one test program of every *_test.cpp in the folders.
# GoogleTest is precompiled once and shared. Tests whose suite name begins with "Slow" get the label
# `slow`; all others `fast`. Every test gets a scratch folder of its own through TEST_TMPDIR.
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
  target_compile_definitions(${name} PRIVATE
    HOLDFAST_SOURCE_DIR="${CMAKE_SOURCE_DIR}" HOLDFAST_BINARY_DIR="${CMAKE_BINARY_DIR}")
  gtest_discover_tests(${name} TEST_FILTER "-Slow*" DISCOVERY_TIMEOUT 120
    PROPERTIES LABELS fast TIMEOUT 300)
  gtest_discover_tests(${name} TEST_FILTER "Slow*" TEST_LIST ${name}_slow DISCOVERY_TIMEOUT 120
    PROPERTIES LABELS slow TIMEOUT 3600)
endfunction()
