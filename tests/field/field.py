"""Tasks on pages of our own and on real applications, driven as scripts/field says."""

from __future__ import annotations

import argparse
import os
import pathlib
from collections.abc import Callable

from agent import Agent
from desk import Application, Desk, eventually

PAGES = pathlib.Path(__file__).resolve().parent / "pages"
FIXTURES = PAGES.parents[1] / "fixtures"


class Field:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        log = desk.dir / "field.jsonl"
        desk.start(["/usr/bin/python3", str(FIXTURES / "serve.py"), str(PAGES), str(log)])
        self.pages = Application(log)
        port = eventually("the pages are served", lambda: self.pages.events("serving"))[0]["port"]
        self.url = f"http://127.0.0.1:{port}/"

    def chromium(self) -> None:
        command = (
            "chromium --force-renderer-accessibility --no-first-run --disable-background-networking --disable-sync"
            " --disable-gpu --disable-dev-shm-usage --password-store=basic --window-position=40,20"
            f" --window-size=1100,820 --user-data-dir={self.desk.dir}/field-chromium"
        )
        command += " --no-sandbox --test-type" if os.geteuid() == 0 else ""
        self.desk.start([*command.split(), self.url + "article.html?n=0"])

    def firefox(self) -> None:
        profile = self.desk.dir / "field-firefox"
        profile.mkdir()
        # Some seconds after its first start Firefox opens its privacy notice in front of the page.
        (profile / "user.js").write_text(
            'user_pref("datareporting.policy.dataSubmissionPolicyBypassNotification", true);\n'
            'user_pref("browser.aboutwelcome.enabled", false);\n'
            'user_pref("browser.shell.checkDefaultBrowser", false);\n'
        )
        self.desk.env.update(GNOME_ACCESSIBILITY="1", MOZ_CRASHREPORTER_DISABLE="1")
        command = f"firefox-esr --no-remote --profile {profile} --width 1100 --height 820 {self.url}article.html?n=0"
        self.desk.start(command.split())

    def go(self, agent: Agent, page: str) -> dict[str, object]:
        return agent.act({"type": "navigate", "url": self.url + page})


def navigate_then_look(field: Field, agent: Agent) -> str:
    """50 pages: does the first look after `navigate` show the new page?"""
    stale = 0
    for n in range(1, 51):
        field.go(agent, f"article.html?n={n}")
        if agent.settle:
            agent.look()
        stale += f'heading "Article {n}"' not in agent.text
    return f"stale {stale} of 50"


def a_page_of_rows(field: Field, agent: Agent) -> str:
    """Orders: search, edit one, look at all again, sort."""
    field.go(agent, "orders.html")
    agent.until("Lopez")
    size = len(agent.look())
    agent.type('entry "Search', "hills")
    agent.click("button \"Edit\"")
    agent.type('entry "Note', "call back")
    agent.click('button "Keep"')
    kept = eventually("the note is kept", lambda: field.pages.events("kept"))[-1]
    agent.act({"type": "key", "ref": agent.ref('entry "Search'), "keys": "ctrl+a Delete"})
    agent.click('button "Customer"')
    done = kept["what"] == "1008" and kept["text"] == "call back"
    return f"{'done' if done else 'NOT DONE'}; 12 rows in {size} characters"


def a_form(field: Field, agent: Agent) -> str:
    """Fifteen fields."""
    field.go(agent, "form.html")
    agent.until("Remarks")
    agent.look()
    for name in ("First name", "Last name", "E-mail", "Phone", "Company", "Street", "Town"):
        agent.type(f'entry "{name}', "Example@x.example" if name == "E-mail" else "Example 1")
    agent.click('radio button "Large"')
    agent.click('check box "Newsletter"')
    agent.click('check box "Vegetarian')
    agent.act({"type": "key", "ref": agent.ref('combo box "Country"'), "keys": "d"})
    agent.act({"type": "key", "ref": agent.ref('combo box "Room"'), "keys": "d"})
    agent.act({"type": "key", "ref": agent.ref('"Guests'), "keys": "Up"})
    agent.act({"type": "type", "ref": agent.ref(r'spin button "Month'), "text": "11202026"})
    agent.type('"Remarks', "none")
    agent.click('button "Check"')
    said = field.pages.events("checked")
    return str(said[-1]["text"]) if said else "NOT DONE"


