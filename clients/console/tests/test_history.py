"""The console's history: in SQLite, and in a real PostgreSQL; with a database that is gone meanwhile."""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

from desk import Desk, Program, eventually
from test_takeover import CONSOLE, Agent, Page, free_port

SERVER = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"))


class Postgres:
    """On a Unix socket in a folder, as an ordinary user."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.dir = folder
        self.bin = SERVER[-1].parent
        self.as_user: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            self.as_user = ["runuser", "-u", "nobody", "--"]
            shutil.chown(folder, "nobody")
        self.run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", "console", "--no-sync")
        self.start()
        eventually("the database is there", lambda: self.sql("SELECT 1", check=False) == "1")
        self.sql("CREATE DATABASE interlock")
        self.where = f"host={folder} user=console dbname=interlock"

    def run(self, program: str, *words: str, check: bool = True) -> str:
        done = subprocess.run([*self.as_user, str(self.bin / program), *words], capture_output=True, text=True, check=False, cwd="/")
        if check and done.returncode != 0:
            raise AssertionError(f"{program}: {done.stderr}")
        return done.stdout.strip()

    def start(self) -> None:
        command = [*self.as_user, str(self.bin / "postgres"), "-D", str(self.dir / "data"), "-k", str(self.dir), "-c", "listen_addresses="]
        self.program = Program(command, dict(os.environ), self.dir / "log")

    def stop(self) -> None:
        self.program.end(signal.SIGQUIT)

    def sql(self, text: str, database: str = "postgres", check: bool = True) -> str:
        return self.run("psql", "-h", str(self.dir), "-U", "console", "-d", database, "-Atc", text, check=check)


class Kept:
    """A desk with a console, and what the console shows."""

    def __init__(self, test: unittest.TestCase) -> None:
        self.desk = Desk()
        test.addCleanup(self.desk.__exit__)
        self.agent = Agent(self.desk.socket)
        test.addCleanup(self.agent.close)
        self.agent.call("session.open", name="shop")
        self.page: Page | None = None
        test.addCleanup(self.end)

    def start(self, *options: str) -> None:
        self.page = Page(self.desk.env, self.desk.dir, *options)
        control = f"{self.desk.env['XDG_RUNTIME_DIR']}/interlock/control.sock"
        connected = lambda: [line for line in pathlib.Path("/proc/net/unix").read_text().split("\n") if line.endswith(control) and line.split()[5] == "03"]  # noqa: E731
        eventually("the console follows interlockd", connected)

    def end(self) -> None:
        if self.page:
            self.page.program.end()
        self.page = None

    def act(self, text: str) -> None:
        """Each is one decision."""
        self.agent.call("tool.before", name=text, args={})

    def actions(self) -> list[str]:
        assert self.page
        return [str(each.get("action")) for each in self.page.get("/api/state")["history"]]


class Histories(unittest.TestCase):
    def check(self, kept: Kept, *options: str) -> None:
        kept.start(*options)
        for number in range(5):
            kept.act(f"first-{number}")
        eventually("five decisions", lambda: len(kept.actions()) >= 5)
        before = kept.actions()
        kept.end()
        kept.start(*options)
        eventually("they are there after a restart", lambda: kept.actions() == before)
        kept.act("second")
        eventually("and a new one", lambda: len(kept.actions()) == 6)
        assert kept.page
        newest = kept.page.get("/api/state")["history"][0]
        older = kept.page.get(f"/api/history?before={newest['time']}")["history"]
        self.assertEqual([str(each.get("action")) for each in older], before)
        self.assertEqual(kept.page.get("/api/history?before=0")["history"], [])

    def test_in_sqlite_if_nothing_else_is_said(self) -> None:
        kept = Kept(self)
        self.check(kept)
        file = pathlib.Path(kept.desk.env["XDG_STATE_HOME"]) / "interlock" / "console.db"
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)

    def test_without_a_session_there_is_none(self) -> None:
        kept = Kept(self)
        kept.start()
        assert kept.page
        kept.page.cookie = "__Host-interlock=0"
        self.assertNotIn("history", kept.page.get("/api/history?before=9"))

    def test_more_are_kept_than_are_shown_and_older_ones_follow(self) -> None:
        kept = Kept(self)
        kept.start()
        for number in range(430):
            kept.act(f"step-{number}")
        eventually("the newest", lambda: kept.actions()[:1] == ["call step-429"] or "step-429" in kept.actions()[0])
        assert kept.page
        entries = kept.page.get("/api/state")["history"]
        self.assertEqual(len(entries), 200)
        eventually("all are stored", lambda: len(kept.page.get("/api/history?before=9")["history"]) == 200 and "step-429" in json.dumps(kept.page.get("/api/history?before=9")["history"][0]))
        for more in (200, 30, 0):
            found = kept.page.get(f"/api/history?before={entries[-1]['time']}")["history"]
            self.assertEqual(len(found), more)
            entries += found
        self.assertEqual([re.search(r"step-(\d+)", str(each["action"]))[1] for each in entries], [str(n) for n in reversed(range(430))])

    @unittest.skipUnless(SERVER and shutil.which("runuser"), "PostgreSQL is not installed")
    def test_in_postgresql(self) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="interlock-pg."))
        self.addCleanup(shutil.rmtree, folder, True)
        database = Postgres(folder)
        self.addCleanup(lambda: database.stop())
        kept = Kept(self)
        self.check(kept, "--history", database.where)
        count = lambda: database.sql("SELECT count(*) FROM interlock_history", "interlock", check=False)  # noqa: E731
        self.assertEqual(count(), "6")
        self.assertEqual(database.sql("SELECT count(*) FROM interlock_history WHERE entry->>'agent' = 'shop'", "interlock"), "6")

        # Text that it cannot have is not a way to stay out of it.
        Agent.call(kept.agent, "tool.before", name="read", args={"file": "a\0b"})
        odd = Agent(kept.desk.socket)
        self.addCleanup(odd.close)
        odd.call("session.open", name="odd\0one")
        odd.call("tool.before", name="read", args={})
        eventually("both are there", lambda: count() == "8")
        # Neither is a user who may make no tables, where an administrator made it.
        database.sql("CREATE ROLE writer LOGIN; GRANT INSERT, SELECT ON interlock_history TO writer; REVOKE CREATE ON SCHEMA public FROM PUBLIC", "interlock")
        kept.end()
        kept.start("--history", database.where.replace("user=console", "user=writer"))
        kept.act("by another user")
        eventually("it is there", lambda: count() == "9")
        kept.end()
        kept.start("--history", database.where)

        # The database is gone for a while: questions and decisions go on, and it gets everything later.
        database.stop()
        for number in range(3):
            kept.act(f"meanwhile-{number}")
        eventually("the page shows them", lambda: len(kept.actions()) == 12)
        database.start()
        eventually("the database has them", lambda: count() == "12")

    def test_a_history_that_cannot_be_kept_is_told(self) -> None:
        desk_env = dict(os.environ, INTERLOCK_SOCKET_DIR=tempfile.mkdtemp(prefix="interlock-h."))
        self.addCleanup(shutil.rmtree, desk_env["INTERLOCK_SOCKET_DIR"])
        for where in ("/proc/none/console.db", "host=/nowhere user=nobody"):
            command = [CONSOLE, "--history", where, "--listen", f"127.0.0.1:{free_port()}"]
            done = subprocess.run(command, env=desk_env, capture_output=True, text=True, check=False, timeout=60)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("the history cannot be kept", done.stderr)


if __name__ == "__main__":
    unittest.main()
