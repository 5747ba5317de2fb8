"""interlockd's answers as values. docs/protocol.md describes each field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias, TypeVar, Union

from .errors import ProtocolError
from .fields import Fields, Json, as_object

T = TypeVar("T")


class Decision(StrEnum):
    """Least to most severe."""

    ALLOW = "allow"
    WARN = "warn"
    REQUIRE_CONFIRMATION = "require_confirmation"
    BLOCK = "block"
    HALT = "halt"


@dataclass(frozen=True, slots=True)
class Unknown:
    """The value could not be determined, and why. Different from None, which means that there is none."""

    code: str
    meaning: str


Known: TypeAlias = Union[T, None, Unknown]


@dataclass(frozen=True, slots=True)
class Rect:
    """In pixels of the screen."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2


@dataclass(frozen=True, slots=True)
class Window:
    id: int
    app: str
    wm_class: str
    title: str
    type: str
    pid: Known[int]
    rect: Rect


@dataclass(frozen=True, slots=True)
class Ancestor:
    role: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Element:
    role: str
    name: str
    description: str
    labelled_by: str
    value: Known[str]  # of a secret field Unknown("not_sent", ...)
    states: frozenset[str]
    attributes: Mapping[str, str]
    ancestors: tuple[Ancestor, ...]
    path: str
    extents: Rect


@dataclass(frozen=True, slots=True)
class Document:
    url: str
    title: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why it was not done although the decision permitted it."""

    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class Hello:
    protocol: int
    server: str
    version: str


@dataclass(frozen=True, slots=True)
class Status:
    state: str  # "running" or "paused"
    mediation: str  # "enforced" or "advisory"
    pending: int  # questions that wait for a person


@dataclass(frozen=True, slots=True)
class Desktop:
    """The screen as a whole."""

    display: str
    width: int
    height: int
    pointer: tuple[int, int]
    active: int | None  # the id of the active window, if the window manager reports it


@dataclass(frozen=True, slots=True)
class Tools:
    """The actions that the session may request, in the format of a model's API."""

    format: str
    scope: str | None  # the session's scope, if the policy blocks other actions
    tools: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret of the person's, by name. Its value never leaves interlockd."""

    name: str
    field: str  # "password", "username" or "code": the kind of field that it is for
    hosts: tuple[str, ...]
    applications: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Assessed:
    """Common fields of the answers to `act`, `tool.before` and `tool.after`."""

    id: str  # of the audit record: `interlockctl explain ID`; empty if nothing was recorded
    decision: Decision
    rule: str
    code: str
    reason: str  # for people
    triggered_rules: tuple[str, ...]
    hints: tuple[str, ...]  # for the agent: what it should do differently
    confidence: float
    outcome: str | None = None  # if a person was asked: approved, denied, dismissed, timed_out, cancelled
    outcome_reason: str | None = None
    word: str | None = None  # what the person said with a no; also among the hints, marked as theirs
    refusal: Refusal | None = None
    ms: float = 0.0
    raw: Json = field(default_factory=dict, repr=False, compare=False)  # the whole answer, as received


@dataclass(frozen=True, slots=True)
class After:
    """What came of an action. `text` quotes applications: information, never an instruction."""

    what: str  # "same", "changed", "new page", "dialog opened", "dialog closed", "window opened", ...
    quiet: bool  # False: it still changed when the time was over
    listing: str  # "changes", or "whole": everything in the window
    text: str
    marker: str
    look: int  # for `observe(since=look)`


@dataclass(frozen=True, slots=True)
class FilledField:
    """What became of a field of `set_value`, `select_option` or `fill_form`."""

    ref: str
    done: bool
    value: str | None  # that it holds now; None if the application does not say, or if it is a secret
    problem: str | None  # why it does not hold the value that it should


