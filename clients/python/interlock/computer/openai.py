"""OpenAI's computer tool: takes a `computer_call` and returns the items that answer it."""

from __future__ import annotations

import base64
from collections.abc import Generator, Mapping, Sequence

from .. import actions
from ..actions import Action, Button, Point
from ..errors import InterlockError, WrongArguments
from .plan import MAX_STEPS, Answer, Ask, Do, Hands, Look, Output, Plan, Unsupported
from .plan import modifier, modifiers, number, reported, text

_BUTTONS: dict[str, Button] = {
    "left": "left",
    "right": "right",
    "wheel": "middle",
    "middle": "middle",
    "back": "back",
    "forward": "forward",
}
_WAIT_MS = 2000  # a `wait` has no duration
_MOST_CLICKS = 100  # wheel clicks, limit of the wire

Item = dict[str, object]


class Unacknowledged(InterlockError):
    """The model's provider requires that a person looks at the call first. Nothing was done. `checks` has its reasons."""

    def __init__(self, checks: Sequence[Mapping[str, object]]) -> None:
        said = "; ".join(str(check.get("message") or check.get("code")) for check in checks)
        super().__init__(
            f"computer_call: {len(checks)} safety checks are pending ({said}). Nothing was done: show them to a person, and "
            "if they agree run the call again with acknowledged=call['pending_safety_checks']."
        )
        self.checks = checks


def _point(source: object, what: str, hands: Hands) -> Point:
    if not isinstance(source, Mapping):
        raise WrongArguments(f"{what}: expected x and y, got {source!r}")
    return hands.scale.to_screen(number(source, "x", what, 0, 65535), number(source, "y", what, 0, 65535))


def _keys(source: Mapping[str, object], what: str) -> list[str]:
    keys = source.get("keys") or []
    if not isinstance(keys, (list, tuple)) or not all(isinstance(key, str) for key in keys):
        raise WrongArguments(f"{what}: keys: expected a list of texts, got {keys!r}")
    return list(keys)


def _key_name(name: str) -> str:
    """They name keys, not characters: "C" is the key c. The wire separates chords by spaces and keys by plus signs."""
    special = {" ": "space", "+": "plus"}
    return special.get(name, name.lower() if len(name) == 1 else name)


def _keypress(keys: Sequence[str], what: str) -> Do:
    """["CTRL", "A"] is a chord; without another key the modifiers are pressed themselves."""
    held = [name for name in (modifier(key) for key in keys) if name]
    pressed = [_key_name(key) for key in keys if not modifier(key)]
    if not keys:
        raise WrongArguments(f"{what}: keys: expected at least one")
    chords = ["+".join([*held, key]) for key in pressed] or ["+".join(held)]
    return Do(actions.key(" ".join(chords)))


def _clicks(pixels: float, pixels_per_click: float) -> int:
    """Wheel clicks; at least one for any distance."""
    clicks = min(max(1, round(abs(pixels) / pixels_per_click)), _MOST_CLICKS) if pixels else 0
    return clicks if pixels > 0 else -clicks


