"""Clicks and keys reach the window that was judged or nobody, whatever other programs do."""
import os
import time
import unittest

from desk import CLIENT, Desk, eventually

CLICKS = int(os.environ.get("INTERLOCK_CLICKS", "10000"))
KEYS = int(os.environ.get("INTERLOCK_KEYS", "2000"))


class Clicks(unittest.TestCase):
    def desk(self, *options):
        desk = Desk(*options)
        self.addCleanup(desk.end)
        return desk

    def race(self, desk, count, adversary):
        """Clicks on a window that another one covers again and again. (clicks delivered, refused, the window, the other one)"""
        target, window = desk.client("target")
        thief = desk.start([CLIENT, "thief", "--colour", "0xC04040", *adversary])
        eventually(lambda: thief.lines("READY"), "the adversary's window")
        delivered = refused = 0
        for _ in range(count):
            done = desk.click(150, 150, desk.expect(window))
            if done["done"] == 3:
                delivered += 1
            else:
                self.assertEqual(done["refused"]["code"], "window_changed", done)
                self.assertEqual(done["done"], 0)
                refused += 1
            time.sleep(0.0003)
        desk.call("window", window=window["id"], do="activate")
        # The last event of all; the adversary may still cover the window at the first attempts.
        eventually(lambda: desk.click(150, 150, {**desk.expect(window), "pid": 0})["done"] == 3, "a last click")
        return delivered, refused, target, thief

    def check(self, adversary, count=CLICKS):
        delivered, refused, target, thief = self.race(self.desk(), count, adversary)
        got = lambda program: len(program.lines("PRESS"))  # noqa: E731
        eventually(lambda: got(target) + got(thief) == delivered + 1, "all clicks and the last one")
        astray = got(thief)
        print("a program maps a window on top again and again: %d clicks, %d delivered, %d refused, %d astray, %s maps" % (
            count, delivered, refused, astray, (thief.lines("SHOWN") or [["", "<100"]])[-1][1]))
        self.assertGreater(delivered, 0)
        self.assertGreater(refused, 0, "the adversary never covered the window: this run shows nothing")
        self.assertEqual(astray, 0)

    def test_none_astray_with_a_program_that_maps_on_top(self):
        self.check(["--toggle", "1000", "1000", "--reconnect"])

    def test_the_same_without_the_comparison_goes_astray(self):
        desk = self.desk("--no-guard")
        self.assertIn("wrong expectation was delivered", desk.hello["self_test"])
        count = max(500, CLICKS // 10)
        delivered, refused, _, thief = self.race(desk, count, ["--toggle", "1000", "1000", "--reconnect"])
        astray = len(eventually(lambda: thief.lines("PRESS"), "clicks that went astray"))
        print("the same without the comparison: %d clicks, %d delivered, %d refused, %d astray" % (count, delivered, refused, astray))

    def test_keys_follow_no_focus(self):
        desk = self.desk()
        target, window = desk.client("target")
        thief, other = desk.client("thief")
        sent = refused = 0
        for at in range(KEYS):
            desk.call("window", window=(window if at % 2 else other)["id"], do="activate")
            done = desk.key("a", desk.expect(window))
            sent += done["done"] == 2
            refused += done["done"] == 0
        self.assertEqual(sent + refused, KEYS)
        self.assertGreater(refused, KEYS // 4)
        eventually(lambda: len(target.lines("KEY")) == sent, "the keys")
        self.assertEqual(thief.lines("KEY"), [])
        self.assertEqual(thief.lines("ENTERED-WITH-KEYS"), [])
        print("the focus is switched before each key: %d keys, %d sent, %d refused, 0 astray" % (KEYS, sent, refused))


if __name__ == "__main__":
    unittest.main()
