# INTERLOCK_RELOCATABLE: programs that run from any folder, on any distribution with a C library at least as new as the one
# here (scripts/package builds them on Debian 12, whose libraries have archives).
#
# From the system come the C library, libsystemd (D-Bus) and X: libX11, libxcb, libXext, libXi, libXtst, libxkbcommon; and
# only for draw-text Pango, with Cairo and the fonts. Other libraries without an archive (libxdo, and libXinerama for it) are
# installed beside the programs, in lib/interlock. Everything else is linked statically.
set(Boost_USE_STATIC_LIBS ON)
set(OPENSSL_USE_STATIC_LIBS ON)
add_link_options(-static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL)
# Not the newer RUNPATH: it does not apply to the libraries that libxdo needs.
add_link_options(-Wl,--disable-new-dtags)
set(CMAKE_INSTALL_RPATH "\$ORIGIN/../lib/interlock")

# archive(VARIABLE NAME): libNAME.a; for pkg_check_modules(PREFIX ...) the variable is pkgcfg_lib_PREFIX_NAME.
function(archive variable name)
  find_library(${variable} lib${name}.a REQUIRED)
endfunction()
foreach(name re2)
  archive(pkgcfg_lib_RE2_${name} ${name})
endforeach()
foreach(name icui18n icuuc icudata)
  archive(pkgcfg_lib_ICU_${name} ${name})
endforeach()
foreach(name X11-xcb Xfixes xcb-res)
  archive(pkgcfg_lib_X11_${name} ${name})
endforeach()
archive(pkgcfg_lib_GCRYPT_gcrypt gcrypt)
archive(pkgcfg_lib_PNG_png16 png16)
archive(pkgcfg_lib_SQLITE_sqlite3 sqlite3)
archive(GPG_ERROR_ARCHIVE gpg-error)
archive(YAML_CPP_ARCHIVE yaml-cpp)
archive(ZLIB_ARCHIVE z)

# What the packages do not specify for their archives; call it after the packages were found.
function(interlock_complete_archives)
  set_property(TARGET PkgConfig::GCRYPT APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${GPG_ERROR_ARCHIVE})
  set_property(TARGET PkgConfig::PNG APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${ZLIB_ARCHIVE} m)
  get_target_property(configurations yaml-cpp IMPORTED_CONFIGURATIONS)
  foreach(configuration ${configurations})
    set_target_properties(yaml-cpp PROPERTIES IMPORTED_LOCATION_${configuration} ${YAML_CPP_ARCHIVE})
  endforeach()
  set_property(TARGET PkgConfig::X11 APPEND PROPERTY INTERFACE_LINK_LIBRARIES xcb X11)  # after the archives that need them

  foreach(name xdo Xinerama)
    file(GLOB found /usr/lib/*/lib${name}.so.?)
    list(GET found 0 library)
    get_filename_component(soname ${library} NAME)
    file(REAL_PATH ${library} file)
    install(FILES ${file} DESTINATION lib/interlock RENAME ${soname} COMPONENT interlock)
  endforeach()
endfunction()
