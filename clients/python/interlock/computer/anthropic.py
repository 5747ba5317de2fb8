"""Anthropic's computer tool: `computer_20241022`, `computer_20250124`, `computer_20251124`.

A tool_use block goes in, its tool_result comes out.
"""

from __future__ import annotations

import base64
from collections.abc import Generator, Mapping

from .. import actions
from ..actions import Button, Point
from ..errors import InterlockError, WrongArguments
from ..results import Rect
from .plan import Answer, Ask, Do, Hands, Look, Output, Plan, Unsupported, Where
from .plan import hold, modifiers, number, one, reported, text, waits

_MAX_SECONDS = 300.0  # of hold_key and wait, from the tool's documentation
_MAX_REPEAT = 100
_CHORDS = 32  # limit of one `key` on the wire

_CLICKS: dict[str, tuple[Button, int]] = {
    "left_click": ("left", 1),
    "right_click": ("right", 1),
    "middle_click": ("middle", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
}
_SCROLLS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}

Input = Mapping[str, object]


def _pair(source: Input, name: str, what: str, hands: Hands) -> Point | None:
    value = source.get(name)
    if value is None:
        return None
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise WrongArguments(f"{what}: {name}: expected [x, y], got {value!r}")
    point = {"x": value[0], "y": value[1]}
    return hands.scale.to_screen(number(point, "x", what, 0, 65535), number(point, "y", what, 0, 65535))


def _point(source: Input, what: str, hands: Hands) -> Point:
    return _pair(source, "coordinate", what, hands) or hands.at(what)


def _held(source: Input, what: str) -> list[actions.Modifier]:
    """The tool's `text` beside a click or a scroll: "ctrl+shift"."""
    return modifiers(text(source, "text", what).split("+"), what) if source.get("text") else []


def _key(source: Input, what: str) -> Do:
    chords = text(source, "text", what).split()
    times = int(number(source, "repeat", what, 1, _MAX_REPEAT)) if source.get("repeat") is not None else 1
    chords = chords * times
    parts = [" ".join(chords[i : i + _CHORDS]) for i in range(0, len(chords), _CHORDS)]
    return Do(one([actions.key(part) for part in parts]))


def _scroll(source: Input, what: str, hands: Hands) -> Do:
    direction = _SCROLLS.get(text(source, "scroll_direction", what))
    if direction is None:
        raise WrongArguments(f"{what}: scroll_direction: expected up, down, left or right")
    clicks = int(number(source, "scroll_amount", what, 0, 100))
    at = _point(source, what, hands)
    dx, dy = direction[0] * clicks, direction[1] * clicks
    return Do(actions.scroll(*at, dx=dx, dy=dy, modifiers=_held(source, what)), pointer=at)


def _zoom(source: Input, what: str, hands: Hands) -> Look:
    region = source.get("region")
    if not isinstance(region, (list, tuple)) or len(region) != 4:
        raise WrongArguments(f"{what}: region: expected [left, top, right, bottom], got {region!r}")
    corners = {str(i): value for i, value in enumerate(region)}
    left, top, right, bottom = (number(corners, str(i), what, 0, 65535) for i in range(4))
    if left >= right or top >= bottom:
        raise WrongArguments(f"{what}: region: right and bottom lie beyond left and top, got {region!r}")
    scale = hands.scale
    x, y = int(left * scale.x), int(top * scale.y)
    return Look(Rect(x, y, round(right * scale.x) - x, round(bottom * scale.y) - y))


def plan(source: Input, hands: Hands) -> Plan:
    """The steps for the input of a tool_use block."""
    what = text(source, "action", "computer")
    if what == "screenshot":
        return Look()
    if what == "zoom":
        return _zoom(source, what, hands)
    if what == "cursor_position":
        return Where()
    if what == "key":
        return _key(source, what)
    if what == "type":
        return Do(actions.type_text(text(source, "text", what).replace("\r\n", "\n")))
    if what == "hold_key":
        seconds = number(source, "duration", what, 0, _MAX_SECONDS)
        return hold(text(source, "text", what).split("+"), waits(seconds))
    if what == "wait":
        return Do(one(waits(number(source, "duration", what, 0, _MAX_SECONDS))))
    if what == "scroll":
        return _scroll(source, what, hands)
    if what in _CLICKS:
        button, count = _CLICKS[what]
        at = _point(source, what, hands)
        return Do(actions.click(*at, button=button, count=count, modifiers=_held(source, what)), pointer=at)
    if what == "mouse_move":
        at = _point(source, what, hands)
        return Do(actions.move(*at), pointer=at)
    if what == "left_click_drag":
        start = _pair(source, "start_coordinate", what, hands) or hands.at(what)
        end = _pair(source, "coordinate", what, hands)
        if end is None:
            raise WrongArguments(f"{what}: coordinate: where to?")
        return Do(actions.drag(start, end, modifiers=_held(source, what)), pointer=end)
    if what == "left_mouse_down":
        at = _point(source, what, hands)
        return Do(actions.mouse_down(*at), pointer=at)
    if what == "left_mouse_up":
        at = _point(source, what, hands)
        return Do(actions.mouse_up(*at), pointer=at)
    raise Unsupported(f"computer: '{what}' is no action that interlock carries out")


def run(source: Input, hands: Hands) -> Generator[Ask, Answer, Output]:
    """Executes it. Errors for the model become an Output with an error; Halted and NotConnected are raised."""
    try:
        yield from hands.measured()
        planned = plan(source, hands)
        output = yield from hands.perform(planned, str(source.get("action")))
        return output
    except InterlockError as error:
        return reported(error)


def tool_result(block: Mapping[str, object], output: Output) -> dict[str, object]:
    """The tool_result for a tool_use block."""
    content: list[dict[str, object]] = []
    if output.text:
        content.append({"type": "text", "text": output.text})
    if output.png is not None:
        data = base64.b64encode(output.png).decode("ascii")
        content.append({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}})
    result: dict[str, object] = {"type": "tool_result", "tool_use_id": block.get("id"), "content": content}
    if output.is_error:
        result["is_error"] = True
    return result


def input_of(block: Mapping[str, object]) -> Input:
    source = block.get("input")
    if not isinstance(source, Mapping):
        raise WrongArguments(f"computer: expected a tool_use block with its input, got {block!r}")
    return source
