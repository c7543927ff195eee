# `cmake --install`: the program, and the core as a library for find_package(holdfast CONFIG), which gives
# the target holdfast::core. tests/install_test.sh uses it from outside.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/holdfast)

install(TARGETS holdfast RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS holdfast_core EXPORT holdfast ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
# Beneath a folder of its own: "core/json.h" alone would be too common a name in an include path.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/holdfast
  FILES_MATCHING PATTERN "*.h" PATTERN "*_test.h" EXCLUDE)
if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/core/schemas)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/core/schemas DESTINATION ${CMAKE_INSTALL_DATADIR}/holdfast
    FILES_MATCHING PATTERN "*.json")
endif()

install(EXPORT holdfast NAMESPACE holdfast:: FILE holdfastTargets.cmake DESTINATION ${package_folder})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/holdfastConfig.cmake.in
  ${PROJECT_BINARY_DIR}/generated/holdfastConfig.cmake INSTALL_DESTINATION ${package_folder}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/holdfastConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/holdfastConfig.cmake
  ${PROJECT_BINARY_DIR}/generated/holdfastConfigVersion.cmake ${CMAKE_CURRENT_LIST_DIR}/Findutf8proc.cmake
  DESTINATION ${package_folder})
