"""A client of interlockd's agent socket: asks for clicks and keys, and reports why one was not done.

    import interlock

    with interlock.connect("shop-assistant 1.4") as client:
        with client.open_session("shop-assistant", directive="buy milk") as session:
            session.act(interlock.click(412, 230), intent="open the cart")

No rule lives here: interlockd looks, decides and asks. README.md beside this package has more.
"""

from __future__ import annotations

from .actions import (
    Action,
    Expect,
    On,
    OnWindow,
    click,
    click_text,
    drag,
    expecting,
    fill_form,
    key,
    key_down,
    key_up,
    mouse_down,
    mouse_up,
    move,
    move_viewport,
    navigate,
    on,
    on_window,
    scroll,
    sequence,
    set_desktop_count,
    show_desktop,
    type_secret,
    type_text,
    wait,
)
from .aio import AsyncClient, AsyncSession
from .client import Client, Session
from .errors import (
    Blocked,
    ConnectionLost,
    Denied,
    Halted,
    InterlockError,
    LimitReached,
    NoSuchSession,
    NotAvailable,
    NotCarriedOut,
    NotConnected,
    NotDone,
    ProtocolError,
    Refused,
    WrongArguments,
)
from .guard import AsyncGuard, Guard
from .results import (
    ActResult,
    After,
    Ancestor,
    Decision,
    Desktop,
    Document,
    Element,
    FilledField,
    Hello,
    Known,
    Rect,
    Refusal,
    Secret,
    Status,
    ToolAfter,
    ToolBefore,
    Tools,
    Unknown,
    Window,
)
from .sight import NotShown, Picture, Seen, SeenElement, SeenWindow
from .wire import agent_socket

__version__ = "0.9.0"


def connect(name: str, path: str | None = None) -> Client:
    """Connects as `name` ("shop-assistant 1.4"). `path`: the socket; by default interlockd's usual one."""
    return Client(name, path)


async def connect_async(name: str, path: str | None = None) -> AsyncClient:
    """The same for asyncio."""
    client = AsyncClient(name, path)
    await client.reconnect()
    return client


__all__ = [
    "ActResult",
    "After",
    "Action",
    "Ancestor",
    "AsyncClient",
    "AsyncGuard",
    "AsyncSession",
    "Blocked",
    "Client",
    "ConnectionLost",
    "Decision",
    "Denied",
    "Desktop",
    "Document",
    "Element",
    "Expect",
    "FilledField",
    "Guard",
    "Halted",
    "Hello",
    "InterlockError",
    "Known",
    "LimitReached",
    "NoSuchSession",
    "NotAvailable",
    "NotCarriedOut",
    "NotConnected",
    "NotDone",
    "NotShown",
    "On",
    "OnWindow",
    "Picture",
    "ProtocolError",
    "Rect",
    "Refusal",
    "Refused",
    "Seen",
    "SeenElement",
    "SeenWindow",
    "Secret",
    "Session",
    "Status",
    "ToolAfter",
    "ToolBefore",
    "Tools",
    "Unknown",
    "Window",
    "WrongArguments",
    "agent_socket",
    "click",
    "click_text",
    "connect",
    "connect_async",
    "drag",
    "expecting",
    "fill_form",
    "key",
    "key_down",
    "key_up",
    "mouse_down",
    "mouse_up",
    "move",
    "move_viewport",
    "navigate",
    "on",
    "on_window",
    "scroll",
    "sequence",
    "set_desktop_count",
    "show_desktop",
    "type_secret",
    "type_text",
    "wait",
]
