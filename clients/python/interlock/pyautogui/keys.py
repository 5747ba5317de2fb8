"""pyautogui's names of keys, and what they are called on the wire."""

from __future__ import annotations

import string
from collections.abc import Sequence

_SIGNS = string.punctuation
_CHARACTERS = ["\t", "\n", "\r", " ", *_SIGNS, *string.digits, *string.ascii_lowercase]

# Keysyms of X. Names without one belong to other systems; pyautogui ignores these keys on Linux, too.
_NAMED: dict[str, str] = {
    "\t": "Tab",
    "\n": "Return",
    "\r": "Return",
    " ": "space",
    "add": "KP_Add",
    "alt": "Alt_L",
    "altleft": "Alt_L",
    "altright": "Alt_R",
    "apps": "Menu",
    "backspace": "BackSpace",
    "\b": "BackSpace",
    "browserback": "XF86Back",
    "browserfavorites": "XF86Favorites",
    "browserforward": "XF86Forward",
    "browserhome": "XF86HomePage",
    "browserrefresh": "XF86Refresh",
    "browsersearch": "XF86Search",
    "browserstop": "XF86Stop",
    "capslock": "Caps_Lock",
    "clear": "Clear",
    "ctrl": "Control_L",
    "ctrlleft": "Control_L",
    "ctrlright": "Control_R",
    "decimal": "KP_Decimal",
    "del": "Delete",
    "delete": "Delete",
    "divide": "KP_Divide",
    "down": "Down",
    "end": "End",
    "enter": "Return",
    "esc": "Escape",
    "escape": "Escape",
    "execute": "Execute",
    "help": "Help",
    "home": "Home",
    "insert": "Insert",
    "left": "Left",
    "multiply": "KP_Multiply",
    "nexttrack": "XF86AudioNext",
    "numlock": "Num_Lock",
    "pagedown": "Page_Down",
    "pageup": "Page_Up",
    "pause": "Pause",
    "pgdn": "Page_Down",
    "pgup": "Page_Up",
    "playpause": "XF86AudioPlay",
    "prevtrack": "XF86AudioPrev",
    "print": "Print",
    "printscreen": "Print",
    "prntscrn": "Print",
    "prtsc": "Print",
    "prtscr": "Print",
    "return": "Return",
    "right": "Right",
    "scrolllock": "Scroll_Lock",
    "select": "Select",
    "separator": "KP_Separator",
    "shift": "Shift_L",
    "shiftleft": "Shift_L",
    "shiftright": "Shift_R",
    "sleep": "XF86Sleep",
    "space": "space",
    "stop": "XF86AudioStop",
    "subtract": "KP_Subtract",
    "tab": "Tab",
    "up": "Up",
    "volumedown": "XF86AudioLowerVolume",
    "volumemute": "XF86AudioMute",
    "volumeup": "XF86AudioRaiseVolume",
    "win": "Super_L",
    "winleft": "Super_L",
    "winright": "Super_R",
    "command": "Super_L",
    "option": "Alt_L",
    "optionleft": "Alt_L",
    "optionright": "Alt_R",
    **{f"num{digit}": f"KP_{digit}" for digit in range(10)},
    **{f"f{number}": f"F{number}" for number in range(1, 25)},
}
_MODIFIERS = {
    "Shift_L": "shift",
    "Shift_R": "shift",
    "Control_L": "ctrl",
    "Control_R": "ctrl",
    "Alt_L": "alt",
    "Alt_R": "alt",
    "Super_L": "super",
    "Super_R": "super",
}

KEY_NAMES = [*_CHARACTERS, *sorted(name for name in _NAMED if len(name) > 1)]


def normalized(key: str) -> str:
    """pyautogui ignores the case of names, not of characters."""
    return key.lower() if len(key) > 1 else key


def keysym(key: str) -> str | None:
    """The key's name on the wire; None if there is no such key on Linux."""
    name = normalized(key)
    if name in _NAMED:
        return _NAMED[name]
    return name if len(name) == 1 and name.isprintable() else None


def modifier(symbol: str) -> str | None:
    """ "shift" for "Shift_L": what chords are made of."""
    return _MODIFIERS.get(symbol)


def chord(symbols: Sequence[str]) -> str | None:
    """ "ctrl+shift+t" for keys that are held together; None if more than the last one is no modifier."""
    *held, last = symbols
    names = [modifier(symbol) for symbol in held]
    if None in names:
        return None
    return "+".join([name for name in names if name] + [last])
