"""How the console serves: TLS by files of a real openssl, a Unix socket behind a proxy, asked by a real curl. No interlockd runs."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import socket
import stat
import subprocess
import tempfile
import unittest

from desk import BUILD, Program, eventually

CONSOLE = str(BUILD / "clients" / "console" / "interlock-console")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@unittest.skipUnless(shutil.which("curl") and shutil.which("openssl"), "curl and openssl are not installed")
class Serving(unittest.TestCase):
    def setUp(self) -> None:
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="interlock-test."))
        self.addCleanup(shutil.rmtree, self.dir, ignore_errors=True)
        self.env = {"PATH": os.environ["PATH"], "HOME": str(self.dir), "XDG_RUNTIME_DIR": str(self.dir)}
        self.certificate, self.key = self.dir / "cert.pem", self.dir / "key.pem"
        make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
        make += ["-keyout", str(self.key), "-out", str(self.certificate), "-subj", "/CN=console.example"]
        make += ["-addext", "subjectAltName=DNS:console.example"]
        subprocess.run(make, check=True, capture_output=True)

    def start(self, *options: str) -> None:
        program = Program([CONSOLE, *options], self.env, self.dir / "log")
        self.addCleanup(program.end)
        eventually("it serves", lambda: "serves" in (self.dir / "log").read_text())

    def refused(self, *options: str) -> tuple[int, str]:
        done = subprocess.run([CONSOLE, *options], env=self.env, capture_output=True, text=True, check=False, timeout=60)
        return done.returncode, done.stderr

    def curl(self, *options: str) -> tuple[int, str]:
        """Exit code, and the answer with its headers."""
        done = subprocess.run(["curl", "-sS", "-i", "--max-time", "30", *options], env=self.env, capture_output=True, check=False)
        return done.returncode, done.stdout.decode()

    def link(self) -> str:
        with socket.socket(socket.AF_UNIX) as asker:
            asker.connect(str(self.dir / "interlock" / "console.sock"))
            return asker.makefile().readline().strip()

    def test_tls_by_certificate_files(self) -> None:
        port = free_port()
        origin = f"https://console.example:{port}"
        self.start("--origin", origin, "--listen", f"127.0.0.1:{port}", "--certificate", str(self.certificate), "--private-key", str(self.key))
        at = ["--resolve", f"console.example:{port}:127.0.0.1", "--cacert", str(self.certificate)]
        code, page = self.curl(*at, origin + "/")
        self.assertEqual((code, page.split("\r\n")[0]), (0, "HTTP/1.1 200 OK"))
        for header in ("Strict-Transport-Security: max-age=", "Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff"):
            self.assertIn(header, page)
        # Signing in, as the page does, opens one session.
        link = self.link()
        self.assertTrue(link.startswith(origin + "/#login="), link)
        login = ["-X", "POST", "-H", f"Origin: {origin}", "-H", "Sec-Fetch-Site: same-origin", "-H", "Content-Type: application/json"]
        login += ["-d", json.dumps({"link": link.split("=", 1)[1]}), origin + "/api/login"]
        code, first = self.curl(*at, *login)
        self.assertIn("200", first.split("\r\n")[0])
        cookie = next(line for line in first.split("\r\n") if line.lower().startswith("set-cookie:")).split(": ")[1]
        for rule in ("__Host-", "Secure", "HttpOnly", "SameSite=Strict", "Path=/"):
            self.assertIn(rule, cookie)
        self.assertIn("403", self.curl(*at, *login)[1].split("\r\n")[0], "the link was used")
        state = ["-H", "Sec-Fetch-Site: same-origin", origin + "/api/state"]
        self.assertIn("401", self.curl(*at, *state)[1].split("\r\n")[0])
        code, shown = self.curl(*at, "-b", cookie.split(";")[0], *state)
        self.assertNotEqual(json.loads(shown.split("\r\n\r\n", 1)[1])["trouble"], "", "there is no interlockd, and it says so")
        # Not under another name, without TLS, with an old one, or with another certificate.
        other = ["--resolve", f"localhost:{port}:127.0.0.1", "-k", f"https://localhost:{port}/"]
        self.assertIn("421", self.curl(*other)[1].split("\r\n")[0])
        self.assertNotIn("200", self.curl(f"http://127.0.0.1:{port}/")[1])
        self.assertNotEqual(self.curl(*at, "--tls-max", "1.1", origin + "/")[0], 0)
        self.assertNotEqual(self.curl(*at[:2], origin + "/")[0], 0)

    def test_a_unix_socket_behind_a_proxy(self) -> None:
        path = self.dir / "page.sock"
        self.start("--origin", "https://console.example", "--listen", f"unix:{path}")
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        at = ["--unix-socket", str(path)]
        code, page = self.curl(*at, "http://console.example/")
        self.assertEqual((code, page.split("\r\n")[0]), (0, "HTTP/1.1 200 OK"))
        self.assertIn("421", self.curl(*at, "http://localhost/")[1].split("\r\n")[0])

    def test_what_cannot_be_served_is_refused_with_the_reason(self) -> None:
        tls = ["--certificate", str(self.certificate), "--private-key", str(self.key)]
        for options, code, words in (
            (["--listen", "0.0.0.0:8470"], 69, "without TLS only on this machine"),
            (["--origin", "http://console.example"], 64, "passkeys do not work on"),
            (["--origin", "https://console.example/"], 64, "passkeys do not work on"),
            (["--certificate", str(self.certificate)], 64, "--private-key"),
            ([*tls[:3], str(self.certificate)], 69, "no private key"),
            (["--certificate", str(self.dir / "none"), *tls[2:]], 69, "no certificate"),
            (["--listen", "here"], 69, "not an address and a port"),
            (["--listen", "127.0.0.1:http"], 69, "not an address and a port"),
            (["--listen", "127.0.0.1:70000"], 69, "not an address and a port"),
            (["--listen", f"unix:{self.dir}/" + "x" * 120], 69, "not a path for a Unix socket"),
            (["--listen", f"unix:{self.certificate}"], 69, "a file that is not a socket is in the way"),
        ):
            with self.subTest(options=options):
                got, said = self.refused(*options)
                self.assertEqual(got, code, said)
                self.assertIn(words, said)
        self.assertIn("BEGIN CERTIFICATE", self.certificate.read_text(), "the file in the way is still there")
        # A key of another certificate.
        other = self.dir / "other.pem"
        subprocess.run(["openssl", "ecparam", "-genkey", "-name", "prime256v1", "-noout", "-out", str(other)], check=True, capture_output=True)
        got, said = self.refused("--origin", "https://console.example", "--certificate", str(self.certificate), "--private-key", str(other))
        self.assertEqual(got, 69, said)
        self.assertIn("no private key", said)


if __name__ == "__main__":
    unittest.main()
