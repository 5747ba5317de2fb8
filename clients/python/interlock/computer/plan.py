"""Shared by the adapters of the model APIs' computer tools: the steps for a model's action, and their execution.

`Hands.perform` is a generator: it asks for actions and pictures, gets the answers sent in, and returns an Output. So the
blocking and the asyncio classes need only carry its questions to the socket.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from ..actions import Action, Modifier, Point, key_down, key_up, sequence
from ..actions import wait as wait_ms
from ..errors import Halted, InterlockError, NotConnected, WrongArguments
from ..results import ActResult, Rect
from ..sight import Picture
from ..verdict import error_of

MAX_WAIT_MS = 60_000  # of one `wait` on the wire
MAX_STEPS = 64  # of one `sequence`


class Unsupported(InterlockError):
    """An action of the model's tool that interlock does not carry out; the message says what to do instead."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Screen pixels per pixel of the model's picture, in both directions."""

    x: float = 1.0
    y: float = 1.0

    @classmethod
    def between(cls, model: tuple[int, int], screen: tuple[int, int]) -> Scale:
        """From the size of the pictures that the model sees and the size of the screen."""
        return cls(screen[0] / model[0], screen[1] / model[1])

    def to_screen(self, x: float, y: float) -> Point:
        """The screen's pixel at the middle of the model's pixel."""
        return int((x + 0.5) * self.x), int((y + 0.5) * self.y)

    def to_model(self, x: int, y: int) -> Point:
        return int(x / self.x), int(y / self.y)


@dataclass(frozen=True, slots=True)
class Do:
    """An action. `release`: what is released if it is not done. `pointer`: the pointer's position after it, if it moves."""

    action: Action
    release: tuple[Action, ...] = ()
    pointer: Point | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """A picture of the screen, or of a part of it, no larger than `fit`."""

    region: Rect | None = None
    fit: tuple[int, int] | None = None

    @property
    def most(self) -> tuple[int | None, int | None]:
        return self.fit or (None, None)


@dataclass(frozen=True, slots=True)
class Where:
    """Returns the pointer's position."""


Plan: TypeAlias = Do | Look | Where
Ask: TypeAlias = Action | Look
Answer: TypeAlias = ActResult | Picture


@dataclass(frozen=True, slots=True)
class Output:
    """The answer to the model: a text, a picture, or why it was not done."""

    text: str = ""
    png: bytes | None = None
    error: InterlockError | None = None

    @property
    def is_error(self) -> bool:
        return self.error is not None


class Hands:
    """Remembers where this agent's actions left the pointer, for clicks without coordinates and for `Where`.

    With `fit`, pictures are made to fit into that size, and coordinates are those of such pictures.
    """

    def __init__(self, scale: Scale | None = None, fit: tuple[int, int] | None = None) -> None:
        self.scale = scale or Scale()
        self.fit = fit
        self.pointer: Point | None = None
        self._measured = fit is None

    def measured(self) -> Generator[Ask, Answer, None]:
        """The size of the pictures is only known once there is one."""
        if not self._measured:
            yield from self.look(Look())

    def look(self, plan: Look) -> Generator[Ask, Answer, Picture]:
        picture = yield Look(plan.region, self.fit)
        assert isinstance(picture, Picture)
        if self.fit and not plan.region:
            self.scale = Scale.between((picture.width, picture.height), (picture.area.width, picture.area.height))
            self._measured = True
        return picture

    def at(self, what: str) -> Point:
        if self.pointer is None:
            raise Unsupported(f"{what}: this agent has not moved the pointer yet, so say where, by a coordinate")
        return self.pointer

    def perform(self, plan: Plan, what: str) -> Generator[Ask, Answer, Output]:
        """Raises NotDone and the errors of the wire; `reported` converts those that are for the model to an Output."""
        if isinstance(plan, Where):
            x, y = self.scale.to_model(*self.at(what))
            return Output(f"X={x},Y={y}")
        if isinstance(plan, Look):
            picture = yield from self.look(plan)
            return Output(png=picture.png)
        result = yield plan.action
        assert isinstance(result, ActResult)
        if not result.executed:
            if result.steps:
                self.pointer = None  # unknown: the move was interrupted
            for action in plan.release:
                yield action
            raise error_of(result, what)
        self.pointer = plan.pointer or self.pointer
        return Output(" ".join(result.hints) or "done")


def reported(error: InterlockError) -> Output:
    """Converts errors that the model can handle to an Output. Others are for the program and are raised again."""
    if isinstance(error, (Halted, NotConnected)):
        raise error
    return Output(str(error), error=error)


def hold(keys: Sequence[str], inner: Sequence[Action]) -> Do:
    """The actions with the keys held down; the keys are released in any case."""
    down = [key_down(key) for key in keys]
    up = [key_up(key) for key in reversed(keys)]
    return Do(sequence(*down, *inner, *up), release=tuple(up))


def waits(seconds: float) -> list[Action]:
    """As many `wait` actions as the limit of one requires."""
    left = round(seconds * 1000)
    parts = []
    while left > MAX_WAIT_MS:
        parts.append(wait_ms(MAX_WAIT_MS))
        left -= MAX_WAIT_MS
    return [*parts, wait_ms(left)]


def one(actions: Sequence[Action]) -> Action:
    return actions[0] if len(actions) == 1 else sequence(*actions)


_MODIFIERS: Mapping[str, Modifier] = {
    "shift": "shift",
    "ctrl": "ctrl",
    "control": "ctrl",
    "alt": "alt",
    "option": "alt",
    "super": "super",
    "meta": "super",
    "cmd": "super",
    "command": "super",
    "win": "super",
}


def modifier(name: str) -> Modifier | None:
    return _MODIFIERS.get(name.strip().lower())


def modifiers(names: Sequence[str], what: str) -> list[Modifier]:
    found = [modifier(name) for name in names]
    for name, one_of in zip(names, found):
        if one_of is None:
            raise WrongArguments(f"{what}: '{name}' is no modifier: shift, ctrl, alt or super")
    return cast("list[Modifier]", found)


def number(source: Mapping[str, object], name: str, what: str, low: float, high: float) -> float:
    value = source.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise WrongArguments(f"{what}: {name}: expected a number between {low:g} and {high:g}, got {value!r}")
    return float(value)


def text(source: Mapping[str, object], name: str, what: str) -> str:
    value = source.get(name)
    if not isinstance(value, str) or not value:
        raise WrongArguments(f"{what}: {name}: expected a text, got {value!r}")
    return value
