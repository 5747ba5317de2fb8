"""What a screen reader gets of the console from real browsers, by AT-SPI: the parts, a question, whole, the time that is left, and what is said without being looked for."""

from __future__ import annotations

import json
import pathlib
import re
import shutil
import subprocess
import unittest
from typing import Any

from browsers import Chromium, Firefox
from desk import SOURCE, eventually
from test_browser import Console

PYTHON = "/usr/bin/python3"  # has Debian's gi
READER = str(SOURCE / "tests" / "fixtures" / "screen_reader.py")
ATSPI = subprocess.run([PYTHON, "-c", "import gi; gi.require_version('Atspi', '2.0')"], capture_output=True, check=False).returncode == 0


# A card of the page whose time ends soon.
SOON = """(async () => {
  const {questionCard} = await import("/question.js");
  const {read} = await import("/calls.js");
  const question = (await read("/api/state")).questions[0];
  document.body.append(questionCard({...question, picture: false, headline: "Another", closes: performance.now() + 31000}, () => {}));
})()"""


@unittest.skipUnless(ATSPI and shutil.which("chromium"), "chromium, gir1.2-atspi-2.0 or python3-gi is not installed")
class ScreenReader(unittest.TestCase):
    """One browser at a time: Chromium does not draw a window that is covered, and its tree stays as it was."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.console = Console()
        cls.addClassCleanup(cls.console.end)
        maker = Chromium(cls.console.profiles / "maker", cls.console.desk.env)
        try:
            cls.console.sign_in(maker)
            maker.run("document.querySelector('[data-part=passkey]').click()")
            maker.run("document.querySelector('main .yes').click()")
            cls.console.approvers(str(eventually("a passkey", lambda: maker.run("document.querySelector('main pre').textContent"))), seconds=600)
        finally:
            maker.end()

    def tree(self, browser: Chromium | Firefox) -> list[dict[str, Any]]:
        command = [PYTHON, "-W", "ignore", READER, "tree", str(browser.pid)]
        done = subprocess.run(command, env=self.console.desk.env, capture_output=True, text=True, check=False)
        return list(json.loads(done.stdout or "[]"))

    def hear(self, browser: Chromium | Firefox) -> pathlib.Path:
        """The file to which everything goes that is said from now on."""
        log = self.console.desk.dir / f"heard-{browser.pid}"
        self.console.desk.start(["/bin/sh", "-c", f"exec {PYTHON} -W ignore {READER} hear {browser.pid} >{log}"])
        eventually("it listens", lambda: log.exists() and "ready" in log.read_text())
        return log

    def heard(self, log: pathlib.Path) -> list[str]:
        lines = [json.loads(line) for line in log.read_text().split("\n")[1:-1]]
        return [line["text"] for line in lines if line["event"] == "text-changed"]

    def check_question(self, browser: Chromium | Firefox, shown: list[list[str]]) -> None:
        def found(role: str, name: str) -> dict[str, Any]:
            def look() -> dict[str, Any] | None:
                return next((each for each in self.tree(browser) if each["role"] in role.split("|") and each["name"] == name), None)

            return eventually(f"{role} {name!r} in {type(browser).__name__}", look) or {}

        for role, name in (
            ("landmark", "Parts"), ("push button|button", "Inbox, 1 waiting"), ("article", "Hand in a form"), ("heading", "Hand in a form?"),
            ("image", "The place on the screen, outlined"), ("combo box", "How long the yes holds"),
        ):
            found(role, name)
        for name in ("Approve with passkey", "Deny"):
            self.assertLessEqual({"SHOWING", "FOCUSABLE", "ENABLED"}, set(found("push button|button", name)["states"]), name)
        self.assertRegex(found("progress bar", "Time left")["attributes"]["valuetext"], r"^[1-9]\d* (seconds|minutes) left$")
        self.assertIn("EXPANDABLE", found("toggle button|push button|button", "What would be done, and what you sign")["states"])
        browser.run("document.querySelector('.question details').open = true")
        eventually("the statement", lambda: any(each["text"].startswith("interlock statement 1\n") for each in self.tree(browser)))
        texts = {each["text"] for each in self.tree(browser)}
        for name, text in shown:
            self.assertLessEqual({name, text}, texts, "everything that is shown")

    def check(self, browser: Chromium | Firefox) -> None:
        self.console.sign_in(browser)
        log = self.hear(browser)
        self.console.raise_form()  # above the browser
        with self.console.question():
            question = eventually("its picture was taken", lambda: json.loads(self.console.desk.ctl("--json", "questions"))["questions"])[0]
            self.check_question(browser, question["shown"])
            eventually("it was announced", lambda: "New question: Hand in a form, asked by shop-assistant" in self.heard(log))
            browser.run(SOON)
            # Less than 30 if the machine was busy at that moment.
            ends = re.compile(r"Another, asked by shop-assistant: [123]0 seconds left, then it is a no")
            eventually("it says that the time ends", lambda: any(map(ends.fullmatch, self.heard(log))))
            browser.run("document.querySelector('.question .no').click()")
            eventually("it says what became of it", lambda: "Denied." in self.heard(log))
        heard = self.heard(log)
        self.assertFalse([text for text, after in zip(heard, heard[1:]) if text == after], "nothing is said twice")

    def test_chromium(self) -> None:
        browser = Chromium(self.console.profiles / "chromium", self.console.desk.env, on_screen=True)
        self.addCleanup(browser.end)
        self.check(browser)

    @unittest.skipUnless(shutil.which("firefox-esr"), "firefox-esr is not installed")
    def test_firefox(self) -> None:
        browser = Firefox(self.console.profiles / "firefox", {**self.console.desk.env, "GNOME_ACCESSIBILITY": "1"}, on_screen=True)
        self.addCleanup(browser.end)
        self.check(browser)


if __name__ == "__main__":
    unittest.main()
