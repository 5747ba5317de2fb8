# Shared by all folders: language, warnings, sanitizers, and one function to declare a folder's library.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# Line tables are enough for a backtrace; full debug information takes a fifth of the compile time.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1 -DNDEBUG")

set(INTERLOCK_SANITIZE "" CACHE STRING "sanitizers, as -fsanitize takes them")
option(INTERLOCK_FUZZ "build the libFuzzer targets and what they need, and nothing else" OFF)
option(INTERLOCK_DESKTOP_TESTS "build the tests that need a desktop, and the benchmarks" ON)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# A designated initializer names what differs from the defaults; that is not a forgotten field.
add_compile_options(-Wall -Wextra -Werror -Wno-missing-field-initializers -fno-omit-frame-pointer)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC 12 reports these inside its own library and Boost's coroutines, never because of an error in this code.
  add_compile_options(-Wno-maybe-uninitialized $<$<COMPILE_LANGUAGE:CXX>:-Wno-mismatched-new-delete>)
  if(CMAKE_BUILD_TYPE STREQUAL RelWithDebInfo)
    add_compile_options(-Wno-restrict -Wno-stringop-overflow)
  endif()
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # Newer clangs report a deprecated function that libstdc++ 12 uses itself, in stable_sort.
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS -Werror=deprecated-declarations)
  check_cxx_source_compiles("#include <algorithm>\nint main() { int list[2] = {}; std::stable_sort(list, list + 2); }" INTERLOCK_SORTS)
  unset(CMAKE_REQUIRED_FLAGS)
  if(NOT INTERLOCK_SORTS)
    add_compile_options(-Wno-deprecated-declarations)
  endif()
endif()
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)  # a warning about unnamed namespaces in included files
endif()
if(INTERLOCK_SANITIZE)
  add_compile_options(-fsanitize=${INTERLOCK_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${INTERLOCK_SANITIZE})
  if(INTERLOCK_SANITIZE MATCHES thread AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(-Wno-tsan)  # Asio's memory fences, which ThreadSanitizer does not model, guard nothing of ours
  endif()
  if(NOT INTERLOCK_FUZZ)  # a fuzzer stops at a finding and reports it itself
    include(sanitizer)
  endif()
endif()
if(INTERLOCK_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

option(INTERLOCK_RELOCATABLE "link statically what has an archive; see cmake/relocatable.cmake" OFF)
if(INTERLOCK_RELOCATABLE)
  include(relocatable)
endif()

if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW)  # found by Boost's own configuration, CMake's module no longer exists
endif()
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED COMPONENTS json)
find_package(yaml-cpp REQUIRED)
find_package(tl-expected REQUIRED)
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
pkg_check_modules(ICU REQUIRED IMPORTED_TARGET icu-uc icu-i18n)
# For SHA-256; libsystemd loads it anyway; OpenSSL would take 3 MiB more.
pkg_check_modules(GCRYPT REQUIRED IMPORTED_TARGET libgcrypt)
pkg_check_modules(SYSTEMD REQUIRED IMPORTED_TARGET libsystemd)
if(NOT INTERLOCK_FUZZ)
  pkg_check_modules(X11 REQUIRED IMPORTED_TARGET x11 x11-xcb xtst xi xext xfixes xcb xcb-res xkbcommon)
  pkg_check_modules(PNG REQUIRED IMPORTED_TARGET libpng)
  pkg_check_modules(PANGO REQUIRED IMPORTED_TARGET pangocairo)
endif()
if(INTERLOCK_RELOCATABLE)
  interlock_complete_archives()
endif()

# The places of draw-text and interlock-sight relative to the folder of interlockd: the same in the build folder and after installation.
include(GNUInstallDirs)
file(RELATIVE_PATH INTERLOCK_DRAW_TEXT /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBEXECDIR}/interlock/draw-text)
file(RELATIVE_PATH INTERLOCK_DESK /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBEXECDIR}/interlock/interlock-desk)
file(RELATIVE_PATH INTERLOCK_SIGHT /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBEXECDIR}/interlock/interlock-sight)

# Asio compiled once, not into every file that includes it.
add_library(interlock_asio STATIC ${CMAKE_SOURCE_DIR}/cmake/asio.cpp)
target_compile_definitions(interlock_asio PUBLIC BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED)
target_link_libraries(interlock_asio PUBLIC Boost::headers Threads::Threads)

# Properties of a test on a desktop that uses more than a third of a processor, as most with a browser do: it counts as two
# of ctest's jobs. The others mostly wait, for programs to start, questions to time out or a program's own pauses, and count
# as one (scripts/test).
set(INTERLOCK_BUSY_TEST PROCESSORS 2)
# Of a test that takes a minute or more: it is begun before the others, so that it is not what the run waits for at its end.
set(INTERLOCK_LONG_TEST COST 100)

# interlock_compiled_alone(FILE...): compiles them separately (no CMAKE_UNITY_BUILD). Mainly for files that include Xlib,
# whose macros are common words ("None", "Always") and would break the headers of other files.
function(interlock_compiled_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# interlock_taken_in_parts(TARGET): each function has a section of its own, so that a program that is linked with --gc-sections
# contains, and needs libraries for, only what it calls (the guarded xdotool).
function(interlock_taken_in_parts target)
  target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
endfunction()

# interlock_library(NAME SOURCES ... DEPS ...): the folder's static library, target interlock_NAME.
function(interlock_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  if(NOT ARG_SOURCES)  # a folder that has only headers so far
    add_library(interlock_${name} INTERFACE)
    target_include_directories(interlock_${name} INTERFACE ${CMAKE_SOURCE_DIR})
    target_link_libraries(interlock_${name} INTERFACE ${ARG_DEPS})
    return()
  endif()
  add_library(interlock_${name} STATIC ${ARG_SOURCES})
  target_include_directories(interlock_${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(interlock_${name} PUBLIC ${ARG_DEPS})
endfunction()
