# Sets the variables of the templates (*.in): paths as units need them, since a prefix may contain blanks and per cent signs.
# (systemd runs nothing from a path with quotes or backslashes.)
#   unit_paths(DAEMON DOCS)
function(unit_paths daemon docs)
  # A word of a command line, without specifiers.
  string(REPLACE "%" "%%" daemon "${daemon}")
  set(INTERLOCK_INSTALLED_DAEMON "\"${daemon}\"" PARENT_SCOPE)
  # One of the addresses, which are separated by blanks.
  string(REPLACE "%" "%%25" docs "${docs}")
  string(REPLACE " " "%%20" docs "${docs}")
  set(INTERLOCK_INSTALLED_DOCS "${docs}" PARENT_SCOPE)
endfunction()
