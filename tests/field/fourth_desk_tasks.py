"""The fourth set of tasks in applications: written when the third passed, of kinds that the first three do not have. As in desk_tasks.py."""

from __future__ import annotations

import functools
import subprocess
import tarfile
import zipfile

from desk_tasks import OFFICE
from tasks import Task, check, task

fourth = functools.partial(task, group="fourth")


@fourth("desktop", "In ~/Project: which files mention 'deprecated'? List them in list.txt, pack src into src.tar.gz, and make run.sh executable.", needs=("fish", "xterm"))
def files_in_fish(t: Task) -> None:
    """Another shell, with its suggestions; ordinary commands."""
    a = t.agent
    folder = t.folder("Project", {"src/a.c": "// deprecated\n", "src/b.c": "int b;\n", "doc/x.md": "deprecated since 2\n", "run.sh": "#!/bin/sh\necho run\n"})
    t.start("xterm", "-title", "Fish", "-fa", "DejaVu Sans Mono", "-fs", "10", "-e", "fish", "--private", window="^Fish$|fish")
    a.write("cd ~/Project; ls -la\n")
    a.write("grep -rl deprecated . | sort > list.txt; cat list.txt\n")
    a.write("for f in src/*.c; wc -l $f; end\n")
    a.write("tar czf src.tar.gz src; tar tzf src.tar.gz\n")
    a.write("chmod +x run.sh; ./run.sh\n")
    a.write("set -l n (count src/*); echo $n\n")
    a.write("mkdir -p build; cp src/*.c build; rm -r build\n")
    a.write("exit\n")
    t.eventually("the archive", lambda: (folder / "src.tar.gz").exists() and "src/a.c" in tarfile.open(folder / "src.tar.gz").getnames())
    t.eventually("the list", lambda: (folder / "list.txt").read_text(encoding="utf-8") == "./doc/x.md\n./src/a.c\n")
    t.eventually("it may run", lambda: (folder / "run.sh").stat().st_mode & 0o100 and not (folder / "build").exists())


@fourth("desktop", "In ~/site, start a branch 'menu', rename index.htm to index.html, ignore *.log, commit, compare with main, and leave a stash of nothing; no push.", needs=("git", "xterm"))
def a_branch_in_a_terminal(t: Task) -> None:
    """Version control with a pager and an editor that opens by itself."""
    a = t.agent
    folder = t.folder("site", {"index.htm": "<h1>Hi</h1>\n", "debug.log": "x\n"})
    for command in ("init -q -b main", "config user.email sam@field.example", "config user.name Sam", "config core.editor vim", "add index.htm", "commit -q -m First"):
        subprocess.run(["git", "-C", str(folder), *command.split()], check=True)
    t.start_shell()
    a.write("cd ~/site && git status\n")
    a.write("git switch -c menu\n")
    a.write("git mv index.htm index.html\n")
    a.write("echo '*.log' > .gitignore\n")
    a.write("git add -A && git status --short\n")
    a.write("git commit\n")
    a.write("iRename the page")
    a.keys("Escape")
    a.write(":wq\n")
    t.eventually("it is committed", lambda: subprocess.run(["git", "-C", str(folder), "log", "-1", "--format=%s"], capture_output=True, text=True, check=True).stdout == "Rename the page\n")
    a.write("git log --oneline --graph\n")
    a.write("q")
    a.keys("ctrl+u")
    a.write("git diff main --stat\n")
    a.write("q")
    a.keys("ctrl+u")
    a.write("git commit --amend --no-edit -q\n")
    a.write("git switch main && git branch -v\n")
    a.write("exit\n")
    names = subprocess.run(["git", "-C", str(folder), "ls-tree", "--name-only", "menu"], capture_output=True, text=True, check=True).stdout.split()
    check(names == [".gitignore", "index.html"], str(names))


@fourth("desktop", "In ~/Plan/plan.txt, opened in Geany: comment the line about paint out with #, move 'Buy screws' to the top, duplicate 'Call Eva', and save.", needs=("geany",))
def a_plan_in_geany(t: Task) -> None:
    """Keys of an editor, its menus and their submenus."""
    a = t.agent
    folder = t.folder("Plan", {"plan.txt": "Order paint\nCall Eva\nBuy screws\n"})
    t.start("geany", "-i", "-s", str(folder / "plan.txt"), window="plan.txt")
    a.until("plan.txt")
    a.keys("ctrl+Home")
    a.write("#")
    a.keys("ctrl+l")
    a.until('window .*"Go to Line|Go to Line')
    a.write("3\n")
    a.keys("alt+Page_Up")
    a.keys("alt+Page_Up")
    a.keys("ctrl+l")
    a.until('Go to Line')
    a.write("3\n")
    a.keys("ctrl+d")
    a.click('menu "Document"')
    a.until("Line Wrapping")
    a.press("Line Wrapping")
    a.keys("ctrl+s")
    t.eventually("the file", lambda: (folder / "plan.txt").read_text(encoding="utf-8") == "Buy screws\n#Order paint\nCall Eva\nCall Eva\n")


