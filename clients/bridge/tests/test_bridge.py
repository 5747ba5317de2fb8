"""interlock-bridge between a real interlockd and a real mosquitto: what arrives is a question, what approves is a signature, and nothing on the way does."""

from __future__ import annotations

import json
import signal
import socket
import threading
import unittest
from typing import Any

import broker
import mqtt
from desk import Program, eventually
from fleet import Asked, Fleet, sign, yes


class Relay(threading.Thread):
    """A port in front of another one. While `holes` is set, connections stay open and nothing passes."""

    def __init__(self, to: int) -> None:
        super().__init__(daemon=True)
        self._to = to
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self.passes = threading.Event()
        self.passes.set()
        self.start()

    def run(self) -> None:
        while True:
            near, _ = self._server.accept()
            try:
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                near.close()
                continue
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                self.passes.wait()
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            sink.close()


@unittest.skipUnless(broker.INSTALLED, broker.WHY_NOT)
class Carrying(unittest.TestCase):
    """With the configuration that is shipped."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.fleet = Fleet(seconds=60)
        cls.addClassCleanup(cls.fleet.end)
        cls.console = cls.fleet.console()
        cls.addClassCleanup(cls.console.close)
        cls.fleet.state(cls.console, b"online")

    def test_a_signed_yes_counts_once_however_often_it_arrives(self) -> None:
        asked = Asked(self.fleet.desk, "once")
        question = self.fleet.question(self.console, "once")
        answer = json.dumps(yes(question, sign(self.fleet.dir / "anna", question["statement"]))).encode()
        before = len(self.fleet.records("signed_answer"))
        for _ in range(3):
            self.console.publish("interlock/1/desk-1/answer", answer, correlation=b"the same")
        self.assertEqual(self.fleet.result(self.console, b"the same")["outcome"], "approved")
        self.assertEqual((asked.answer()["outcome"], asked.reply["may_call"]), ("approved", True))
        eventually("duplicates are counted", lambda: self.fleet.counted('interlock_bridge_answers_total{result="duplicate"}') == 2)
        late = self.fleet.result(self.console, self.fleet.send(self.console, answer))
        self.assertIn("nothing with id", late["error"], "used, and sent again")
        self.assertEqual(len(self.fleet.records("signed_answer")), before + 1)
        eventually("it is withdrawn", lambda: self.console.latest[f"interlock/1/desk-1/question/{question['id']}"] == b"")
        fresh = self.fleet.broker.client("console", "later")
        self.addCleanup(fresh.close)
        fresh.subscribe("interlock/1/+/question/+")
        fresh.subscribe("interlock/1/+/state")
        fresh.wait("the state", lambda message: message.topic.endswith("/state"))
        self.assertNotIn(f"interlock/1/desk-1/question/{question['id']}", fresh.latest, "the broker keeps nothing of it")

    def test_a_no_needs_no_signature(self) -> None:
        asked = Asked(self.fleet.desk, "denied")
        question = self.fleet.question(self.console, "denied")
        said = self.fleet.result(self.console, self.fleet.send(self.console, {"id": question["id"], "approve": False}))
        self.assertEqual(said, {"outcome": "denied"})
        self.assertEqual((asked.answer()["outcome"], asked.reply["may_call"]), ("denied", False))

    def test_questions_expire_at_the_broker(self) -> None:
        asked = Asked(self.fleet.desk, "expiry")
        question = self.fleet.question(self.console, "expiry")
        found = self.console.wait("it", lambda message: message.topic.endswith(question["id"]))
        # What is left of it when the broker passes it on.
        self.assertTrue(found.expiry is not None and 0 <= found.expiry <= question["expires_in_ms"] / 1000 + 1, found.expiry)
        self.fleet.send(self.console, {"id": question["id"], "approve": False})
        asked.answer()

    def test_a_yes_that_waited_while_no_bridge_ran_counts_if_it_is_in_time(self) -> None:
        asked = Asked(self.fleet.desk, "waited")
        question = self.fleet.question(self.console, "waited")
        self.fleet.bridge.end(signal.SIGKILL)
        self.fleet.state(self.console, b"offline")
        correlation = self.fleet.send(self.console, yes(question, sign(self.fleet.dir / "anna", question["statement"])))
        self.fleet.start_bridge()
        self.assertEqual(self.fleet.result(self.console, correlation)["outcome"], "approved")
        self.assertEqual((asked.answer()["outcome"], asked.reply["may_call"]), ("approved", True))

    def test_answers_to_nothing_are_refused_and_nonsense_is_dropped(self) -> None:
        dropped = 'interlock_bridge_answers_total{result="dropped"}'
        before = self.fleet.counted(dropped)
        said = self.fleet.result(self.console, self.fleet.send(self.console, {"id": "f" * 32, "approve": False}))
        self.assertIn("nothing with id", said["error"])
        for nonsense in (b"", b"{", b"[]", b'{"id":1}', b"\xff" * 1000, b"[" * 100000, json.dumps({"id": "f" * 32, "method": "pause"}).encode()):
            self.assertIn("error", self.fleet.result(self.console, self.fleet.send(self.console, nonsense)))
        self.assertEqual(self.fleet.counted(dropped), before + 7)

    def test_a_signature_pauses_and_a_person_resumes(self) -> None:
        offer = self.fleet.pause_offer(self.console)
        self.assertEqual(offer["done"], [["pause", "all agents"]])
        asked = Asked(self.fleet.desk, "before the pause")
        self.fleet.question(self.console, "before the pause")
        answer = yes(offer, sign(self.fleet.dir / "anna", offer["statement"]))
        said = self.fleet.result(self.console, self.fleet.send(self.console, answer))
        self.assertEqual((said["outcome"], said["approver"], said["paused"]), ("approved", "anna", True))
        self.assertEqual((asked.answer()["outcome"], asked.reply["may_call"]), ("cancelled", False))
        self.assertEqual(Asked(self.fleet.desk, "meanwhile").answer()["may_call"], False)
        self.fleet.state(self.console, b"paused")
        self.assertEqual(self.fleet.records("signed_answer")[-1]["approver"], "anna")
        self.assertEqual(self.fleet.records("pause")[-1]["by"], {"approver": "anna", "question": offer["id"]})
        self.assertIn("all right", self.fleet.desk.ctl("audit", "verify"))
        self.fleet.desk.ctl("resume")
        self.fleet.state(self.console, b"online")
        # The same again pauses nothing: it was used.
        self.assertIn("nothing with id", self.fleet.result(self.console, self.fleet.send(self.console, answer))["error"])
        self.assertEqual(self.fleet.running(), "running")

    def test_a_bridge_that_dies_is_reported_and_cleans_up_when_it_is_back(self) -> None:
        asked = Asked(self.fleet.desk, "orphan")
        question = self.fleet.question(self.console, "orphan")
        topic = f"interlock/1/desk-1/question/{question['id']}"
        self.fleet.bridge.end(signal.SIGKILL)
        self.fleet.state(self.console, b"offline")
        self.fleet.desk.ctl("deny", question["id"])
        asked.answer()
        self.assertNotEqual(self.console.latest[topic], b"", "while the bridge is down the question stays at the broker")
        self.fleet.start_bridge()
        self.fleet.state(self.console, b"online")
        eventually("it is withdrawn", lambda: self.console.latest[topic] == b"")
        self.fleet.bridge.end(signal.SIGTERM)
        self.fleet.state(self.console, b"offline")
        self.fleet.start_bridge()
        self.fleet.state(self.console, b"online")

    def test_an_interlockd_that_ends_is_reported(self) -> None:
        Asked(self.fleet.desk, "gone")
        question = self.fleet.question(self.console, "gone")
        self.fleet.desk.stop_daemon()
        self.fleet.state(self.console, b"waiting")
        eventually("it is withdrawn", lambda: self.console.latest[f"interlock/1/desk-1/question/{question['id']}"] == b"")
        self.fleet.desk.start_daemon()
        self.fleet.state(self.console, b"online")


@unittest.skipUnless(broker.INSTALLED, broker.WHY_NOT)
class Hostile(unittest.TestCase):
    """The broker, and with it everything between the desktop and the approver, belongs to an attacker: it reads, writes, alters and keeps what it likes."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.fleet = Fleet(seconds=60, open_broker=True)
        cls.addClassCleanup(cls.fleet.end)
        cls.attacker = cls.fleet.console("mallory")
        cls.addClassCleanup(cls.attacker.close)
        cls.fleet.state(cls.attacker, b"online")

    def refused(self, answer: dict[str, Any]) -> None:
        said = self.fleet.result(self.attacker, self.fleet.send(self.attacker, answer))
        self.assertIn("error", said, answer)
        self.assertNotIn("outcome", said)

    def test_nothing_forged_replayed_or_altered_approves(self) -> None:
        key = self.fleet.dir / "anna"
        signed_before = len(self.fleet.records("signed_answer"))
        used = Asked(self.fleet.desk, "used")
        old = self.fleet.question(self.attacker, "used")
        old_yes = yes(old, sign(key, old["statement"]))
        self.assertEqual(self.fleet.result(self.attacker, self.fleet.send(self.attacker, old_yes))["outcome"], "approved")
        self.assertEqual(used.answer()["outcome"], "approved")

        asked = Asked(self.fleet.desk, "target")
        question = self.fleet.question(self.attacker, "target")
        statement = question["statement"]
        self.refused({"id": question["id"], "approve": True})
        self.refused({"id": question["id"], "approve": True, "lifespan": "once"})
        self.refused(yes(question, {"ssh": ""}))
        self.refused(yes(question, {"ssh": "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n"}))
        self.refused(yes(question, sign(self.fleet.dir / "mallory", statement)))
        self.refused(old_yes)
        self.refused({**old_yes, "id": question["id"]})
        for name in ("question", "desktop", "start", "shown", "done", "policy", "picture", "lifespan", "deadline_ms"):
            line = next(line for line in statement.split("\n") if line.startswith(name + " "))
            value = old["id"] if name == "question" else "ben@elsewhere :1" if name == "desktop" else "10m" if name == "lifespan" else "1" if name == "deadline_ms" else "0" * 64
            self.refused(yes(question, sign(key, statement.replace(line, f"{name} {value}"))))
        signed = sign(key, statement)
        self.refused(yes(question, signed, "session"))
        self.refused({**yes(question, signed), "approve": "true"})
        self.assertFalse(asked.reply)
        # The agent's own deeds: a question and a result that the attacker writes are not interlockd's.
        self.attacker.publish("interlock/1/desk-1/result", b'{"outcome":"approved"}')
        self.attacker.publish(f"interlock/1/desk-1/question/{question['id']}", b"", retain=True)
        self.fleet.send(self.attacker, {"id": question["id"], "approve": False})
        self.assertEqual((asked.answer()["outcome"], asked.reply["may_call"]), ("denied", False))
        self.refused(yes(question, signed))

        again = Asked(self.fleet.desk, "restart")
        before = self.fleet.question(self.attacker, "restart")
        kept = yes(before, sign(key, before["statement"]))
        self.fleet.restart_daemon()
        again.answer()
        eventually("interlockd is back", lambda: self.attacker.latest["interlock/1/desk-1/state"] == b"online")
        fresh = Asked(self.fleet.desk, "after")
        after = self.fleet.question(self.attacker, "after")
        self.refused(kept)
        self.refused({**kept, "id": after["id"]})
        self.fleet.send(self.attacker, {"id": after["id"], "approve": False})
        self.assertEqual(fresh.answer()["outcome"], "denied")
        self.assertEqual(len(self.fleet.records("signed_answer")), signed_before + 1, "the first, and none of the others")


    def test_no_forged_replayed_or_other_pause_counts(self) -> None:
        """A pause that anybody could send would stop a thousand desktops, each of which a person must hand back."""
        key = self.fleet.dir / "anna"
        offer = self.fleet.pause_offer(self.attacker)
        statement = offer["statement"]
        signed = sign(key, statement)
        self.refused({"id": offer["id"], "approve": False})
        self.refused({"id": offer["id"], "approve": True})
        self.refused(yes(offer, {"ssh": "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n"}))
        self.refused(yes(offer, sign(self.fleet.dir / "mallory", statement)))
        self.refused(yes(offer, signed, "session"))
        for name in ("question", "desktop", "start", "shown", "done", "policy", "picture", "lifespan", "deadline_ms"):
            line = next(line for line in statement.split("\n") if line.startswith(name + " "))
            value = "0" * 32 if name in ("question", "start") else "ben@elsewhere :1" if name == "desktop" else "10m" if name == "lifespan" else "1" if name == "deadline_ms" else "0" * 64
            self.refused(yes(offer, sign(key, statement.replace(line, f"{name} {value}"))))
        # An approval is no pause, and a pause is no approval.
        asked = Asked(self.fleet.desk, "not a pause")
        question = self.fleet.question(self.attacker, "not a pause")
        self.refused(yes(offer, sign(key, question["statement"])))
        self.refused(yes(question, signed))
        self.assertEqual((self.fleet.running(), asked.reply), ("running", {}))
        self.fleet.send(self.attacker, {"id": question["id"], "approve": False})
        self.assertEqual(asked.answer()["outcome"], "denied")
        # Of before a restart: kept back, and sent later.
        self.fleet.restart_daemon()
        fresh = eventually("a fresh one", lambda: (self.fleet.pause_offer(self.attacker)["id"] != offer["id"]) and self.fleet.pause_offer(self.attacker))
        self.refused(yes(offer, signed))
        self.refused(yes(fresh, signed))
        # Of before a policy was loaded.
        policy = next(line for line in fresh["statement"].split("\n") if line.startswith("policy "))
        self.fleet.change_policy()
        self.refused(yes(fresh, sign(key, fresh["statement"])))
        newest = eventually("one of the new policy", lambda: (policy not in self.fleet.pause_offer(self.attacker)["statement"]) and self.fleet.pause_offer(self.attacker))
        self.assertEqual(self.fleet.running(), "running")
        said = self.fleet.result(self.attacker, self.fleet.send(self.attacker, yes(newest, sign(key, newest["statement"]))))
        self.assertEqual((said["outcome"], self.fleet.running()), ("approved", "paused"), "and the right one does")
        self.fleet.desk.ctl("resume")


