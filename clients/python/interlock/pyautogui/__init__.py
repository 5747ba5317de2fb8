"""pyautogui's functions over interlockd's agent socket: each action is looked at, judged and recorded before it is done.

    import interlock.pyautogui as pyautogui

    pyautogui.click(412, 230)      # raises Blocked or Denied, with the reason

Names, arguments and defaults are pyautogui's. README.md of the Python client says what differs.
"""

from __future__ import annotations

import time

from ..errors import Blocked, Denied, Halted, NotConnected, NotDone, Refused
from . import tweens
from .checks import failSafeCheck
from .desk import use
from .errors import FailSafeException, ImageNotFoundException, PyAutoGUIException
from .keyboard import (
    hold,
    hotkey,
    isShiftCharacter,
    isValidKey,
    keyDown,
    keyUp,
    press,
    shortcut,
    typewrite,
    write,
)
from .keys import KEY_NAMES
from .mouse import (
    LEFT,
    MIDDLE,
    PRIMARY,
    RIGHT,
    SECONDARY,
    Size,
    click,
    doubleClick,
    drag,
    dragRel,
    dragTo,
    hscroll,
    leftClick,
    middleClick,
    mouseDown,
    mouseUp,
    move,
    moveRel,
    moveTo,
    onScreen,
    position,
    rightClick,
    scroll,
    size,
    tripleClick,
    vscroll,
)
from .pictures import (
    RGB,
    Box,
    Point,
    center,
    locate,
    locateAll,
    locateAllOnScreen,
    locateCenterOnScreen,
    locateOnScreen,
    pixel,
    pixelMatchesColor,
    screenshot,
    useImageNotFoundException,
)
from .tweens import *  # noqa: F403

PAUSE = 0.1  # seconds after each function
FAILSAFE = True  # whether the pointer in a corner of the screen stops the program
MINIMUM_DURATION = 0.1  # seconds; a shorter movement is one step
MINIMUM_SLEEP = 0.05  # between two steps of a movement
KEYBOARD_KEYS = KEY_NAMES
resolution = size
sleep = time.sleep

_BY_A_PERSON = "an agent's program has no windows to ask a person in; interlockd asks where it is needed"
_ABSENT = {
    **dict.fromkeys(("alert", "confirm", "prompt", "password"), _BY_A_PERSON),
    **dict.fromkeys(("mouseInfo", "displayMousePosition"), "it waits for a person who moves the pointer"),
    **dict.fromkeys(("run",), "call the functions instead of writing them as one text"),
    **dict.fromkeys(
        ("getActiveWindow", "getActiveWindowTitle", "getAllWindows", "getAllTitles", "getWindowsAt")
        + ("getWindowsWithTitle", "locateOnWindow"),
        "pyautogui has it on Windows only; interlock.Session.observe lists the windows",
    ),
}


def countdown(seconds: int) -> None:
    for left in range(seconds, 0, -1):
        print(left, end=" ", flush=True)
        time.sleep(1)
    print()


def __getattr__(name: str) -> object:
    if name == "FAILSAFE_POINTS":  # known once there is a screen
        width, height = size()
        points = [(0, 0), (0, height - 1), (width - 1, 0), (width - 1, height - 1)]
        return globals().setdefault(name, points)
    why = f": {_ABSENT[name]}" if name in _ABSENT else ""
    raise AttributeError(f"interlock.pyautogui has no '{name}'{why}")


__all__ = [
    "RGB",
    "Blocked",
    "Box",
    "Denied",
    "FailSafeException",
    "Halted",
    "ImageNotFoundException",
    "KEYBOARD_KEYS",
    "KEY_NAMES",
    "LEFT",
    "MIDDLE",
    "NotConnected",
    "NotDone",
    "PRIMARY",
    "Point",
    "PyAutoGUIException",
    "RIGHT",
    "Refused",
    "SECONDARY",
    "Size",
    "center",
    "click",
    "countdown",
    "doubleClick",
    "drag",
    "dragRel",
    "dragTo",
    "failSafeCheck",
    "hold",
    "hotkey",
    "hscroll",
    "isShiftCharacter",
    "isValidKey",
    "keyDown",
    "keyUp",
    "leftClick",
    "locate",
    "locateAll",
    "locateAllOnScreen",
    "locateCenterOnScreen",
    "locateOnScreen",
    "middleClick",
    "mouseDown",
    "mouseUp",
    "move",
    "moveRel",
    "moveTo",
    "onScreen",
    "pixel",
    "pixelMatchesColor",
    "position",
    "press",
    "resolution",
    "rightClick",
    "screenshot",
    "scroll",
    "shortcut",
    "size",
    "sleep",
    "tripleClick",
    "typewrite",
    "use",
    "useImageNotFoundException",
    "vscroll",
    "write",
    *tweens.__all__,
]
