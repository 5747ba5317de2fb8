"""A person takes over from the console: the agents of a real interlockd do nothing and see nothing until the desktop is handed back."""

from __future__ import annotations

import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest
from typing import Any

from desk import BUILD, Desk, Program, eventually

CONSOLE = str(BUILD / "clients" / "console" / "interlock-console")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Page:
    """A console with `--control`, and a session on it."""

    def __init__(self, env: dict[str, str], folder: pathlib.Path, *options: str) -> None:
        self.port = free_port()
        self.origin = f"http://localhost:{self.port}"
        self.cookie = ""
        (folder / "console.log").unlink(missing_ok=True)
        self.program = Program([CONSOLE, "--control", *options, "--origin", self.origin, "--listen", f"127.0.0.1:{self.port}"], env, folder / "console.log")
        eventually("the console serves", lambda: "serves" in (folder / "console.log").read_text())
        with socket.socket(socket.AF_UNIX) as asker:
            asker.connect(f"{env.get('INTERLOCK_SOCKET_DIR', env['XDG_RUNTIME_DIR'] + '/interlock')}/console.sock")
            link = asker.makefile().readline().strip().rsplit("=", 1)[1]
        self.cookie = self.post("/api/login", {"link": link})[1]["Set-Cookie"].split(";")[0]

    def get(self, path: str) -> dict[str, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", path, headers={"Host": f"localhost:{self.port}", "Sec-Fetch-Site": "same-origin", "Cookie": self.cookie})
        found: dict[str, Any] = json.loads(connection.getresponse().read())
        return found

    def post(self, path: str, params: dict[str, Any]) -> tuple[int, http.client.HTTPMessage, dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Host": f"localhost:{self.port}", "Origin": self.origin, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json", "Cookie": self.cookie}
        connection.request("POST", path, json.dumps(params), headers)
        reply = connection.getresponse()
        return reply.status, reply.headers, json.loads(reply.read())


class Agent:
    def __init__(self, path: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(path)
        self._lines = self._socket.makefile("rw", encoding="utf-8", newline="\n")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        self._lines.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n")
        self._lines.flush()
        reply: dict[str, Any] = json.loads(self._lines.readline())
        return reply

    def timeout(self, seconds: float) -> None:
        """For a reply from now on."""
        self._socket.settimeout(seconds)

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


class TakeOver(unittest.TestCase):
    def test_agents_do_nothing_and_see_nothing_until_it_is_handed_back(self) -> None:
        desk = Desk()
        self.addCleanup(desk.__exit__)
        desk.form()
        page = Page(desk.env, desk.dir)
        self.addCleanup(page.program.end)
        agent = Agent(desk.socket)
        self.addCleanup(agent.close)
        window = agent.call("windows")["result"]["windows"][0]["id"]
        looks: list[tuple[str, dict[str, Any]]] = [("observe", {}), ("screenshot", {}), ("windows", {}), ("window", {"window": window}), ("desktop", {})]

        def allowed() -> list[bool]:
            seen = ["result" in agent.call(method, **params) for method, params in looks]
            may = agent.call("tool.before", name="read", args={"n": len(done)})["result"]["may_call"]
            done.append(agent.call("act", action={"type": "move", "x": 5 + len(done), "y": 5})["result"])
            return [*seen, may, done[-1]["executed"]]

        done: list[dict[str, Any]] = []
        self.assertEqual(allowed(), [True] * 7)
        status, _, said = page.post("/api/takeover", {})
        self.assertEqual((status, said), (200, {"ok": True}), "this desktop has no VNC")
        self.assertEqual(allowed(), [False] * 7)
        self.assertEqual(done[-1]["code"], "paused")
        for method, params in looks:
            error = agent.call(method, **params)["error"]
            self.assertEqual(error["code"], -32004)
            self.assertIn("interlockctl resume", error["message"], method)
        late = Agent(desk.socket)  # nor does a new session
        self.addCleanup(late.close)
        self.assertIn("interlockctl resume", late.call("observe")["error"]["message"])
        desk.ctl("resume")
        self.assertEqual(allowed(), [True] * 7)

    @unittest.skipUnless(shutil.which("Xvnc"), "Xvnc is not installed")
    def test_the_vnc_of_a_desktop_is_shown(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="interlock-test."))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        env = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "LANG": "C.UTF-8"}
        folder.chmod(0o700)
        command = [str(BUILD / "cli" / "interlockctl"), "desktop", "--name", "vnc", "--vnc"]
        runtime = folder / "interlock-desktops" / "vnc"
        program = Program(command, env, folder / "desktop.log")
        self.addCleanup(program.end, signal.SIGTERM)
        eventually("the desktop is there", lambda: (runtime / "interlock" / "control.sock").exists())
        page = Page({**env, "INTERLOCK_SOCKET_DIR": str(runtime / "interlock")}, folder)
        self.addCleanup(page.program.end)
        status, _, said = page.post("/api/takeover", {})
        self.assertEqual((status, said), (200, {"ok": True, "vnc": str(runtime / "vnc.sock")}))
        with socket.socket(socket.AF_UNIX) as viewer:
            viewer.connect(said["vnc"])
            self.assertTrue(viewer.recv(12).startswith(b"RFB 003."))


if __name__ == "__main__":
    unittest.main()
