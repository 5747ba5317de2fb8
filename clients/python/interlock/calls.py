"""The methods of the agent socket as values: what to send and how to read the answer. Used by both clients."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Generic, Literal, TypeVar

from . import results, sight
from .actions import Action, Expect
from .fields import Fields

T = TypeVar("T")
Scope = Literal["read", "navigate", "interact", "fill_form"]
ToolFormat = Literal["json_schema", "anthropic", "openai"]
SeenFormat = Literal["text", "json"]
PROTOCOL = 1
_RESULT_CHARACTERS = 65_536  # of a tool's result; always cut at the same place, as the protocol requires


@dataclass(frozen=True)
class Call(Generic[T]):
    method: str
    params: Mapping[str, object]
    parse: Callable[[object], T]
    acts: bool = False  # it changes something, or opens a question to a person


def _given(**params: object) -> dict[str, object]:
    return {key: value for key, value in params.items() if value is not None}


def _nothing(_: object) -> None:
    return None


def hello(client: str) -> Call[results.Hello]:
    return Call("hello", {"client": client, "protocol": PROTOCOL}, results.hello)


def status() -> Call[results.Status]:
    return Call("status", {}, results.status)


def session_open(name: str, directive: str | None, scope: Scope | None) -> Call[str]:
    params = _given(name=name, directive=directive, scope=scope)
    return Call("session.open", params, lambda value: Fields(value, "session.open").text("session"))


def of_session(method: str, session: str) -> Call[None]:
    """session.close, session.reset, turn.start, turn.end."""
    return Call(method, {"session": session}, _nothing)


def act(
    session: str,
    action: Action,
    confidence: float | None,
    intent: str | None,
    expect: Expect | None,
    dry_run: bool,
    settle: int | None = None,
) -> Call[results.ActResult]:
    params = _given(
        session=session, action=action, confidence=confidence, intent=intent, expect=expect, settle=settle
    )
    if dry_run:
        params["dry_run"] = True
    return Call("act", params, results.act_result, acts=not dry_run)


def observe(
    session: str,
    window: int | Literal["active", "all"] | None,
    title: str | None,
    within: str | None,
    form: SeenFormat,
    since: int | None = None,
    places: bool = False,
) -> Call[sight.Seen]:
    params = _given(session=session, window=window, title=title, within=within, format=form, since=since)
    if places:
        params["places"] = True
    return Call("observe", params, sight.seen)


def screenshot(
    session: str,
    window: int | Literal["active"] | None,
    region: results.Rect | Mapping[str, int] | None,
    max_width: int | None,
    max_height: int | None,
    scale: float | None,
    cursor: bool,
) -> Call[sight.Picture]:
    box = asdict(region) if isinstance(region, results.Rect) else region
    sizes = _given(max_width=max_width, max_height=max_height, scale=scale, cursor=cursor or None)
    return Call("screenshot", _given(session=session, window=window, region=box, **sizes), sight.picture)


def desktop(session: str) -> Call[results.Desktop]:
    return Call("desktop", {"session": session}, results.desktop)


def tools(session: str, form: ToolFormat) -> Call[results.Tools]:
    return Call("tools", {"session": session, "format": form}, results.tools)


def list_secrets(session: str) -> Call[tuple[results.Secret, ...]]:
    return Call("list_secrets", {"session": session}, results.secrets)


def tool_before(session: str, name: str, args: object) -> Call[results.ToolBefore]:
    return Call("tool.before", _given(session=session, name=name, args=args), results.tool_before, acts=True)


def tool_after(session: str, name: str, args: object, result: str | None, is_error: bool) -> Call[results.ToolAfter]:
    text = None if result is None else result[:_RESULT_CHARACTERS].encode(errors="replace").decode()
    params = _given(session=session, name=name, args=args, result=text)
    if is_error:
        params["is_error"] = True
    return Call("tool.after", params, results.tool_after, acts=True)
