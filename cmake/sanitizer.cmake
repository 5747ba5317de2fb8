# How sanitized programs report (cmake/sanitizer.cpp): findings become files in sanitizer/ of the build folder.

# The library's own assertions detect errors within an allocation: an index past a vector's size, an empty optional.
add_compile_definitions(_GLIBCXX_ASSERTIONS)

file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/sanitizer)
foreach(tool lsan tsan)
  set(file ${CMAKE_SOURCE_DIR}/tests/${tool}.supp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} ${tool})
endforeach()
configure_file(${CMAKE_SOURCE_DIR}/cmake/suppressions.h.in ${CMAKE_BINARY_DIR}/sanitizer_suppressions.h @ONLY)

add_library(interlock_sanitizer OBJECT ${CMAKE_SOURCE_DIR}/cmake/sanitizer.cpp)
target_include_directories(interlock_sanitizer PRIVATE ${CMAKE_BINARY_DIR})
target_compile_definitions(interlock_sanitizer PRIVATE INTERLOCK_FINDINGS="${CMAKE_BINARY_DIR}/sanitizer")
link_libraries(interlock_sanitizer)
