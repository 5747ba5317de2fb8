"""What a task is, and what it is given: a desktop, the sites, an agent, a person."""

from __future__ import annotations

import pathlib
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import desk as desks
from agent import Agent
from desk import Application, Desk, Program
from person import Person
from sites import Site

HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parent / "fixtures"


class NotDone(AssertionError):
    """The task's outcome is not what was asked for."""


def check(holds: bool, found: str) -> None:
    if not holds:
        raise NotDone(found[:400])


@dataclass
class Task:
    """One run of a task."""

    desk: Desk
    site: Site
    agent: Agent
    person: Person
    programs: list[Program] = field(default_factory=list)
    figures: dict[str, int] = field(default_factory=dict)

    @property
    def state(self) -> dict[str, Any]:
        return self.site.state

    @property
    def home(self) -> pathlib.Path:
        return self.desk.dir / "home"

    def eventually(self, what: str, probe: Callable[[], Any]) -> Any:
        return desks.eventually(what, probe, 20)

    def go(self, page: str) -> None:
        self.agent.act({"type": "navigate", "url": self.site.url + page})

    def start(self, *command: str, window: str) -> None:
        """An application, in front of the others once its window is there."""
        self.programs.append(self.desk.start(list(command)))
        found = desks.eventually(f"the window {window}", lambda: self.desk.output("xdotool", "search", "--name", window))
        self.desk.output("xdotool", "windowactivate", found.split()[-1])
        self.agent.until(f'window \\d+ "[^"]*{window.strip("^$")}', 60)

    def start_shell(self) -> None:
        """A shell in a terminal that has no elements."""
        self.start("xterm", "-title", "Shell", "-fa", "DejaVu Sans Mono", "-fs", "10", window="^Shell$")

    def log(self, name: str) -> Application:
        """What an application of ours reports."""
        path = self.home / f"{name}.jsonl"
        path.unlink(missing_ok=True)
        return Application(path)

    def folder(self, name: str, files: dict[str, str]) -> pathlib.Path:
        """A new folder in the home folder."""
        folder = self.home / name
        shutil.rmtree(folder, ignore_errors=True)
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        folder.mkdir(exist_ok=True)
        return folder


Run = Callable[[Task], "str | None"]  # returns a remark; raises if the outcome is wrong


@dataclass
class Known:
    run: Run
    kind: str  # "desktop"; "web": in the browser of the run; "firefox"
    directive: str  # what the agent is reported
    needs: tuple[str, ...]  # programs
    short: bool  # a part of the test suite
    group: str  # the set that it is in

    @property
    def name(self) -> str:
        return self.run.__name__

    def missing(self) -> list[str]:
        return [name for name in self.needs if shutil.which(name) is None]


TASKS: dict[str, Known] = {}


def task(kind: str, directive: str, needs: tuple[str, ...] = (), short: bool = False, group: str = "first") -> Callable[[Run], Run]:
    def keep(run: Run) -> Run:
        TASKS[run.__name__] = Known(run, kind, directive, needs, short, group)
        return run

    return keep
