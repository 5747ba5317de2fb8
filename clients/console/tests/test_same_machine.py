"""An agent on the machine of the console tries to get a yes: confined, as a user of its own, as the same user, and in the browser in which a person is signed in."""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
from typing import Any

from browsers import Chromium
from desk import BUILD, Desk, eventually
from fleet import Asked, make_key, sign, yes
from test_takeover import Agent, Page

POLICY = """preset: default
guardrails: {allow_private_networks: true}
rules:
  - {name: deploys, when: {tool.name: deploy}, decision: require_confirmation}
approvers:
  - {name: anna, keys: ['%s']}
daemon: {replies: signed, prompt_timeout_s: 600, observation_deadline_ms: 5000, denial_memory_s: 0, max_denials: 0}
"""
TUN = os.access("/dev/net/tun", os.R_OK | os.W_OK) and shutil.which("slirp4netns")

# Prints a line for each way: "open NAME" if it led somewhere, and "YES NAME" if an answer was taken for a yes.
PROBE = r"""
import base64, hashlib, http.client, json, os, pathlib, re, socket, sys
about = json.loads(sys.argv[1])
TOKEN = re.compile(rb"[0-9a-f]{64}")

def tell(word, name): print(word, name, flush=True)

def search(name, data):
    # A token opens a session; only its digest is known here.
    if any(hashlib.sha256(each).hexdigest() in about["digests"] for each in TOKEN.findall(data)): tell("open", name)

def read(path):
    try: return pathlib.Path(path).read_bytes()
    except OSError: return b""

for process in pathlib.Path("/proc").glob("[0-9]*"):
    if process.name == str(os.getpid()): continue
    for part in ("cmdline", "environ"): search("proc-" + part, read(process / part))
    if not read(process / "cmdline").split(b"\0")[0].endswith(b"/interlock-console"): continue
    tell("open", "proc")
    try:
        with open(process / "mem", "rb", 0) as memory:
            for line in read(process / "maps").splitlines():
                words = line.split()
                begin, end = (int(each, 16) for each in words[0].split(b"-"))
                if not words[1].startswith(b"rw") or end - begin > 1 << 28: continue
                try:
                    memory.seek(begin)
                    search("proc-mem", memory.read(end - begin))
                except (OSError, ValueError, OverflowError): pass
    except OSError: pass
for root in about["folders"]:
    for folder, _, names in os.walk(root):
        for name in names:
            path = pathlib.Path(folder, name)
            if path.is_file() and (data := read(path)):
                tell("open", "files")
                search("logs", data)

answers = [{"id": about["id"], "approve": True, "lifespan": "once", "signature": each} for each in (
    {"ssh": "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n"},
    {"credential": "AAAA", "authenticator_data": "AAAA", "client_data": "AAAA", "signature": "AAAA"})]
answers += [{"id": about["id"], "approve": True}, {"id": about["id"], "approve": True, "lifespan": "once"}]

def line_of(path, sent=None):
    with socket.socket(socket.AF_UNIX) as there:
        there.settimeout(10)
        there.connect(path)
        if sent is not None: there.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, **sent}).encode() + b"\n")
        return there.makefile().readline()

link = ""
for name in ("console", "questions", "control"):
    path = about["sockets"] + "/" + name + ".sock"
    try:
        if name == "console": link = line_of(path).strip().rsplit("=", 1)[1]
        elif name == "questions":
            for each in answers:
                if "result" in json.loads(line_of(path, {"method": "answer", "params": each})): tell("YES", name)
        elif "result" in json.loads(line_of(path, {"method": "reply", "params": {"id": about["id"], "approve": True}})): tell("YES", name)
        tell("open", name)
    except (OSError, IndexError, ValueError): tell("closed", name)

def post(host, path, body, **headers):
    there = http.client.HTTPConnection(host, about["port"], timeout=10)
    there.request("POST", path, json.dumps(body), {"Host": "localhost:%d" % about["port"], "Content-Type": "application/json", **headers})
    reply = there.getresponse()
    reply.read()
    return reply

ORIGIN = {"Origin": "http://localhost:%d" % about["port"], "Sec-Fetch-Site": "same-origin"}
FORGED = [{}, ORIGIN, {**ORIGIN, "Cookie": "__Host-interlock=" + "0" * 64}, {**ORIGIN, "Cookie": "__Host-interlock="}, {**ORIGIN, "X-Forwarded-For": "127.0.0.1", "X-Forwarded-User": "anna",
          "X-Real-IP": "127.0.0.1", "Forwarded": "for=127.0.0.1", "Authorization": "Basic YW5uYTphbm5h", "X-Remote-User": "anna"}, {**ORIGIN, "X-HTTP-Method-Override": "GET", "Upgrade": "websocket"}]
hosts = {"127.0.0.1", "::1", "0.0.0.0", "10.0.2.2"}
try: hosts |= {each[4][0] for each in socket.getaddrinfo(socket.gethostname(), None)}
except OSError: pass
for host in hosts:
    try:
        for headers in FORGED:
            for each in answers:
                if post(host, "/api/answer", each, **headers).status == 200: tell("YES", "port")
        tell("open", "port")
        if not link: continue
        # What the same user can do: sign in. That allows to look and to deny.
        session = post(host, "/api/login", {"link": link}, **ORIGIN).headers["Set-Cookie"].split(";")[0]
        link = ""
        tell("open", "session")
        for each in answers:
            if post(host, "/api/answer", each, **ORIGIN, Cookie=session).status == 200: tell("YES", "session")
    except (OSError, TypeError, http.client.HTTPException): pass
tell("done", "")
"""


