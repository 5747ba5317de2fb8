"""Tests without a desktop: the requests, the handling of bad answers, and the translation of the model APIs' actions."""

from __future__ import annotations

import asyncio
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import tomllib
import unittest
from collections.abc import Iterator
from contextlib import contextmanager

import interlock
from interlock import actions, calls, wire
from interlock.computer import Scale, Unsupported, anthropic, openai
from interlock.computer.plan import Do, Hands, Look, Where

PACKAGE = pathlib.Path(__file__).resolve().parents[1]


@contextmanager
def speaker(*answers: bytes) -> Iterator[str]:
    """A socket that answers each line with the next of these texts and then closes, as interlockd never would."""
    with tempfile.TemporaryDirectory(prefix="interlock-test.") as folder, socket.socket(socket.AF_UNIX) as listener:
        path = f"{folder}/agent.sock"
        listener.bind(path)
        listener.listen()

        def speak() -> None:
            connection, _ = listener.accept()
            with connection, connection.makefile("rb") as lines:
                for answer in answers:
                    lines.readline()
                    connection.sendall(answer)

        thread = threading.Thread(target=speak)
        thread.start()
        yield path
        thread.join()


HELLO = b'{"jsonrpc":"2.0","id":1,"result":{"protocol":1,"server":"interlockd","version":"9"}}\n'


