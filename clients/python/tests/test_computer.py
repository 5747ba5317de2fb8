"""The model APIs' computer tools, the README and the examples, against interlockd, a GTK form and Chromium."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest
from unittest import mock

import interlock
from desk import SOURCE, Application, Desk, eventually
from interlock.computer import (
    AnthropicComputer,
    AsyncAnthropicComputer,
    AsyncOpenAIComputer,
    OpenAIComputer,
    Scale,
    Unacknowledged,
)

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
NEXT = (412, 230)  # where the README's button is
desk: Desk
form: Application


def setUpModule() -> None:
    global desk, form
    desk = unittest.enterModuleContext(Desk())
    form = desk.form(NEXT)


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


class Tools(unittest.TestCase):
    def setUp(self) -> None:
        self.client = desk.connect()
        self.addCleanup(self.client.close)
        self.session = self.client.open_session("tester")


class Anthropic(Tools):
    def done(self, computer: AnthropicComputer, **source: object) -> str:
        output = computer.run(source)
        self.assertFalse(output.is_error, f"{source}: {output.text}")
        return output.text

    def test_every_action(self) -> None:
        computer = AnthropicComputer(self.session)
        note, button = list(form.centre("note")), list(NEXT)
        clicked = form.count("clicked", "Next")
        self.done(computer, action="left_click", coordinate=note)
        self.done(computer, action="key", text="ctrl+a")
        self.done(computer, action="type", text="one two")
        eventually("the text", lambda: form.text("note") == "one two")
        self.done(computer, action="key", text="BackSpace", repeat=3)
        eventually("three fewer", lambda: form.text("note") == "one ")
        self.done(computer, action="hold_key", text="shift", duration=0.1)
        self.done(computer, action="wait", duration=0.6)
        self.done(computer, action="triple_click", coordinate=note)
        self.done(computer, action="type", text="two words")
        eventually("all was replaced", lambda: form.text("note") == "two words")
        self.done(computer, action="wait", duration=0.6)
        self.done(computer, action="double_click", coordinate=[form.centre("note")[0] - 180, note[1]])
        self.done(computer, action="key", text="Delete")
        eventually("a word went", lambda: form.text("note") == " words")
        self.done(computer, action="right_click", coordinate=note)
        self.done(computer, action="key", text="Escape")
        self.done(computer, action="mouse_move", coordinate=button)
        self.assertEqual(desk.pointer(), NEXT)
        self.assertEqual(self.done(computer, action="cursor_position"), f"X={NEXT[0]},Y={NEXT[1]}")
        self.done(computer, action="left_mouse_down")
        self.done(computer, action="left_mouse_up")
        eventually("a click", lambda: form.count("clicked", "Next") == clicked + 1)
        self.done(computer, action="left_click")
        eventually("another", lambda: form.count("clicked", "Next") == clicked + 2)
        self.done(computer, action="scroll", coordinate=button, scroll_direction="down", scroll_amount=3)
        self.done(computer, action="middle_click", coordinate=button)
        self.done(computer, action="left_click_drag", start_coordinate=button, coordinate=[NEXT[0] + 9, NEXT[1]])
        self.assertEqual(desk.pointer(), (NEXT[0] + 9, NEXT[1]))

    def test_nothing_stays_held(self) -> None:
        """A key that is held for a while, during which a person halts the session."""
        computer = AnthropicComputer(self.session)
        desk.ctl("pause")
        try:
            self.assertTrue(computer.run({"action": "hold_key", "text": "shift", "duration": 0.1}).is_error)
        finally:
            desk.ctl("resume")
        self.done(computer, action="left_click", coordinate=list(form.centre("note")))
        self.done(computer, action="key", text="ctrl+a")
        self.done(computer, action="key", text="b")
        eventually("a small letter", lambda: form.text("note") == "b")

    def test_scale(self) -> None:
        computer = AnthropicComputer(self.session, scale=Scale.between(model=(640, 450), screen=(1280, 900)))
        self.done(computer, action="mouse_move", coordinate=[206, 115])
        self.assertEqual(desk.pointer(), (413, 231))
        self.assertEqual(self.done(computer, action="cursor_position"), "X=206,Y=115")

    def test_pictures_of_another_size(self) -> None:
        computer = AnthropicComputer(self.session, fit=(640, 640))
        self.done(computer, action="mouse_move", coordinate=[206, 115])
        self.assertEqual(desk.pointer(), (413, 231))
        png = computer.run({"action": "screenshot"}).png or b""
        self.assertEqual(size_of(png), (640, 450))
        png = computer.run({"action": "zoom", "region": [100, 100, 200, 150]}).png or b""
        self.assertEqual(size_of(png), (200, 100))
        result = computer.tool_result({"id": "toolu_9", "input": {"action": "screenshot"}})
        self.assertRegex(json.dumps(result["content"]), '"media_type": "image/png"')

    def test_a_no_goes_back_to_the_model(self) -> None:
        computer = AnthropicComputer(self.session)
        before = form.count("clicked", "Delete account")
        person = desk.person("deny")
        block = {"id": "toolu_7", "input": {"action": "left_click", "coordinate": list(form.centre("Delete account"))}}
        result = computer.tool_result(block)
        person.join()
        self.assertEqual((result["type"], result["tool_use_id"], result["is_error"]), ("tool_result", "toolu_7", True))
        self.assertRegex(json.dumps(result["content"]), "A person said no")
        self.assertEqual(form.count("clicked", "Delete account"), before)
        self.assertRegex(computer.run({"action": "dance"}).text, "'dance' is no action that interlock carries out")
        desk.ctl("halt", self.session.id)
        with self.assertRaises(interlock.Halted):
            computer.run({"action": "mouse_move", "coordinate": [1, 1]})


class Browser(Tools):
    page: Application

    @classmethod
    def setUpClass(cls) -> None:
        cls.page = desk.page(str(SOURCE / "tests" / "fixtures"), "page.html")
        desk.wait_until_seen(cls.page.centre("next"), "Next")

    def test_a_double_click_selects_a_word(self) -> None:
        """Chromium takes two presses in one millisecond for one."""
        x, y = self.page.centre("note")
        for _ in range(8):
            with self.client.open_session("clicker") as session:
                session.act(interlock.click(x, y))
                session.act(interlock.key("ctrl+a"))
                session.act(interlock.type_text("honey"))
                eventually("the text", lambda: self.page.text("note") == "honey")
                session.act(interlock.wait(600))  # otherwise the first click counts as the first of three
                selected = len(self.page.events("selected"))
                session.act(interlock.click(x - 130, y, count=2))
                # a key may overtake it
                eventually("a word is selected", lambda: len(self.page.events("selected")) > selected)
                session.act(interlock.key("BackSpace"))
                eventually("something was deleted", lambda: self.page.text("note") != "honey")
                self.assertEqual(self.page.text("note"), "")

    def test_openai_and_navigate(self) -> None:
        page = self.page
        button = page.centre("next")
        computer = OpenAIComputer(self.session)
        x, y = page.centre("note")
        calls: list[dict[str, object]] = [
            {"type": "move", "x": 1100, "y": 700},
            {"type": "click", "button": "left", "x": button[0], "y": button[1]},
            {"type": "click", "button": "left", "x": x, "y": y},
            {"type": "type", "text": "milk"},
            {"type": "keypress", "keys": ["CTRL", "A"]},
            {"type": "type", "text": "honey"},
            {"type": "double_click", "x": x - 130, "y": y},
            {"type": "wait"},  # Chromium lets a key overtake the click before it
            {"type": "keypress", "keys": ["BACKSPACE"]},
            {"type": "scroll", "x": x, "y": y, "scroll_x": 0, "scroll_y": 240},
            {"type": "drag", "path": [{"x": x, "y": y}, {"x": x + 9, "y": y + 1}, {"x": x + 20, "y": y}]},
            {"type": "drag", "path": [{"x": x, "y": y}, {"x": x + 20, "y": y}]},
            {"type": "wait"},
        ]
        call: dict[str, object] = {"type": "computer_call", "call_id": "call_1", "actions": calls}
        items = computer.run(call)
        self.assertEqual([item.get("type") for item in items], ["computer_call_output"], items[1:])
        eventually(
            "the page's note is empty again", lambda: page.text("note") == "" and page.count("changed", "note") >= 3
        )
        self.assertEqual(page.count("clicked", "next"), 1)
        self.assertIn("honey", [event["text"] for event in page.events("changed")])
        self.assertEqual(desk.pointer(), (x + 20, y))
        output = items[0]["output"]
        assert isinstance(output, dict)
        self.assertEqual(
            size_of(base64.b64decode(output["image_url"].removeprefix("data:image/png;base64,"))), (1280, 900)
        )

        person = desk.person("deny")
        x, y = page.centre("delete")
        call = {
            "type": "computer_call",
            "call_id": "call_2",
            "action": {"type": "click", "button": "left", "x": x, "y": y},
        }
        items = computer.run(call)
        person.join()
        self.assertEqual(items[0]["call_id"], "call_2")
        self.assertRegex(json.dumps(items[1]), "interlock: click: .*A person said no")
        self.assertEqual(page.count("clicked", "delete"), 0)

        port = page.events("serving")[0]["port"]
        served = len(page.events("layout"))
        self.session.act(interlock.navigate(f"http://127.0.0.1:{port}/list.html"))
        eventually("the other page", lambda: len(page.events("layout")) > served)

    def test_safety_checks_are_a_persons(self) -> None:
        computer = OpenAIComputer(self.session)
        action = {"type": "move", "x": 61, "y": 67}
        checks = [{"id": "sc_1", "code": "malicious_instructions", "message": "The page may give orders."}]
        call: dict[str, object] = {"call_id": "call_3", "action": action, "pending_safety_checks": checks}
        self.session.act(interlock.move(1, 1))
        with self.assertRaisesRegex(Unacknowledged, "The page may give orders"):
            computer.run(call)
        self.assertEqual(desk.pointer(), (1, 1))
        items = computer.run(call, acknowledged=checks)
        self.assertEqual(desk.pointer(), (61, 67))
        self.assertEqual(items[0]["acknowledged_safety_checks"], checks)


class Asyncio(unittest.IsolatedAsyncioTestCase):
    async def test_both(self) -> None:
        async with await interlock.connect_async("tester", desk.socket) as client:
            session = await client.open_session("tester")
            computer = AsyncAnthropicComputer(session)
            block = {"id": "toolu_1", "input": {"action": "mouse_move", "coordinate": [71, 73]}}
            result = await computer.tool_result(block)
            self.assertEqual(result["content"], [{"type": "text", "text": "done"}])
            self.assertEqual(desk.pointer(), (71, 73))
            other = AsyncOpenAIComputer(session)
            items = await other.run({"call_id": "call_1", "action": {"type": "move", "x": 81, "y": 83}})
            self.assertEqual(desk.pointer(), (81, 83))
            self.assertEqual(len(items), 1)


class Readme(unittest.TestCase):
    def test_its_python_runs(self) -> None:
        page = (PACKAGE / "README.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
        self.assertGreaterEqual(len(blocks), 6)
        clicked, names = form.count("clicked", "Next"), {"__name__": "readme"}
        said = io.StringIO()
        with mock.patch.dict(os.environ, desk.env), contextlib.redirect_stdout(said):
            os.environ.pop("INTERLOCK_SOCKET_DIR", None)
            for block in blocks:
                person = desk.person("deny") if "send the order" in block else None
                for left in (4, 3, 2, 1, 0):
                    try:
                        exec(compile(block, "README.md", "exec"), names)
                        break
                    except LookupError as problem:  # the form's content could not be read in time
                        if not left or not re.search("did not answer in time|no time to list more", str(problem)):
                            raise
                if person:
                    person.join()
            exec("client.close()", names)
        eventually("what was typed", lambda: form.text("note").endswith("two pints of milk"))
        # by coordinates, by ref, by ref with settle, with asyncio, and as a model's computer tool
        eventually("its clicks", lambda: form.count("clicked", "Next") >= clicked + 5)
        self.assertEqual(form.count("clicked", "Next"), clicked + 5)
        for part in ("allow", "A person said no", "mediation='advisory'", "5", "'tool_use_id': 'toolu_1'"):
            self.assertIn(part, said.getvalue())
        self.assertNotIn("is_error", said.getvalue())

    def test_the_front_pages_python_runs(self) -> None:
        page = (SOURCE / "README.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
        self.assertTrue(blocks)
        clicked = form.count("clicked", "Next")
        with mock.patch.dict(os.environ, desk.env):
            os.environ.pop("INTERLOCK_SOCKET_DIR", None)
            for block in blocks:
                exec(compile(block, "README.md", "exec"), {"__name__": "readme"})
        eventually("the click", lambda: form.count("clicked", "Next") > clicked)

    def test_the_protocol_pages_client_runs(self) -> None:
        page = (SOURCE / "docs" / "protocol.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
        self.assertEqual(len(blocks), 1)
        clicked = form.count("clicked", "Next")
        done = subprocess.run(
            [sys.executable, "-c", blocks[0]], env=desk.env, capture_output=True, text=True, check=False
        )
        self.assertIn("'executed': True", done.stdout, done.stderr)
        eventually("the click", lambda: form.count("clicked", "Next") == clicked + 1)


class Examples(unittest.TestCase):
    def run_example(self, *command: str, **env: str) -> tuple[int, str]:
        full = [sys.executable, *command]
        done = subprocess.run(full, env={**desk.env, **env}, cwd=PACKAGE, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_scripted(self) -> None:
        code, said = self.run_example("examples/scripted.py")
        self.assertEqual((code, said.splitlines()[-1]), (0, "4 of 4 steps were done"), said)
        self.assertEqual(desk.pointer(), (300, 240))
        steps = desk.dir / "steps.json"
        forbidden = {"action": "left_click", "coordinate": list(form.centre("Delete account"))}
        steps.write_text(json.dumps([{"action": "left_click", "coordinate": list(NEXT)}, forbidden]))
        clicked, person = form.count("clicked", "Next"), desk.person("deny")
        code, said = self.run_example("examples/scripted.py", str(steps))
        person.join()
        self.assertEqual((code, said.splitlines()[-1]), (0, "1 of 2 steps were done"), said)
        self.assertIn("not done, left_click: ", said)
        eventually("the click", lambda: form.count("clicked", "Next") == clicked + 1)

    def test_without_a_daemon(self) -> None:
        code, said = self.run_example("examples/scripted.py", INTERLOCK_SOCKET_DIR=str(desk.dir))
        self.assertEqual(code, 1)
        self.assertRegex(said, "^cannot connect to interlockd at .*Is it running")

    def test_with_model(self) -> None:
        """The model's answers are fixed; everything else is real."""
        (desk.dir / "anthropic.py").write_text(MODEL % {"at": json.dumps(list(NEXT))})
        clicked = form.count("clicked", "Next")
        arguments = ("examples/with_model.py", "some-model", "press Next")
        code, said = self.run_example(*arguments, PYTHONPATH=str(desk.dir))
        self.assertEqual((code, said), (0, "heard: done\n"))
        eventually("the click", lambda: form.count("clicked", "Next") == clicked + 1)


MODEL = """
class Block:
    def __init__(self, **fields):
        self.__dict__.update(fields)
    def model_dump(self):
        return self.__dict__
class Reply:
    def __init__(self, *content):
        self.content = content
class Anthropic:
    @property
    def beta(self):
        return self
    messages = property(lambda self: self)
    def create(self, *, model, tools, messages, **rest):
        assert tools[0]["display_width_px"] == 1280
        if len(messages) == 1:
            return Reply(Block(type="tool_use", id="t1", input={"action": "left_click", "coordinate": %(at)s}))
        return Reply(Block(type="text", text="heard: " + messages[-1]["content"][0]["content"][0]["text"]))
"""

if __name__ == "__main__":
    unittest.main()
