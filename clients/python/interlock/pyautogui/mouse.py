"""The functions that move the pointer, click, drag and scroll."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import NamedTuple, Union

from .. import actions
from ..actions import Button
from . import desk
from .checks import checked, failSafeCheck, setting
from .errors import PyAutoGUIException
from .pictures import Point, center, locateOnScreen
from .tweens import Tween, getPointOnLine, linear

LEFT, MIDDLE, RIGHT, PRIMARY, SECONDARY = "left", "middle", "right", "primary", "secondary"
# A coordinate; or in place of x: a point, a box, or the file of a picture that is on the screen.
Place = Union[None, float, Sequence[float], str, "os.PathLike[str]"]

_MOST_CLICKS = 3  # of one action
_MOST_TURNS = 100  # of the wheel, likewise
_BUTTONS: dict[str | int, Button] = {
    LEFT: "left",
    PRIMARY: "left",
    1: "left",
    MIDDLE: "middle",
    2: "middle",
    RIGHT: "right",
    SECONDARY: "right",
    3: "right",
}


class Size(NamedTuple):
    width: int
    height: int


def position(x: float | None = None, y: float | None = None) -> Point:
    """Where the pointer is; a given x or y replaces its own."""
    if x is not None and y is not None:
        return Point(int(x), int(y))
    pointer = desk.desktop().pointer
    return Point(pointer[0] if x is None else int(x), pointer[1] if y is None else int(y))


def size() -> Size:
    """Of the screen."""
    desktop = desk.desktop()
    return Size(desktop.width, desktop.height)


def onScreen(x: Place, y: float | None = None) -> bool:
    at = _place(x, y)
    width, height = size()
    return 0 <= at.x < width and 0 <= at.y < height


def _place(x: Place, y: float | None) -> Point:
    if isinstance(x, (str, os.PathLike)):
        box = locateOnScreen(x)
        if box is None:
            raise PyAutoGUIException(f"{os.fspath(x)} is not on the part of the screen that this session may see")
        return center(box)
    if not isinstance(x, Sequence):
        return position(x, y)
    if y is not None or len(x) not in (2, 4):
        raise PyAutoGUIException(f"expected a point (x, y) or a box (left, top, width, height), got {x!r}, {y!r}")
    numbers = [int(number) for number in x]
    return Point(*numbers) if len(numbers) == 2 else center(numbers)


def _button(button: str | int) -> Button:
    found = _BUTTONS.get(button.lower() if isinstance(button, str) else button)
    if found is None:
        raise PyAutoGUIException(f"button: expected one of {', '.join(map(str, _BUTTONS))}, got {button!r}")
    return found


def _go(to: Point, duration: float, tween: Tween) -> None:
    """Moves the pointer; in steps if it is to take longer than MINIMUM_DURATION."""
    steps = 1
    if duration > setting("MINIMUM_DURATION"):
        steps = max(1, int(duration / setting("MINIMUM_SLEEP")))
        start = position()
        for n in range(1, steps):
            time.sleep(duration / steps)
            failSafeCheck()
            x, y = getPointOnLine(*start, *to, tween(n / steps))
            desk.act(actions.move(max(0, round(x)), max(0, round(y))))
        time.sleep(duration / steps)
    desk.act(actions.move(*to))


@checked
def moveTo(
    x: Place = None,
    y: float | None = None,
    duration: float = 0.0,
    tween: Tween = linear,
    logScreenshot: bool | None = None,
    _pause: bool = True,
) -> None:
    if x is not None or y is not None:
        _go(_place(x, y), duration, tween)


def _offset(x: float | Sequence[float] | None, y: float | None) -> Point:
    if isinstance(x, Sequence):
        x, y = x
    return Point(int(x or 0), int(y or 0))


@checked
def moveRel(
    xOffset: float | Sequence[float] | None = None,
    yOffset: float | None = None,
    duration: float = 0.0,
    tween: Tween = linear,
    logScreenshot: bool | None = None,
    _pause: bool = True,
) -> None:
    off, start = _offset(xOffset, yOffset), position()
    if off != (0, 0):
        _go(Point(start.x + off.x, start.y + off.y), duration, tween)


move = moveRel


@checked
def mouseDown(
    x: Place = None,
    y: float | None = None,
    button: str | int = PRIMARY,
    duration: float = 0.0,
    tween: Tween = linear,
    logScreenshot: bool | None = None,
    _pause: bool = True,
) -> None:
    desk.act(actions.mouse_down(*_place(x, y), button=_button(button)))


@checked
def mouseUp(
    x: Place = None,
    y: float | None = None,
    button: str | int = PRIMARY,
    duration: float = 0.0,
    tween: Tween = linear,
    logScreenshot: bool | None = None,
    _pause: bool = True,
) -> None:
    desk.act(actions.mouse_up(*_place(x, y), button=_button(button)))


@checked
def click(
    x: Place = None,
    y: float | None = None,
    clicks: int = 1,
    interval: float = 0.0,
    button: str | int = PRIMARY,
    duration: float = 0.0,
    tween: Tween = linear,
    logScreenshot: bool | None = None,
    _pause: bool = True,
) -> None:
    """Clicks without an interval are one action: two are a double click."""
    which, at = _button(button), _place(x, y)
    if duration > setting("MINIMUM_DURATION"):
        _go(at, duration, tween)
    left = clicks
    while left > 0:
        count = 1 if interval > 0 else min(left, _MOST_CLICKS)
        desk.act(actions.click(*at, button=which, count=count))
        left -= count
        time.sleep(interval)


def leftClick(
    x: Place = None,
    y: float | None = None,
    interval: float = 0.0,
    duration: float = 0.0,
    tween: Tween = linear,
    logScreenshot: bool | None = None,
    _pause: bool = True,
) -> None:
    click(x, y, 1, interval, LEFT, duration, tween, _pause=_pause)


def rightClick(
    x: Place = None,
    y: float | None = None,
    interval: float = 0.0,
    duration: float = 0.0,
    tween: Tween = linear,
    logScreenshot: bool | None = None,
    _pause: bool = True,
) -> None:
    click(x, y, 1, interval, RIGHT, duration, tween, _pause=_pause)


def middleClick(
    x: Place = None,
    y: float | None = None,
    interval: float = 0.0,
    duration: float = 0.0,
    tween: Tween = linear,
    logScreenshot: bool | None = None,
    _pause: bool = True,
) -> None:
    click(x, y, 1, interval, MIDDLE, duration, tween, _pause=_pause)


def doubleClick(
    x: Place = None,
    y: float | None = None,
    interval: float = 0.0,
    button: str | int = LEFT,
    duration: float = 0.0,
    tween: Tween = linear,
    logScreenshot: bool | None = None,
    _pause: bool = True,
) -> None:
    click(x, y, 2, interval, button, duration, tween, _pause=_pause)


def tripleClick(
    x: Place = None,
    y: float | None = None,
    interval: float = 0.0,
    button: str | int = LEFT,
    duration: float = 0.0,
    tween: Tween = linear,
    logScreenshot: bool | None = None,
    _pause: bool = True,
) -> None:
    click(x, y, 3, interval, button, duration, tween, _pause=_pause)


def _drag(to: Point, duration: float, tween: Tween, button: str | int, mouseDownUp: bool) -> None:
    """One action, judged as a whole; without the press and release a movement."""
    if mouseDownUp:
        desk.act(actions.drag(position(), to, button=_button(button)))
    else:
        _go(to, duration, tween)


@checked
def dragTo(
    x: Place = None,
    y: float | None = None,
    duration: float = 0.0,
    tween: Tween = linear,
    button: str | int = PRIMARY,
    logScreenshot: bool | None = None,
    _pause: bool = True,
    mouseDownUp: bool = True,
) -> None:
    _drag(_place(x, y), duration, tween, button, mouseDownUp)


@checked
def dragRel(
    xOffset: float | Sequence[float] | None = 0,
    yOffset: float | None = 0,
    duration: float = 0.0,
    tween: Tween = linear,
    button: str | int = PRIMARY,
    logScreenshot: bool | None = None,
    _pause: bool = True,
    mouseDownUp: bool = True,
) -> None:
    off, start = _offset(xOffset, yOffset), position()
    if off != (0, 0):
        _drag(Point(start.x + off.x, start.y + off.y), duration, tween, button, mouseDownUp)


drag = dragRel


def _turn(clicks: float, x: Place, y: float | None, horizontal: bool) -> None:
    at, left = _place(x, y), int(clicks)
    while left:
        part = max(-_MOST_TURNS, min(left, _MOST_TURNS))
        desk.act(actions.scroll(*at, dx=part) if horizontal else actions.scroll(*at, dy=-part))
        left -= part


@checked
def scroll(
    clicks: float,
    x: Place = None,
    y: float | None = None,
    logScreenshot: bool | None = None,
    _pause: bool = True,
) -> None:
    """Up if it is positive."""
    _turn(clicks, x, y, horizontal=False)


vscroll = scroll


@checked
def hscroll(
    clicks: float,
    x: Place = None,
    y: float | None = None,
    logScreenshot: bool | None = None,
    _pause: bool = True,
) -> None:
    """To the right if it is positive."""
    _turn(clicks, x, y, horizontal=True)
