# Sets what the templates (*.in) take: paths as a unit wants them, for a prefix may have blanks and per cents in its name.
# (One with quotes or backslashes systemd runs nothing from.)
#   unit_paths(DAEMON DOCS)
function(unit_paths daemon docs)
  # A word of a command line, and no specifier in it.
  string(REPLACE "%" "%%" daemon "${daemon}")
  set(INTERLOCK_INSTALLED_DAEMON "\"${daemon}\"" PARENT_SCOPE)
  # One of the addresses that blanks divide.
  string(REPLACE "%" "%%25" docs "${docs}")
  string(REPLACE " " "%%20" docs "${docs}")
  set(INTERLOCK_INSTALLED_DOCS "${docs}" PARENT_SCOPE)
endfunction()
