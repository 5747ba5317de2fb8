"""Runs the tasks on a private desktop, counts, and prints a table; as scripts/field says."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import pathlib
import re
import sys
from typing import Any

import desk_tasks  # noqa: F401  (they enter themselves into TASKS)
import fifth_desk_tasks  # noqa: F401
import fifth_web_tasks  # noqa: F401
import fourth_desk_tasks  # noqa: F401
import fourth_web_tasks  # noqa: F401
import more_desk_tasks  # noqa: F401
import more_web_tasks  # noqa: F401
import third_desk_tasks  # noqa: F401
import third_web_tasks  # noqa: F401
import web_tasks  # noqa: F401
from agent import Agent
from desk import Desk, eventually
from person import Person
from sites import Site
from tasks import TASKS, Known, NotDone, Task

TERMINALS = ("xterm", "vte_terminal", "terminal")


class Field:
    """The desktop, the sites, and a browser once a task needs it."""

    def __init__(self, desk: Desk, browser: str) -> None:
        self.desk, self.browser, self.site = desk, browser, Site()
        self._started: set[str] = set()

    def show_browser(self, kind: str) -> None:
        browser = self.browser if kind == "web" else kind
        if browser not in self._started:
            self._started.add(browser)
            self.desk.start(self._firefox() if browser == "firefox" else self._chromium())
        name = "Mozilla Firefox$" if browser == "firefox" else "Chromium$"
        windows = eventually("the browser's window", lambda: self.desk.output("xdotool", "search", "--name", name))
        self.desk.output("xdotool", "windowactivate", windows.split()[-1])
        # The other browser may be the active window until then.
        eventually("the browser is active", lambda: re.search(name, self.desk.output("xdotool", "getactivewindow", "getwindowname")))

    def _chromium(self) -> list[str]:
        command = (
            "chromium --force-renderer-accessibility --no-first-run --disable-background-networking --disable-sync"
            " --disable-gpu --disable-dev-shm-usage --password-store=basic --window-position=40,20"
            f" --window-size=1100,820 --user-data-dir={self.desk.dir}/field-chromium"
        )
        command += " --no-sandbox --test-type" if os.geteuid() == 0 else ""
        return [*command.split(), self.site.url + "article.html?n=0"]

    def _firefox(self) -> list[str]:
        profile = self.desk.dir / "field-firefox"
        profile.mkdir()
        # Some seconds after its first start Firefox opens its privacy notice in front of the page.
        (profile / "user.js").write_text(
            'user_pref("datareporting.policy.dataSubmissionPolicyBypassNotification", true);\n'
            'user_pref("browser.aboutwelcome.enabled", false);\n'
            'user_pref("browser.shell.checkDefaultBrowser", false);\n'
        )
        self.desk.env.update(GNOME_ACCESSIBILITY="1", MOZ_CRASHREPORTER_DISABLE="1")
        command = f"firefox-esr --no-remote --profile {profile} --width 1100 --height 820"
        return [*command.split(), self.site.url + "article.html?n=0"]

    def audit(self) -> list[dict[str, Any]]:
        path = pathlib.Path(self.desk.env["XDG_STATE_HOME"]) / "interlock" / "audit.jsonl"
        return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def percentile(values: list[float] | list[int], part: float) -> float:
    ordered = sorted(values)
    return float(ordered[min(len(ordered) - 1, int(part * len(ordered)))]) if ordered else 0.0


def unknown_targets(records: list[dict[str, Any]], session: str) -> tuple[int, list[str]]:
    """Of the judged actions of a session: how many, and those on a target that was not known, by the audit log.

    A terminal is judged by its lines, so its target need not be known.
    """
    judged, unknown = 0, []
    for record in records:
        if record.get("record") != "begin" or record.get("session") != session or "element" not in record:
            continue
        judged += 1
        window, element = record.get("window") or {}, record.get("element") or {}
        in_terminal = any(name in str(window.get("class", "")).lower() for name in TERMINALS)
        if "unknown" in window or ("unknown" in element and not in_terminal):
            unknown.append(f"unknown: {record['summary'][:60]} in {window.get('title')}: {element.get('unknown')}")
    return judged, unknown


def evidence(records: list[dict[str, Any]], question: dict[str, str]) -> str:
    """A needless question, with what the gate found, by the audit log."""
    begun = [one for one in records if one.get("id") == question["record"] and one["record"] == "begin"]
    found = begun[0].get("assessment", {}).get("findings", []) if begun else []
    return f"needless: {json.dumps(question)} {json.dumps(found)}"


def run(field: Field, known: Known, way: str, pace: float, show: bool) -> dict[str, Any]:
    """One task, from the beginning."""
    field.site.reset()
    if known.kind != "desktop":
        field.show_browser(known.kind)
    agent = Agent(field.desk.socket, known.name, known.directive, way == "settle", pace)
    agent.trace = show
    task = Task(field.desk, field.site, agent, Person(field.desk))
    if known.kind != "desktop":
        agent.until('document "', 60)
        agent.tally.characters, agent.tally.looks = 0, []
    result, remark = "done", ""
    try:
        remark = known.run(task) or ""
    except (NotDone, AssertionError, RuntimeError, IndexError, StopIteration, KeyError, OSError) as failure:
        result, remark = "NOT DONE", f"{type(failure).__name__}: {str(failure)[:600]}"
    finally:
        task.person.leave()
        for program in task.programs:
            program.end(9)
        agent.close()
    if show or result != "done":
        print(agent.text)
    tally, person = agent.tally, task.person
    records = field.audit()
    judged, unknown = unknown_targets(records, agent.session)
    missed = person.missed() if result == "done" else []
    return {
        "task": known.name,
        "set": known.group,
        "by": way,
        "result": result,
        "remark": remark,
        "acts": tally.acts,
        "by_ref": tally.by_ref,
        "needed": person.needed,
        "needless": len(person.needless),
        "missed": len(missed),
        "blocks_right": tally.blocks_right,
        "blocks_wrong": tally.blocks_wrong,
        "refused_right": tally.refused_right,
        "refused_wrong": tally.refused_wrong,
        "judged": judged,
        "unknown": len(unknown),
        "characters": tally.characters,
        "look_p50": round(percentile(tally.looks, 0.5)),
        "look_p90": round(percentile(tally.looks, 0.9)),
        "act_p50_ms": round(percentile(tally.act_ms, 0.5)),
        "act_p90_ms": round(percentile(tally.act_ms, 0.9)),
        "looks": tally.looks,
        "act_ms": [round(ms) for ms in tally.act_ms],
        "stale": task.figures.get("stale", 0),
        "remarks": [*tally.remarks, *unknown, *(evidence(records, one) for one in person.needless), *(f"never asked: {one}" for one in missed)],
    }


HEAD = (
    f"{'task':20} {'by':8} {'acts':>4} {'asked':>5} {'need-':>5} {'not':>5} {'blocked':>9} {'refused':>12} {'unknown':>8}"
    f" {'chars':>7} {'look p50':>8} {'p90':>6} {'act p50':>8} {'p90':>6}  result\n"
    f"{'':20} {'':8} {'':4} {'':5} {'less':>5} {'asked':>5} {'ok/wrong':>9} {'ok/wrong/of':>12} {'of':>8}"
    f" {'':7} {'':8} {'':6} {'ms':>8}"
)


def line_of(one: dict[str, Any]) -> str:
    blocked = f"{one['blocks_right']}/{one['blocks_wrong']}"
    refused = f"{one['refused_right']}/{one['refused_wrong']}/{one['by_ref']}"
    unknown = f"{one['unknown']}/{one['judged']}"
    return (
        f"{one['task']:20} {one['by']:8} {one['acts']:4} {one['needed']:5} {one['needless']:5} {one['missed']:5} {blocked:>9} {refused:>12}"
        f" {unknown:>8} {one['characters']:7} {one['look_p50']:8} {one['look_p90']:6} {one['act_p50_ms']:8} {one['act_p90_ms']:6}"
        f"  {one['result']} {one['remark']}"
    )


SUMS = (
    "acts by_ref needed needless missed blocks_right blocks_wrong refused_right refused_wrong judged unknown characters stale"
).split()


def total(rows: list[dict[str, Any]], group: str, way: str) -> dict[str, Any]:
    rows = [row for row in rows if row["by"] == way and row["set"] == group]
    looks = [size for row in rows for size in row["looks"]]
    took = [ms for row in rows for ms in row["act_ms"]]
    done = sum(row["result"] == "done" for row in rows)
    return {
        **{key: sum(row[key] for row in rows) for key in SUMS},
        "task": "all",
        "set": group,
        "by": way,
        "result": f"{done} of {len(rows)} done",
        "remark": "",
        "look_p50": round(percentile(looks, 0.5)),
        "look_p90": round(percentile(looks, 0.9)),
        "act_p50_ms": round(percentile(took, 0.5)),
        "act_p90_ms": round(percentile(took, 0.9)),
    }


def choose(options: argparse.Namespace) -> list[Known]:
    chosen = [TASKS[name] for name in options.task or TASKS]
    if not options.task and options.set != "all":
        chosen = [known for known in chosen if known.group == options.set]
    return [known for known in chosen if known.short] if options.short else chosen


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--task", action="append", choices=TASKS)
    parser.add_argument("--set", choices=("first", "second", "third", "fourth", "fifth", "all"), default="all", help="one of the sets of tasks")
    parser.add_argument("--short", action="store_true", help="only the quick tasks, which are a part of the test suite")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds between the acts")
    parser.add_argument("--by", choices=("settle", "observe", "both"), default="settle")
    parser.add_argument("--browser", choices=("chromium", "firefox"), default="chromium")
    parser.add_argument("--json", type=pathlib.Path, help="write the results to this file")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--show", action="store_true", help="print each act, and what the agent read last in each task")
    options = parser.parse_args()
    if options.list:
        for known in TASKS.values():
            print(f"{known.name:20} {known.directive}")
        return 0
    ways = ["observe", "settle"] if options.by == "both" else [options.by]
    rows: list[dict[str, Any]] = []
    print(HEAD)
    with Desk() as desk:
        field = Field(desk, options.browser)
        for known in choose(options):
            if missing := known.missing():
                print(f"{known.name:20} left out: {', '.join(missing)} is not installed (scripts/install-deps test)")
                rows.extend({**total([], known.group, way), "task": known.name, "result": "left out", "looks": [], "act_ms": []} for way in ways)
                continue
            for way in ways:
                rows.append(run(field, known, way, options.pace, options.show))
                print(line_of(rows[-1]), flush=True)
                for remark in rows[-1]["remarks"]:
                    print(f"    {remark}", flush=True)
    totals = [total(rows, group, way) for group in dict.fromkeys(row["set"] for row in rows) for way in ways]
    for one in totals:
        print(line_of(one))
    if options.json:
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%MZ")
        about = {"date": now, "browser": options.browser, "pace": options.pace}
        kept = [{key: value for key, value in row.items() if key not in ("looks", "act_ms")} for row in rows]
        text = json.dumps({**about, "totals": totals, "tasks": kept}, indent=1)
        options.json.write_text(text + "\n", encoding="utf-8")
    good = all(row["result"] == "done" and not row["needless"] + row["missed"] + row["blocks_wrong"] for row in rows)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