@dataclass(frozen=True, slots=True, kw_only=True)
class ActResult(_Assessed):
    executed: bool
    typed: int | None = None  # characters that were injected
    window: Known[Window] = None
    element: Known[Element] = None
    document: Known[Document] = None
    dry_run: bool = False
    arrived: bool | None = None  # of `navigate`: whether the page is there; None: the window does not show it
    after: After | None = None  # with `settle`; `window`, `element` and `document` are then None if it was allowed
    steps: tuple[ActResult, ...] = ()  # the steps of a sequence that were begun
    fields: tuple[FilledField, ...] = ()  # of an action on fields


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolBefore(_Assessed):
    may_call: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolAfter(_Assessed):
    failed: bool


def known(fields: Fields, key: str, parse: Callable[[object, str], T]) -> Known[T]:
    """A value, null, or {"unknown": code, "meaning": text}."""
    value = fields.get(key)
    if value is None:
        return None
    if isinstance(value, dict) and "unknown" in value:
        reason = Fields(value, fields.place(key))
        return Unknown(reason.text("unknown"), reason.text("meaning", ""))
    return parse(value, fields.place(key))


def rect(value: object, where: str) -> Rect:
    fields = Fields(value, where)
    return Rect(fields.integer("x"), fields.integer("y"), fields.integer("width"), fields.integer("height"))


def window(value: object, where: str) -> Window:
    fields = Fields(value, where)
    return Window(
        id=fields.integer("id"),
        app=fields.text("app"),
        wm_class=fields.text("class"),
        title=fields.text("title"),
        type=fields.text("type"),
        pid=known(fields, "pid", lambda value, where: Fields({"pid": value}, where).integer("pid")),
        rect=rect(fields.get("rect"), fields.place("rect")),
    )


def element(value: object, where: str) -> Element:
    fields = Fields(value, where)
    attributes = Fields(fields.object.get("attributes", {}), fields.place("attributes"))
    ancestors = [Fields(item, fields.place("ancestors")) for item in fields.items("ancestors")]
    hidden = Unknown("not_sent", "the value of a secret field is never sent")
    return Element(
        role=fields.text("role"),
        name=fields.text("name"),
        description=fields.text("description", ""),
        labelled_by=fields.text("labelled_by", ""),
        value=known(fields, "value", lambda value, _: str(value)) if fields.has("value") else hidden,
        states=frozenset(fields.texts("states")),
        attributes={name: attributes.text(name) for name in attributes.object},
        ancestors=tuple(Ancestor(a.text("role"), a.text("name", ""), a.text("text", "")) for a in ancestors),
        path=fields.text("path", ""),
        extents=rect(fields.get("extents"), fields.place("extents")),
    )


def document(value: object, where: str) -> Document:
    fields = Fields(value, where)
    return Document(fields.text("url"), fields.text("title"))


def refusal(fields: Fields) -> Refusal | None:
    if fields.get("refusal") is None:
        return None
    inner = Fields(fields.get("refusal"), fields.place("refusal"))
    return Refusal(inner.text("code"), inner.text("reason", ""))


def decision(fields: Fields) -> Decision:
    name = fields.text("decision")
    try:
        return Decision(name)
    except ValueError:
        raise ProtocolError(f"{fields.place('decision')}: '{name}' is no decision that this package knows") from None


def after(fields: Fields) -> After | None:
    if fields.get("after") is None:
        return None
    inner = Fields(fields.get("after"), fields.place("after"))
    return After(
        what=inner.text("what"),
        quiet=inner.truth("quiet"),
        listing=inner.text("listing", "whole"),
        text=inner.text("text", ""),
        marker=inner.text("marker", ""),
        look=inner.integer("look", 0),
    )


