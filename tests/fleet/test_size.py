"""What approvals by signature cost interlockd: at most 1 MiB of memory more than the same questions without approvers."""

from __future__ import annotations

import json
import pathlib
import re
import unittest

from desk import Desk, eventually
from fleet import POLICY, Asked, make_key

OPEN = 4  # questions, as many as interlockd keeps open
ASKED = 16


class Size(unittest.TestCase):
    def memory(self, approvers: bool) -> int:
        """Private memory in KiB with open questions, once it no longer changes."""
        with Desk("preset: default\n") as desk:
            policy = POLICY % (make_key(desk.dir, "anna"), 600)
            if not approvers:
                policy = re.sub(r"approvers:\n.*\n|  replies: signed\n", "", policy)
            (pathlib.Path(desk.env["XDG_CONFIG_HOME"]) / "interlock" / "policy.yaml").write_text(policy)
            desk.stop_daemon()
            desk.start_daemon()
            process = pathlib.Path("/proc", str(json.loads(desk.ctl("--json", "status"))["pid"]))
            for number in range(ASKED):
                Asked(desk, f"v{number}")
            eventually("questions are open", lambda: len(desk.pending()) >= OPEN)
            self.assertTrue(all(each["statement"] for each in json.loads(desk.ctl("--json", "questions"))["questions"]))
            last: list[int] = []

            def settled() -> int:
                kib = sum(int(each) for each in re.findall(r"^Private_(?:Clean|Dirty):\s+(\d+)", (process / "smaps_rollup").read_text(), re.M))
                last.append(kib)
                return kib if len(last) > 50 and len(set(last[-50:])) == 1 else 0

            return eventually("its memory no longer changes", settled)

    def test_approvers_cost_at_most_a_mebibyte(self) -> None:
        # The least of three: what else is loaded meanwhile only adds.
        without = min(self.memory(False) for _ in range(3))
        signed = min(self.memory(True) for _ in range(3))
        print(f"\n{OPEN} open questions: {without} KiB without approvers, {signed} KiB with them")
        self.assertLess(signed - without, 1024)


if __name__ == "__main__":
    unittest.main()
