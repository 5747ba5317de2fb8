# Runs each of the command lines on standard input (each ended by a NUL) with bash, in a sandbox in which every program
# is a stub that writes its arguments down, and prints what was started: for each line the exit status, then the
# arguments of each program, each ended by NUL, a program by \1 NUL, a line by \2 NUL. A line has two seconds of
# processor time, and ten seconds in all: a coprocess would wait for ever.
set -u
bash=$(realpath "$(command -v bash)")
mkdir=$(realpath "$(command -v mkdir)")
timeout=$(realpath "$(command -v timeout)")
libraries=()
for folder in /usr/lib /usr/lib32 /usr/lib64; do [ -d "$folder" ] && libraries+=(--ro-bind "$folder" "$folder"); done
for folder in /lib /lib32 /lib64; do
  if [ -L "$folder" ]; then
    libraries+=(--symlink "$(readlink "$folder")" "$folder")
  elif [ -d "$folder" ]; then
    libraries+=(--ro-bind "$folder" "$folder")
  fi
done
# One write for each program: those of a pipeline write at the same time.
stub='#!/oracle/bash
printf "%s\0" "${0##*/}" "$@" "$ORACLE_END" >>"$ORACLE_LOG"'

# Programs that have no stub come to the same by bash's own way.
driver='
command_not_found_handle() {
  printf "%s\0" "$@" "$ORACLE_END" >>"$ORACLE_LOG"
}
export -f command_not_found_handle
export PATH=/oracle/bin SHELL=/bin/bash TMPDIR=/tmp/tmpdir LC_ALL=C ORACLE_END="$(printf "\1")"
number=0
while IFS= read -r -d "" line; do
  number=$((number + 1))
  folder=/oracle/here.$number
  export HOME=/oracle/home.$number
  /oracle/mkdir "$folder" "$HOME"
  export ORACLE_LOG=/tmp/log.$number
  : >"$ORACLE_LOG"
  (
    cd "$folder" && ulimit -t 2 -f 1024 -u 256
    exec /oracle/timeout -s KILL 10 /oracle/bash --norc --noprofile -c "$line

wait" oracle
  ) <&- </dev/null >/dev/null 2>&1
  printf "%s\0" "$?"
  log=()
  mapfile -d "" log <"$ORACLE_LOG"
  [ "${#log[@]}" -eq 0 ] || printf "%s\0" "${log[@]}"
  printf "\2\0"
done'

exec bwrap --unshare-all --die-with-parent --new-session --clearenv "${libraries[@]}" --dev /dev --proc /proc --tmpfs /tmp \
  --ro-bind "$bash" /oracle/bash --ro-bind "$mkdir" /oracle/mkdir --ro-bind "$timeout" /oracle/timeout \
  --perms 0755 --ro-bind-data 9 /oracle/bin/alpha --perms 0755 --ro-bind-data 10 /oracle/bin/bravo \
  --perms 0755 --ro-bind-data 11 /oracle/bin/charlie --perms 0755 --ro-bind-data 12 /oracle/bin/delta \
  /oracle/bash --norc --noprofile -c "$driver" 9<<<"$stub" 10<<<"$stub" 11<<<"$stub" 12<<<"$stub"
