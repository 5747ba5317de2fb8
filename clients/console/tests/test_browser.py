"""The console in real browsers, in front of a real interlockd: passkeys approve, other pages and names change nothing."""

from __future__ import annotations

import base64
import contextlib
import http.server
import json
import os
import pathlib
import signal
import socket
import tempfile
import threading
import time
import unittest
from collections.abc import Iterator
from typing import Any

from browsers import Chromium, Firefox
from desk import BUILD, Desk, eventually
from test_takeover import Agent

POLICY = """preset: default
daemon:
  observation_deadline_ms: 5000
  prompt_timeout_s: 120
  denial_memory_s: 0
  max_denials: 0
"""
HOSTILE = [
    "<script>window.hacked = 1</script>", "<img src=x onerror='window.hacked = 1'>", "<iframe src='javascript:window.hacked=1'></iframe>",
    "</dd></dl><svg onload='window.hacked=1'>", "javascript:window.hacked=1", "\"><input autofocus onfocus=window.hacked=1>",
    "{{window.hacked=1}}", "${window.hacked=1}", "<style>*{display:none}</style>", "<base href='http://evil.example/'>",
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Push(http.server.BaseHTTPRequestHandler):
    """Takes what is sent to people."""

    port = 0
    got: list[tuple[str, str | None, bytes]] = []  # path, header Click, body
    times: dict[str, list[float]] = {}  # by path

    @classmethod
    def start(cls) -> None:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), cls)
        cls.port = server.server_port
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.got.append((self.path, self.headers["Click"], body))
        self.times.setdefault(self.path, []).append(time.monotonic())
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


