"""The audit log leaves by a real rsyslogd with the configuration that is shipped: RELP over TLS, a queue on the disk. The hub's copy equals the log byte by
byte and verifies, whatever happened between. `--hour` leaves the receiver away for an hour."""

from __future__ import annotations

import json
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import broker
from desk import BUILD, SOURCE, Program, eventually

CTL = str(BUILD / "cli" / "interlockctl")
WRITER = str(BUILD / "tests" / "audit_writer")
RSYSLOGD = shutil.which("rsyslogd", path=os.environ["PATH"] + ":/usr/sbin:/sbin")
MODULES = [*pathlib.Path("/usr/lib").glob("*/rsyslog/omrelp.so"), *pathlib.Path("/usr/lib64").glob("rsyslog/omrelp.so")]
GONE = 3600.0 if "--hour" in sys.argv else 8.0


class Service:
    """An rsyslogd with one of the files of packaging/rsyslog."""

    def __init__(self, folder: pathlib.Path, name: str, replaced: dict[str, str]) -> None:
        text = (SOURCE / "packaging" / "rsyslog" / f"{name}.conf").read_text()
        for was, now in replaced.items():
            assert was in text, was
            text = text.replace(was, now)
        self.dir, self.name = folder, name
        (folder / f"{name}.work").mkdir()
        (folder / f"{name}.conf").write_text(f'global(workDirectory="{folder}/{name}.work")\n{text}')
        self.program: Program | None = None

    def run(self, setting: str, result: str = "") -> None:
        """As systemd does with the drop-in for the desktops."""
        drop_in = (SOURCE / "packaging" / "rsyslog" / "rsyslog.service.conf").read_text()
        for line in re.findall(rf"^{setting}=(.*)$", drop_in, re.MULTILINE) if self.name == "desk" else []:
            assert "/var/spool/rsyslog" in line
            command = [word.replace("$$", "$") for word in shlex.split(line.replace("/var/spool/rsyslog", f"{self.dir}/desk.work").replace("\\\\", "\\"))]
            subprocess.run(command, env={**os.environ, "SERVICE_RESULT": result}, stderr=subprocess.DEVNULL, check=True)

    def start(self) -> None:
        assert RSYSLOGD
        self.run("ExecStartPre")
        command = [RSYSLOGD, "-n", "-f", str(self.dir / f"{self.name}.conf"), "-i", str(self.dir / f"{self.name}.pid")]
        self.program = Program(command, dict(os.environ), self.dir / f"{self.name}.log")

    def end(self, number: int = signal.SIGTERM) -> None:
        if self.program:
            self.program.end(number)
            self.run("ExecStopPost", "success" if number == signal.SIGTERM else "signal")
        self.program = None
        (self.dir / f"{self.name}.pid").unlink(missing_ok=True)


