"""A real mosquitto with the configuration that is shipped, and certificates of a CA of its own."""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import socket
import ssl
import subprocess

import mqtt
from desk import SOURCE, Program, eventually

MOSQUITTO = shutil.which("mosquitto", path=os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin")
WHY_NOT = "mosquitto, openssl or ssh-keygen is not installed"
INSTALLED = bool(MOSQUITTO and shutil.which("openssl") and shutil.which("ssh-keygen"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Authority:
    """Makes certificates in a folder."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.dir = folder
        self._openssl("ca", ["-addext", "keyUsage=critical,keyCertSign,cRLSign"])

    def _openssl(self, name: str, signed_by: list[str]) -> None:
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", *signed_by]
        command += ["-keyout", str(self.dir / f"{name}.key"), "-out", str(self.dir / f"{name}.pem"), "-subj", f"/CN={name}"]
        subprocess.run(command, check=True, capture_output=True)

    def make(self, name: str) -> None:
        if not (self.dir / f"{name}.pem").exists():
            authority = ["-CA", str(self.dir / "ca.pem"), "-CAkey", str(self.dir / "ca.key")]
            extra = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-addext", "basicConstraints=CA:FALSE"]
            self._openssl(name, [*authority, *extra])

    def make_expired(self, name: str) -> None:
        """Right in everything but that it ended yesterday."""
        key, request, extra = (str(self.dir / f"{name}.{ending}") for ending in ("key", "csr", "ext"))
        pathlib.Path(extra).write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\n")
        asked = ["openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", request, "-subj", f"/CN={name}"]
        subprocess.run(asked, check=True, capture_output=True)
        signed = ["openssl", "x509", "-req", "-in", request, "-CA", str(self.dir / "ca.pem"), "-CAkey", str(self.dir / "ca.key"), "-CAcreateserial"]
        subprocess.run([*signed, "-days", "-1", "-extfile", extra, "-out", str(self.dir / f"{name}.pem")], check=True, capture_output=True)

    def context(self, name: str) -> ssl.SSLContext:
        self.make(name)
        context = ssl.create_default_context(cafile=str(self.dir / "ca.pem"))
        context.verify_flags |= ssl.VERIFY_X509_STRICT  # as Python does from 3.13 on
        context.load_cert_chain(self.dir / f"{name}.pem", self.dir / f"{name}.key")
        return context


class Broker:
    """`acl`: None for the file that is shipped; else its text."""

    def __init__(self, folder: pathlib.Path, acl: str | None = None) -> None:
        self.dir = folder
        self.authority = Authority(folder)
        self.authority.make("broker")
        self.port = free_port()
        shipped = SOURCE / "packaging" / "mosquitto"
        conf = (shipped / "mosquitto.conf").read_text().replace("/etc/mosquitto/interlock", str(folder))
        conf = conf.replace("listener 8883", f"listener {self.port} 127.0.0.1")
        (folder / "acl").write_text((shipped / "acl").read_text() if acl is None else acl)
        (folder / "acl").chmod(0o600)
        if os.geteuid() == 0:
            conf += "user root\n"
        (folder / "mosquitto.conf").write_text(conf)
        self.program: Program
        self.start()

    def start(self) -> None:
        assert MOSQUITTO
        self.program = Program([MOSQUITTO, "-c", str(self.dir / "mosquitto.conf")], dict(os.environ), self.dir / "mosquitto.log")
        eventually("mosquitto listens", self._listens)

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
            return True
        except OSError:
            return False

    def client(self, name: str, client: str = "") -> mqtt.Client:
        """A client with the certificate of this name."""
        return mqtt.Client(self.port, self.authority.context(name), client or f"test-{name}")

    def settings(self, name: str, port: int = 0) -> str:
        """A file for --broker."""
        self.authority.make(name)
        path = self.dir / f"{name}.broker"
        path.write_text(
            f"host localhost\nport {port or self.port}\nname {name}\nca {self.dir}/ca.pem\n"
            f"certificate {self.dir}/{name}.pem\nprivate-key {self.dir}/{name}.key\n"
        )
        return str(path)

    def end(self) -> None:
        self.program.send(signal.SIGCONT)
        self.program.end(signal.SIGKILL)