class SameMachine(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.desk = Desk("preset: default\n")
        cls.addClassCleanup(cls.desk.__exit__)
        cls.file = pathlib.Path(cls.desk.env["XDG_CONFIG_HOME"]) / "interlock" / "policy.yaml"
        cls.key = make_key(cls.desk.dir, "anna")
        cls.load(POLICY % cls.key)
        cls.page = Page(cls.desk.env, cls.desk.dir)
        cls.addClassCleanup(cls.page.program.end)

    @classmethod
    def load(cls, policy: str) -> None:
        cls.file.write_text(policy)
        cls.desk.stop_daemon()
        cls.desk.start_daemon()

    def about(self, question: dict[str, Any]) -> str:
        token = self.page.cookie.split("=", 1)[1]
        runtime = self.desk.env["XDG_RUNTIME_DIR"]
        return json.dumps(
            {
                "id": question["id"],
                "digests": [hashlib.sha256(token.encode()).hexdigest()],
                "port": self.page.port,
                "sockets": f"{runtime}/interlock",
                "folders": [str(self.desk.dir / "log"), self.desk.env["XDG_STATE_HOME"], str(self.desk.dir / "console.log")],
            }
        )

    def no_yes(self, *command: str) -> set[str]:
        """The ways that were open to a probe that `command` starts, while a question waits. The question is answered by a signature afterwards."""
        asked = Asked(self.desk, self.id())
        with Approver(self.desk) as approver:
            question = eventually("a question", approver.questions)[0]
            done = subprocess.run(
                [*command, "/usr/bin/python3", "-c", PROBE, self.about(question)], env=self.desk.env, capture_output=True, text=True, check=False, cwd="/"
            )
            self.assertIn("done", done.stdout, done.stderr)
            lines = done.stdout.splitlines()
            self.assertEqual([line for line in lines if line.startswith("YES")], [], done.stdout)
            self.assertEqual(asked.reply, {}, "the question still waits")
            self.assertEqual(approver.call("answer", **yes(question, sign(self.desk.dir / "anna", question["statement"])))["result"]["outcome"], "approved")
        self.assertTrue(asked.answer()["may_call"])
        return {line.split()[1] for line in lines if line.startswith("open")}

    def test_the_same_user_can_look_and_deny(self) -> None:
        """Advisory: it reaches everything, also a session of the console, and signs nothing."""
        ways = self.no_yes()
        known = {"console", "questions", "control", "port", "session", "files", "proc", *(["proc-mem"] if os.geteuid() == 0 else [])}
        self.assertLessEqual(known, ways, "the probe can tell")
        self.assertFalse({"logs", "proc-cmdline", "proc-environ"} & ways, "no file, command line or environment has what opens a session")

    def test_a_confined_agent_reaches_nothing_of_it(self) -> None:
        self.assertEqual(self.no_yes(str(BUILD / "cli" / "interlockctl"), "run", "--"), set())

    @unittest.skipUnless(TUN, "/dev/net/tun or slirp4netns is not there")
    def test_neither_does_one_with_a_network(self) -> None:
        self.assertEqual(self.no_yes(str(BUILD / "cli" / "interlockctl"), "run", "--allow-net", "--"), set())

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("runuser"), "only root can become another user")
    def test_a_user_of_its_own_reaches_the_port_alone(self) -> None:
        opened = [self.desk.dir, *(path for path in self.desk.dir.rglob("*") if path.is_dir() and path.name != "interlock")]
        before = [(path, path.stat().st_mode & 0o777) for path in opened]
        for path in opened:  # so that interlock's own folders and sockets are what keeps it out
            path.chmod(0o755)
        self.addCleanup(lambda: [path.chmod(mode) for path, mode in before if path.exists()])
        ways = self.no_yes("runuser", "-u", "nobody", "--")
        self.assertLessEqual({"port"}, ways, "the probe can tell")
        self.assertFalse(ways & {"console", "questions", "control", "session", "proc-mem", "logs", "proc-cmdline", "proc-environ"}, ways)