@unittest.skipUnless(RSYSLOGD and MODULES and shutil.which("openssl"), "rsyslog, rsyslog-relp or openssl is not installed")
class Leaving(unittest.TestCase):
    def setUp(self) -> None:
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="interlock-rsyslog."))
        self.addCleanup(shutil.rmtree, self.dir)
        authority = broker.Authority(self.dir)
        for name in ("hub", "desk-7"):
            authority.make(name)
        self.log, self.spool, self.copy = self.dir / "log", self.dir / "spool", self.dir / "copy"
        self.log.mkdir(mode=0o700)
        self.port = broker.free_port()
        both = {"/etc/interlock": str(self.dir), 'port="2514"': f'port="{self.port}"'}
        self.hub = Service(self.dir, "hub", {**both, "/var/spool/interlock": str(self.spool)})
        self.desk = Service(
            self.dir,
            "desk",
            {
                **both,
                "/var/lib/interlock": str(self.log),
                "/var/spool/rsyslog": f"{self.dir}/desk.work",
                'target="hub.example"': 'target="localhost"',
                '["hub.example"]': '["hub"]',
                'resumeInterval="5"': 'resumeInterval="1"',
                'resumeIntervalMax="60"': 'resumeIntervalMax="2"',
            },
        )
        self.addCleanup(lambda: (self.desk.end(signal.SIGKILL), self.hub.end(signal.SIGKILL)))

    def write(self, lines: int, size: int = 300) -> None:
        """With interlock's own writer, which rotates the log at 1 MiB."""
        subprocess.run([WRITER, str(self.log), str(lines), str(size)], check=True)

    def original(self) -> bytes:
        rotated = sorted(path for path in self.log.glob("audit-*.jsonl"))
        return b"".join(path.read_bytes() for path in [*rotated, self.log / "audit.jsonl"])

    def received(self) -> pathlib.Path:
        return self.spool / "desk-7.jsonl"

    def collect(self) -> dict[str, int]:
        done = subprocess.run([CTL, "--json", "audit", "collect", "--dir", str(self.copy), str(self.received())], capture_output=True, text=True, check=False)
        result: dict[str, int] = json.loads(done.stdout or "{}")
        return result

    def is_whole(self) -> bool:
        if not self.received().exists():
            return False
        self.collect()
        copy = self.copy / "audit.jsonl"
        return copy.exists() and copy.read_bytes() == self.original()

    def check(self) -> None:
        try:
            eventually("the copy equals the log", self.is_whole, 120)
        except AssertionError:
            for name in ("desk", "hub"):
                print((self.dir / f"{name}.log").read_text()[-3000:], file=sys.stderr)
            raise
        done = subprocess.run([CTL, "audit", "verify", "--without-pictures", "--dir", str(self.copy)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def state(self) -> str:
        """What the sender has written down about its files."""
        return "".join(state.read_text() for state in (self.dir / "desk.work").glob("imfile-state:*"))

    def test_a_line_that_counts_as_read_and_is_in_no_queue_is_read_again(self) -> None:
        """There is no hub at first. The sender is killed as soon as it has written down that it read something."""
        self.write(900)
        self.desk.start()
        end = time.monotonic() + 60
        while not re.search(r'"curr_offs": [1-9]', self.state()) and time.monotonic() < end:
            pass
        self.desk.end(signal.SIGKILL)
        self.assertRegex(self.state(), r'"curr_offs": [1-9]')
        for part in (self.dir / "desk.work").glob("interlock.*"):
            part.unlink()  # as if it had not been written yet
        self.hub.start()
        self.desk.start()
        self.check()

    def test_after_an_orderly_end_only_new_lines_are_read(self) -> None:
        self.hub.start()
        self.desk.start()
        self.write(300)
        self.check()
        self.desk.end()
        self.write(100)
        self.desk.start()
        self.check()
        self.assertEqual(len(self.received().read_bytes().splitlines()), len(self.original().splitlines()))

    def test_long_lines_bytes_and_rotations_arrive_whole(self) -> None:
        self.hub.start()
        self.desk.start()
        self.write(200)
        self.write(3, 100 * 1024)
        self.write(4000)
        self.assertGreater(len(list(self.log.glob("audit-*.jsonl"))), 0, "it was rotated")
        self.check()
        self.assertTrue(re.search(rb"\x7f", self.original()), "with bytes that log services like to escape")
        self.assertGreater(max(map(len, self.original().split(b"\n"))), 100 * 1024)

    def test_a_receiver_that_is_gone_gets_everything_later(self) -> None:
        self.hub.start()
        self.desk.start()
        self.write(300)
        self.check()
        self.hub.end(signal.SIGKILL)
        end = time.monotonic() + GONE
        while True:
            self.write(400)
            self.write(1, 100 * 1024)
            if time.monotonic() > end:
                break
            time.sleep(GONE / 16)
        self.hub.start()
        self.check()

    def test_a_queue_that_was_full_has_lost_nothing(self) -> None:
        """What does not fit into it stays in the log's own files, which are read on when there is room."""
        conf = self.dir / "desk.conf"
        shipped = conf.read_text()
        self.assertNotIn("maxDiskSpace=", shipped.replace("queue.maxDiskSpace loses", ""))
        limit = 'queue.size="1000000"'
        self.assertIn(limit, shipped)
        counts = self.dir / "counts"
        conf.write_text(shipped.replace(limit, 'queue.size="3000"') + f'module(load="impstats" interval="1" log.file="{counts}" log.syslog="off")\n')
        self.desk.start()
        self.write(6000)

        def enqueued() -> list[str]:
            return re.findall(r"interlock: origin=core.queue size=(\d+)", counts.read_text() if counts.exists() else "")

        # Three times the same is full: imfile reads no more of the 6,000.
        eventually("the queue is full", lambda: len(enqueued()) > 2 and 2900 <= int(enqueued()[-1]) <= 3000 and len(set(enqueued()[-3:])) == 1, 120)
        self.write(1500)
        self.hub.start()
        self.check()
        self.assertRegex(counts.read_text(), r"interlock: origin=core.queue .*discarded.full=0 discarded.nf=0")
        self.assertNotRegex(counts.read_text(), r"discarded.full=[1-9]")

    def test_both_ends_may_be_killed_at_any_moment(self) -> None:
        rounds = random.Random(3)
        self.hub.start()
        self.desk.start()
        for _ in range(6):
            self.write(500)
            victim = rounds.choice([self.hub, self.desk])
            time.sleep(rounds.random())  # any moment will do
            victim.end(signal.SIGKILL)
            self.write(1500)  # also while the sender is away: rotated files are read, too
            victim.start()
        self.check()

    def test_a_line_that_is_not_in_the_file_is_not_confirmed(self) -> None:
        """The hub's file is a named pipe without a reader, so the hub cannot write to it. Then the hub is killed."""
        self.spool.mkdir(mode=0o700)
        os.mkfifo(self.received())
        self.hub.start()
        self.desk.start()
        self.write(300)
        size = (self.log / "audit.jsonl").stat().st_size
        offset = f'"curr_offs": {size},'
        eventually("the sender has read the log", lambda: offset in self.state(), 120)
        time.sleep(2)  # what would be confirmed too early is confirmed by now, mostly
        self.hub.end(signal.SIGKILL)
        self.received().unlink()
        self.hub.start()
        self.check()

    def test_what_came_twice_is_in_the_copy_once(self) -> None:
        """As it comes after a connection that was lost, certainly."""
        self.hub.start()
        self.desk.start()
        self.write(50)
        self.check()
        lines = self.received().read_bytes()
        with open(self.received(), "ab") as file:
            file.write(lines[: lines.index(b"\n", 5000) + 1])
        again = self.dir / "again"
        done = subprocess.run([CTL, "--json", "audit", "collect", "--dir", str(again), str(self.received())], capture_output=True, text=True, check=True)
        self.assertGreater(json.loads(done.stdout)["repeats"], 5)
        self.assertEqual((again / "audit.jsonl").read_bytes(), self.original())
        # Without that step the hub's file is no log.
        raw = self.dir / "raw"
        raw.mkdir(mode=0o700)
        shutil.copy(self.received(), raw / "audit.jsonl")
        self.assertEqual(subprocess.run([CTL, "audit", "verify", "--dir", str(raw)], capture_output=True, check=False).returncode, 1)

    def test_a_stranger_sends_nothing(self) -> None:
        """With a certificate of another authority."""
        other = self.dir / "other"
        other.mkdir()
        authority = broker.Authority(other)
        authority.make("desk-7")
        conf = self.dir / "desk.conf"
        conf.write_text(conf.read_text().replace(f"{self.dir}/desk-7", f"{other}/desk-7"))
        self.hub.start()
        self.desk.start()
        self.write(20)
        eventually("the hub refuses", lambda: "authentication" in (self.dir / "hub.log").read_text().lower() or "certificate" in (self.dir / "hub.log").read_text().lower() or "verify" in (self.dir / "desk.log").read_text().lower() or "relp" in (self.dir / "desk.log").read_text().lower())
        self.assertFalse(self.received().exists())


if __name__ == "__main__":
    unittest.main(argv=[word for word in sys.argv if word != "--hour"])
