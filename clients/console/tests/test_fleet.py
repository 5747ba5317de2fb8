"""interlock-console in front of a real mosquitto: the desktops behind it are shown, answered one by one, and hide nothing of each other."""

from __future__ import annotations

import base64
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from typing import Any

import broker
import mqtt
import simulated
from browsers import Chromium
from desk import BUILD, Program, eventually
from fleet import BRIDGE, POLICY, Asked, Fleet, make_key, sign, yes

CONSOLE = str(BUILD / "clients" / "console" / "interlock-console")


class Page:
    """A console that was started with `--broker`, and a session on it."""

    def __init__(self, folder: pathlib.Path, settings: str) -> None:
        self.dir, self.port = folder, broker.free_port()
        self.origin = f"http://localhost:{self.port}"
        env = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
        command = [CONSOLE, "--broker", settings, "--origin", self.origin, "--listen", f"127.0.0.1:{self.port}", "--metrics", f"unix:{folder}/metrics"]
        self.program = Program(command, env, folder / "console.log")
        eventually("the console serves", lambda: "serves" in (folder / "console.log").read_text())
        reply, _ = self._call("POST", "/api/login", {"link": self.link().rsplit("=", 1)[1]})
        self.cookie = reply.headers["Set-Cookie"].split(";")[0]

    def link(self) -> str:
        with socket.socket(socket.AF_UNIX) as asker:
            asker.connect(str(self.dir / "interlock" / "console.sock"))
            return asker.makefile().readline().strip()

    def _call(self, method: str, path: str, params: dict[str, Any] | None = None) -> tuple[http.client.HTTPResponse, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Host": f"localhost:{self.port}", "Origin": self.origin, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json"}
        if hasattr(self, "cookie"):
            headers["Cookie"] = self.cookie
        connection.request(method, path, json.dumps(params) if params is not None else None, headers)
        reply = connection.getresponse()
        body = reply.read()
        connection.close()
        return reply, body

    def get(self, path: str) -> Any:
        return json.loads(self._call("GET", path)[1])

    def raw(self, path: str) -> tuple[int, bytes]:
        reply, body = self._call("GET", path)
        return reply.status, body

    def answer(self, **params: Any) -> tuple[int, dict[str, Any]]:
        reply, body = self._call("POST", "/api/answer", params)
        return reply.status, json.loads(body)

    def questions(self) -> list[dict[str, Any]]:
        return list(self.get("/api/state")["questions"])

    def watch(self, seen: Callable[[dict[str, Any], float], None]) -> None:
        """Calls `seen` with each state that the page gets."""

        def follow() -> None:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
            connection.request("GET", "/api/events", headers={"Host": f"localhost:{self.port}", "Cookie": self.cookie, "Sec-Fetch-Site": "same-origin"})
            try:
                for line in connection.getresponse():
                    if line.startswith(b"data: "):
                        seen(json.loads(line[6:]), time.monotonic())
            except (OSError, ValueError):
                pass

        threading.Thread(target=follow, daemon=True).start()

    def metrics(self) -> str:
        with socket.socket(socket.AF_UNIX) as scraper:
            scraper.connect(f"{self.dir}/metrics")
            scraper.sendall(b"GET /metrics HTTP/1.1\r\n\r\n")
            return scraper.makefile().read()


class Desktop:
    """One that is simulated; `reply` is what it says of each answer."""

    def __init__(self, at: broker.Broker, name: str, reply: bytes = b'{"outcome":"denied"}') -> None:
        self.name, self.client = name, at.client(name)
        self.client.subscribe(f"interlock/1/{name}/answer")
        self.client.publish(f"interlock/1/{name}/state", b"online", retain=True)
        self._reply = reply
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        seen = 0
        while True:
            with self.client.changed:
                while len(self.client.messages) == seen:
                    self.client.changed.wait()
                message = self.client.messages[seen]
                seen += 1
            self.client.publish(f"interlock/1/{self.name}/result", self._reply, correlation=message.correlation)

    def ask(self, question: dict[str, Any], expiry: int = 61) -> dict[str, Any]:
        self.client.publish(f"interlock/1/{self.name}/question/{question['id']}", simulated.payload(question), retain=True, expiry=expiry)
        return question

    def close(self, question: dict[str, Any]) -> None:
        self.client.publish(f"interlock/1/{self.name}/question/{question['id']}", b"", retain=True)


