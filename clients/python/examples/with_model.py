#!/usr/bin/python3
"""An agent loop with a model: its clicks and texts go through interlock, and interlock's answers go back to it.

    pip install anthropic; export ANTHROPIC_API_KEY=...
    examples/with_model.py MODEL TASK

Nothing in it is about safety: that is interlock's part, whatever instructions the model gets.
"""

from __future__ import annotations

import importlib
import pathlib
import sys
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))  # not needed once the package is installed
import interlock
from interlock.computer import AnthropicComputer

MOST_TURNS = 50
FIT = (1280, 1280)  # maximum size of the pictures that the model gets


def main(model: str, task: str) -> int:
    try:
        anthropic: Any = importlib.import_module("anthropic")
    except ImportError:
        print("this example asks a model by the package 'anthropic': pip install anthropic")
        return 1
    asking = anthropic.Anthropic()
    messages: list[dict[str, Any]] = [{"role": "user", "content": task}]

    with interlock.connect("model example") as client:
        session = client.open_session("model example", directive=task)
        computer = AnthropicComputer(session, fit=FIT)
        seen = session.screenshot(max_width=FIT[0], max_height=FIT[1])
        tool: dict[str, Any] = {"type": "computer_20250124", "name": "computer"}
        tool |= {"display_width_px": seen.width, "display_height_px": seen.height}
        for _ in range(MOST_TURNS):
            with session.turn():
                reply = asking.beta.messages.create(
                    model=model, max_tokens=4096, tools=[tool], messages=messages, betas=["computer-use-2025-01-24"]
                )
                messages.append({"role": "assistant", "content": reply.content})
                calls = [block.model_dump() for block in reply.content if block.type == "tool_use"]
                if not calls:
                    print(*(block.text for block in reply.content if block.type == "text"), sep="\n")
                    return 0
                results = [computer.tool_result(call) for call in calls]
            messages.append({"role": "user", "content": results})
    print(f"the model did not come to an end in {MOST_TURNS} turns")
    return 3


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__)
        sys.exit(64)
    try:
        sys.exit(main(*sys.argv[1:]))
    except interlock.Halted as halted:
        print(f"stopped. {halted}")
        sys.exit(2)
    except interlock.InterlockError as problem:
        print(problem)
        sys.exit(1)
