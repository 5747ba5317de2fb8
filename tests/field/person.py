"""The person at the desktop: answers the questions, and knows which of them the task needs."""

from __future__ import annotations

import re
import threading
import time

from desk import Desk


class Person:
    """Says yes, except to what `denies` names. A question that no need covers was needless.

    If a yes for a window without elements may last, it lasts: nobody answers the same question ten times.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._open: list[tuple[str, str]] = []  # what needs a question, and the answer
        self._seen: set[str] = set()
        self.needed = 0
        self.needless: list[dict[str, str]] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def needs(self, pattern: str) -> None:
        """One question about this is needed; said before the act."""
        self._open.append((pattern, "approve"))

    def denies(self, pattern: str) -> None:
        """One question about this is needed, and the answer is no."""
        self._open.append((pattern, "deny"))

    def missed(self) -> list[str]:
        return [pattern for pattern, _ in self._open]

    def leave(self) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.is_set():
            for question in self._desk.pending():
                if str(question["id"]) not in self._seen:
                    self._answer(question)
            time.sleep(0.05)

    def _answer(self, question: dict[str, object]) -> None:
        self._seen.add(str(question["id"]))
        about = " ".join(str(question.get(key, "")) for key in ("headline", "request", "label", "action", "why", "form"))
        answer = "approve"
        for need in self._open:
            if re.search(need[0], about):
                self._open.remove(need)
                self.needed += 1
                answer = need[1]
                break
        else:
            self.needless.append({key: str(question.get(key)) for key in ("request", "rule", "why", "window", "record")})
        lifespans = question.get("lifespans")
        lasting = answer == "approve" and lifespans == ["once", "10m"]
        try:
            self._desk.ctl(answer, str(question["id"]), *(["--for", "10m"] if lasting else []))
        except AssertionError:
            pass  # it was withdrawn meanwhile
