# One INTERFACE target carries warnings, sanitizers and coverage; nothing is set globally.
add_library(holdfast_flags INTERFACE)
target_include_directories(holdfast_flags INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
target_compile_options(holdfast_flags INTERFACE
  $<BUILD_INTERFACE:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor>)

if(HOLDFAST_SANITIZE)
  target_compile_options(holdfast_flags INTERFACE
    $<BUILD_INTERFACE:-fsanitize=${HOLDFAST_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all>)
  target_link_options(holdfast_flags INTERFACE $<BUILD_INTERFACE:-fsanitize=${HOLDFAST_SANITIZE}>)
  # g++ 12 takes parts of std::regex for uninitialized once they are instrumented.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(holdfast_flags INTERFACE $<BUILD_INTERFACE:-Wno-maybe-uninitialized>)
  endif()
endif()
if(HOLDFAST_FUZZ)
  target_compile_options(holdfast_flags INTERFACE $<BUILD_INTERFACE:-fsanitize=fuzzer-no-link>)
  target_link_options(holdfast_flags INTERFACE $<BUILD_INTERFACE:-fsanitize=fuzzer-no-link>)
endif()
if(HOLDFAST_COVERAGE)
  target_compile_options(holdfast_flags INTERFACE $<BUILD_INTERFACE:--coverage -O0>)
  target_link_options(holdfast_flags INTERFACE $<BUILD_INTERFACE:--coverage>)
endif()
