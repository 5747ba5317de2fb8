"""pyautogui three times, with the same code: the original without interlock, the original in the sandbox of `interlockctl
run`, and `interlock.pyautogui`. Compared is what an application received, where the pointer is, and what the functions return.
"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import time
import unittest

from desk import BUILD, PATIENCE, SOURCE, Application, Desk, eventually

ORIGINAL = pathlib.Path(os.environ.get("INTERLOCK_PYAUTOGUI", "/usr/lib/python3/dist-packages"))
TESTS = pathlib.Path(__file__).resolve().parent
PACKAGE = TESTS.parent
PYTHON = "/usr/bin/python3"  # has python-xlib and Pillow

desk: Desk
recorder: Recorder


class Recorder(Application):
    """tests/fixtures/gtk3_recorder.py"""

    def __init__(self, desk: Desk) -> None:
        log = desk.dir / "recorder.jsonl"
        desk.start([PYTHON, str(SOURCE / "tests" / "fixtures" / "gtk3_recorder.py"), str(log)])
        super().__init__(log)
        self.centre("Canvas")
        self._marks = 0

    def since(self, mark: int, until: int | None = None) -> list[dict[str, object]]:
        """What it received after one mark, and before another."""
        lines = self._log.read_text(encoding="utf-8").split("\n")[:-1]
        events: list[dict[str, object]] = [json.loads(line) for line in lines]
        marks = {event["number"]: i for i, event in enumerate(events) if event["event"] == "mark"}
        found = events[marks[mark] + 1 : marks[until] if until else None]
        return [event for event in found if event["event"] not in ("layout", "mark")]

    def mark(self, reset: bool = False) -> int:
        """Marks a place among the events. When it returns, everything sent before was received."""
        self._marks += 1
        xid, name = str(self.events("layout")[-1]["xid"]), "RESET" if reset else "MARK"
        desk.output("xprop", "-id", xid, "-f", name, "32c", "-set", name, str(self._marks))
        eventually("the mark", lambda: len(self.events("mark")) == self._marks)
        return self._marks


class Loop:
    """code_loop.py with one of the modules."""

    def __init__(self, module: str, path: list[pathlib.Path], confined: bool) -> None:
        folders = [TESTS, *path]
        command = [PYTHON, str(TESTS / "code_loop.py"), module]
        self._env = {**desk.env, "PYTHONPATH": ":".join(map(str, path)), "PYTHONDONTWRITEBYTECODE": "1"}
        self._env["XDG_SESSION_TYPE"] = "x11"
        if confined:
            binds = [word for folder in folders for word in ("--ro-bind", str(folder))]
            command = [str(BUILD / "cli" / "interlockctl"), "run", *binds, "--", *command]
        self._log = open(desk.dir / "log" / "loop", "ab")
        self._process = subprocess.Popen(
            command, env=self._env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, text=True
        )
        self.ready = self._answer()

    def _answer(self) -> dict[str, str]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise AssertionError(f"the loop has ended: {self.said()[-2000:]}")
        answer: dict[str, str] = json.loads(line)
        return answer

    def run(self, code: str) -> dict[str, str]:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(code) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def said(self) -> str:
        return pathlib.Path(self._log.name).read_text(encoding="utf-8")

    def end(self) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait(timeout=PATIENCE)
        self._process.stdout.close()
        self._log.close()

POLICY = """
preset: default
daemon: {observation_deadline_ms: 5000, denial_memory_s: 0, prompt_timeout_s: 1}
rules: [{when: {target.name: Danger}, decision: block, reason: too dangerous}]
"""
LAST = 9  # a mouse button that neither the cases nor the window manager use
MODIFIER_KEYS = ("Shift_", "Control_", "Alt_", "Super_", "Meta_")

# {x} and {y} are a place on the button, another one for each case.
CASES = {
    "moveTo": "pyautogui.moveTo({x}, {y})",
    "moveTo takes a point": "pyautogui.moveTo(({x}, {y}))",
    "moveTo in steps": "pyautogui.moveTo({x}, {y}, duration=0.3, tween=pyautogui.easeInOutQuad)",
    "moveTo keeps y": "pyautogui.moveTo({x}, {y}); pyautogui.moveTo({x} + 5)",
    "move": "pyautogui.moveTo({x}, {y}); pyautogui.move(7, -3); pyautogui.position()",
    "moveRel": "pyautogui.moveTo({x}, {y}); pyautogui.moveRel(-4, 2); pyautogui.position()",
    "click": "pyautogui.click({x}, {y})",
    "click where the pointer is": "pyautogui.moveTo({x}, {y}); pyautogui.click()",
    "click a box": "pyautogui.click(({x} - 5, {y} - 5, 10, 10))",
    "click twice": "pyautogui.click({x}, {y}, clicks=2)",
    "click with an interval": "pyautogui.click({x}, {y}, clicks=2, interval=0.6)",
    "click slowly": "pyautogui.click({x}, {y}, duration=0.2)",
    "click by name of the button": "pyautogui.click({x}, {y}, button=pyautogui.RIGHT)",
    "leftClick": "pyautogui.leftClick({x}, {y})",
    "rightClick": "pyautogui.rightClick({x}, {y})",
    "middleClick": "pyautogui.middleClick({x}, {y})",
    "doubleClick": "pyautogui.doubleClick({x}, {y})",
    "tripleClick": "pyautogui.tripleClick({x}, {y})",
    "mouseDown, mouseUp": "pyautogui.mouseDown({x}, {y}); pyautogui.mouseUp()",
    "mouseDown with a button": "pyautogui.mouseDown({x}, {y}, button='middle'); pyautogui.mouseUp(button='middle')",
    "drag by hand": "pyautogui.mouseDown({x}, {y}); pyautogui.moveTo({x} + 40, {y} + 9); pyautogui.mouseUp()",
    "dragTo": "pyautogui.moveTo({x}, {y}); pyautogui.dragTo({x} + 50, {y} + 20, duration=0.2)",
    "dragRel": "pyautogui.moveTo({x}, {y}); pyautogui.dragRel(-30, 10, 0.2, button='left')",
    "drag": "pyautogui.moveTo({x}, {y}); pyautogui.drag(25, 0, 0.2, button='right')",
    "scroll up": "pyautogui.scroll(3, {x}, {y})",
    "scroll down": "pyautogui.moveTo({x}, {y}); pyautogui.scroll(-2)",
    "vscroll": "pyautogui.vscroll(1, {x}, {y})",
    "hscroll": "pyautogui.hscroll(-2, {x}, {y})",
    "press": "pyautogui.press('a')",
    "press a list": "pyautogui.press(['x', 'y', 'left', 'z'])",
    "press several times": "pyautogui.press('b', presses=3)",
    "press with an interval": "pyautogui.press('c', presses=2, interval=0.2)",
    "press keys by name": "pyautogui.press(['F7', 'Home', 'pgdn', 'space', 'enter', 'backspace'])",
    "a key of the number pad": "pyautogui.press('num5')",
    "write": "pyautogui.write('Milk, 2 pints & tea!')",
    "write with an interval": "pyautogui.write('slow', interval=0.1)",
    "typewrite a list": "pyautogui.typewrite(['a', 'b', 'left', 'C', 'delete'])",
    "hotkey": "pyautogui.write('abc'); pyautogui.hotkey('ctrl', 'a'); pyautogui.press('delete')",
    "hotkey of three": "pyautogui.write('one two'); pyautogui.hotkey('ctrl', 'shift', 'left'); pyautogui.write('x')",
    "keyDown, keyUp": "pyautogui.keyDown('shift'); pyautogui.press('q'); pyautogui.keyUp('shift'); pyautogui.press('r')",
    "hold": "with pyautogui.hold('shift'): pyautogui.press(['left', 'right'])",
    "hold while clicking": "with pyautogui.hold('ctrl'): pyautogui.click({x}, {y})",
    "position": "pyautogui.moveTo({x}, {y}); tuple(pyautogui.position()), tuple(pyautogui.position(x=3))",
    "size": "tuple(pyautogui.size()), tuple(pyautogui.resolution())",
    "onScreen": "pyautogui.onScreen(5, 5), pyautogui.onScreen(-1, 5), pyautogui.onScreen((1280, 900))",
    "isValidKey": "[pyautogui.isValidKey(key) for key in ('a', 'enter', 'f1', 'ctrl', 'nokey', '')]",
    "isShiftCharacter": "[pyautogui.isShiftCharacter(key) for key in 'aA1!']",
    "screenshot": "pyautogui.screenshot().size",
    "screenshot of a region": "pyautogui.screenshot(region=({x}, {y}, 30, 20)).size",
    "screenshot into a file": "pyautogui.screenshot('all.png'); __import__('PIL.Image').Image.open('all.png').size",
    "pixel": "pyautogui.moveTo(900, 800); tuple(pyautogui.pixel(1100, 100))",
    "pixelMatchesColor": "pyautogui.pixelMatchesColor(1100, 100, tuple(pyautogui.pixel(1100, 100)))",
    "center": "tuple(pyautogui.center((10, 20, 31, 40)))",
    "locateOnScreen": "pyautogui.moveTo(900, 800); pyautogui.sleep(1); "
    "pyautogui.screenshot(region=({canvas_x} - 40, {canvas_y} - 10, 80, 20)).save('canvas.png'); "
    "[int(n) for n in pyautogui.locateOnScreen('canvas.png')] == [{canvas_x} - 40, {canvas_y} - 10, 80, 20]",
    "locateCenterOnScreen": "tuple(map(int, pyautogui.locateCenterOnScreen('canvas.png'))) == ({canvas_x}, {canvas_y})",
    "locateAllOnScreen": "len(list(pyautogui.locateAllOnScreen('canvas.png', grayscale=False)))",
    # Another name: scrot, which the original starts, does not overwrite a file.
    "locate": "pyautogui.screenshot('whole.png'); tuple(map(int, pyautogui.locate('canvas.png', 'whole.png')))",
    "click a picture": "pyautogui.click('canvas.png')",
    "what is not there": "pyautogui.screenshot('all.png'); picture = __import__('PIL.Image').Image.new('RGB', (9, 9), 'lime'); "
    "pyautogui.locateOnScreen(picture)",
    "getPointOnLine": "pyautogui.getPointOnLine(0, 0, 10, 20, 0.25)",
    "linear": "pyautogui.linear(0.25), pyautogui.easeOutQuad(0.25)",
    "back to the button": "pyautogui.moveTo({x}, {y})",
    "a wrong button": "pyautogui.click({x}, {y}, button='fourth')",
    "the fail-safe": "pyautogui.FAILSAFE = True; pyautogui.moveTo(0, 0); pyautogui.click()",
    "without the fail-safe": "pyautogui.FAILSAFE = False; pyautogui.moveTo({x}, {y}); pyautogui.FAILSAFE = True",
    "PAUSE": "pyautogui.PAUSE = 0.05; pyautogui.click({x}, {y}); pyautogui.PAUSE = 0.1",
}

DIFFERENT = {"a key of the number pad": "the original's depends on the state of Num Lock"}


def setUpModule() -> None:
    global desk, recorder
    desk = unittest.enterModuleContext(Desk(POLICY))
    recorder = Recorder(desk)
    desk.wait_until_seen(recorder.centre("Canvas"), "Canvas")


class Outcome:
    def __init__(self, answer: dict[str, str], events: list[dict[str, object]], pointer: tuple[int, int]) -> None:
        self.answer = {key: value for key, value in answer.items() if key != "text"}  # the words may differ
        # GTK adds "double" and "triple" to presses that follow each other fast enough, which a busy machine decides.
        sent = [event for event in events if event["event"] not in ("double", "triple") and event.get("button") != LAST]
        keys = [event for event in sent if not str(event.get("key", "")).startswith(MODIFIER_KEYS)]
        self.text_of_error = answer.get("text", "")
        self.events = [event for event in keys if event["event"] != "text"]
        texts = [event["text"] for event in events if event["event"] == "text"]
        self.text = texts[-1] if texts else None
        self.pointer = pointer

    def parts(self) -> tuple[object, ...]:
        return self.answer, self.events, self.text, self.pointer


def code_of(number: int, template: str) -> str:
    x, y = recorder.centre("Canvas")
    column, row = number % 8, number // 8
    places = {"x": x - 240 + column * 50, "y": y - 170 + row * 35, "canvas_x": x, "canvas_y": y}
    return template.format(**places)


def rest() -> None:
    """Waits until all that was sent has arrived: a press arrives after what was sent before it, also after presses that
    the window manager holds back. With the pointer elsewhere, until nothing more arrives for a while."""
    (x, y), (centre_x, centre_y) = desk.pointer(), recorder.centre("Canvas")
    if abs(x - centre_x) < 290 and abs(y - centre_y) < 190:
        before = last_releases()
        desk.output("xdotool", "click", str(LAST))
        eventually("the last press", lambda: last_releases() > before)
        return
    while True:
        mark = recorder.mark()
        time.sleep(0.8)
        if not recorder.since(mark, recorder.mark()):
            return


def last_releases() -> int:
    return sum(event["button"] == LAST for event in recorder.events("release"))


def carry_out(loop: Loop, code: str, like: Outcome | None = None) -> Outcome:
    """`like`: what is expected; waits for it, as keys may arrive after the function has returned."""
    start = recorder.mark(reset=True)
    answer = loop.run(code)
    if like is None:
        rest()  # a window manager may hold presses back, and then the mark overtakes them
    if like is not None:
        expected = like.parts()
        try:
            eventually("it", lambda: Outcome(answer, recorder.since(start), desk.pointer()).parts() == expected, 10)
        except AssertionError:
            pass  # the comparison reports it
    end = recorder.mark()
    return Outcome(answer, recorder.since(start, end), desk.pointer())


def carried_out_in_time(loop: Loop, code: str, expected: Outcome) -> Outcome:
    """Tried again where interlock refused because the busy desktop did not show the target in time."""
    for _ in range(5):
        before = len(loop.said())
        got = carry_out(loop, code, expected)
        if "try again" not in got.text_of_error + loop.said()[before:]:
            break
    return got


class TheSameCode(unittest.TestCase):
    expected: dict[str, Outcome] = {}

    @classmethod
    def setUpClass(cls) -> None:
        if not (ORIGINAL / "pyautogui").is_dir():
            raise unittest.SkipTest(f"pyautogui is not in {ORIGINAL}: clients/python/tests/install-pyautogui unpacks it")
        loop = Loop("pyautogui", [ORIGINAL], confined=False)
        for number, (name, template) in enumerate(CASES.items()):
            cls.expected[name] = cls.without_interlock(loop, code_of(number, template))
        loop.end()

    @staticmethod
    def without_interlock(loop: Loop, code: str) -> Outcome:
        """The original gnome-screenshot sometimes leaves an empty file."""
        for _ in range(10):
            outcome = carry_out(loop, code)
            if outcome.answer.get("error") != "UnidentifiedImageError":
                break
        # A window manager sometimes swallows a click of several in a row: the run in which more arrived is what it does.
        if "click" in code.lower():
            again = carry_out(loop, code)
            outcome = max(outcome, again, key=lambda each: len(each.events))
        return outcome

    def compare(self, loop: Loop) -> None:
        for number, (name, template) in enumerate(CASES.items()):
            expected = self.expected[name]
            with self.subTest(name):
                code = code_of(number, template)
                if name in DIFFERENT:  # what is expected never comes
                    got = carry_out(loop, code)
                else:
                    got = carried_out_in_time(loop, code, expected)
                if name in DIFFERENT:
                    self.assertNotEqual(got.parts(), expected.parts(), f"no longer different: {DIFFERENT[name]}")
                else:
                    self.assertEqual(got.parts(), expected.parts(), got.text_of_error)
        loop.end()

    def test_the_original_in_the_sandbox(self) -> None:
        self.compare(Loop("pyautogui", [ORIGINAL], confined=True))

    def test_interlock_pyautogui(self) -> None:
        self.compare(Loop("interlock.pyautogui", [PACKAGE], confined=False))

    def test_a_refusal(self) -> None:
        x, y = recorder.centre("Danger")
        original = Loop("pyautogui", [ORIGINAL], confined=True)
        got = carry_out(original, f"pyautogui.click({x}, {y})")
        self.assertEqual(got.events, [])
        self.assertIn("BadAccess", got.text_of_error)
        self.assertIn("too dangerous", original.said())
        original.end()


class Refusals(unittest.TestCase):
    """Of interlock.pyautogui; the original is not needed."""

    def setUp(self) -> None:
        self.loop = Loop("interlock.pyautogui", [PACKAGE], confined=False)
        self.addCleanup(self.loop.end)

    def test_blocked_by_a_rule(self) -> None:
        x, y = recorder.centre("Danger")
        got = carry_out(self.loop, f"pyautogui.click({x}, {y})")
        self.assertEqual((got.events, got.answer), ([], {"error": "Blocked"}))
        self.assertIn("too dangerous", got.text_of_error)

    def test_nobody_approves(self) -> None:
        x, y = recorder.centre("Delete everything")
        got = carry_out(self.loop, f"pyautogui.click({x}, {y})")
        self.assertEqual((got.events, got.answer), ([], {"error": "Denied"}))
        self.assertIn("Nobody answered in time", got.text_of_error)

    def test_goes_on_after_a_restart_of_the_daemon(self) -> None:
        x, y = recorder.centre("Canvas")
        desk.stop_daemon()
        self.assertEqual(self.loop.run("pyautogui.position()")["error"], "NotConnected")
        desk.start_daemon()
        desk.wait_until_seen((x, y), "Canvas")
        carry_out(self.loop, f"pyautogui.moveTo({x}, {y})")
        self.assertEqual(desk.pointer(), (x, y))

    def test_what_it_does_not_have(self) -> None:
        answer = self.loop.run("pyautogui.alert('done')")
        self.assertEqual(answer["error"], "AttributeError")
        self.assertIn("interlockd asks where it is needed", answer["text"])
        self.assertIn("no key called 'enterr'", self.loop.run("pyautogui.press('enterr')")["text"])

    def test_types_more_than_the_original(self) -> None:
        got = carry_out(self.loop, "pyautogui.write('Zürich — 5 €')")
        self.assertEqual(got.text, "Zürich — 5 €")


if __name__ == "__main__":
    unittest.main()