class Console:
    """A desk with the form of the tests, interlockd and the console."""

    def __init__(self) -> None:
        self.desk = Desk(POLICY)
        self.port = free_port()
        self.origin = f"http://localhost:{self.port}"
        self.form = self.desk.form()
        Push.start()
        push = self.desk.dir / "push"
        push.touch(mode=0o600)
        push.write_text(f"anna ntfy http://localhost:{Push.port}/topic\nben webhook http://localhost:{Push.port}/hook\n")
        command = [str(BUILD / "clients" / "console" / "interlock-console"), "--control", "--view", "--push", str(push)]
        self.program = self.desk.start([*command, "--origin", self.origin, "--listen", f"127.0.0.1:{self.port}"])
        eventually("the console serves", lambda: self.raw(f"GET / HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\n").startswith(b"HTTP/1.1 200"))
        self.profiles = pathlib.Path(tempfile.mkdtemp(dir=self.desk.dir))

    def raw(self, request: str) -> bytes:
        """What comes back for these bytes, up to the end of the headers."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=20) as connection:
                connection.sendall(request.encode())
                got = b""
                while b"\r\n\r\n" not in got:
                    part = connection.recv(65536)
                    if not part:
                        break
                    got += part
                return got
        except OSError:
            return b""

    def sign_in(self, browser: Chromium | Firefox) -> None:
        browser.open(self.desk.ctl("console").strip())
        eventually("signed in", lambda: browser.run("document.querySelectorAll('nav button').length"))

    def approvers(self, line: str, seconds: int = 120) -> None:
        config = pathlib.Path(self.desk.env["XDG_CONFIG_HOME"]) / "interlock" / "policy.yaml"
        policy = POLICY.replace("prompt_timeout_s: 120", f"prompt_timeout_s: {seconds}")
        config.write_text(policy + f"  replies: signed\napprovers:\n  - {{name: anna, keys: ['{line}']}}\n")
        self.desk.stop_daemon()
        self.desk.start_daemon()

    def raise_form(self) -> None:
        self.desk.output("xdotool", "search", "--name", "^The form$", "windowraise")

    @contextlib.contextmanager
    def question(self, intent: str = "order the kettle") -> Iterator[dict[str, Any]]:
        """An agent that wants to press "Submit Order"; afterwards what it was told is in "reply"."""
        found: dict[str, Any] = {}

        def ask() -> None:
            with socket.socket(socket.AF_UNIX) as agent:
                agent.connect(self.desk.socket)
                lines = agent.makefile("rw", encoding="utf-8", newline="\n")

                def call(method: str, **params: object) -> dict[str, Any]:
                    lines.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n")
                    lines.flush()
                    return json.loads(lines.readline()).get("result") or {}

                call("session.open", name="shop-assistant")
                action = {"type": "click", "x": at[0], "y": at[1]}
                for _ in range(10):
                    found["reply"] = call("act", action=action, intent=intent)
                    if "outcome" in found["reply"]:
                        break
                    # A browser that has just started may have raised its own window once more; it got the click.
                    self.raise_form()
                    time.sleep(0.5)

        at = self.form.centre("Submit Order")
        thread = threading.Thread(target=ask)
        thread.start()
        found |= eventually("a question", self.desk.pending)[0]
        yield found
        if self.desk.pending():
            self.desk.ctl("deny", str(found["id"]))
        thread.join()

    def end(self) -> None:
        self.desk.__exit__()


class Other(http.server.BaseHTTPRequestHandler):
    """A page of another origin."""

    page = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.page)

    def log_message(self, *_: Any) -> None:
        pass


# Everything that a page can send without being asked, at every address of the console; `done` says that it was sent.
ATTACK = """<!doctype html><body><iframe name=sink></iframe><script>
const target = "ORIGIN", id = "QUESTION", denial = JSON.stringify({id, approve: false});
window.read = [];
const note = (what) => (value) => { window.read.push(what + ": " + value); };
(async () => {
  const tries = [];
  for (const path of ["/api/answer", "/api/pause", "/api/halt", "/api/logout"]) {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json"])
      for (const mode of ["no-cors", "cors"])
        tries.push(fetch(target + path, {method: "POST", mode, credentials: "include", headers: {"Content-Type": type}, body: denial})
          .then(async (r) => { if (r.type !== "opaque") note(path)(await r.text()); }, () => {}));
    navigator.sendBeacon(target + path, new Blob([denial], {type: "text/plain"}));
    const form = document.createElement("form");
    Object.assign(form, {method: "POST", action: target + path, target: "sink", enctype: "text/plain"});
    const field = document.createElement("input");
    field.name = denial.slice(0, -1) + ', "x": "'; field.value = '"}';
    form.append(field); document.body.append(form); form.submit();
    await new Promise((r) => setTimeout(r, 100));
  }
  const events = new EventSource(target + "/api/events", {withCredentials: true});
  events.onmessage = (e) => note("events")(e.data);
  tries.push(fetch(target + "/api/state", {credentials: "include"}).then(async (r) => note("state")(await r.text()), () => {}));
  const frame = document.createElement("iframe"); frame.src = target + "/"; document.body.append(frame);
  await Promise.all(tries);
  await new Promise((r) => setTimeout(r, 1500));
  try { if (frame.contentDocument) note("frame")(frame.contentDocument.title); } catch {}
  window.done = true;
})();
</script>"""


class InBrowsers(unittest.TestCase):
    console: Console
    chromium: Chromium
    firefox: Firefox

    @classmethod
    def setUpClass(cls) -> None:
        cls.console = Console()
        cls.addClassCleanup(cls.console.end)
        cls.chromium = Chromium(cls.console.profiles / "chromium", cls.console.desk.env)
        cls.addClassCleanup(cls.chromium.end)
        cls.console.sign_in(cls.chromium)
        cls.line = cls.make_passkey()
        cls.console.approvers(cls.line)

    @classmethod
    def make_passkey(cls) -> str:
        page = cls.chromium
        page.run("document.querySelector('[data-part=passkey]').click()")
        page.run("document.querySelector('main .yes').click()")
        line = eventually("a passkey", lambda: page.run("document.querySelector('main pre').textContent"))
        page.run("document.querySelector('[data-part=inbox]').click()")
        return str(line)

    def card(self, id: str) -> str:
        return f"document.querySelector('[data-id=\"{id}\"]')"

    def wait_for_card(self, id: str) -> None:
        eventually("the question is shown", lambda: self.chromium.run(f"!!{self.card(id)}"))

    def test_a_passkey_approves_and_the_log_proves_it(self) -> None:
        before = self.console.form.count("clicked", "Submit Order")
        with self.console.question() as question:
            self.wait_for_card(question["id"])
            eventually("its picture", lambda: self.chromium.run(f"!!{self.card(question['id'])}.querySelector('img')"))
            text = self.chromium.run(f"{self.card(question['id'])}.textContent")
            for words in ["shop-assistant", "Submit Order", "order the kettle"]:
                self.assertIn(words, text)
            self.chromium.run(f"{self.card(question['id'])}.querySelector('.yes').click()")
            eventually("the answer", lambda: not self.console.desk.pending())
        self.assertEqual(question["reply"]["outcome"], "approved", question["reply"])
        self.assertIn("signature of anna", question["reply"]["outcome_reason"])
        eventually("one click", lambda: self.console.form.count("clicked", "Submit Order") == before + 1)
        self.assertRegex(self.console.desk.ctl("audit", "verify"), r"signed answers: \d+, all right")

    def test_a_denial_needs_no_passkey(self) -> None:
        before = self.console.form.count("clicked", "Submit Order")
        with self.console.question() as question:
            self.wait_for_card(question["id"])
            self.chromium.run(f"{self.card(question['id'])}.querySelector('.no').click()")
            eventually("the answer", lambda: not self.console.desk.pending())
        self.assertEqual(question["reply"]["outcome"], "denied")
        self.assertEqual(self.console.form.count("clicked", "Submit Order"), before)

    def test_nobody_who_is_verified_no_approval(self) -> None:
        self.chromium.call("WebAuthn.setUserVerified", {"authenticatorId": self.chromium.authenticator, "isUserVerified": False})
        try:
            with self.console.question() as question:
                self.wait_for_card(question["id"])
                self.chromium.run(f"{self.card(question['id'])}.querySelector('.yes').click()")
                eventually("a notice", lambda: self.chromium.run("document.getElementById('notice').textContent"))
                self.assertTrue(self.console.desk.pending(), "the question stays open")
        finally:
            self.chromium.call("WebAuthn.setUserVerified", {"authenticatorId": self.chromium.authenticator, "isUserVerified": True})

    def test_what_is_shown_is_what_is_signed(self) -> None:
        with self.console.question() as question:
            self.wait_for_card(question["id"])
            sign = """(async () => {
              const {statementFor} = await import("/statement.js");
              const {picture, read} = await import("/calls.js");
              const question = (await read("/api/state")).questions[0];
              const png = question.picture ? await picture("/api/picture?id=" + question.id) : null;
              const tries = {};
              const attempt = async (name, change, shown = png) => {
                const other = structuredClone(question);
                change(other);
                tries[name] = await statementFor(other, "once", shown).then(() => "signed", (error) => error.message);
              };
              await attempt("nothing", () => {});
              await attempt("shown", (q) => { q.shown[0][1] += "!"; });
              await attempt("done", (q) => { q.done.pop(); });
              await attempt("id", (q) => { q.id = "0".repeat(32); });
              await attempt("line", (q) => { q.statement = q.statement.replace("once", "once\\nx y"); });
              await attempt("picture", () => {}, new ArrayBuffer(8));
              return tries;
            })()"""
            tries = self.chromium.run(sign)
        self.assertEqual(tries.pop("nothing"), "signed")
        self.assertNotIn("signed", tries.values(), tries)

    def attack(self, browser: Chromium | Firefox, host: str, target: str) -> list[str]:
        with self.console.question() as question:
            Other.page = ATTACK.replace("ORIGIN", target).replace("QUESTION", question["id"]).encode()
            browser.open(f"http://{host}:{self.other.server_port}/")
            eventually("all was sent", lambda: browser.run("window.done === true"))
            still_open = [each["id"] for each in self.console.desk.pending()]
            self.assertEqual(still_open, [question["id"]], f"changed by {host} in {type(browser).__name__}")
            status = json.loads(self.console.desk.ctl("--json", "status"))
            self.assertEqual(status["state"], "running")
            self.assertFalse(any(session["halted"] for session in status["sessions"]))
            return list(browser.run("window.read"))

    def test_pages_of_other_origins_change_and_read_nothing(self) -> None:
        self.other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other)
        threading.Thread(target=self.other.serve_forever, daemon=True).start()
        firefox = Firefox(self.console.profiles / "firefox", self.console.desk.env)
        try:
            self.console.sign_in(firefox)
            for browser in (self.chromium, firefox):
                for host in ("localhost", "127.0.0.1"):  # another port of our own host, and another host
                    for target in (self.console.origin, f"http://127.0.0.1:{self.console.port}"):
                        self.assertEqual(self.attack(browser, host, target), [], f"{host} -> {target}")
                browser.open(self.console.origin + "/")
                eventually("still signed in", lambda b=browser: b.run("document.querySelectorAll('nav button').length"))
        finally:
            firefox.end()
            self.other.shutdown()
            self.other.server_close()
            self.chromium.open(self.console.origin + "/")

    def test_other_names_are_refused_before_the_body(self) -> None:
        port = self.console.port
        for host in ["127.0.0.1", f"127.0.0.1:{port}", f"0.0.0.0:{port}", "localhost", f"localhost.:{port}", f"LOCALHOST:{port}", f"rebound.example:{port}",
                     f"[::1]:{port}", "", f"localhost:{port}@evil.example", f"localhost:{port + 1}"]:
            head = f"POST /api/answer HTTP/1.1\r\nHost: {host}\r\nOrigin: {self.console.origin}\r\nSec-Fetch-Site: same-origin\r\n"
            head += "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n"  # and no byte of it follows
            self.assertEqual(self.console.raw(head).split(b" ")[1:2], [b"421"], host)
        twice = f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\nHost: evil.example\r\n\r\n"
        self.assertIn(self.console.raw(twice).split(b" ")[1:2], ([b"421"], [b"400"], []))

    def test_without_a_session_nothing_is_told(self) -> None:
        head = f"Host: localhost:{self.console.port}\r\nSec-Fetch-Site: same-origin\r\n"
        for path in ["/api/state", "/api/events", "/api/view", "/api/picture?id=1"]:
            self.assertIn(b" 401 ", self.console.raw(f"GET {path} HTTP/1.1\r\n{head}\r\n").split(b"\r\n")[0], path)
        post = f"{head}Origin: {self.console.origin}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
        for path in ["/api/answer", "/api/pause", "/api/halt"]:
            self.assertIn(b" 401 ", self.console.raw(f"POST {path} HTTP/1.1\r\n{post}").split(b"\r\n")[0], path)
        got = self.console.raw(f"GET / HTTP/1.1\r\n{head}\r\n").decode()
        self.assertIn("default-src 'none'", got)
        self.assertIn("require-trusted-types-for 'script'", got)

    def test_a_link_opens_once(self) -> None:
        link = self.console.desk.ctl("console").strip().rsplit("=", 1)[1]
        body = json.dumps({"link": link})
        request = f"POST /api/login HTTP/1.1\r\nHost: localhost:{self.console.port}\r\nSec-Fetch-Site: same-origin\r\nOrigin: {self.console.origin}\r\n"
        request += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        first = self.console.raw(request)
        self.assertIn(b" 200 ", first.split(b"\r\n")[0])
        self.assertIn(b"HttpOnly; SameSite=Strict", first)
        self.assertIn(b" 403 ", self.console.raw(request).split(b"\r\n")[0])

    def test_a_thousand_hostile_titles_run_nothing(self) -> None:
        titles = [HOSTILE[i % len(HOSTILE)] + str(i) for i in range(1000)]
        script = f"""(async () => {{
          const {{questionCard}} = await import("/question.js");
          const titles = {json.dumps(titles)};
          const question = {{id: "0".repeat(32), headline: titles[0], agent: titles[1], statement: titles[2], shown: titles.map((t) => [t, t]),
            done: titles.map((t) => [t, t]), picture: false, lifespans: ["once", titles[3]], needed: 2, signed_by: [titles[4]], expires_in_ms: 60000}};
          const count = () => document.querySelectorAll("script, iframe, svg, style, base, input, [onerror], [onload]").length;
          const before = count();
          const card = questionCard(question, () => {{}});
          document.getElementById("main").append(card);
          await new Promise((r) => setTimeout(r, 1000));
          const found = {{added: count() - before, hacked: window.hacked ?? null, whole: titles.every((t) => card.textContent.includes(t))}};
          card.remove();
          return found;
        }})()"""
        self.assertEqual(self.chromium.run(script), {"added": 0, "hacked": None, "whole": True})

    def test_markup_is_refused_by_the_browser_itself(self) -> None:
        sinks = """(() => {
          const tries = {};
          const attempt = (name, f) => { try { f(); tries[name] = "done"; } catch (error) { tries[name] = error.name; } };
          attempt("innerHTML", () => { document.createElement("p").innerHTML = "<b>x</b>"; });
          attempt("policy", () => { trustedTypes.createPolicy("x", {}); });
          return tries;
        })()"""
        self.assertEqual(self.chromium.run(sinks), {"innerHTML": "TypeError", "policy": "TypeError"})

    def test_a_console_that_was_stopped_brings_no_late_yes(self) -> None:
        before = self.console.form.count("clicked", "Submit Order")
        self.console.approvers(self.line, seconds=30)
        self.addCleanup(self.console.approvers, self.line)
        with self.console.question() as question:
            self.wait_for_card(question["id"])
            eventually("its picture", lambda: self.chromium.run(f"!!{self.card(question['id'])}.querySelector('img')"))
            self.console.program.send(signal.SIGSTOP)
            try:
                self.chromium.run(f"{self.card(question['id'])}.querySelector('.yes').click()")
                eventually("the time is over", lambda: not self.console.desk.pending())
            finally:
                self.console.program.send(signal.SIGCONT)
            notice = "document.getElementById('notice').textContent"
            said = eventually("the page says so", lambda: self.chromium.run(notice))
            self.assertIn("waits for an answer", said)
        self.assertEqual(question["reply"]["outcome"], "timed_out", question["reply"])
        self.assertEqual(self.console.form.count("clicked", "Submit Order"), before)

    def test_people_are_told_by_a_link_and_nothing_else(self) -> None:
        with self.console.question():
            for path in ("/topic", "/hook"):
                eventually(f"a message to {path}", lambda p=path: any(got[0] == p for got in Push.got), seconds=130)
        for path, click, body in Push.got:
            self.assertNotRegex(body, b"kettle|Submit|shop")
            if path == "/topic":
                self.assertEqual(click, self.console.origin + "/")
                self.assertRegex(body, rb"^\d+ questions? waits?$")
            else:
                self.assertEqual(set(json.loads(body)), {"text", "questions", "link"})
                self.assertEqual(json.loads(body)["link"], self.console.origin + "/")

    def test_nobody_gets_more_than_one_message_a_minute(self) -> None:
        for number in range(6):  # each is a new one, and would be told at once
            with self.console.question(f"number {number}") as question:
                self.wait_for_card(question["id"])
        for path in ("/topic", "/hook"):
            eventually(f"a message to {path}", lambda p=path: Push.times.get(p), seconds=130)
            times = Push.times[path]
            self.assertFalse([late - early for early, late in zip(times, times[1:]) if late - early < 55], path)

    def test_the_page_loads_sends_and_runs_nothing_of_anybody_else(self) -> None:
        """Even if some text of an application became markup."""
        asked: list[str] = []

        class Elsewhere(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        there = f"http://127.0.0.1:{server.server_port}"
        script = f"""(async () => {{
          const refused = new Set();
          document.addEventListener("securitypolicyviolation", (e) => refused.add(e.effectiveDirective));
          const add = (name, more) => {{ const made = Object.assign(document.createElement(name), more); document.body.append(made); return made; }};
          const made = [add("img", {{src: "{there}/img"}}), add("iframe", {{src: "{there}/frame"}}), add("link", {{rel: "stylesheet", href: "{there}/style"}}),
            add("form", {{action: "{there}/form", method: "GET"}})];
          made[3].submit();
          await fetch("{there}/fetch", {{mode: "no-cors"}}).catch(() => {{}});
          for (let i = 0; i < 300 && refused.size < 5; ++i) await new Promise((r) => setTimeout(r, 100));
          for (const each of made) each.remove();
          return [...refused].sort();
        }})()"""
        refused = self.chromium.run(script)
        self.assertEqual(asked, [])
        self.assertEqual(refused, ["connect-src", "form-action", "frame-src", "img-src", "style-src-elem"])

    def test_a_session_that_was_ended_is_told_nothing(self) -> None:
        """In a browser that still has its cookie: the console checks it, not the page."""
        link = self.console.desk.ctl("console").strip().rsplit("=", 1)[1]
        body = json.dumps({"link": link})
        head = f"Host: localhost:{self.console.port}\r\nSec-Fetch-Site: same-origin\r\nOrigin: {self.console.origin}\r\nContent-Type: application/json\r\n"
        reply = self.console.raw(f"POST /api/login HTTP/1.1\r\n{head}Content-Length: {len(body)}\r\n\r\n{body}").decode()
        cookie = next(line for line in reply.split("\r\n") if line.lower().startswith("set-cookie:")).split(":", 1)[1].split(";")[0].strip()

        def state(said: str) -> bytes:
            return self.console.raw(f"GET /api/state HTTP/1.1\r\n{head}Cookie: {said}\r\n\r\n").split(b"\r\n")[0]

        self.assertIn(b" 200 ", state(cookie))
        self.assertIn(b" 401 ", state(cookie[:-1] + ("0" if cookie[-1] != "0" else "1")))
        self.console.raw(f"POST /api/logout HTTP/1.1\r\n{head}Cookie: {cookie}\r\nContent-Length: 2\r\n\r\n{{}}")
        self.assertIn(b" 401 ", state(cookie))

    def test_older_decisions_follow_the_newest_without_a_gap(self) -> None:
        folder = os.environ.get("INTERLOCK_PICTURES")
        rows = "[...document.querySelectorAll('main .row .grow')].map((each) => each.textContent.match(/step-\\d+/)?.[0]).filter(Boolean)"
        agent = Agent(self.console.desk.socket)
        self.addCleanup(agent.close)
        agent.call("session.open", name="busy")
        steps = 0

        def act(count: int) -> None:
            nonlocal steps
            for _ in range(count):
                agent.call("tool.before", name=f"step-{steps}", args={})
                steps += 1

        self.chromium.run("document.querySelector('[data-part=history]').click()")
        # interlockd may have been started again just now, and the console not yet be connected.
        eventually("decisions come in", lambda: agent.call("tool.before", name="first", args={}) and self.chromium.run("document.querySelectorAll('main .row').length"))
        act(230)
        eventually("the newest", lambda: self.chromium.run(rows)[:1] == ["step-229"])
        self.assertEqual(len(self.chromium.run(rows)), 200)
        self.chromium.run("document.querySelector('[data-older]').focus()")
        self.chromium.run("document.querySelector('[data-older]').click()")
        eventually("the older ones", lambda: len(self.chromium.run(rows)) == 230)
        self.assertTrue(self.chromium.run("document.activeElement.matches('[data-older]')"), "for those who use the keyboard")
        act(20)  # the newest 200 are others now
        eventually("new ones", lambda: self.chromium.run(rows)[:1] == ["step-249"])
        self.assertEqual(self.chromium.run(rows), [f"step-{number}" for number in reversed(range(250))])
        for width, height in ((390, 844), (1440, 900)):
            self.chromium.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
            for theme in ("light", "dark"):
                self.chromium.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
                self.assertLessEqual(self.chromium.run("document.documentElement.scrollWidth"), width, "nothing is cut at the side")
                self.chromium.run("document.querySelector('[data-older]').scrollIntoView({block: 'end'})")
                shot = self.chromium.call("Page.captureScreenshot", {"format": "png"})["data"]
                if folder:
                    pathlib.Path(folder, f"history-{width}-{theme}.png").write_bytes(base64.b64decode(shot))
        self.chromium.call("Emulation.clearDeviceMetricsOverride")
        self.chromium.call("Emulation.setEmulatedMedia", {"features": []})
        self.chromium.run("document.querySelector('[data-part=inbox]').click()")

    def test_pictures_of_the_page_are_taken(self) -> None:
        """With INTERLOCK_PICTURES=FOLDER it writes the screenshots of docs/approvals.md."""
        folder = os.environ.get("INTERLOCK_PICTURES")
        with self.console.question() as question:
            self.wait_for_card(question["id"])
            eventually("its picture", lambda: self.chromium.run(f"!!{self.card(question['id'])}.querySelector('img')"))
            for width, height, name in ((390, 844, "phone"), (1440, 900, "desktop")):
                metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
                self.chromium.call("Emulation.setDeviceMetricsOverride", metrics)
                for theme in ("light", "dark"):
                    media = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
                    self.chromium.call("Emulation.setEmulatedMedia", media)
                    self.assertLessEqual(self.chromium.run("document.documentElement.scrollWidth"), width, "nothing is cut at the side")
                    shot = self.chromium.call("Page.captureScreenshot", {"format": "png"})["data"]
                    if folder:
                        pathlib.Path(folder, f"console-{name}-{theme}.png").write_bytes(base64.b64decode(shot))
            self.chromium.call("Emulation.clearDeviceMetricsOverride")
            self.chromium.call("Emulation.setEmulatedMedia", {"features": []})
        for part in ("live", "sessions", "history", "policy", "passkey"):
            self.chromium.run(f"document.querySelector('[data-part={part}]').click()")
            eventually(part, lambda: self.chromium.run("!!document.querySelector('main .card h2')"))
            if part == "live":
                eventually("the screen", lambda: self.chromium.run("document.querySelector('.screen')?.naturalWidth > 0"))
            if folder:
                shot = self.chromium.call("Page.captureScreenshot", {"format": "png"})["data"]
                pathlib.Path(folder, f"part-{part}.png").write_bytes(base64.b64decode(shot))
        self.chromium.run("document.querySelector('[data-part=inbox]').click()")


if __name__ == "__main__":
    unittest.main()
