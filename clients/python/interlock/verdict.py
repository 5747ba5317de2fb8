"""Makes the exception for a refusal; its message says what to do."""

from __future__ import annotations

from .errors import Blocked, Denied, Halted, NotDone, Refused
from .results import ActResult, Decision, ToolAfter, ToolBefore

_HALTED = "The session has ended: stop, and open another one only when a person wants that."

_BLOCKED = {
    ("session", "paused"): "A person has paused all agents: wait, then ask again.",
    ("budget", "queue_full"): "Too many actions wait for their turn: ask again later.",
    (
        "audit",
        "audit_unwritable",
    ): "What cannot be recorded is not done: a person has to look at `interlockctl status`.",
    ("context", "target_changed"): "The target was no longer what was approved: look again.",
}

_DENIED = {
    "denied": "A person said no: do not ask for the same again.",
    "dismissed": "A person put the question away without a yes: do not ask for the same again.",
    "timed_out": "Nobody answered in time: do something else, or have a person there who answers.",
    "cancelled": "The question was withdrawn before anybody answered it.",
}


def error_of(result: ActResult | ToolBefore | ToolAfter, what: str) -> NotDone:
    """The exception for `what` ("click", "tool 'edit'") that was not done, or that ended its session."""
    if isinstance(result, ActResult) and result.steps:  # its last step shows why the sequence stopped
        inner = error_of(result.steps[-1], f"{what}, step {len(result.steps)}")
        return type(inner)(str(inner), result)
    said = f"{what}: {result.reason} ({result.rule}/{result.code})."
    if result.decision is Decision.HALT or (result.rule == "session" and result.code in ("halted", "closed")):
        return Halted(f"{said} {_HALTED}", result)
    if result.outcome is not None and result.outcome != "approved":
        word = f'The person says: "{result.word}". ' if result.word else ""
        advice = _DENIED.get(result.outcome, result.outcome_reason or result.outcome)
        return Denied(f"{said} {word}{advice}", result)
    if result.decision is Decision.BLOCK:
        otherwise = "" if result.rule == "context" else "Do something else."  # its reason says what to do
        advice = _BLOCKED.get((result.rule, result.code), " ".join(result.hints) or otherwise)
        return Blocked(f"{said} {advice}".rstrip(), result)
    why = (
        f"{result.refusal.reason} ({result.refusal.code})" if result.refusal else "it was not done, and no reason given"
    )
    typed = result.typed if isinstance(result, ActResult) else None
    came = f" {typed} characters had been typed." if typed else ""
    return Refused(f"{what}: {why}.{came} Look again, then decide anew.", result)
