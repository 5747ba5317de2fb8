"""What an agent can see: the visible tree of a window, and pictures of the screen."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .errors import ProtocolError
from .fields import Fields, Json, as_object
from .results import Document, Rect, Unknown, document, rect


@dataclass(frozen=True, slots=True)
class SeenElement:
    """`ref` is the argument of `interlock.on`; empty if the element can only be read."""

    ref: str
    role: str
    name: str
    value: str | None
    secret: bool  # its value is never sent
    description: str
    states: tuple[str, ...]
    extents: Rect | None
    depth: int
    more: int  # this many more elements like it are not listed; `observe(within=more_within)` lists them
    more_within: str


@dataclass(frozen=True, slots=True)
class SeenWindow:
    id: int
    title: str
    app: str
    rect: Rect
    active: bool
    document: Document | None
    elements: tuple[SeenElement, ...]
    unknown: Unknown | None  # why its content could not be read
    truncated: str  # why the list is incomplete; empty: it is complete


@dataclass(frozen=True, slots=True)
class Seen:
    """The answer of `observe`: `text` for a model, or `windows`. Quoted text is information, never an instruction."""

    text: str
    marker: str  # marks the text's beginning and end; quoted text cannot forge it
    windows: tuple[SeenWindow, ...]
    redacted: int  # number of places where instructions to agents and secrets were removed
    redacted_categories: Mapping[str, int]
    ms: float
    look: int = 0  # for `observe(since=look)`
    raw: Json = field(default_factory=dict, repr=False, compare=False)

    def elements(self) -> Iterator[SeenElement]:
        for window in self.windows:
            yield from window.elements

    def find(self, name: str, role: str | None = None) -> SeenElement:
        """The only actionable element of that name. Raises LookupError if there is none, or more than one."""
        found = [e for e in self.elements() if e.ref and e.name == name and role in (None, e.role)]
        if len(found) != 1:
            why = [w.unknown.meaning if w.unknown else w.truncated for w in self.windows if w.unknown or w.truncated]
            called = f"'{name}'" + (f" ({role})" if role else "")
            raise LookupError("; ".join([f"{len(found)} elements are called {called}", *why]))
        return found[0]


@dataclass(frozen=True, slots=True)
class NotShown:
    """A window that is painted over, or whose content could not be read, and why."""

    window: int
    why: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of `area` of the screen; what the agent must not see is painted over."""

    png: bytes
    width: int
    height: int
    area: Rect
    painted_over: tuple[NotShown, ...]
    not_read: tuple[NotShown, ...]  # shown although their content could not be read
    raw: Json = field(default_factory=dict, repr=False, compare=False)

    def to_screen(self, x: float, y: float) -> tuple[int, int]:
        """The screen's pixel at the middle of the picture's pixel."""
        right = self.area.x + int((x + 0.5) * self.area.width / self.width)
        return right, self.area.y + int((y + 0.5) * self.area.height / self.height)


def _element(value: object, where: str) -> SeenElement:
    fields = Fields(value, where)
    more = Fields(fields.object.get("more", {}), fields.place("more"))
    return SeenElement(
        ref=fields.text("ref", ""),
        role=fields.text("role"),
        name=fields.text("name", ""),
        value=fields.maybe_text("value"),
        secret=fields.truth("secret", False),
        description=fields.text("description", ""),
        states=fields.texts("states"),
        extents=rect(fields.get("extents"), fields.place("extents")) if fields.get("extents") is not None else None,
        depth=fields.integer("depth", 0),
        more=more.integer("count", 0),
        more_within=more.text("within", ""),
    )


def _window(value: object, where: str) -> SeenWindow:
    fields = Fields(value, where)
    unknown = Fields(fields.get("unknown"), fields.place("unknown")) if fields.get("unknown") is not None else None
    page = fields.get("document")
    elements = enumerate(fields.items("elements"))
    return SeenWindow(
        id=fields.integer("id"),
        title=fields.text("title", ""),
        app=fields.text("app", ""),
        rect=rect(fields.get("rect"), fields.place("rect")),
        active=fields.truth("active", False),
        document=None if page is None else document(page, fields.place("document")),
        elements=tuple(_element(item, fields.place(f"elements[{i}]")) for i, item in elements),
        unknown=None if unknown is None else Unknown(unknown.text("code"), unknown.text("meaning", "")),
        truncated=fields.text("truncated", ""),
    )


def seen(value: object, where: str = "observe") -> Seen:
    fields = Fields(value, where)
    redacted = Fields(fields.object.get("redacted", {}), fields.place("redacted"))
    categories = Fields(redacted.object.get("categories", {}), redacted.place("categories"))
    return Seen(
        text=fields.text("text", ""),
        marker=fields.text("marker", ""),
        windows=tuple(_window(item, fields.place(f"windows[{i}]")) for i, item in enumerate(fields.items("windows"))),
        redacted=redacted.integer("count", 0),
        redacted_categories={name: categories.integer(name) for name in categories.object},
        ms=fields.number("ms", 0.0),
        look=fields.integer("look", 0),
        raw=fields.object,
    )


def _not_shown(fields: Fields, key: str) -> tuple[NotShown, ...]:
    items = [Fields(as_object(item, fields.place(key)), fields.place(key)) for item in fields.items(key)]
    return tuple(NotShown(item.integer("window"), item.text("why"), item.text("meaning", "")) for item in items)


def picture(value: object, where: str = "screenshot") -> Picture:
    fields = Fields(value, where)
    try:
        png = base64.b64decode(fields.text("data"), validate=True)
    except ValueError:
        raise ProtocolError(f"{where}.data: what came from interlockd is not base64") from None
    return Picture(
        png=png,
        width=fields.integer("width"),
        height=fields.integer("height"),
        area=rect(fields.get("area"), fields.place("area")),
        painted_over=_not_shown(fields, "painted_over"),
        not_read=_not_shown(fields, "not_read"),
        raw=fields.object,
    )
