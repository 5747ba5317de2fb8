"""Prints an action of each type with all of its keys, one JSON object a line. tests/unit/ipc/python_actions_test.cpp reads them."""

from __future__ import annotations

import json

import interlock
from interlock import on, on_window
from interlock.actions import Modifier

HELD: tuple[Modifier, ...] = ("shift", "ctrl")
ELEMENT = on("e42", scroll_into_view=True)
WINDOW = on_window(20971523)

ACTIONS = [
    interlock.move(1, 2),
    interlock.click(1, 2, button="right", count=2, modifiers=HELD),
    interlock.click_text("Next", window=20971523, button="right", count=2, modifiers=HELD),
    interlock.drag((1, 2), (3, 4), button="middle", modifiers=HELD),
    interlock.scroll(1, 2, dx=-1, dy=3, modifiers=HELD),
    interlock.type_text("hello"),
    interlock.type_secret("shop"),
    interlock.key("ctrl+a Delete"),
    interlock.key_down("shift"),
    interlock.key_up("shift"),
    interlock.mouse_down(1, 2, button="left"),
    interlock.mouse_up(1, 2, button="left"),
    interlock.wait(10),
    interlock.navigate("https://example.com/"),
    interlock.sequence(interlock.move(1, 2)),
    ELEMENT.move(),
    ELEMENT.click(button="right", count=2, modifiers=HELD),
    ELEMENT.drag_to((3, 4), button="middle", modifiers=HELD),
    ELEMENT.scroll(dx=-1, dy=3, modifiers=HELD),
    ELEMENT.type_text("hello"),
    ELEMENT.type_secret("shop"),
    ELEMENT.key("Return"),
    ELEMENT.mouse_down(button="left"),
    ELEMENT.mouse_up(button="left"),
    ELEMENT.focus(),
    ELEMENT.scroll_to(),
    ELEMENT.select_option("Germany"),
    ELEMENT.set_value(7),
    interlock.fill_form({"e1": "Ann", "e2": True}),
    WINDOW.change("raise"),
    WINDOW.move(-10, 20),
    WINDOW.resize(width=300, height=200),
    WINDOW.close(kill=True),
    WINDOW.to_desktop(1),
    WINDOW.rename(title="a", icon_title="b", role="c", class_name="d", wm_class="e"),
    interlock.show_desktop(0),
    interlock.set_desktop_count(2),
    interlock.move_viewport(0, 100),
]

for action in ACTIONS:
    print(json.dumps(action))