@unittest.skipUnless(broker.INSTALLED, broker.WHY_NOT)
class Inbox(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.dir = pathlib.Path(tempfile.mkdtemp(prefix="interlock-test."))
        cls.addClassCleanup(shutil.rmtree, cls.dir, ignore_errors=True)
        cls.broker = broker.Broker(cls.dir)
        cls.addClassCleanup(cls.broker.end)
        cls.page = Page(cls.dir, cls.broker.settings("console"))
        cls.addClassCleanup(cls.page.program.end)
        cls.one, cls.two = Desktop(cls.broker, "desk-1"), Desktop(cls.broker, "desk-2")

    def shown(self, question: dict[str, Any]) -> dict[str, Any]:
        found = eventually("it is shown", lambda: [each for each in self.page.questions() if each["id"] == question["id"]])
        return found[0]

    def refused(self) -> int:
        """Messages that were not as desktops send them."""
        found = re.search(r'interlock_console_messages_dropped_total{why="refused"} (\d+)', self.page.metrics())
        return int(found[1]) if found else 0

    def test_equal_questions_are_grouped_and_answered_one_by_one(self) -> None:
        first, second = self.one.ask(simulated.question("desk-1", "v2")), self.two.ask(simulated.question("desk-2", "v2"))
        other = self.two.ask(simulated.question("desk-2", "v3"))
        a, b, c = self.shown(first), self.shown(second), self.shown(other)
        self.assertEqual(a["group"], b["group"])
        self.assertNotEqual(a["group"], c["group"])
        self.assertEqual((a["desktop"], b["desktop"], a["online"]), ("desk-1", "desk-2", True))
        for key in ("statement", "shown", "done", "lifespans", "needed"):
            self.assertEqual(a[key], first[key])
        answer = {"id": first["id"], "approve": True, "lifespan": "once", "signature": {"ssh": "x"}}
        self.assertEqual(self.page.answer(desktop="desk-1", **answer), (200, {"outcome": "denied"}))
        self.assertEqual(json.loads(self.one.client.messages[-1].payload), answer, "unchanged, and without the desktop")
        self.assertFalse([message for message in self.two.client.messages if first["id"].encode() in message.payload])
        for desktop, question in ((self.one, first), (self.two, second), (self.two, other)):
            desktop.close(question)
        eventually("they are withdrawn", lambda: not self.page.questions())

    def test_what_was_altered_or_is_not_a_question_is_not_shown(self) -> None:
        before = self.refused()
        altered = simulated.question("desk-1", "v2")
        altered["shown"][2][1] = "call deploy with nothing"
        self.one.ask(altered)
        self.one.client.publish(f"interlock/1/desk-1/question/{'b' * 32}", b"[" * 100000)
        last = self.one.ask(simulated.question("desk-1", "last"))
        self.shown(last)
        self.assertNotIn(altered["id"], [each["id"] for each in self.page.questions()])
        self.assertEqual(self.refused(), before + 2)
        self.one.close(last)

    def test_a_picture_is_fetched_when_it_is_looked_at(self) -> None:
        png = b"\x89PNG" + bytes(range(256)) * 400
        question = simulated.question("desk-1", "pictured", picture=png)
        self.one.client.publish(f"interlock/1/desk-1/picture/{question['id']}", png, retain=True, expiry=60)
        self.shown(self.one.ask(question))
        for _ in range(2):
            self.assertEqual(self.page.raw(f"/api/picture?id={question['id']}&desktop=desk-1"), (200, png))
        self.one.close(question)

    def test_a_desktop_that_is_offline_is_shown_so_and_gets_nothing(self) -> None:
        gone = Desktop(self.broker, "desk-9")
        question = gone.ask(simulated.question("desk-9", "v2"))
        self.assertTrue(self.shown(question)["online"])
        gone.client.publish("interlock/1/desk-9/state", b"offline", retain=True)
        eventually("it is offline", lambda: not self.shown(question)["online"])
        states = {each["name"]: each["state"] for each in self.page.get("/api/desktops")["desktops"]}
        self.assertEqual((states["desk-1"], states["desk-9"]), ("online", "offline"))
        status, said = self.page.answer(desktop="desk-9", id=question["id"], approve=False)
        self.assertEqual((status, said["error"]), (409, "desk-9 is offline: the answer was not sent"))
        self.assertEqual(gone.client.messages, [])
        self.assertIn('interlock_console_desktops{state="offline"} 1', self.page.metrics())
        gone.close(question)

    def test_nothing_but_a_pause_is_offered_to_be_signed_as_one(self) -> None:
        """By a desktop or a broker that wants something else approved."""
        topic = "interlock/1/desk-1/pause"
        self.assertIn("offers no pause", self.page.get("/api/takeover?desktop=desk-1")["error"])
        self.assertIn("is offline", self.page.get("/api/takeover?desktop=desk-0")["error"])
        offer = simulated.pause("desk-1")
        self.one.client.publish(topic, simulated.payload(offer), retain=True, expiry=60)
        eventually("it is offered", lambda: self.page.get("/api/takeover?desktop=desk-1").get("id") == offer["id"])
        self.assertNotIn(offer["id"], [each["id"] for each in self.page.questions()], "it is not in the inbox")
        answer = {"id": offer["id"], "approve": True, "lifespan": "once", "signature": {"ssh": "x"}}
        self.page.answer(desktop="desk-1", **answer)
        self.assertEqual(json.loads(self.one.client.messages[-1].payload), answer)
        self.one.client.publish(topic, simulated.payload(simulated.question("desk-1", "v9")), retain=True, expiry=60)
        eventually("another question is not", lambda: "error" in self.page.get("/api/takeover?desktop=desk-1"))
        self.one.client.publish(topic, b"", retain=True)

    def test_an_answer_to_a_closed_question_is_told_to_be_late(self) -> None:
        question = self.one.ask(simulated.question("desk-1", "short", seconds=5), expiry=5)
        # It may be closed before this process sees it open.
        eventually("it came in", lambda: [each for each in self.page.get("/api/state")["history"] if each.get("id") == question["id"]])
        eventually("it closes by itself", lambda: not [each for each in self.page.questions() if each["id"] == question["id"]])
        for desktop in ("desk-1", "desk-2", "", "+"):
            status, said = self.page.answer(desktop=desktop, id=question["id"], approve=False)
            self.assertEqual((status, said["error"]), (409, "this question is closed: the answer came too late"))

    def test_metrics_are_not_on_the_page(self) -> None:
        self.assertEqual(self.page.raw("/metrics")[0], 404)

    def test_ten_thousand_questions_a_minute_of_one_desktop_delay_no_other(self) -> None:
        asked: dict[str, float] = {}
        seen: dict[str, float] = {}

        def note(state: dict[str, Any], at: float) -> None:
            for each in state["questions"]:
                if each["id"] in asked:
                    seen.setdefault(each["id"], at)

        self.page.watch(note)
        stop = threading.Event()
        sent = 0

        def flood() -> None:
            nonlocal sent
            loud = self.broker.client("loud")
            loud.publish("interlock/1/loud/state", b"online", retain=True)
            begun = time.monotonic()
            while not stop.is_set():
                one = simulated.question("loud", f"v{sent}")
                loud.publish(f"interlock/1/loud/question/{one['id']}", simulated.payload(one), retain=True, expiry=61)
                sent += 1
                time.sleep(max(0, begun + sent * 0.006 - time.monotonic()))

        thread = threading.Thread(target=flood)
        begun = time.monotonic()
        thread.start()
        for number in range(100):
            desktop = self.one if number % 2 else self.two
            question = simulated.question(desktop.name, f"n{number}")
            asked[question["id"]] = time.monotonic()
            desktop.ask(question)
            time.sleep(0.2)  # the pace of the questions
        eventually("all are shown", lambda: len(seen) == len(asked))
        seconds = time.monotonic() - begun
        stop.set()
        thread.join()
        rate = sent / seconds * 60
        delays = sorted(seen[id] - asked[id] for id in asked)
        print(f"\n{sent} questions of one desktop, {rate:.0f} a minute; others shown after {delays[49]:.3f} s (median), {delays[98]:.3f} s (p99)")
        if rate < 9000:
            self.skipTest("this machine is too busy to send 10,000 questions a minute")
        self.assertLess(delays[98], 2)


@unittest.skipUnless(broker.INSTALLED, broker.WHY_NOT)
class Whole(unittest.TestCase):
    """The whole way: a real interlockd, its bridge, the broker, the console."""

    def begin(self, seconds: int) -> tuple[Fleet, Page]:
        """`seconds`: a question is open."""
        fleet = Fleet(seconds=seconds)
        self.addCleanup(fleet.end)
        page = Page(fleet.dir / "broker", fleet.broker.settings("console"))
        self.addCleanup(page.program.end)
        return fleet, page

    def begin_in_browser(self, seconds: int) -> tuple[Fleet, Page, Chromium]:
        fleet, page = self.begin(seconds)
        browser = Chromium(fleet.dir / "chromium", fleet.desk.env)
        self.addCleanup(browser.end)
        browser.open(page.link())
        return fleet, page, browser

    def test_a_signature_approves_and_nothing_else_does(self) -> None:
        fleet, page = self.begin(60)
        asked = Asked(fleet.desk, "v2")
        question = eventually("the question", page.questions)[0]
        self.assertEqual(question["desktop"], "desk-1")
        status, said = page.answer(desktop="desk-1", **yes(question, sign(fleet.dir / "mallory", question["statement"])))
        self.assertEqual(status, 409)
        self.assertIn("no approver", said["error"])
        status, said = page.answer(desktop="desk-1", **yes(question, sign(fleet.dir / "anna", question["statement"])))
        self.assertEqual((status, said["outcome"], said["approver"]), (200, "approved", "anna"))
        self.assertEqual((asked.answer()["outcome"], asked.reply["may_call"]), ("approved", True))
        eventually("it is withdrawn", lambda: not page.questions())
        self.assertEqual(len(fleet.records("signed_answer")), 1)
        self.assertRegex(fleet.desk.ctl("audit", "verify"), r"signed answers: 1, all right")

    def test_a_yes_that_nobody_confirms_is_told_and_what_became_of_it(self) -> None:
        """The bridge hangs, and is killed afterwards: the yes waits at the broker until after its deadline."""
        fleet, page, browser = self.begin_in_browser(45)
        shown = "document.getElementById('unconfirmed')?.textContent ?? ''"
        asked = Asked(fleet.desk, "v2")
        question = eventually("the question", page.questions)[0]
        signed = yes(question, sign(fleet.dir / "anna", question["statement"]))
        self.assertEqual(browser.run(shown), "")
        fleet.bridge.send(signal.SIGSTOP)
        status, said = page.answer(desktop="desk-1", **signed)
        self.assertEqual((status, said["error"]), (409, "desk-1 has not confirmed the answer. The inbox shows what becomes of it"))
        fleet.bridge.end(signal.SIGKILL)
        self.assertEqual((asked.answer()["outcome"], asked.reply["may_call"]), ("timed_out", False))
        text = eventually("the page says that its time is over", lambda: (words := browser.run(shown)) and "if it arrives now it is refused" in words and words)
        for words in ("Your yes to", "on desk-1 is not confirmed"):
            self.assertIn(words, text)
        fleet.start_bridge()
        text = eventually("the page says what became of it", lambda: (words := browser.run(shown)) and "desk-1 reports" in words and words)
        self.assertIn("nothing with id", text)
        eventually("it is on record", lambda: len(fleet.records("refused_answer")) == 1)
        outcomes = [each["outcome"] for each in page.get("/api/state")["history"]]
        self.assertEqual(outcomes, ["refused", "not_confirmed", "asked"])
        self.assertEqual(fleet.records("signed_answer"), [])

    @unittest.skipUnless(shutil.which("Xvnc"), "Xvnc is not installed")
    def test_the_vnc_of_a_desktop_behind_a_broker_is_reported_and_answers(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="interlock-test."))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        (folder / ".config" / "interlock").mkdir(parents=True)
        (folder / ".config" / "interlock" / "policy.yaml").write_text(POLICY % (make_key(folder, "anna"), 60))
        env = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "LANG": "C.UTF-8"}
        desktop = Program([str(BUILD / "cli" / "interlockctl"), "desktop", "--name", "far", "--vnc"], env, folder / "desktop.log")
        self.addCleanup(desktop.end, signal.SIGTERM)
        runtime = folder / "interlock-desktops" / "far"
        questions = runtime / "interlock" / "questions.sock"
        eventually("the desktop is there", questions.exists)
        (folder / "broker").mkdir()
        at = broker.Broker(folder / "broker")
        self.addCleanup(at.end)
        bridge = Program([BRIDGE, "--broker", at.settings("desk-1"), "--questions", str(questions)], env, folder / "bridge.log")
        self.addCleanup(bridge.end)
        console = at.client("console")
        self.addCleanup(console.close)
        for kind in ("pause", "result"):
            console.subscribe(f"interlock/1/+/{kind}")
        offer = json.loads(eventually("a pause is offered", lambda: console.latest.get("interlock/1/desk-1/pause")))
        answer = yes(offer, sign(folder / "anna", offer["statement"]))
        console.publish("interlock/1/desk-1/answer", json.dumps(answer).encode(), correlation=b"far", expiry=60)
        said = json.loads(console.wait("a result", lambda message: message.correlation == b"far").payload)
        self.assertEqual((said["paused"], said["vnc"]), (True, str(runtime / "vnc.sock")))
        with socket.socket(socket.AF_UNIX) as viewer:
            viewer.connect(said["vnc"])
            self.assertTrue(viewer.recv(12).startswith(b"RFB 003."))

    def test_a_passkey_in_a_real_browser(self) -> None:
        fleet, page, browser = self.begin_in_browser(120)
        eventually("signed in", lambda: browser.run("document.querySelectorAll('nav button').length"))
        browser.run("document.querySelector('[data-part=passkey]').click()")
        browser.run("document.querySelector('main .yes').click()")
        line = eventually("a passkey", lambda: browser.run("document.querySelector('main pre').textContent"))
        policy = pathlib.Path(fleet.desk.env["XDG_CONFIG_HOME"]) / "interlock" / "policy.yaml"
        policy.write_text(policy.read_text().replace("keys: [", f"keys: ['{line}', "))
        fleet.restart_daemon()
        browser.run("document.querySelector('[data-part=inbox]').click()")
        asked = Asked(fleet.desk, "v2")
        eventually("the card", lambda: browser.run("document.querySelectorAll('.member').length") == 1)
        text = browser.run("document.querySelector('main').textContent")
        for words in ("desk-1", "deploy", "v2"):
            self.assertIn(words, text)
        # After the restart of the daemon the desktop may count as offline for a moment; its buttons cannot be pressed then.
        eventually("it can be answered", lambda: browser.run("!document.querySelector('.member .yes').disabled"))
        browser.run("document.querySelector('.member .yes').click()")
        self.assertEqual((asked.answer()["outcome"], asked.reply["may_call"]), ("approved", True))
        eventually("it is gone", lambda: browser.run("document.querySelectorAll('.member').length") == 0)

        # Equal questions are one card with an answer for each, and it says which desktop is offline.
        two, three = Desktop(fleet.broker, "desk-2"), Desktop(fleet.broker, "desk-3")
        questions = [two.ask(simulated.question("desk-2", "v3")), three.ask(simulated.question("desk-3", "v3")), two.ask(simulated.question("desk-2", "v4"))]
        eventually("three questions", lambda: browser.run("document.querySelectorAll('.member').length") == 3)
        self.assertEqual(browser.run("document.querySelectorAll('.card').length"), 2)
        self.assertIn("the same on 2 desktops", browser.run("document.querySelector('.by').textContent"))
        three.client.publish("interlock/1/desk-3/state", b"offline", retain=True)
        row = f"document.querySelector('[data-id=\"{questions[1]['id']}\"]')"
        eventually("it is offline", lambda: browser.run(f"!{row}.querySelector('.tag').hidden && {row}.querySelector('.yes').disabled"))
        browser.run(f"document.querySelector('[data-id=\"{questions[0]['id']}\"] .no').click()")
        eventually("the other one is denied", lambda: [each for each in two.client.messages if questions[0]["id"].encode() in each.payload])
        if "INTERLOCK_PICTURES" in os.environ:
            browser.call("Emulation.setDeviceMetricsOverride", {"width": 1000, "height": 900, "deviceScaleFactor": 1, "mobile": False})
            png = browser.call("Page.captureScreenshot", {"format": "png"})["data"]
            (pathlib.Path(os.environ["INTERLOCK_PICTURES"]) / "console-fleet.png").write_bytes(base64.b64decode(png))
        browser.run("document.querySelector('[data-part=desktops]').click()")
        eventually("the desktops", lambda: browser.run("document.querySelectorAll('[data-desktop]').length") == 3)
        self.assertIn("offline", browser.run("document.querySelector('[data-desktop=desk-3]').textContent"))
        self.take_over(fleet, browser)

    def take_over(self, fleet: Fleet, browser: Chromium) -> None:
        """In the part "desktops"."""
        # A console that offers something else to be signed: the page does not.
        other = json.dumps(simulated.question("desk-1", "v5"))
        script = f"""(async () => {{
          const {{pauseDesktop}} = await import("/takeover.js");
          const fetch = window.fetch;
          let used = 0;
          window.fetch = async (path) => path.startsWith("/api/takeover") ? new Response({json.dumps(other)}) : (++used, fetch(path));
          try {{ await pauseDesktop("desk-1"); return "signed"; }} catch (error) {{ return `${{error.message}} ${{used}}`; }} finally {{ window.fetch = fetch; }}
        }})()"""
        self.assertEqual(browser.run(script), "this is not the question of a pause 0")
        self.assertTrue(browser.run("document.querySelector('[data-take=desk-3]').disabled"))
        self.assertEqual(fleet.running(), "running")
        browser.run("document.querySelector('[data-take=desk-1]').click()")
        eventually("it is paused", lambda: fleet.running() == "paused")
        text = eventually("the page says so", lambda: browser.run("document.querySelector('[data-taken=desk-1]')?.textContent ?? ''"))
        for words in ("You signed a pause of", "came through the broker", "ssh desk-1 interlockctl pause", "has no VNC"):
            self.assertIn(words, text)
        state = "document.querySelector('[data-desktop=desk-1] .tag').textContent"
        eventually("paused", lambda: browser.run(state) == "paused")
        self.assertFalse(Asked(fleet.desk, "while paused").answer()["may_call"])
        fleet.desk.ctl("resume")
        eventually("handed back", lambda: browser.run(state) == "online" and not browser.run("document.querySelector('[data-taken]') !== null"))

        # A desktop with VNC.
        with socket.socket(socket.AF_UNIX) as vnc:
            path = f"{fleet.desk.env['XDG_RUNTIME_DIR']}/vnc.sock"
            vnc.bind(path)
            browser.run("document.querySelector('[data-take=desk-1]').click()")
            eventually("the page says how to reach it", lambda: f"ssh -N -L 5900:{path} desk-1" in browser.run("document.querySelector('[data-taken=desk-1]')?.textContent ?? ''"))
            eventually("paused again", lambda: browser.run(state) == "paused")
        if "INTERLOCK_PICTURES" in os.environ:
            browser.run("document.getElementById('notice').textContent = ''")
            for width, height, theme in ((390, 844, "light"), (1440, 900, "dark")):
                browser.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
                browser.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
                self.assertLessEqual(browser.run("document.documentElement.scrollWidth"), width)
                png = browser.call("Page.captureScreenshot", {"format": "png"})["data"]
                (pathlib.Path(os.environ["INTERLOCK_PICTURES"]) / f"console-taken-{width}-{theme}.png").write_bytes(base64.b64decode(png))
        fleet.desk.ctl("resume")
        eventually("handed back", lambda: browser.run(state) == "online" and not browser.run("document.querySelector('[data-taken]') !== null"))


if __name__ == "__main__":
    unittest.main()