@unittest.skipUnless(shutil.which("chromium"), "chromium is not installed")
class GuardedBrowser(unittest.TestCase):
    def test_an_agent_does_not_press_what_a_person_signs_with(self) -> None:
        """The person is signed in, in a browser on the agent's desktop, and the passkey asks for no touch."""
        desk = Desk("preset: default\n")
        self.addCleanup(desk.__exit__)
        page = Page(desk.env, desk.dir)
        self.addCleanup(page.program.end)
        browser = Chromium(desk.dir / "chromium", desk.env, on_screen=True)
        self.addCleanup(browser.end)
        browser.open(desk.ctl("console").strip())
        eventually("signed in", lambda: browser.run("document.querySelectorAll('nav button').length"))
        browser.run("document.querySelector('[data-part=passkey]').click()")
        browser.run("document.querySelector('main .yes').click()")
        line = eventually("a passkey", lambda: browser.run("document.querySelector('main pre').textContent"))
        (pathlib.Path(desk.env["XDG_CONFIG_HOME"]) / "interlock" / "policy.yaml").write_text(POLICY % line)
        desk.stop_daemon()
        desk.start_daemon()
        browser.run("document.querySelector('[data-part=inbox]').click()")
        asked = Asked(desk, "v2")
        eventually("the card", lambda: browser.run("document.querySelectorAll('.question .yes').length") == 1)
        self.assertEqual(desk.ctl("lint").strip().splitlines()[-1:], [], "what interlock adds itself is no mistake")
        agent = Agent(desk.socket)
        self.addCleanup(agent.close)
        agent.timeout(60)  # a question about the click would wait for 600 s
        agent.call("session.open", name="shop")

        def button() -> str:
            found = re.search(r'(e\d+) button "Approve with passkey"', agent.call("observe").get("result", {}).get("text", ""))
            return found[1] if found else ""

        ref = eventually("interlock sees the button", button)
        # A person pressed somewhere in the page, and the button has the focus.
        for kind in ("mousePressed", "mouseReleased"):
            browser.call("Input.dispatchMouseEvent", {"type": kind, "x": 3, "y": 3, "button": "left", "clickCount": 1})
        browser.run("document.querySelector('.question .yes').focus()")
        for action in ({"type": "click", "ref": ref}, {"type": "key", "keys": "Return"}, {"type": "key", "keys": "Tab"}, {"type": "type", "text": "x"}):
            reply = agent.call("act", action=action)["result"]
            self.assertEqual((reply["decision"], reply["executed"]), ("block", False), reply)
            self.assertIn("where people approve", json.dumps(reply))
        self.assertEqual(asked.reply, {}, "the question still waits")
        browser.run("document.querySelector('.question .yes').click()")
        self.assertEqual((asked.answer()["outcome"], asked.reply["may_call"]), ("approved", True), "and a person's press approves it")


class Approver(Agent):
    """On the questions socket."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(f"{desk.env['XDG_RUNTIME_DIR']}/interlock/questions.sock")

    def __enter__(self) -> Approver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def questions(self) -> list[dict[str, Any]]:
        return list(self.call("questions")["result"]["questions"])


if __name__ == "__main__":
    unittest.main()
