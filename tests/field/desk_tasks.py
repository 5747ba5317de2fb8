"""Tasks in applications of the desktop. Each is one function, and says which questions are needed."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as xml
import zipfile

from tasks import FIXTURES, HERE, Task, check, task

PYTHON = "/usr/bin/python3"  # the one that has GTK and Qt
OFFICE = ("soffice", "--norestore", "--nologo", "--nofirststartwizard", "--nolockcheck")
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"


@task("desktop", "Press Next three times and write 'a note' into the field.", short=True)
def a_gtk_form(t: Task) -> None:
    form = t.log("gtk-form")
    t.start(PYTHON, str(FIXTURES / "gtk3_form.py"), str(t.home / "gtk-form.jsonl"), "--title", "Field form", window="^Field form$")
    t.agent.shows("Submit Order")
    for _ in range(3):
        t.agent.click('button "Next"')
    t.agent.type("^e\\d+ text", "a note")
    t.eventually("the note", lambda: form.text("note") == "a note")
    check(form.count("clicked", "Next") == 3, "the button was not pressed three times")


@task("desktop", "Add Dora Marsh, phone 078, age 41, to my contacts in the group Work as a favourite, and delete Boris Klein.")
def contacts_in_qt(t: Task) -> None:
    a, log = t.agent, t.log("contacts")
    t.start(PYTHON, str(HERE / "apps/contacts_qt.py"), str(t.home / "contacts.jsonl"), window="^Contacts$")
    a.shows("Ana Lopez")
    a.press("New")
    a.fill(
        {
            '"Name': "Dora Marsh",
            '"Phone': "078",
            'combo box "Family"': "Work",
            '"Age': "41",
            'check box "Favourite': "true",
        }
    )
    a.press("Save")
    saved = t.eventually("the contact", lambda: log.events("saved"))[-1]
    want = {"what": "Dora Marsh", "phone": "078", "group": "Work", "age": 41, "favourite": True}
    check({key: saved[key] for key in want} == want, str(saved))
    a.press("Boris Klein")
    t.person.needs("Delete")
    a.press("Delete")
    a.shows("cannot be undone")
    a.click('button "Delete"')
    t.eventually("he is deleted", lambda: log.count("deleted", "Boris Klein") == 1)


@task("desktop", "Name the device 'desk-7', switch the night light on and the sounds off, sleep after 20 minutes, and apply.", short=True)
def settings_in_gtk4(t: Task) -> None:
    a, log = t.agent, t.log("settings")
    t.start(PYTHON, str(HERE / "apps/settings_gtk4.py"), str(t.home / "settings.jsonl"), window="^Device settings$")
    a.shows("Apply")
    a.type('"Device name', "desk-7")
    a.click('"Night light')
    a.set('"Sounds', "false")
    a.set('"Minutes', "20")
    a.press("Apply")
    applied = t.eventually("the settings", lambda: log.events("applied"))[-1]
    want = {"device": "desk-7", "night": True, "sound": False, "minutes": 20}
    check({key: applied[key] for key in want} == want, str(applied))


@task(
    "desktop",
    "Commit the change in ~/project with the message 'Correct the greeting', push it, and remove the untracked files.",
    needs=("git",),
    short=True,
)
def git_in_a_terminal(t: Task) -> None:
    a = t.agent
    project = t.folder("project", {"hello.txt": "Helo\n"})
    remote = t.folder("remote.git", {})
    for command in (
        ["git", "init", "-q", "--bare", str(remote)],
        ["git", "-C", str(project), "init", "-q", "-b", "main"],
        ["git", "-C", str(project), "config", "user.email", "sam@field.example"],
        ["git", "-C", str(project), "config", "user.name", "Sam"],
        ["git", "-C", str(project), "remote", "add", "origin", str(remote)],
        ["git", "-C", str(project), "add", "."],
        ["git", "-C", str(project), "commit", "-q", "-m", "Begin"],
    ):
        subprocess.run(command, check=True, env=t.desk.env)
    (project / "hello.txt").write_text("Hello\n", encoding="utf-8")
    (project / "draft.tmp").write_text("draft\n", encoding="utf-8")
    t.start(PYTHON, str(FIXTURES / "vte_terminal.py"), "Terminal", window="^Terminal$")
    a.write("cd ~/project\n")
    a.write("git status --short\n")
    a.shows("draft.tmp")
    a.write("git diff --stat\n")
    a.write("git commit -am 'Correct the greeting'\n")
    a.write("git push -q -u origin main\n")

    def log(folder: str) -> str:
        return t.desk.output("git", "-C", folder, "log", "--oneline", "main")

    t.eventually("the change is pushed", lambda: "Correct the greeting" in log(str(remote)))
    t.person.needs("git clean|erase|delete|remove")
    a.write("git clean -fd\n")
    t.eventually("the untracked file is gone", lambda: not (project / "draft.tmp").exists())
    a.write("exit\n")


@task("desktop", "In notes.txt, replace 'Monday' by 'Tuesday' everywhere and add a line 'Bring tea.'; save it.", needs=("geany",))
def replace_in_geany(t: Task) -> None:
    a = t.agent
    folder = t.folder("notes", {"notes.txt": "Meeting on Monday.\nPlan for Monday: the budget.\n"})
    t.start("geany", "--new-instance", "--no-msgwin", "--no-terminal", str(folder / "notes.txt"), window="notes.txt.*Geany")
    a.keys("ctrl+End")
    a.write("Bring tea.\n")
    a.keys("ctrl+h")
    a.until('window .*"Replace"')
    a.fill({'"Search for': "Monday", '"Replace with': "Tuesday"})  # combo boxes with entries
    if '"In Document"' not in a.text:  # GTK's expander reacts where its words are, not in its middle
        x, y, _, height = a.place("Replace All")
        a.act({"type": "click", "x": x + height * 2, "y": y + height // 2})
        a.shows("In Document")
    a.click('button "In Document"')
    a.keys("Escape")
    a.until("notes.txt")
    a.keys("ctrl+s")
    want = "Meeting on Tuesday.\nPlan for Tuesday: the budget.\nBring tea.\n"
    t.eventually("the file", lambda: (folder / "notes.txt").read_text(encoding="utf-8") == want)


@task("desktop", "Tidy ~/Papers: a new folder 2026, rename scan1.txt to lease.txt, move it into 2026, and delete old.txt.", needs=("thunar",))
def tidy_in_thunar(t: Task) -> None:
    a = t.agent
    folder = t.folder("Papers", {"scan1.txt": "lease", "old.txt": "old", "keep.txt": "keep"})
    t.start("thunar", str(folder), window="Papers")
    a.shows("scan1.txt|location|View")
    a.keys("ctrl+2")  # as a list
    a.until("scan1.txt")
    a.keys("ctrl+shift+n")
    a.until('window .*"(New Folder|Create New Folder)"')
    a.keys("ctrl+a")
    a.write("2026")
    a.click('button "Create"')
    t.eventually("the folder", lambda: (folder / "2026").is_dir())
    a.until("scan1.txt")
    a.click('"scan1.txt"')
    a.keys("F2")
    a.until('window .*"Rename')
    a.keys("ctrl+a")
    a.write("lease.txt")
    a.click('button "Rename"')
    t.eventually("it is renamed", lambda: (folder / "lease.txt").exists())
    a.until('"lease.txt"')
    a.click('"lease.txt"')
    a.keys("ctrl+x")
    a.click('"2026"', count=2)
    a.until('window .*"2026')
    a.keys("ctrl+v")
    t.eventually("it is moved", lambda: (folder / "2026/lease.txt").exists())
    a.keys("alt+Up")
    a.until('"old.txt"')
    a.click('"old.txt"')
    t.person.needs("old.txt|[Dd]elete|[Tt]rash")
    a.keys("Delete")
    if "cannot" in a.text or "permanently" in a.text.lower():  # where there is no trash, another question
        t.person.needs("[Dd]elete")
        a.click('button "(Delete|Yes)')
    t.eventually("it is deleted", lambda: not (folder / "old.txt").exists())
    check((folder / "keep.txt").exists(), "keep.txt is gone")


@task("desktop", "Write a short letter with the heading 'Notice' in Writer and save it as letter.odt in ~/Letters.", needs=("soffice",))
def letter_in_writer(t: Task) -> None:
    a = t.agent
    folder = t.folder("Letters", {})
    t.start(*OFFICE, "--writer", window="Writer")
    a.keys("ctrl+1")  # Heading 1
    a.write("Notice\n")
    a.write("The lift is out of service until Friday.\nPlease use the stairs.")
    a.keys("ctrl+s")
    a.until('window .*"Save')
    a.keys("ctrl+a")
    a.write(str(folder / "letter.odt"))
    a.keys("Return")
    t.eventually("the file", lambda: (folder / "letter.odt").exists())
    content = xml.fromstring(zipfile.ZipFile(folder / "letter.odt").read("content.xml"))
    heads = ["".join(each.itertext()) for each in content.iter(TEXT + "h")]
    texts = ["".join(each.itertext()) for each in content.iter(TEXT + "p")]
    check(heads == ["Notice"] and texts == ["The lift is out of service until Friday.", "Please use the stairs."], str((heads, texts)))


@task("desktop", "Make a budget of four months with their sum in Calc and save it as budget.ods in ~/Budget.", needs=("soffice",))
def budget_in_calc(t: Task) -> None:
    a = t.agent
    folder = t.folder("Budget", {})
    t.start(*OFFICE, "--calc", window="Calc")
    rows = [["Month", "EUR"], ["June", "120"], ["July", "80"], ["August", "95"], ["September", "105"], ["Sum", "=SUM(B2:B5)"]]
    if not a.write("".join("\t".join(row) + "\n" for row in rows))["executed"]:
        for row in rows:  # cell by cell, as the refusal says
            steps = [typed for cell in row for typed in ({"type": "type", "text": cell}, {"type": "key", "keys": "Tab"})]
            a.act({"type": "sequence", "steps": [*steps[:-1], {"type": "key", "keys": "Return"}]})
    a.keys("ctrl+s")
    a.until('window .*"Save')
    a.keys("ctrl+a")
    a.write(str(folder / "budget.ods"))
    a.keys("Return")
    t.eventually("the file", lambda: (folder / "budget.ods").exists())
    content = xml.fromstring(zipfile.ZipFile(folder / "budget.ods").read("content.xml"))
    saved = [["".join(cell.itertext()) for cell in row.iter(TABLE + "table-cell")][:2] for row in content.iter(TABLE + "table-row")]
    rows[5][1] = "400"
    check(saved[:6] == rows, str(saved[:7]))