class NoDaemon(unittest.TestCase):
    def test_says_which_socket_and_what_to_do(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/agent.sock"
            with self.assertRaises(interlock.NotConnected) as caught:
                interlock.connect("tester", path)
            self.assertIn(path, str(caught.exception))
            self.assertIn("Is it running?", str(caught.exception))
            with self.assertRaises(interlock.NotConnected) as caught:
                asyncio.run(interlock.connect_async("tester", path))
            self.assertIn("Is it running?", str(caught.exception))

    def test_an_old_socket_that_nobody_serves(self) -> None:
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as left:
            left.bind(f"{folder}/agent.sock")
            with self.assertRaises(interlock.NotConnected) as caught:
                interlock.connect("tester", f"{folder}/agent.sock")
            self.assertIn("Connection refused", str(caught.exception))


class BadAnswers(unittest.TestCase):
    def test_each_is_an_error_of_its_own(self) -> None:
        cases: list[tuple[bytes, type[Exception], str]] = [
            (b"hello\n", interlock.ProtocolError, "not JSON"),
            (b"[]\n", interlock.ProtocolError, "expected an object"),
            (b'{"jsonrpc":"2.0","id":2,"result":{"state":7}}\n', interlock.ProtocolError, "status.state"),
            (
                b'{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no method named leap"}}\n',
                interlock.NotCarriedOut,
                "no method named leap",
            ),
            (b"", interlock.ConnectionLost, "closed the connection"),
            (b'{"jsonrpc":"2.0","id":2', interlock.ConnectionLost, "closed the connection"),
            (
                b'{"jsonrpc":"2.0","id":null,"error":{"code":-32003,"message":"too many connections"}}\n',
                interlock.ConnectionLost,
                "too many connections",
            ),
        ]
        for answer, kind, said in cases:
            with self.subTest(answer=answer), speaker(HELLO, answer) as path:
                with interlock.connect("tester", path) as client:
                    with self.assertRaisesRegex(kind, said):
                        client.status()
            with self.subTest(answer=answer, asyncio=True), speaker(HELLO, answer) as path:

                async def ask(path: str = path) -> None:
                    async with await interlock.connect_async("tester", path) as client:
                        await client.status()

                if answer in (b"hello\n", b"[]\n"):
                    kind = interlock.InterlockError  # not an answer to a request: the connection has ended
                with self.assertRaisesRegex(kind, said):
                    asyncio.run(ask())

    def test_an_answer_to_something_else_ends_the_connection(self) -> None:
        with speaker(HELLO, b'{"jsonrpc":"2.0","id":7,"result":{}}\n') as path, interlock.connect(
            "tester", path
        ) as client:
            with self.assertRaisesRegex(interlock.ProtocolError, "another request"):
                client.status()
            self.assertFalse(client.connected)
            with self.assertRaisesRegex(interlock.NotConnected, r"Nothing was asked\. Call reconnect"):
                client.status()

    def test_a_lost_action_says_that_nobody_knows(self) -> None:
        opened = b'{"jsonrpc":"2.0","id":2,"result":{"session":"s1"}}\n'
        with speaker(HELLO, opened, b"") as path, interlock.connect("tester", path) as client:
            session = client.open_session("tester")
            with self.assertRaisesRegex(interlock.ConnectionLost, "not known whether it was done"):
                session.act(actions.move(1, 1))


class Requests(unittest.TestCase):
    def test_what_is_no_json_is_not_sent(self) -> None:
        for bad in (float("nan"), object(), "\ud800"):
            with self.subTest(bad=bad), self.assertRaisesRegex(interlock.WrongArguments, "tool.before"):
                wire.encode(1, calls.tool_before("s1", "edit", {"x": bad}))
        with self.assertRaisesRegex(interlock.LimitReached, "1048576"):
            wire.encode(1, calls.tool_before("s1", "edit", "x" * 1_100_000))

    def test_a_long_result_is_always_cut_at_the_same_place(self) -> None:
        def sent(text: str) -> object:
            return calls.tool_after("s1", "edit", None, text, False).params["result"]

        self.assertEqual(sent("é" * 300_000), sent("é" * 400_000))
        self.assertEqual(sent("short\ud800"), "short?")


Case = tuple[dict[str, object], object]


class Plans(unittest.TestCase):
    """Each action of the model APIs, and its form on the wire."""

    def hands(self, scale: Scale = Scale()) -> Hands:
        hands = Hands(scale)
        hands.pointer = (5, 6)
        return hands

    def test_anthropic(self) -> None:
        a = actions
        shift_down, shift_up = a.key_down("shift"), a.key_up("shift")
        cases: list[Case] = [
            ({"action": "key", "text": "ctrl+s"}, a.key("ctrl+s")),
            ({"action": "key", "text": "Down", "repeat": 3}, a.key("Down Down Down")),
            (
                {"action": "key", "text": "Down", "repeat": 34},
                a.sequence(a.key(" ".join(["Down"] * 32)), a.key("Down Down")),
            ),
            ({"action": "type", "text": "a\r\nb"}, a.type_text("a\nb")),
            ({"action": "mouse_move", "coordinate": [10, 20]}, a.move(10, 20)),
            ({"action": "left_click", "coordinate": [10, 20]}, a.click(10, 20)),
            ({"action": "left_click"}, a.click(5, 6)),
            (
                {"action": "left_click", "coordinate": [10, 20], "text": "ctrl+shift"},
                a.click(10, 20, modifiers=["ctrl", "shift"]),
            ),
            ({"action": "right_click", "coordinate": [10, 20]}, a.click(10, 20, button="right")),
            ({"action": "middle_click", "coordinate": [10, 20]}, a.click(10, 20, button="middle")),
            ({"action": "double_click", "coordinate": [10, 20]}, a.click(10, 20, count=2)),
            ({"action": "triple_click", "coordinate": [10, 20]}, a.click(10, 20, count=3)),
            ({"action": "left_click_drag", "start_coordinate": [1, 2], "coordinate": [3, 4]}, a.drag((1, 2), (3, 4))),
            ({"action": "left_click_drag", "coordinate": [3, 4]}, a.drag((5, 6), (3, 4))),
            ({"action": "left_mouse_down"}, a.mouse_down(5, 6)),
            ({"action": "left_mouse_up"}, a.mouse_up(5, 6)),
            (
                {
                    "action": "scroll",
                    "coordinate": [1, 2],
                    "scroll_direction": "up",
                    "scroll_amount": 3,
                    "text": "shift",
                },
                a.scroll(1, 2, dy=-3, modifiers=["shift"]),
            ),
            ({"action": "scroll", "scroll_direction": "right", "scroll_amount": 2}, a.scroll(5, 6, dx=2)),
            ({"action": "hold_key", "text": "shift", "duration": 1.5}, a.sequence(shift_down, a.wait(1500), shift_up)),
            ({"action": "wait", "duration": 2}, a.wait(2000)),
            ({"action": "wait", "duration": 90}, a.sequence(a.wait(60_000), a.wait(30_000))),
            ({"action": "screenshot"}, Look()),
            ({"action": "zoom", "region": [10, 20, 30, 50]}, Look(interlock.Rect(10, 20, 20, 30))),
            ({"action": "cursor_position"}, Where()),
        ]
        for source, wanted in cases:
            with self.subTest(source):
                planned = anthropic.plan(source, self.hands())
                self.assertEqual(planned.action if isinstance(planned, Do) else planned, wanted)

    def test_openai(self) -> None:
        a = actions
        curve = [{"x": 1, "y": 2}, {"x": 30, "y": 40}, {"x": 5, "y": 60}]
        cases: list[Case] = [
            ({"type": "click", "button": "left", "x": 10, "y": 20}, a.click(10, 20)),
            ({"type": "click", "button": "wheel", "x": 10, "y": 20}, a.click(10, 20, button="middle")),
            ({"type": "click", "button": "back", "x": 10, "y": 20}, a.click(10, 20, button="back")),
            ({"type": "click", "x": 10, "y": 20, "keys": ["CTRL"]}, a.click(10, 20, modifiers=["ctrl"])),
            ({"type": "double_click", "x": 10, "y": 20}, a.click(10, 20, count=2)),
            ({"type": "scroll", "x": 10, "y": 20, "scroll_x": 0, "scroll_y": 360}, a.scroll(10, 20, dy=3)),
            ({"type": "scroll", "x": 10, "y": 20, "scroll_x": -5, "scroll_y": 0}, a.scroll(10, 20, dx=-1)),
            ({"type": "type", "text": "milk"}, a.type_text("milk")),
            ({"type": "wait"}, a.wait(2000)),
            ({"type": "keypress", "keys": ["CTRL", "A"]}, a.key("ctrl+a")),
            ({"type": "keypress", "keys": ["SHIFT", "CMD", "ArrowLeft"]}, a.key("shift+super+ArrowLeft")),
            ({"type": "keypress", "keys": ["+"]}, a.key("plus")),
            ({"type": "keypress", "keys": ["SUPER"]}, a.key("super")),
            ({"type": "move", "x": 10, "y": 20}, a.move(10, 20)),
            ({"type": "drag", "path": curve[:2]}, a.drag((1, 2), (30, 40))),
            (
                {"type": "drag", "path": curve},
                a.sequence(a.mouse_down(1, 2), a.move(30, 40), a.move(5, 60), a.mouse_up(5, 60)),
            ),
            ({"type": "screenshot"}, Look()),
        ]
        for source, wanted in cases:
            with self.subTest(source):
                planned = openai.plan(source, self.hands(), 120)
                self.assertEqual(planned.action if isinstance(planned, Do) else planned, wanted)

    def test_a_long_path_fits_into_a_sequence(self) -> None:
        path = [{"x": i, "y": 2 * i} for i in range(500)]
        planned = openai.plan({"type": "drag", "path": path}, self.hands(), 120)
        assert isinstance(planned, Do)
        steps = planned.action["steps"]
        assert isinstance(steps, list)
        self.assertEqual(len(steps), 64)
        self.assertEqual(steps[-1], actions.mouse_up(499, 998))
        self.assertEqual(planned.release, (actions.mouse_up(0, 0),))

    def test_scale(self) -> None:
        scale = Scale.between(model=(640, 450), screen=(1280, 900))
        hands = self.hands(scale)
        self.assertEqual(
            anthropic.plan({"action": "mouse_move", "coordinate": [0, 449]}, hands),
            Do(actions.move(1, 899), pointer=(1, 899)),
        )
        self.assertEqual(
            anthropic.plan({"action": "zoom", "region": [0, 0, 640, 450]}, hands), Look(interlock.Rect(0, 0, 1280, 900))
        )
        for x in range(640):
            self.assertEqual(scale.to_model(*scale.to_screen(x, 7)), (x, 7))

    def test_what_the_model_got_wrong_is_said(self) -> None:
        cases: list[tuple[dict[str, object], str]] = [
            ({}, "action"),
            ({"action": "left_click", "coordinate": "10,20"}, r"coordinate: expected \[x, y\]"),
            ({"action": "left_click", "coordinate": [10, -1]}, "between 0 and 65535"),
            ({"action": "left_click", "coordinate": [10, True]}, "expected a number"),
            ({"action": "left_click", "coordinate": [10, 20], "text": "hyper"}, "'hyper' is no modifier"),
            ({"action": "scroll", "scroll_direction": "sideways", "scroll_amount": 1}, "up, down, left or right"),
            ({"action": "wait", "duration": 1e9}, "between 0 and 300"),
            ({"action": "zoom", "region": [30, 30, 10, 50]}, "region"),
            ({"action": "key"}, "text"),
        ]
        for source, said in cases:
            with self.subTest(source), self.assertRaisesRegex(interlock.WrongArguments, said):
                anthropic.plan(source, self.hands())
        with self.assertRaisesRegex(Unsupported, "'dance' is no action"):
            anthropic.plan({"action": "dance"}, self.hands())
        with self.assertRaisesRegex(Unsupported, "has not moved the pointer yet"):
            anthropic.plan({"action": "left_click"}, Hands(Scale()))
        wrong: list[tuple[dict[str, object], str]] = [
            ({"type": "drag", "path": [{"x": 1, "y": 2}]}, "two points or more"),
            ({"type": "click", "x": 1, "y": 2, "button": "fourth"}, "button"),
            ({"type": "keypress", "keys": "CTRL"}, "a list of texts"),
        ]
        for source, said in wrong:
            with self.subTest(source), self.assertRaisesRegex(interlock.WrongArguments, said):
                openai.plan(source, self.hands(), 120)


class Packaging(unittest.TestCase):
    def test_names_what_is_there(self) -> None:
        project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))
        folders = {path.parent for path in (PACKAGE / "interlock").rglob("*.py")}
        packages = {".".join(folder.relative_to(PACKAGE).parts) for folder in folders}
        self.assertEqual(set(project["tool"]["setuptools"]["packages"]), packages)
        built = (PACKAGE.parents[1] / "CMakeLists.txt").read_text(encoding="utf-8")
        self.assertIn(f"project(interlock VERSION {interlock.__version__} ", built)
        self.assertEqual(project["project"]["version"], interlock.__version__)
        self.assertTrue((PACKAGE / "interlock" / "py.typed").exists())


class Types(unittest.TestCase):
    def test_mypy_strict(self) -> None:
        mypy = shutil.which("mypy")
        if not mypy:
            self.skipTest("mypy is not installed")
        folders = ["interlock", "tests", "examples/scripted.py", "examples/with_model.py"]
        with tempfile.TemporaryDirectory(prefix="interlock-test.") as cache:
            command = [mypy, "--strict", "--cache-dir", cache, *folders]
            checked = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_everything_named_is_there(self) -> None:
        for name in interlock.__all__:
            self.assertTrue(hasattr(interlock, name), name)


if __name__ == "__main__":
    unittest.main()