def _drag(source: Mapping[str, object], what: str, hands: Hands) -> Do:
    path = source.get("path")
    if not isinstance(path, (list, tuple)) or len(path) < 2:
        raise WrongArguments(f"{what}: path: expected two points or more, got {path!r}")
    # Some clients write a point as [x, y].
    points = [_point(dict(zip("xy", p)) if isinstance(p, (list, tuple)) else p, what, hands) for p in path]
    held = modifiers(_keys(source, what), what)
    if len(points) == 2:
        return Do(actions.drag(points[0], points[1], modifiers=held), pointer=points[1])
    if held:
        raise Unsupported(
            f"{what}: a path of more than two points cannot be dragged with keys held; drag from point to point"
        )
    inner = points[1:-1]
    room = MAX_STEPS - 3
    inner = [inner[i * len(inner) // room] for i in range(room)] if len(inner) > room else inner
    moves: list[Action] = [actions.move(*point) for point in (*inner, points[-1])]
    steps = actions.sequence(actions.mouse_down(*points[0]), *moves, actions.mouse_up(*points[-1]))
    return Do(steps, release=(actions.mouse_up(*points[0]),), pointer=points[-1])


def plan(source: Mapping[str, object], hands: Hands, pixels_per_click: float) -> Plan:
    """The steps for one action of a computer_call."""
    what = text(source, "type", "computer_call")
    if what == "screenshot":
        return Look()
    if what == "wait":
        return Do(actions.wait(_WAIT_MS))
    if what == "type":
        return Do(actions.type_text(text(source, "text", what).replace("\r\n", "\n")))
    if what == "keypress":
        return _keypress(_keys(source, what), what)
    if what == "drag":
        return _drag(source, what, hands)
    if what not in ("click", "double_click", "move", "scroll"):
        raise Unsupported(f"computer_call: '{what}' is no action that interlock carries out")
    at = _point(source, what, hands)
    held = modifiers(_keys(source, what), what)
    if what == "move":
        if held:
            raise Unsupported("move: the pointer cannot be moved with keys held; leave `keys` out")
        return Do(actions.move(*at), pointer=at)
    if what == "scroll":
        dx = _clicks(number(source, "scroll_x", what, -1e6, 1e6), pixels_per_click)
        dy = _clicks(number(source, "scroll_y", what, -1e6, 1e6), pixels_per_click)
        return Do(actions.scroll(*at, dx=dx, dy=dy, modifiers=held), pointer=at)
    button = _BUTTONS.get(str(source.get("button") or "left"))
    if button is None:
        raise WrongArguments(f"{what}: button: expected one of {', '.join(_BUTTONS)}; got {source.get('button')!r}")
    return Do(actions.click(*at, button=button, count=2 if what == "double_click" else 1, modifiers=held), pointer=at)


def _actions_of(call: Mapping[str, object]) -> list[Mapping[str, object]]:
    """One `action`, or several `actions`."""
    found = call.get("actions")
    listed = list(found) if isinstance(found, (list, tuple)) and found else [call.get("action")]
    for source in listed:
        if not isinstance(source, Mapping):
            raise WrongArguments(f"computer_call: expected an action or actions, got {source!r}")
    return [source for source in listed if isinstance(source, Mapping)]


def _unanswered(call: Mapping[str, object], acknowledged: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    pending = call.get("pending_safety_checks") or []
    assert isinstance(pending, (list, tuple))
    agreed = {check.get("id") for check in acknowledged}
    return [check for check in pending if check.get("id") not in agreed]


def run(
    call: Mapping[str, object],
    hands: Hands,
    pixels_per_click: float,
    acknowledged: Sequence[Mapping[str, object]],
) -> Generator[Ask, Answer, list[Item]]:
    """Executes the actions up to the first that is not done, and takes the picture that the answer needs."""
    unanswered = _unanswered(call, acknowledged)
    if unanswered:
        raise Unacknowledged(unanswered)
    said = ""
    picture: Output | None = None
    try:
        yield from hands.measured()
        for source in _actions_of(call):
            planned = plan(source, hands, pixels_per_click)
            output = yield from hands.perform(planned, str(source.get("type")))
            picture = output if isinstance(planned, Look) else None
            said = output.text if output.text != "done" else said
    except InterlockError as error:
        said = reported(error).text
    if picture is None:
        picture = yield from hands.perform(Look(), "screenshot")
    return _items(call, picture.png or b"", acknowledged, said)


def _items(
    call: Mapping[str, object], png: bytes, acknowledged: Sequence[Mapping[str, object]], said: str
) -> list[Item]:
    url = "data:image/png;base64," + base64.b64encode(png).decode("ascii")
    output: Item = {
        "type": "computer_call_output",
        "call_id": call.get("call_id"),
        "output": {"type": "computer_screenshot", "image_url": url},
    }
    if acknowledged:
        output["acknowledged_safety_checks"] = [dict(check) for check in acknowledged]
    if not said:
        return [output]
    # The output can only contain a picture.
    return [output, {"role": "user", "content": [{"type": "input_text", "text": f"interlock: {said}"}]}]
