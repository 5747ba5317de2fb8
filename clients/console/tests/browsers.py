"""Real browsers, driven without packages: Chromium by the pipe of its DevTools, Firefox by Marionette."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import socket
import subprocess
import time
from typing import Any

PATIENCE = 180.0


class Chromium:
    """One page, with a virtual authenticator that a person would touch at once."""

    def __init__(self, folder: pathlib.Path, env: dict[str, str], on_screen: bool = False) -> None:
        self._in, theirs_out = os.pipe()
        theirs_in, self._out = os.pipe()
        command = ["chromium", "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu"]
        command += ["--disable-dev-shm-usage", "--password-store=basic", f"--user-data-dir={folder}"]
        command += ["--no-sandbox", "--test-type"] if os.geteuid() == 0 else []
        if on_screen:
            command.remove("--headless=new")
            command += ["--window-position=0,0", "--window-size=1000,800", "--force-renderer-accessibility"]

        def pipes() -> None:
            # Copies out of the way first: a pipe of ours may be 3 or 4 itself.
            reads, writes = os.dup(theirs_in), os.dup(theirs_out)
            high = [os.dup2(reads, 20), os.dup2(writes, 21)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        log = subprocess.DEVNULL
        self._process = subprocess.Popen([*command, "about:blank"], env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                         close_fds=False, preexec_fn=pipes, start_new_session=True)
        os.close(theirs_in)
        os.close(theirs_out)
        self._last = 0
        self._rest = b""
        target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self._session = self._call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        self.call("Page.enable")
        self.call("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
        options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
        self.authenticator = self.call("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def _call(self, method: str, params: dict[str, Any], session: str = "") -> dict[str, Any]:
        self._last += 1
        message: dict[str, Any] = {"id": self._last, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self._rest:
                part = os.read(self._in, 1 << 20)
                if not part:
                    raise RuntimeError("Chromium is gone")
                self._rest += part
            line, self._rest = self._rest.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") != self._last:
                continue
            if "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            return dict(answer["result"])

    def call(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        return self._call(method, params or {}, self._session)

    def open(self, url: str) -> None:
        self.call("Page.navigate", {"url": "about:blank"})
        self.call("Page.navigate", {"url": url})

    def run(self, script: str) -> Any:
        """The value of an expression in the page; promises are waited for."""
        answer = self.call("Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True, "userGesture": True})
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    @property
    def pid(self) -> int:
        return self._process.pid

    def end(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._in)
        os.close(self._out)


class Firefox:
    def __init__(self, folder: pathlib.Path, env: dict[str, str], on_screen: bool = False) -> None:
        folder.mkdir()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        prefs = {"marionette.port": port, "browser.aboutwelcome.enabled": False, "datareporting.policy.dataSubmissionEnabled": False}
        if on_screen:
            prefs |= {"accessibility.force_disabled": -1}  # on from the start, not only when something asks
        (folder / "user.js").write_text("".join(f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in prefs.items()))
        log = subprocess.DEVNULL
        command = ["firefox-esr", *([] if on_screen else ["--headless"]), "--marionette", "--profile", str(folder)]
        self._process = subprocess.Popen(command, env=env,
                                         stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)
        self._last = 0
        self._rest = b""
        self._read()  # its greeting
        self.call("WebDriver:NewSession", {})

    def _read(self) -> Any:
        def more() -> None:
            part = self._socket.recv(1 << 16)
            if not part:
                raise RuntimeError("Firefox is gone")
            self._rest += part

        while b":" not in self._rest:
            more()
        size, rest = self._rest.split(b":", 1)
        while len(rest) < int(size):
            more()
            rest = self._rest.split(b":", 1)[1]
        self._rest = rest[int(size) :]
        return json.loads(rest[: int(size)])

    def call(self, method: str, params: dict[str, Any]) -> Any:
        self._last += 1
        line = json.dumps([0, self._last, method, params])
        self._socket.sendall(f"{len(line.encode())}:{line}".encode())
        _, _, error, result = self._read()
        if error:
            raise RuntimeError(f"{method}: {error}")
        return result

    def open(self, url: str) -> None:
        self.call("WebDriver:Navigate", {"url": "about:blank"})
        self.call("WebDriver:Navigate", {"url": url})

    def run(self, script: str) -> Any:
        body = f"const done = arguments[arguments.length - 1]; Promise.resolve({script}).then(done, (e) => done(String(e)));"
        return self.call("WebDriver:ExecuteAsyncScript", {"script": body, "args": [], "scriptTimeout": 30000})["value"]

    @property
    def pid(self) -> int:
        return self._process.pid

    def end(self) -> None:
        self._socket.close()
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
