"""Executes the actions of the widespread computer tools on an interlock session.

    computer = AnthropicComputer(session)                     # or OpenAIComputer, AsyncAnthropicComputer, AsyncOpenAIComputer
    results = [computer.tool_result(block) for block in tool_use_blocks]

What a rule or a person refused goes back to the model, with the reason. Halted and NotConnected are raised: the loop ends.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TypeVar

from ..aio import AsyncSession
from ..client import Session
from ..errors import InterlockError
from . import anthropic, openai
from .openai import Item, Unacknowledged
from .plan import Answer, Ask, Hands, Look, Output, Scale, Unsupported

T = TypeVar("T")
Size = tuple[int, int]
_PIXELS_PER_CLICK = 120.0


def _answer(session: Session, ask: Ask) -> Answer:
    if isinstance(ask, Look):
        width, height = ask.most
        return session.screenshot(region=ask.region, max_width=width, max_height=height)
    return session.act(ask, check=False)


def _drive(session: Session, steps: Generator[Ask, Answer, T]) -> T:
    try:
        ask = next(steps)
        while True:
            try:
                answer: Answer = _answer(session, ask)
            except InterlockError as error:
                ask = steps.throw(error)
            else:
                ask = steps.send(answer)
    except StopIteration as stop:
        value: T = stop.value
        return value


async def _drive_async(session: AsyncSession, steps: Generator[Ask, Answer, T]) -> T:
    try:
        ask = next(steps)
        while True:
            try:
                answer: Answer
                if isinstance(ask, Look):
                    width, height = ask.most
                    answer = await session.screenshot(region=ask.region, max_width=width, max_height=height)
                else:
                    answer = await session.act(ask, check=False)
            except InterlockError as error:
                ask = steps.throw(error)
            else:
                ask = steps.send(answer)
    except StopIteration as stop:
        value: T = stop.value
        return value


class AnthropicComputer:
    """Anthropic's computer tool.

    `fit`: pictures are made to fit into this size, and the model's coordinates are those of such pictures. `scale`: where the
    model sees pictures that come from elsewhere, screen pixels for one of its own.
    """

    def __init__(self, session: Session, *, scale: Scale | None = None, fit: Size | None = None) -> None:
        self._session = session
        self._hands = Hands(scale, fit)

    def run(self, action: Mapping[str, object]) -> Output:
        """The `input` of a tool_use block: {"action": "left_click", "coordinate": [412, 230]}."""
        return _drive(self._session, anthropic.run(action, self._hands))

    def tool_result(self, block: Mapping[str, object]) -> dict[str, object]:
        """The tool_result for a tool_use block, in the API's format."""
        return anthropic.tool_result(block, self.run(anthropic.input_of(block)))


class AsyncAnthropicComputer:
    """The same on an AsyncSession."""

    def __init__(self, session: AsyncSession, *, scale: Scale | None = None, fit: Size | None = None) -> None:
        self._session = session
        self._hands = Hands(scale, fit)

    async def run(self, action: Mapping[str, object]) -> Output:
        return await _drive_async(self._session, anthropic.run(action, self._hands))

    async def tool_result(self, block: Mapping[str, object]) -> dict[str, object]:
        return anthropic.tool_result(block, await self.run(anthropic.input_of(block)))


class OpenAIComputer:
    """OpenAI's computer tool. It scrolls in pixels: `pixels_per_click` is the distance of one wheel click."""

    def __init__(
        self,
        session: Session,
        *,
        scale: Scale | None = None,
        fit: Size | None = None,
        pixels_per_click: float = _PIXELS_PER_CLICK,
    ) -> None:
        self._session = session
        self._hands = Hands(scale, fit)
        self._pixels_per_click = pixels_per_click

    def run(self, call: Mapping[str, object], *, acknowledged: Sequence[Mapping[str, object]] = ()) -> list[Item]:
        """Executes a computer_call; returns what to append to the input: its output, and interlock's message to the model.

        Raises Unacknowledged, before anything is done, where the call has pending safety checks that are not among
        `acknowledged`: a person has to see them.
        """
        return _drive(self._session, openai.run(call, self._hands, self._pixels_per_click, acknowledged))


class AsyncOpenAIComputer:
    """The same on an AsyncSession."""

    def __init__(
        self,
        session: AsyncSession,
        *,
        scale: Scale | None = None,
        fit: Size | None = None,
        pixels_per_click: float = _PIXELS_PER_CLICK,
    ) -> None:
        self._session = session
        self._hands = Hands(scale, fit)
        self._pixels_per_click = pixels_per_click

    async def run(self, call: Mapping[str, object], *, acknowledged: Sequence[Mapping[str, object]] = ()) -> list[Item]:
        return await _drive_async(self._session, openai.run(call, self._hands, self._pixels_per_click, acknowledged))


__all__ = [
    "AnthropicComputer",
    "AsyncAnthropicComputer",
    "AsyncOpenAIComputer",
    "Item",
    "OpenAIComputer",
    "Output",
    "Scale",
    "Unacknowledged",
    "Unsupported",
]
