"""An agent's loop as OSWorld has it: executes the code that it is sent, in which `pyautogui` is a module.

    code_loop.py MODULE          "pyautogui", or "interlock.pyautogui"

A line of standard input is a JSON string with Python code. The answer is a line with {"value"}, of the code's last
expression, or {"error", "text"} of the exception.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import sys
import tempfile


def run(code: str, names: dict[str, object]) -> dict[str, object]:
    try:
        tree = ast.parse(code)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "<code>", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "<code>", "eval"), names) if isinstance(last, ast.Expr) else None
        return {"value": repr(value)}
    except Exception as error:
        return {"error": type(error).__name__, "text": str(error)}


def main() -> None:
    os.chdir(tempfile.mkdtemp(prefix="code-loop."))
    names: dict[str, object] = {"pyautogui": importlib.import_module(sys.argv[1])}
    print(json.dumps({"value": "ready"}), flush=True)
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line), names)), flush=True)


if __name__ == "__main__":
    main()
