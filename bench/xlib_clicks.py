"""Clicks as an agent's program does: xlib_clicks.py pyautogui|python-xlib, commands on descriptor 3, "done" on 4.

"click X Y" clicks, "move X Y" moves the pointer. `pyautogui` makes the requests of pyautogui.click() without its pauses
(moveTo, press and release, each after a look for the pointer); `python-xlib` moves, presses and releases.
"""
import os
import sys

from Xlib import X, display
from Xlib.ext import xtest

connection = display.Display()
root = connection.screen().root


def send(event, detail=0, **place):
    xtest.fake_input(connection, event, detail, **place)
    connection.sync()


def move(x, y):
    send(X.MotionNotify, x=x, y=y)


def bare_click(x, y):
    move(x, y)
    send(X.ButtonPress, 1)
    send(X.ButtonRelease, 1)


def pyautogui_click(x, y):
    for _ in range(3):  # the fail-safe, the start of the motion, the fail-safe again
        root.query_pointer()
    move(x, y)
    for _ in range(2):
        root.query_pointer()
    move(x, y)
    send(X.ButtonPress, 1)
    move(x, y)
    send(X.ButtonRelease, 1)


commands = {"move": move, "click": pyautogui_click if sys.argv[1] == "pyautogui" else bare_click}
with os.fdopen(4, "w", buffering=1) as replies:
    for line in os.fdopen(3):
        name, x, y = line.split()
        commands[name](int(x), int(y))
        print("done", file=replies)
