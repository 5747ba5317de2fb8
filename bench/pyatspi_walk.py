#!/usr/bin/python3
"""Walks a process's accessibility tree with pyatspi, as assistive programs do: role, name, states and extents of each.

    pyatspi_walk.py PID      prints the number of nodes and the milliseconds of the walk
"""
import sys
import time

import pyatspi

count = 0


def walk(node):
    global count
    count += 1
    node.getRole(), node.name, node.getState().contains(pyatspi.STATE_SHOWING)
    try:
        node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    except NotImplementedError:
        pass
    for child in node:
        if child is not None:
            walk(child)


pid = int(sys.argv[1])
for application in pyatspi.Registry.getDesktop(0):
    if application is not None and application.get_process_id() == pid:
        begin = time.monotonic()
        walk(application)
        print(count, (time.monotonic() - begin) * 1000)
