"""The session that the functions act in. It is opened at first use, and again after interlockd was restarted."""

from __future__ import annotations

import atexit
import os
import threading
from typing import cast

from ..actions import Action
from ..calls import Scope
from ..client import Client, Session
from ..results import Desktop

_lock = threading.Lock()
_session: Session | None = None
_client: Client | None = None


def use(session: Session | None) -> None:
    """The functions act in this session from now on; None: in one of their own."""
    global _session, _client
    with _lock:
        if _client is not None:
            _client.close()
        _session, _client = session, None


def session() -> Session:
    """The own one is called "pyautogui"; INTERLOCK_SCOPE and INTERLOCK_DIRECTIVE are its scope and its task."""
    global _session, _client
    with _lock:
        if _session is None or (_client is not None and not _client.connected):
            _client = Client("pyautogui")
            atexit.register(_client.close)
            scope = cast("Scope | None", os.environ.get("INTERLOCK_SCOPE") or None)
            _session = _client.open_session(
                "pyautogui", directive=os.environ.get("INTERLOCK_DIRECTIVE") or None, scope=scope
            )
        return _session


def act(action: Action) -> None:
    """Raises Blocked, Denied, Refused or Halted, with the reason, if it was not done."""
    session().act(action)


def desktop() -> Desktop:
    return session().desktop()
