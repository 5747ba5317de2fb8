"""The functions that press keys and type."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Union

from .. import actions
from . import desk, keys
from .checks import checked, failSafeCheck
from .errors import PyAutoGUIException

_MOST_CHORDS = 32  # of one action
_MOST_TEXT = 16_000  # characters of one action
Keys = Union[str, Sequence[str]]


def isValidKey(key: str) -> bool:
    return keys.keysym(key) is not None


def isShiftCharacter(character: str) -> bool:
    """Whether shift makes it from another key, on a US keyboard."""
    return character.isupper() or character in '~!@#$%^&*()_+{}|:"<>?'


def _symbol(key: str) -> str:
    found = keys.keysym(key)
    if found is None:
        raise PyAutoGUIException(f"there is no key called {key!r}; KEY_NAMES lists them")
    return found


def _symbols(given: Keys) -> list[str]:
    return [_symbol(key) for key in ([given] if isinstance(given, str) else given)]


@checked
def keyDown(key: str, logScreenshot: bool | None = None, _pause: bool = True) -> None:
    """Holds it until keyUp, or until the program ends."""
    desk.act(actions.key_down(_symbol(key)))


@checked
def keyUp(key: str, logScreenshot: bool | None = None, _pause: bool = True) -> None:
    desk.act(actions.key_up(_symbol(key)))


def _press(symbols: Sequence[str]) -> None:
    for start in range(0, len(symbols), _MOST_CHORDS):
        desk.act(actions.key(" ".join(symbols[start : start + _MOST_CHORDS])))


# Named `keys` by pyautogui; programs use the name.
@checked
def press(
    keys: Keys,
    presses: int = 1,
    interval: float = 0.0,
    logScreenshot: bool | None = None,
    _pause: bool = True,
) -> None:
    """One key or several, one after the other. Without an interval all of it is one action."""
    symbols = _symbols(keys)
    if interval <= 0:
        _press(symbols * presses)
        return
    for _ in range(presses):
        failSafeCheck()
        _press(symbols)
        time.sleep(interval)


@contextmanager
def hold(keys: Keys, logScreenshot: bool | None = None, _pause: bool = True) -> Iterator[None]:
    """`with hold("shift"): ...`; the keys are released in any case."""
    failSafeCheck()
    held: list[str] = []
    try:
        for symbol in _symbols(keys):
            desk.act(actions.key_down(symbol))
            held.append(symbol)
        yield
    finally:
        for symbol in held:
            desk.act(actions.key_up(symbol))


@checked
def typewrite(
    message: Keys, interval: float = 0.0, logScreenshot: bool | None = None, _pause: bool = True
) -> None:
    """A text, or a list of characters and names of keys. `interval` is applied after it, for all of it."""
    if isinstance(message, str):
        _type(message)
    else:
        for part in _parts(message):
            _type(part) if isinstance(part, str) else _press(part)
    time.sleep(interval * len(message))


write = typewrite


def _type(text: str) -> None:
    for start in range(0, len(text), _MOST_TEXT):
        desk.act(actions.type_text(text[start : start + _MOST_TEXT]))


def _parts(message: Sequence[str]) -> Iterator[str | list[str]]:
    """Characters that follow each other as a text, keys that do as a list."""
    text, symbols = "", list[str]()
    for item in message:
        if len(item) == 1:
            if symbols:
                yield symbols
                symbols = []
            text += item
        else:
            if text:
                yield text
                text = ""
            symbols.append(_symbol(item))
    if text:
        yield text
    if symbols:
        yield symbols


@checked
def hotkey(
    *args: str | Sequence[str], interval: float = 0.0, logScreenshot: bool | None = None, _pause: bool = True
) -> None:
    """Keys that are held together: `hotkey("ctrl", "c")`. `interval` is applied after it, for all keys."""
    given = args[0] if len(args) == 1 and not isinstance(args[0], str) else args
    symbols = [_symbol(key) for key in given if isinstance(key, str)]
    if not symbols:
        return
    chord = keys.chord(symbols)
    if chord is not None:
        desk.act(actions.key(chord))
    else:
        down = [actions.key_down(symbol) for symbol in symbols]
        up = [actions.key_up(symbol) for symbol in reversed(symbols)]
        desk.act(actions.sequence(*down, *up))
    time.sleep(interval * len(symbols))


shortcut = hotkey
