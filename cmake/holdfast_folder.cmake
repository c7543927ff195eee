# The sources of a folder without its tests, sorted so that every machine links in one order.
function(holdfast_sources out folder)
  file(GLOB found CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(FILTER found EXCLUDE REGEX "_test\\.cpp$")
  list(SORT found)
  set(${out} ${found} PARENT_SCOPE)
endfunction()
