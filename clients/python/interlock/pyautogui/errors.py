"""pyautogui's own exceptions. What interlock refuses is raised as `interlock.Blocked`, `Denied`, `Refused` or `Halted`."""

from __future__ import annotations


class PyAutoGUIException(Exception):
    """A wrong argument, or something that needs what is not installed."""


class FailSafeException(PyAutoGUIException):
    """The pointer is in a corner of the screen, where a person has put it to stop the program."""


class ImageNotFoundException(PyAutoGUIException):
    """The picture is not on the part of the screen that the session may see."""
