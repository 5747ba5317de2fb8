"""Signed policies from a real HTTPS server with a CA of its own, taken over by a real interlockd on which an agent has acted."""

from __future__ import annotations

import contextlib
import hashlib
import http.server
import json
import pathlib
import shutil
import ssl
import subprocess
import sys
import threading
import time
import unittest
from typing import Any

import broker
import interlock
from desk import BUILD, Desk

CTL = str(BUILD / "cli" / "interlockctl")
WALL_CLOCK = BUILD / "tests" / "libinterlock_wall_clock.so"


class Server:
    """Serves one file, with an ETag, and counts what it answers. `expired`: its certificate is of yesterday."""

    def __init__(self, folder: pathlib.Path, authority: broker.Authority | None = None, expired: bool = False) -> None:
        folder.mkdir(exist_ok=True)
        self.authority = authority or broker.Authority(folder)
        name = "expired" if expired else "policy"
        (self.authority.make_expired if expired else self.authority.make)(name)
        self.text = b""
        self.answers: list[int] = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:  # noqa: N802
                etag = '"' + hashlib.sha256(outer.text).hexdigest()[:16] + '"'
                code = 304 if self.headers.get("If-None-Match") == etag else 200 if outer.text else 404
                outer.answers.append(code)
                self.send_response(code)
                self.send_header("ETag", etag)
                self.send_header("Content-Length", str(len(outer.text) if code == 200 else 0))
                self.end_headers()
                if code == 200:
                    with contextlib.suppress(ssl.SSLError, OSError):  # one that is too long is not read to its end
                        self.wfile.write(outer.text)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("0.0.0.0", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / f"{name}.pem", folder / f"{name}.key")
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.url = f"https://localhost:{self._server.server_address[1]}/desks"
        self.ca = folder / "ca.pem"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def end(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@unittest.skipUnless(shutil.which("openssl") and shutil.which("ssh-keygen"), "openssl or ssh-keygen is not installed")
class Policies(unittest.TestCase):
    def setUp(self) -> None:
        self.now = time.time()  # one moment for all policies of a test: equal arguments make equal texts
        self.desk = Desk("preset: default\n")
        self.addCleanup(self.desk.__exit__)
        self.dir = self.desk.dir / "publisher"
        self.dir.mkdir()
        self.server = Server(self.desk.dir / "server")
        self.addCleanup(self.server.end)
        for name in ("signer", "stranger"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(self.dir / name)], check=True)
        self.file = pathlib.Path(self.desk.env["XDG_CONFIG_HOME"]) / "interlock" / "policy.yaml"
        self.file.write_text(self.policy(0))
        self.desk.stop_daemon()
        self.desk.start_daemon()

    def policy(self, version: int, more: str = "", days: int = 30) -> str:
        signer = (self.dir / "signer.pub").read_text().strip()
        text = f"preset: default\nguardrails: {{allow_private_networks: true}}\nbundle:\n  url: {self.server.url}\n  ca: {self.server.ca}\n  signers: ['{signer}']\n"
        if version:
            expires = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.now + days * 86400))
            text += f"  version: {version}\n  expires: {expires}\n"
        return text + more

    def sign(self, text: str, key: str = "signer") -> bytes:
        """As ssh-keygen does it, so that `policy sign` is not what says that `policy sign` is right."""
        command = ["ssh-keygen", "-q", "-Y", "sign", "-n", "interlock-policy", "-f", str(self.dir / key)]
        armored = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
        return (text + "".join(f"# {line}\n" for line in armored.splitlines())).encode()

    def ctl(self, *words: str) -> tuple[int, str]:
        """As from a timer: in a session of its own, so that nothing says that a person asks."""
        done = subprocess.run([CTL, *words], env=self.desk.env, capture_output=True, text=True, check=False, start_new_session=True)
        return done.returncode, done.stdout + done.stderr

    def publish(self, text: bytes) -> tuple[int, str]:
        self.server.text = text
        return self.ctl("policy", "fetch")

    def in_force(self) -> int:
        code, text = self.ctl("--json", "status")
        self.assertEqual(code, 0, text)
        bundle = json.loads(text)["policy"]["bundle"]
        return int(bundle["version"]) if bundle else 0

    def act(self) -> None:
        """From now on a reload needs a person, or a signature."""
        form = self.desk.form()
        with self.desk.connect() as client, client.open_session("shop") as session:
            session.act(interlock.click(*form.centre("Next")))

    def records(self, what: str) -> list[dict[str, Any]]:
        log = pathlib.Path(self.desk.env["XDG_STATE_HOME"]) / "interlock" / "audit.jsonl"
        return [record for line in log.read_text().splitlines() if (record := json.loads(line)).get("what") == what]

    def test_a_newer_signed_policy_is_in_force_without_a_person(self) -> None:
        self.act()
        refused, said = self.ctl("reload")
        self.assertEqual(refused, 1, "a reload by this program does not count as a person's: " + said)
        code, said = self.publish(self.sign(self.policy(1)))
        self.assertEqual((code, self.in_force()), (0, 1), said)
        note = self.records("reload")[-1]
        self.assertEqual((note["bundle"]["version"], note["bundle"]["signed"]), (1, True))
        grant = self.records("grant")[-1]
        self.assertIn("signed by " + (self.dir / "signer.pub").read_text().rsplit(" ", 1)[0], grant["by"]["accepted"])

        # The next time the server says 304.
        code, said = self.ctl("policy", "fetch")
        self.assertEqual((code, self.server.answers[-1]), (0, 304), said)
        self.assertIn("nothing newer: version 1", said)
        code, said = self.publish(self.sign(self.policy(2, "captcha: block\n")))
        self.assertEqual((code, self.in_force()), (0, 2), said)
        self.assertEqual(self.file.read_bytes(), self.server.text)
        self.assertEqual(self.ctl("audit", "verify")[0], 0)

    def test_what_is_unsigned_older_expired_or_wrong_is_not_loaded(self) -> None:
        self.act()
        self.assertEqual(self.publish(self.sign(self.policy(5)))[0], 0)
        kept, reloads = self.file.read_bytes(), len(self.records("reload"))
        good = self.sign(self.policy(6))
        wrong = {
            "it is not signed": self.policy(6).encode(),
            "none of 'bundle.signers'": self.sign(self.policy(6), "stranger"),
            "of another text": good.replace(b"version: 6", b"version: 7"),
            "its version is 4": self.sign(self.policy(4)),
            "its version is 5": self.sign(self.policy(5, "captcha: block\n")),
            "it expired at": self.sign(self.policy(6, days=-1)),
            "unknown key 'captha'": self.sign(self.policy(6, "captha: block\n")),
            "body limit": self.sign(self.policy(6, "# " + "x" * (1 << 20) + "\n")),
            "answered 404": b"",
        }
        for why, text in wrong.items():
            with self.subTest(why):
                code, said = self.publish(text)
                self.assertEqual(code, 1, said)
                self.assertIn(why, said)
                self.assertEqual(self.file.read_bytes(), kept)
                self.assertEqual((self.in_force(), len(self.records("reload"))), (5, reloads))
        self.assertEqual(self.publish(good)[0], 0, "the same, without the fault")
        self.assertEqual(self.in_force(), 6)

    def nothing_is_asked_of(self, server: Server, url: str) -> None:
        """It would serve what would be loaded."""
        self.file.write_text(self.policy(0).replace(self.server.url, url))
        server.text = self.sign(self.policy(1))
        code, said = self.ctl("policy", "fetch")
        self.assertEqual((code, server.answers, self.in_force()), (1, [], 0), said)
        self.assertIn("certificate verify failed", said)

    def test_a_server_of_another_authority_is_not_asked(self) -> None:
        other = Server(self.desk.dir / "other")
        self.addCleanup(other.end)
        self.nothing_is_asked_of(other, other.url)

    def test_a_server_with_the_certificate_of_another_host_is_not_asked(self) -> None:
        self.nothing_is_asked_of(self.server, self.server.url.replace("localhost", "127.0.0.2"))

    def test_a_server_whose_certificate_expired_is_not_asked(self) -> None:
        old = Server(self.server.authority.dir, self.server.authority, expired=True)
        self.addCleanup(old.end)
        self.nothing_is_asked_of(old, old.url)

    def test_interlockd_itself_refuses_what_its_signers_did_not_sign(self) -> None:
        """Somebody writes the file and asks for a reload, without `policy fetch`."""
        self.act()
        self.assertEqual(self.publish(self.sign(self.policy(1)))[0], 0)
        for text in (self.policy(2).encode(), self.sign(self.policy(2), "stranger"), self.sign(self.policy(1, "captcha: allow\n")), self.sign(self.policy(2, days=-1))):
            self.file.write_bytes(text)
            code, said = self.ctl("reload")
            self.assertEqual((code, self.in_force()), (1, 1), said)
        # Rules beside the policy, which the signature does not cover.
        rules = self.file.parent / "rules.d"
        rules.mkdir()
        (rules / "10-new.yaml").write_text("rules: [{name: new, when: {tool.name: x}, decision: warn}]\n")
        self.file.write_bytes(self.sign(self.policy(2)))
        self.assertEqual((self.ctl("reload")[0], self.in_force()), (1, 1))

    def test_a_policy_that_interlockd_refuses_is_put_back(self) -> None:
        self.act()
        self.assertEqual(self.publish(self.sign(self.policy(1)))[0], 0)
        kept = self.file.read_bytes()
        rules = self.file.parent / "rules.d"
        rules.mkdir()
        (rules / "10-new.yaml").write_text("rules: [{name: new, when: {tool.name: x}, decision: warn}]\n")
        code, said = self.publish(self.sign(self.policy(2)))
        self.assertEqual((code, self.in_force(), self.file.read_bytes()), (1, 1, kept), said)

    def test_a_policy_that_was_edited_is_replaced_only_on_request(self) -> None:
        self.assertEqual(self.publish(self.sign(self.policy(1)))[0], 0)
        self.file.write_bytes(self.file.read_bytes().replace(b"preset: default", b"preset: cua"))
        code, said = self.publish(self.sign(self.policy(2)))
        self.assertEqual(code, 1)
        self.assertIn("changed after it was signed", said)
        code, said = self.ctl("policy", "fetch", "--replace")
        self.assertEqual((code, self.in_force()), (0, 2), said)

    def test_a_policy_that_expired_stays_in_force_and_is_reported(self) -> None:
        self.assertEqual(self.publish(self.sign(self.policy(1, days=1)))[0], 0)
        shift = self.dir / "shift"
        shift.write_bytes((36 * 3600).to_bytes(8, sys.byteorder))
        later = {**self.desk.env, "LD_PRELOAD": str(WALL_CLOCK), "INTERLOCK_WALL_CLOCK": str(shift)}
        done = subprocess.run([CTL, "policy", "fetch"], env=later, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, self.in_force()), (1, 1), done.stderr)

    def test_policies_are_signed_by_interlockctl(self) -> None:
        plain = self.dir / "plain.yaml"
        plain.write_text(self.policy(1))
        code, said = self.ctl("policy", "sign", "--key", str(self.dir / "signer"), "-o", str(self.dir / "signed.yaml"), str(plain))
        self.assertEqual(code, 0, said)
        self.assertEqual((self.dir / "signed.yaml").read_bytes(), self.sign(self.policy(1)))
        # Signed again, it has one signature; a policy that nothing could follow is not signed.
        code, again = self.ctl("policy", "sign", "--key", str(self.dir / "signer"), str(self.dir / "signed.yaml"))
        self.assertEqual(again.encode(), self.sign(self.policy(1)))
        for text in (self.policy(0), self.policy(1, days=-1), "preset: default\n", self.policy(1, "captha: block\n")):
            plain.write_text(text)
            self.assertEqual(self.ctl("policy", "sign", "--key", str(self.dir / "signer"), str(plain))[0], 1)


if __name__ == "__main__":
    unittest.main()
