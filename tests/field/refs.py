"""Whether acts by ref hit at the first try: a dry run of a click on each element of many pages and applications that
`observe` names, as scripts/refs says."""

from __future__ import annotations

import argparse
import collections
import json
import os
import pathlib
import sys
import time

from agent import Agent
from desk import Application, Desk, eventually

HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parent / "fixtures"

class Count:
    def __init__(self) -> None:
        self.tried = 0
        self.refused: list[tuple[str, str, str]] = []


def elements(agent: Agent) -> list[dict[str, object]]:
    found = []
    for window in agent.call("observe", format="json")["windows"]:  # type: ignore[attr-defined]
        found += [each for each in window.get("elements", []) if "ref" in each]
    return found


def until_quiet(agent: Agent, least: int) -> list[dict[str, object]]:
    """A window that is complete: the same elements twice."""
    before: list[dict[str, object]] = []
    for _ in range(100):
        now = elements(agent)
        if len(now) >= least and len(now) == len(before):
            return now
        before = now
        time.sleep(0.5)
    return before


def try_all(agent: Agent, what: str, least: int, counts: dict[str, Count], kind: str) -> None:
    count = counts.setdefault(kind, Count())
    all_elements = until_quiet(agent, least)
    before = len(count.refused)
    for element in all_elements:
        reply = agent.call("act", action={"type": "click", "ref": element["ref"]}, dry_run=True)
        count.tried += 1
        code = str(reply.get("code"))
        name = f"{element['role']} {element.get('name', '')!r} at {element.get('extents')}"
        if code in ("covered", "not_visible", "target_unknown", "stale_ref", "target_changed", "unknown_target"):
            count.refused.append((what, name, f"{code}: {reply.get('reason')}"))
    print(f"  {kind}, {what}: {len(all_elements)} elements, {len(count.refused) - before} refused", flush=True)


def browser(desk: Desk, name: str, url: str) -> object:
    if name == "chromium":
        command = (
            "chromium --force-renderer-accessibility --no-first-run --disable-background-networking --disable-sync"
            " --disable-gpu --disable-dev-shm-usage --password-store=basic --window-position=40,20"
            f" --window-size=1100,820 --user-data-dir={desk.dir}/refs-chromium"
        )
        command += " --no-sandbox --test-type" if os.geteuid() == 0 else ""
        return desk.start([*command.split(), url])
    profile = desk.dir / "refs-firefox"
    profile.mkdir()
    (profile / "user.js").write_text(
        'user_pref("datareporting.policy.dataSubmissionPolicyBypassNotification", true);\n'
        'user_pref("browser.aboutwelcome.enabled", false);\nuser_pref("browser.shell.checkDefaultBrowser", false);\n'
    )
    desk.env.update(GNOME_ACCESSIBILITY="1", MOZ_CRASHREPORTER_DISABLE="1")
    return desk.start(f"firefox-esr --no-remote --profile {profile} --width 1100 --height 820 {url}".split())


def in_browser(desk: Desk, name: str, counts: dict[str, Count]) -> None:
    for folder, number in ((HERE / "pages", 0), (FIXTURES, 1)):
        log = desk.dir / f"refs-{name}-{number}.jsonl"
        desk.start(["/usr/bin/python3", str(FIXTURES / "serve.py"), str(folder), str(log)])
        port = eventually("the pages are served", lambda: Application(log).events("serving"))[0]["port"]
        pages = sorted(each.name for each in folder.glob("*.html") if each.name not in ("settle.html", "changes.html"))
        agent = Agent(desk.socket, "refs", directive="", settle=False)
        if number == 0:
            browser(desk, name, f"http://127.0.0.1:{port}/{pages[0]}")
            until_quiet(agent, 5)
        for page in pages:
            agent.call("act", action={"type": "navigate", "url": f"http://127.0.0.1:{port}/{page}"})
            try_all(agent, page, 4, counts, name)
        agent.close()


def in_window(desk: Desk, what: str, command: list[str], title: str, least: int, counts: dict[str, Count], kind: str) -> None:
    agent = Agent(desk.socket, "refs", directive="", settle=False)
    program = desk.start(command)
    window = eventually(title, lambda: desk.output("xdotool", "search", "--onlyvisible", "--name", title), 120)
    desk.output("xdotool", "windowactivate", window.split()[0])
    try_all(agent, what, least, counts, kind)
    agent.close()
    program.end(9)


def toolkits(desk: Desk, counts: dict[str, Count]) -> None:
    for script, title, kind in (
        ("gtk3_form.py", "GTK form", "gtk3"),
        ("gtk3_popups.py", "Popups", "gtk3"),
        ("gtk4_form.py", "GTK 4 form", "gtk4"),
        ("gtk4_popups.py", "Popups", "gtk4"),
        ("qt5_form.py", "Qt form", "qt5"),
        ("qt5_popups.py", "Popups", "qt5"),
    ):
        log = desk.dir / f"refs-{script}.jsonl"
        in_window(desk, script, ["/usr/bin/python3", str(FIXTURES / script), str(log)], title, 4, counts, kind)
    folder = desk.dir / "files"
    folder.mkdir()
    for i in range(12):
        (folder / f"report-{i}.txt").write_text("text\n")
    in_window(desk, "thunar", ["thunar", str(folder)], "files", 8, counts, "gtk3")
    for what in ("writer", "calc"):
        command = ["soffice", f"--{what}", "--norestore", "--nologo", "--nofirststartwizard"]
        in_window(desk, what, command, "LibreOffice", 20, counts, "libreoffice")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", choices=("chromium", "firefox", "toolkits"), action="append")
    chosen = options.parse_args()
    counts: dict[str, Count] = {}
    with Desk() as desk:
        for part in chosen.only or ("toolkits", "chromium", "firefox"):
            if part == "toolkits":
                toolkits(desk, counts)
            else:
                in_browser(desk, part, counts)
    print(f"{'':12} {'elements':>9} {'refused':>8}")
    for kind, count in counts.items():
        print(f"{kind:12} {count.tried:>9} {len(count.refused):>8}")
    tried = sum(count.tried for count in counts.values())
    refused = [each for count in counts.values() for each in count.refused]
    print(f"{'all':12} {tried:>9} {len(refused):>8}  {100 * len(refused) / max(1, tried):.2f} %")
    by_code = collections.Counter(why.split(":")[0] for _, _, why in refused)
    print(json.dumps(by_code))
    for what, name, why in refused:
        print(f"  {what}: {name}: {why[:160]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