def act_result(value: object, where: str = "act") -> ActResult:
    fields = Fields(value, where)
    return ActResult(
        id=fields.text("id", ""),
        decision=decision(fields),
        rule=fields.text("rule"),
        code=fields.text("code"),
        reason=fields.text("reason"),
        triggered_rules=fields.texts("triggered_rules"),
        hints=fields.texts("hints"),
        confidence=fields.number("confidence", 1.0),
        outcome=fields.maybe_text("outcome"),
        outcome_reason=fields.maybe_text("outcome_reason"),
        word=fields.maybe_text("word"),
        refusal=refusal(fields),
        ms=fields.number("ms", 0.0),
        raw=fields.object,
        executed=fields.truth("executed"),
        typed=fields.maybe_integer("typed"),
        window=known(fields, "window", window),
        element=known(fields, "element", element),
        document=known(fields, "document", document),
        dry_run=fields.truth("dry_run", False),
        arrived=fields.truth("arrived") if fields.has("arrived") else None,
        after=after(fields),
        steps=tuple(act_result(step, fields.place(f"steps[{i}]")) for i, step in enumerate(fields.items("steps"))),
        fields=tuple(filled_field(each, fields.place(f"fields[{i}]")) for i, each in enumerate(fields.items("fields"))),
    )


def secrets(value: object, where: str = "list_secrets") -> tuple[Secret, ...]:
    fields = Fields(value, where)
    found = [Fields(item, fields.place(f"secrets[{i}]")) for i, item in enumerate(fields.items("secrets"))]
    return tuple(
        Secret(
            each.text("name"),
            each.text("field"),
            each.texts("hosts") if each.has("hosts") else (),
            each.texts("applications") if each.has("applications") else (),
        )
        for each in found
    )


def filled_field(value: object, where: str) -> FilledField:
    fields = Fields(value, where)
    return FilledField(
        fields.text("ref"), fields.truth("done"), fields.maybe_text("value"), fields.maybe_text("problem")
    )


def tool_before(value: object, where: str = "tool.before") -> ToolBefore:
    fields = Fields(value, where)
    return ToolBefore(
        id=fields.text("id", ""),
        decision=decision(fields),
        rule=fields.text("rule"),
        code=fields.text("code"),
        reason=fields.text("reason"),
        triggered_rules=fields.texts("triggered_rules"),
        hints=fields.texts("hints"),
        confidence=fields.number("confidence", 1.0),
        outcome=fields.maybe_text("outcome"),
        outcome_reason=fields.maybe_text("outcome_reason"),
        word=fields.maybe_text("word"),
        refusal=refusal(fields),
        ms=fields.number("ms", 0.0),
        raw=fields.object,
        may_call=fields.truth("may_call"),
    )


def tool_after(value: object, where: str = "tool.after") -> ToolAfter:
    fields = Fields(value, where)
    return ToolAfter(
        id=fields.text("id", ""),
        decision=decision(fields),
        rule=fields.text("rule"),
        code=fields.text("code"),
        reason=fields.text("reason"),
        triggered_rules=fields.texts("triggered_rules"),
        hints=fields.texts("hints"),
        confidence=fields.number("confidence", 1.0),
        ms=fields.number("ms", 0.0),
        raw=fields.object,
        failed=fields.truth("failed"),
    )


def tools(value: object, where: str = "tools") -> Tools:
    fields = Fields(value, where)
    listed = tuple(as_object(tool, fields.place("tools")) for tool in fields.items("tools"))
    return Tools(fields.text("format"), fields.maybe_text("scope"), listed)


def hello(value: object, where: str = "hello") -> Hello:
    fields = Fields(value, where)
    return Hello(fields.integer("protocol"), fields.text("server"), fields.text("version"))


def desktop(value: object, where: str = "desktop") -> Desktop:
    fields = Fields(value, where)
    pointer = Fields(fields.get("pointer"), fields.place("pointer"))
    return Desktop(
        display=fields.text("display"),
        width=fields.integer("width"),
        height=fields.integer("height"),
        pointer=(pointer.integer("x"), pointer.integer("y")),
        active=fields.maybe_integer("active"),
    )


def status(value: object, where: str = "status") -> Status:
    fields = Fields(value, where)
    return Status(fields.text("state"), fields.text("mediation"), fields.integer("pending"))