@unittest.skipUnless(broker.INSTALLED, broker.WHY_NOT)
class Interrupted(unittest.TestCase):
    """A hop that ends, stops or swallows everything: the question closes at its deadline, and what comes later is refused."""

    seconds = 8

    @classmethod
    def setUpClass(cls) -> None:
        cls.fleet = Fleet(seconds=cls.seconds)
        cls.addClassCleanup(cls.fleet.end)
        cls.relay = Relay(cls.fleet.broker.port)
        cls.fleet.bridge.end(signal.SIGKILL)
        cls.fleet.start_bridge(cls.relay.port)

    def setUp(self) -> None:
        self.console = self.fleet.console()
        self.addCleanup(self.console.close)
        self.fleet.state(self.console, b"online")
        self.asked = Asked(self.fleet.desk, self.id())
        self.question = self.fleet.question(self.console, self.id())
        self.signed = yes(self.question, sign(self.fleet.dir / "anna", self.question["statement"]))
        self.before = len(self.fleet.records("refused_answer"))

    def closed_in_time(self) -> None:
        reply = self.asked.answer()
        self.assertEqual((reply["outcome"], reply["may_call"]), ("timed_out", False))
        # By interlockd's own clock. A busy machine may close it later, and nothing closes it before.
        self.assertGreater(reply["ms"] / 1000, self.seconds - 1, "it closes at its deadline")

    def refused_late(self) -> None:
        eventually("the late yes is on record", lambda: len(self.fleet.records("refused_answer")) == self.before + 1)
        self.assertIn("too late", self.fleet.records("refused_answer")[-1]["why"])

    def stopped(self, program: Program) -> None:
        program.send(signal.SIGSTOP)
        self.addCleanup(program.send, signal.SIGCONT)

    def test_the_bridge_is_stopped(self) -> None:
        self.stopped(self.fleet.bridge)
        correlation = self.fleet.send(self.console, self.signed)
        self.closed_in_time()
        self.fleet.bridge.send(signal.SIGCONT)
        self.assertIn("error", self.fleet.result(self.console, correlation))
        self.refused_late()

    def test_the_bridge_is_killed(self) -> None:
        self.fleet.bridge.end(signal.SIGKILL)
        correlation = self.fleet.send(self.console, self.signed)
        self.closed_in_time()
        self.fleet.start_bridge(self.relay.port)
        self.assertIn("nothing with id", self.fleet.result(self.console, correlation)["error"])
        self.refused_late()

    def test_the_broker_is_stopped(self) -> None:
        self.stopped(self.fleet.broker.program)
        threading.Thread(target=self.fleet.send, args=(self.console, self.signed), daemon=True).start()
        self.closed_in_time()
        self.fleet.broker.program.send(signal.SIGCONT)
        self.refused_late()

    def test_the_broker_is_killed(self) -> None:
        self.fleet.broker.program.end(signal.SIGKILL)
        self.closed_in_time()
        self.fleet.broker.start()
        console = self.fleet.console()
        self.addCleanup(console.close)
        self.fleet.state(console, b"online")
        self.assertIn("error", self.fleet.result(console, self.fleet.send(console, self.signed)))
        self.refused_late()

    def test_everything_is_swallowed(self) -> None:
        self.relay.passes.clear()
        self.addCleanup(self.relay.passes.set)
        correlation = self.fleet.send(self.console, self.signed)
        self.closed_in_time()
        self.relay.passes.set()
        self.assertIn("error", self.fleet.result(self.console, correlation))
        self.refused_late()


if __name__ == "__main__":
    unittest.main()
