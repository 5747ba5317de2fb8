"""What the shipped access list of mosquitto lets a desktop and the console do, by a real mosquitto with certificates."""

from __future__ import annotations

import pathlib
import shutil
import ssl
import tempfile
import unittest

import broker
import mqtt

ID = "a" * 32


@unittest.skipUnless(broker.INSTALLED, broker.WHY_NOT)
class Access(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="interlock-test."))
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        cls.broker = broker.Broker(folder)
        cls.addClassCleanup(cls.broker.end)

    def client(self, name: str, client: str = "") -> mqtt.Client:
        made = self.broker.client(name, client)
        self.addCleanup(made.close)
        return made

    def test_a_desktop_writes_below_its_own_name_only(self) -> None:
        one, console = self.client("desk-1"), self.client("console")
        for kind in ("state", f"question/{ID}", f"picture/{ID}", "pause", "result"):
            self.assertLess(console.subscribe(f"interlock/1/+/{kind.split('/')[0]}" + ("/+" if "/" in kind else "")), 128)
            self.assertLess(one.publish(f"interlock/1/desk-1/{kind}", b"mine"), 128, kind)
            console.wait(kind, lambda message, kind=kind: message.topic == f"interlock/1/desk-1/{kind}")
        refused = [f"interlock/1/desk-2/{kind}" for kind in ("state", f"question/{ID}", f"picture/{ID}", "pause", "result", "answer")]
        refused += ["interlock/1/console/state", "interlock/1/desk-1", "interlock/1/desk-10/state", "interlock/1/desk-1/answer", "interlock/2/desk-1/state", "other"]
        for topic in refused:
            self.assertGreaterEqual(one.publish(topic, b"not mine"), 128, topic)
        self.assertLess(one.publish("interlock/1/desk-1/state", b"last"), 128)
        console.wait("the last one", lambda message: message.payload == b"last")
        self.assertNotIn(b"not mine", [message.payload for message in console.messages])

    def test_a_desktop_reads_nothing_of_another(self) -> None:
        one, two, console = self.client("desk-1"), self.client("desk-2"), self.client("console")
        for topic in ("interlock/1/desk-2/answer", f"interlock/1/desk-2/question/{ID}", "interlock/1/+/answer", "interlock/1/#", "#", "+/+/+/+", "$share/x/interlock/1/desk-2/answer"):
            one.subscribe(topic)  # mosquitto takes wildcards and checks each message
        self.assertLess(one.subscribe("interlock/1/desk-1/answer"), 128)
        self.assertLess(two.subscribe("interlock/1/desk-2/answer"), 128)
        self.assertLess(two.publish(f"interlock/1/desk-2/question/{ID}", b"secret", retain=True), 128)
        self.assertLess(console.publish("interlock/1/desk-2/answer", b"secret"), 128)
        two.wait("its answer", lambda message: message.payload == b"secret")
        self.assertLess(console.publish("interlock/1/desk-1/answer", b"to one"), 128)
        one.wait("its answer", lambda message: message.payload == b"to one")
        self.assertNotIn(b"secret", [message.payload for message in one.messages])

    def test_the_console_writes_answers_only(self) -> None:
        console = self.client("console")
        for topic in ("interlock/1/desk-1/state", f"interlock/1/desk-1/question/{ID}", f"interlock/1/desk-1/picture/{ID}", "interlock/1/desk-1/pause", "interlock/1/desk-1/result"):
            self.assertGreaterEqual(console.publish(topic, b"x"), 128, topic)

    def test_names_with_wildcards_open_nothing(self) -> None:
        two, console = self.client("desk-2"), self.client("console")
        for name in ("+", "#", "desk-2/question"):
            folder = self.broker.dir / "odd"
            folder.mkdir(exist_ok=True)
            certificate, key = folder / "odd.pem", folder / "odd.key"
            import subprocess

            command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
            command += ["-CA", str(self.broker.dir / "ca.pem"), "-CAkey", str(self.broker.dir / "ca.key"), "-subj", "/CN=" + name.replace("/", "\\/")]
            subprocess.run([*command, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
            context = ssl.create_default_context(cafile=str(self.broker.dir / "ca.pem"))
            context.load_cert_chain(certificate, key)
            with self.subTest(name=name):
                try:
                    odd = mqtt.Client(self.broker.port, context, "odd")
                except (OSError, ConnectionError):
                    continue  # refused altogether
                self.addCleanup(odd.close)
                odd.subscribe("interlock/1/+/answer")
                self.assertGreaterEqual(odd.publish("interlock/1/desk-2/state", b"odd"), 128)
                two.subscribe("interlock/1/desk-2/answer")
                self.assertLess(console.publish("interlock/1/desk-2/answer", name.encode()), 128)
                two.wait("its answer", lambda message, name=name: message.payload == name.encode())
                self.assertEqual(odd.messages, [])

    def test_nobody_enters_without_a_certificate_of_the_authority(self) -> None:
        bare = ssl.create_default_context(cafile=str(self.broker.dir / "ca.pem"))
        with self.assertRaises((OSError, ConnectionError)):
            mqtt.Client(self.broker.port, bare, "bare")
        with tempfile.TemporaryDirectory() as other:
            stranger = broker.Authority(pathlib.Path(other))
            stranger.make("console")
            bare.load_cert_chain(f"{other}/console.pem", f"{other}/console.key")
            with self.assertRaises((OSError, ConnectionError)):
                mqtt.Client(self.broker.port, bare, "stranger")


if __name__ == "__main__":
    unittest.main()
