#!/usr/bin/python3
"""An agent loop without a model, which a list replaces. Shows how a loop must handle each answer.

    examples/scripted.py                 moves the pointer on your desktop and says where it is
    examples/scripted.py STEPS.json      your own steps: a JSON array of inputs as Anthropic's computer tool takes them
"""

from __future__ import annotations

import json
import pathlib
import sys
from collections.abc import Iterator

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))  # not needed once the package is installed
import interlock
from interlock.computer import AnthropicComputer

SCRIPT: list[dict[str, object]] = [
    {"action": "mouse_move", "coordinate": [200, 200]},
    {"action": "cursor_position"},
    {"action": "wait", "duration": 0.2},
    {"action": "mouse_move", "coordinate": [300, 240]},
]


def decisions(script: list[dict[str, object]]) -> Iterator[dict[str, object]]:
    """In place of this list a model would select the next step, with the last answer in its context (see with_model.py)."""
    yield from script


def run(session: interlock.Session, script: list[dict[str, object]]) -> int:
    """Returns the number of steps that were done."""
    computer = AnthropicComputer(session)
    done = 0
    for step in decisions(script):
        with session.turn():
            output = computer.run(step)  # waits for a person if interlock asks one
        done += not output.is_error
        print(f"{step['action']}: {'not done, ' if output.is_error else ''}{output.text}")
    return done


def main() -> int:
    script = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")) if len(sys.argv) > 1 else SCRIPT
    try:
        with interlock.connect("scripted example") as client, client.open_session("scripted example") as session:
            done = run(session, script)
    except interlock.Halted as halted:  # a person or a rule stopped the agent
        print(f"stopped. {halted}")
        return 2
    except interlock.NotConnected as problem:
        print(problem)
        return 1
    print(f"{done} of {len(script)} steps were done")
    return 0


if __name__ == "__main__":
    sys.exit(main())