@fourth("desktop", "In ~/Costs/costs.ods, made in Calc from costs.csv: format the amounts with two decimals, freeze nothing, insert a column chart of them, name the sheet 'Costs', and save.", needs=("soffice",))
def a_chart_in_calc(t: Task) -> None:
    """Dialogs of an office program: import, a chart, a name."""
    a = t.agent
    folder = t.folder("Costs", {"costs.csv": "month,amount\nJan,12.5\nFeb,9\nMar,14.25\n"})
    t.start(*OFFICE, "--calc", str(folder / "costs.csv"), window="Text Import|costs.csv")
    a.until("Text Import")
    a.click('button "OK"')
    a.until('window .*"costs.csv')
    a.keys("ctrl+Home")
    a.keys("shift+ctrl+End")
    a.click('menu "Insert"')
    a.until('"Chart')
    a.click('menu item "Chart')
    a.until('window .*"Chart Type')
    a.click('button "Finish"')
    a.until('window .*"costs.csv')
    a.keys("Escape")
    a.keys("Escape")
    a.click('menu "Sheet"')
    a.until('"Rename Sheet')
    a.click('menu item "Rename Sheet')
    a.until('window .*"Rename Sheet')
    a.keys("ctrl+a")
    a.write("Costs\n")
    a.keys("ctrl+shift+s")
    a.until('window .*"Save')
    a.keys("ctrl+a")
    a.write(str(folder / "costs.ods"))
    a.keys("Return")
    if "Keep" in a.until('window .*"(Keep|costs.ods|Confirmation)|Keep'):
        a.keys("Return")

    def content() -> str:
        with zipfile.ZipFile(folder / "costs.ods") as archive:
            return archive.read("content.xml").decode()

    t.eventually("the file", lambda: (folder / "costs.ods").exists() and 'table:name="Costs"' in content() and "draw:object" in content())


@fourth("firefox", "In Firefox: ask where to save each file, and then find 'filter' on the page of the manual.")
def preferences_of_firefox(t: Task) -> None:
    """A browser's own pages."""
    a = t.agent
    a.act({"type": "navigate", "url": "about:preferences"})
    a.until("Find in Settings")
    a.click('page tab "Downloads"')
    a.until("Ask where to save")
    t.person.needs("preferences")
    a.click('check box "Ask where to save')
    t.go("manual.html")
    a.keys("ctrl+f")
    a.write("filter\n")
    a.keys("Escape")


@fourth("desktop", "Keep a new entry 'Library' for sam in ~/Safe/safe.kdbx (its password is 'open 1 sesame'), with the password 'seven figs'.", needs=("keepassxc", "keepassxc-cli"))
def an_entry_in_keepassxc(t: Task) -> None:
    """A keeper of passwords: each secret is asked about."""
    a = t.agent
    folder = t.folder("Safe", {})
    made = subprocess.run(
        ["keepassxc-cli", "db-create", "-p", str(folder / "safe.kdbx")], input="open 1 sesame\nopen 1 sesame\n", text=True, capture_output=True, check=False
    )
    check((folder / "safe.kdbx").exists(), made.stderr)
    t.start("keepassxc", str(folder / "safe.kdbx"), window="KeePassXC")
    a.until("(?i)unlock|password")
    t.person.needs("(?i)password|sesame|••")
    a.type("password text = .*focused", "open 1 sesame")
    a.keys("Return")
    a.until("(?i)new entry|entries|safe")
    a.keys("ctrl+n")
    a.until("(?i)title")
    a.type('(text|entry) "Title', "Library")
    a.type('(combo box|text|entry) "Username', "sam")
    t.person.needs("(?i)password|••")
    a.type("password text", "seven figs")
    a.click('button "OK"')
    a.keys("ctrl+s")

    def listed() -> str:
        command = ["keepassxc-cli", "ls", str(folder / "safe.kdbx")]
        return subprocess.run(command, input="open 1 sesame\n", text=True, capture_output=True, check=False).stdout

    t.eventually("the entry", lambda: "Library" in listed())
