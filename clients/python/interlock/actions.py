"""The actions of `act`, one function a type. Coordinates are pixels of the screen, origin top left.

They make the wire's objects and judge nothing: interlockd checks them, and says what is wrong with one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

Action = dict[str, object]
Button = Literal["left", "middle", "right", "back", "forward"]
Modifier = Literal["shift", "ctrl", "alt", "super"]
WindowChange = Literal[
    "activate", "focus", "raise", "minimize", "map", "unmap", "maximize", "unmaximize", "fullscreen", "unfullscreen"
]
Point = tuple[int, int]


class Expect(TypedDict, total=False):
    """The target that the agent expects; interlock compares it with the real one."""

    app: str  # part of the application's name or window class
    window: str  # a pattern (RE2, any case) for the window's title
    element: str  # the element's accessible name


def expecting(
    action: Action, *, confidence: float | None = None, intent: str | None = None, expect: Expect | None = None
) -> Action:
    """The action with annotations, for steps of a sequence. For a single action, `Session.act` has the same parameters."""
    said: Action = {"confidence": confidence, "intent": intent, "expect": None if expect is None else dict(expect)}
    return {**action, **{key: value for key, value in said.items() if value is not None}}


def _with(action: Action, modifiers: Sequence[Modifier]) -> Action:
    return {**action, "modifiers": list(modifiers)} if modifiers else action


def move(x: int, y: int) -> Action:
    return {"type": "move", "x": x, "y": y}


def click(x: int, y: int, *, button: Button = "left", count: int = 1, modifiers: Sequence[Modifier] = ()) -> Action:
    """`count` 1 to 3: 2 is a double click."""
    return _with({"type": "click", "x": x, "y": y, "button": button, "count": count}, modifiers)


def click_text(
    text: str, *, window: int | None = None, button: Button = "left", count: int = 1, modifiers: Sequence[Modifier] = ()
) -> Action:
    """Clicks the element that has this text, if no other has it: in the active window, or the one with this id."""
    where: Action = {} if window is None else {"window": window}
    return _with({"type": "click", "text": text, **where, "button": button, "count": count}, modifiers)


def drag(start: Point, end: Point, *, button: Button = "left", modifiers: Sequence[Modifier] = ()) -> Action:
    points: Action = {"from": {"x": start[0], "y": start[1]}, "to": {"x": end[0], "y": end[1]}}
    return _with({"type": "drag", **points, "button": button}, modifiers)


def scroll(x: int, y: int, *, dx: int = 0, dy: int = 0, modifiers: Sequence[Modifier] = ()) -> Action:
    """In wheel clicks, not pixels; right and down are positive."""
    return _with({"type": "scroll", "x": x, "y": y, "dx": dx, "dy": dy}, modifiers)


def type_text(text: str) -> Action:
    """A newline or carriage return is Return, a tab is Tab."""
    return {"type": "type", "text": text}


def type_secret(name: str) -> Action:
    """A secret that the person keeps, by its name (`Session.list_secrets`). interlockd types it; nobody here sees it."""
    return {"type": "type_secret", "name": name}


def key(chords: str) -> Action:
    """Chords, separated by spaces: "ctrl+l", "ctrl+a Delete", "alt+F4"."""
    return {"type": "key", "keys": chords}


def key_down(name: str) -> Action:
    """Holds one key until `key_up`, or until the connection ends."""
    return {"type": "key_down", "key": name}


def key_up(name: str) -> Action:
    return {"type": "key_up", "key": name}


def mouse_down(x: int, y: int, *, button: Button = "left") -> Action:
    return {"type": "mouse_down", "x": x, "y": y, "button": button}


def mouse_up(x: int, y: int, *, button: Button = "left") -> Action:
    return {"type": "mouse_up", "x": x, "y": y, "button": button}


@dataclass(frozen=True, slots=True)
class On:
    """Actions on an element by the ref that `Session.observe` gave it, instead of coordinates: `on("e42").click()`.

    interlockd finds the place where the element is really hit; a ref that has become another element is refused.
    """

    ref: str
    scroll_into_view: bool = False

    def _act(self, type: str, **keys: object) -> Action:
        given = {key: value for key, value in keys.items() if value is not None}
        scrolled = {"scroll_into_view": True} if self.scroll_into_view else {}
        return {"type": type, "ref": self.ref, **given, **scrolled}

    def move(self) -> Action:
        return self._act("move")

    def click(self, *, button: Button = "left", count: int = 1, modifiers: Sequence[Modifier] = ()) -> Action:
        return _with(self._act("click", button=button, count=count), modifiers)

    def drag_to(self, end: Point, *, button: Button = "left", modifiers: Sequence[Modifier] = ()) -> Action:
        return _with(self._act("drag", to={"x": end[0], "y": end[1]}, button=button), modifiers)

    def scroll(self, *, dx: int = 0, dy: int = 0, modifiers: Sequence[Modifier] = ()) -> Action:
        return _with(self._act("scroll", dx=dx, dy=dy), modifiers)

    def type_text(self, text: str) -> Action:
        """Gives it the focus first."""
        return self._act("type", text=text)

    def type_secret(self, name: str) -> Action:
        """Gives it the focus first."""
        return self._act("type_secret", name=name)

    def key(self, chords: str) -> Action:
        return self._act("key", keys=chords)

    def mouse_down(self, *, button: Button = "left") -> Action:
        return self._act("mouse_down", button=button)

    def mouse_up(self, *, button: Button = "left") -> Action:
        return self._act("mouse_up", button=button)

    def focus(self) -> Action:
        return {"type": "focus", "ref": self.ref}

    def scroll_to(self) -> Action:
        """Brings it into view."""
        return {"type": "scroll_to", "ref": self.ref}

    def select_option(self, option: str) -> Action:
        """Chooses an option by name: of a list, a combo box, or the group of a radio button."""
        return {"type": "select_option", "ref": self.ref, "option": option}

    def set_value(self, value: str | float | bool) -> Action:
        """A text, which replaces what was there; a number; "2026-11-24"; "14:05"; True or False."""
        return {"type": "set_value", "ref": self.ref, "value": _value(value)}


def _value(value: str | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def fill_form(fields: Mapping[str, str | float | bool]) -> Action:
    """Sets the fields, by their refs, as `On.set_value` and `On.select_option` do, in order."""
    return {"type": "fill_form", "fields": [{"ref": ref, "value": _value(value)} for ref, value in fields.items()]}


def on(ref: str, *, scroll_into_view: bool = False) -> On:
    return On(ref, scroll_into_view)


@dataclass(frozen=True, slots=True)
class OnWindow:
    """Actions on a window by its id, as replies and `observe` give it: `on_window(20971523).move(0, 0)`."""

    window: int

    def _act(self, type: str, **keys: object) -> Action:
        given = {key: value for key, value in keys.items() if value is not None}
        return {"type": type, "window": self.window, **given}

    def change(self, change: WindowChange) -> Action:
        """`activate` brings it to the front and switches to its desktop."""
        return self._act("window", change=change)

    def move(self, x: int, y: int) -> Action:
        """The new place may be partly or completely outside the screen."""
        return self._act("move_window", x=x, y=y)

    def resize(self, width: int = 0, height: int = 0) -> Action:
        """0 keeps the width or height."""
        return self._act("resize_window", width=width, height=height)

    def close(self, *, kill: bool = False) -> Action:
        """Asks it to close; `kill` ends its program."""
        return self._act("close_window", kill=True if kill else None)

    def to_desktop(self, number: int) -> Action:
        """Moves it to that desktop; the first is 0."""
        return {"type": "desktop", "number": number, "window": self.window}

    def rename(
        self,
        *,
        title: str | None = None,
        icon_title: str | None = None,
        role: str | None = None,
        class_name: str | None = None,
        wm_class: str | None = None,
    ) -> Action:
        """After this, interlock asks a person before each action in the window."""
        names = {"title": title, "icon_title": icon_title, "role": role, "class_name": class_name, "class": wm_class}
        return self._act("rename_window", **names)


def on_window(window: int) -> OnWindow:
    return OnWindow(window)


def show_desktop(number: int) -> Action:
    """The first is 0."""
    return {"type": "desktop", "number": number}


def set_desktop_count(count: int) -> Action:
    return {"type": "desktop_count", "count": count}


def move_viewport(x: int, y: int) -> Action:
    """Scrolls a desktop that is larger than the screen."""
    return {"type": "viewport", "x": x, "y": y}


def wait(ms: int) -> Action:
    return {"type": "wait", "ms": ms}


def navigate(url: str) -> Action:
    """In a browser: ctrl+L, the URL, Return."""
    return {"type": "navigate", "url": url}


def sequence(*steps: Action) -> Action:
    """Done in order, each judged separately; stops at the first that is not done."""
    return {"type": "sequence", "steps": list(steps)}
