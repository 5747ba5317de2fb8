"""What precedes and follows each function of pyautogui: the fail-safe and the pause."""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from . import desk
from .errors import FailSafeException

P = ParamSpec("P")
T = TypeVar("T")


def setting(name: str) -> Any:
    """Programs assign PAUSE and the like to the package."""
    return getattr(sys.modules[__package__], name)


def failSafeCheck() -> None:
    """Raises FailSafeException if the pointer is where a person puts it to stop the program."""
    if setting("FAILSAFE") and desk.desktop().pointer in setting("FAILSAFE_POINTS"):
        raise FailSafeException(
            "the pointer is in a corner of the screen, which stops the program; FAILSAFE = False switches this off"
        )


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """Stops before the call if the fail-safe says so, and pauses after it."""

    @functools.wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> T:
        failSafeCheck()
        value = function(*args, **kwargs)
        if kwargs.get("_pause", True):
            time.sleep(setting("PAUSE"))
        return value

    return called
