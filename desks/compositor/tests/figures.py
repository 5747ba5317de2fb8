"""Start time, memory and latency of interlock-desk, beside Xvfb with openbox in the same run. Not a test.

    scripts/on-debian13 env INTERLOCK_BUILD=build/release python3 desks/compositor/tests/figures.py
"""
import os
import subprocess
import tempfile
import time

from desk import Desk

STARTS, CLICKS = 7, 2000


def median(values):
    return sorted(values)[len(values) // 2]


def memory(pid):
    """Proportional set size in MiB."""
    with open("/proc/%d/smaps_rollup" % pid) as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Pss:")) / 1024


def our_start():
    begin = time.perf_counter()
    desk = Desk(connect=False)
    shown = time.perf_counter() - begin
    desk.accept()
    ready = time.perf_counter() - begin
    assert desk.hello["self_test"] == "passed"
    size = memory(desk.process.pid)
    desk.end()
    return shown, ready, size


def their_start(number):
    display = ":%d" % number
    begin = time.perf_counter()
    server = subprocess.Popen(["Xvfb", display, "-screen", "0", "1280x900x24", "-displayfd", "1"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
    server.stdout.readline()
    shown = time.perf_counter() - begin
    manager = subprocess.Popen(["openbox", "--startup", "echo ready"], env={**os.environ, "DISPLAY": display},
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    manager.stdout.readline()
    ready = time.perf_counter() - begin
    size = memory(server.pid) + memory(manager.pid)
    for program in (manager, server):
        program.terminate()
        program.wait()
        program.stdout.close()
    return shown, ready, size


def clicks():
    desk = Desk()
    _, window = desk.client("target")
    expect, times = desk.expect(window), []
    for _ in range(CLICKS):
        begin = time.perf_counter()
        assert desk.click(150, 150, expect)["done"] == 3
        times.append(time.perf_counter() - begin)
    desk.end()
    return times


def main():
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp())
    ours = [our_start() for _ in range(STARTS)]
    theirs = [their_start(70 + at) for at in range(STARTS)]
    for at, (name, unit, factor) in enumerate((("until programs can connect", "ms", 1e3), ("until it is ready", "ms", 1e3),
                                               ("memory", "MiB", 1))):
        one, other = (median([start[at] for start in starts]) * factor for starts in (ours, theirs))
        print("%s: %.1f %s, Xvfb and openbox %.1f %s, ratio %.2f" % (name, one, unit, other, unit, one / other))
    times = sorted(clicks())
    print("a guarded click, from the request to the reply: p50 %.3f ms, p99 %.3f ms" % (times[CLICKS // 2] * 1e3, times[CLICKS * 99 // 100] * 1e3))


if __name__ == "__main__":
    main()