def reading(field: Field, agent: Agent) -> str:
    """Three articles one after the other, by their links; what loads 200 ms after the click."""
    field.go(agent, "article.html?n=1")
    agent.until('heading "Article 1"')
    agent.look()
    stale = 0
    for n in (2, 3):
        agent.act({"type": "click", "ref": agent.ref(f'link "{"First Second Third".split()[n - 1]}"')})
        stale += f'heading "Article {n}"' not in agent.text
        if f'heading "Article {n}"' not in agent.text:
            agent.until(f'heading "Article {n}"')
    agent.act({"type": "key", "keys": "End"})
    return f"stale {stale} of 2"


def a_gtk_form(field: Field, agent: Agent) -> str:
    log = field.desk.dir / "field-form.jsonl"
    log.unlink(missing_ok=True)
    fixture = str(FIXTURES / "gtk3_form.py")
    program = field.desk.start(["/usr/bin/python3", fixture, str(log), "--title", "Field form", "--at", "100,100"])
    form = Application(log)
    window = eventually("the form's window", lambda: field.desk.output("xdotool", "search", "--name", "^Field form$"))
    field.desk.output("xdotool", "windowactivate", window.split()[0])
    agent.until("Submit Order")
    agent.look()
    for _ in range(3):
        agent.click('button "Next"')
    agent.type("^e\\d+ text", "a note")
    done = eventually("the note", lambda: form.text("note") == "a note")
    program.end(9)
    return "done" if done else "NOT DONE"


TASKS: dict[str, Callable[[Field, Agent], str]] = {
    task.__name__: task for task in (navigate_then_look, a_page_of_rows, a_form, reading, a_gtk_form)
}


def percentile(values: list[float] | list[int], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--task", action="append", choices=TASKS)
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("--by", choices=("settle", "observe", "both"), default="both")
    parser.add_argument("--browser", choices=("chromium", "firefox"), default="chromium")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--show", action="store_true", help="print what the agent read last in each task")
    options = parser.parse_args()
    if options.list:
        for name, task in TASKS.items():
            print(f"{name:20} {task.__doc__ or ''}")
        return
    ways = ("observe", "settle") if options.by == "both" else (options.by,)
    names = f"{'task':20} {'by':8} {'acts':>4} {'prompts':>7} {'blocked':>7} {'refused':>9} {'chars':>8}"
    print(f"{names} {'look p50':>8} {'p90':>6} {'act p50 ms':>10} {'p90':>6}  result")
    with Desk() as desk:
        field = Field(desk)
        field.firefox() if options.browser == "firefox" else field.chromium()
        for name in options.task or TASKS:
            for way in ways:
                agent = Agent(desk.socket, "field", settle=way == "settle", pace=options.pace)
                if name != "a_gtk_form":
                    agent.until("Article|Orders|Registration")
                try:
                    result = TASKS[name](field, agent)
                except AssertionError as failure:
                    result = f"FAILED: {str(failure)[:300]}"
                t = agent.tally
                refused = f"{t.refused}/{t.by_ref}"
                print(
                    f"{name:20} {way:8} {t.acts:4} {t.prompts:7} {t.blocked:7} {refused:>9} {t.characters:8}"
                    f" {percentile(t.looks, 0.5):8.0f} {percentile(t.looks, 0.9):6.0f}"
                    f" {percentile(t.act_ms, 0.5):10.0f} {percentile(t.act_ms, 0.9):6.0f}  {result}",
                    flush=True,
                )
                if options.show:
                    print(agent.text)
                agent.close()


if __name__ == "__main__":
    main()
