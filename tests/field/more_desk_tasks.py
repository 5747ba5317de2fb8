"""The second set of tasks in applications of the desktop: kinds that the first set does not have. As in desk_tasks.py."""

from __future__ import annotations

import functools
import re
import subprocess
import xml.etree.ElementTree as xml
import zipfile

from desk_tasks import OFFICE, PYTHON, TABLE
from tasks import HERE, Task, check, task

second = functools.partial(task, group="second")


@second("desktop", "In the library, note 'lent to Ana' at Danube, order by year without covers at text size 14, and remove Eothen.")
def library_in_gtk4(t: Task) -> None:
    """A tree, a menu, a window of preferences, a dialog."""
    a, log = t.agent, t.log("library")
    t.start(PYTHON, str(HERE / "apps/library_gtk4.py"), str(t.home / "library.jsonl"), window="^Library$")
    a.shows("Travel")
    a.act({"type": "click", "ref": under(a.text, 'panel "Travel"', 'button "Expand"')})
    a.shows("Danube")
    a.press("Danube")
    a.shows("Danube, in Travel")
    a.type('"Note"', "lent to Ana")
    a.press("Keep note")
    t.eventually("the note", lambda: [each["text"] for each in log.events("noted") if each["what"] == "Danube"] == ["lent to Ana"])
    a.click('"Main menu"')
    a.shows("Preferences")
    a.press("Preferences")
    a.until('window .*"Preferences"')
    # GTK 4.8 publishes no names for these three, only the labels before them.
    a.act({"type": "set_value", "ref": under(a.text, 'label "Show covers"', "check box"), "value": "false"})
    a.act({"type": "select_option", "ref": under(a.until('label "Order by"'), 'label "Order by"', "combo box"), "option": "Year"})
    a.set('"Text size', "14")
    a.act({"type": "type", "ref": under(a.until('label "Name of the library"'), 'label "Name of the library"', "text"), "text": "Home"})
    a.press("Done")
    kept = t.eventually("the preferences", lambda: log.events("preferences"))[-1]
    check({key: kept[key] for key in ("covers", "order", "size", "name")} == {"covers": False, "order": 2, "size": 14, "name": "Home"}, str(kept))
    a.until("Eothen")
    a.press("Eothen")
    t.person.needs("Remove")
    a.press("Remove from library")
    a.until("Its notes are lost")
    a.click('button "Remove"')
    t.eventually("it is removed", lambda: log.count("removed", "Eothen") == 1)


def under(text: str, parent: str, wanted: str) -> str:
    """The ref of the first such element below the line of the parent."""
    lines = text[text.index(parent) :].split("\n")
    return next(str(found[1]) for line in lines if (found := re.search(rf"(e\d+) {wanted}", line)))


@second("desktop", "In the stock list: 12 hammers; add 'Varnish' to Paint; warn below 5; delete the pliers; export to stock.csv in my home folder.")
def stock_in_qt(t: Task) -> None:
    """A tree whose cells are edited, menus, a dialog with tabs, a dialog that saves a file."""
    a, log = t.agent, t.log("stock")
    path = t.home / "stock.csv"
    path.unlink(missing_ok=True)
    t.start(PYTHON, str(HERE / "apps/stock_qt.py"), str(t.home / "stock.jsonl"), window="^Stock$")
    a.shows("Paint")
    a.click('"Tools"')
    a.keys("Right")
    a.shows("Hammer")
    a.act({"type": "click", "text": "7", "count": 2})
    a.keys("ctrl+a")
    a.write("12\n")
    t.eventually("12 hammers", lambda: ("Hammer", "12") in [(each["what"], each["text"]) for each in log.events("changed")])
    a.click('"Paint"')
    a.click('"Edit"')
    a.press("Add article")
    a.keys("ctrl+a")
    a.write("Varnish\n")
    t.eventually("the varnish", lambda: log.count("changed", "Varnish") == 1)
    a.click('"Edit"')
    a.press("Preferences...")
    a.until('window .*"Preferences"')
    a.click('page tab "Alerts"')
    a.set('check box "Warn when', "true")
    a.set('slider "Lowest stock', "5")
    a.press("OK")
    kept = t.eventually("the preferences", lambda: log.events("preferences"))[-1]
    check((kept["warn"], kept["level"]) == (True, 5), str(kept))
    a.until("Pliers")
    a.click('"Pliers"')
    a.click('"Edit"')
    t.person.needs("[Dd]elete")
    a.press("Delete article")
    a.until("Delete Pliers")
    a.click('button "Yes')
    t.eventually("they are deleted", lambda: log.count("deleted", "Pliers") == 1)
    a.click('"File"')
    a.press("Export...")
    a.until('window .*"Export"')
    a.set('(entry|text) "File name', str(path))
    a.click('button "Save')
    t.eventually("the file", lambda: path.exists() and "Varnish;0" in path.read_text(encoding="utf-8"))
    rows = path.read_text(encoding="utf-8").splitlines()
    check("Hammer;12" in rows and not [row for row in rows if row.startswith("Pliers")], str(rows))


@second("desktop", "How many degrees Fahrenheit are 21.5 degrees Celsius, rounded?")
def converter_in_tk(t: Task) -> None:
    """A program that shows no elements: its texts are read from the picture."""
    a, log = t.agent, t.log("converter")
    t.start(PYTHON, str(HERE / "apps/converter_tk.py"), str(t.home / "converter.jsonl"), window="^Converter$")
    a.until("Celsius")
    t.person.needs("Converter|python")  # what this window does cannot be known: one question, for ten minutes
    x, y, width, height = a.place("Celsius")
    a.act({"type": "click", "x": x + width + 40, "y": y + height // 2})
    a.write("21.5")
    a.press("Round the result")
    a.press("Convert")
    t.eventually("the result", lambda: [each["text"] for each in log.events("converted")] == ["71"])
    a.until("Result 71")


@second("desktop", "Make a table of two columns in Writer: Item and Price, tea 3.20, milk 1.10; bold heads; save it as prices.odt in ~/Prices.", needs=("soffice",))
def table_in_writer(t: Task) -> None:
    a = t.agent
    folder = t.folder("Prices", {})
    t.start(*OFFICE, "--writer", window="Writer")
    a.shows("paragraph.*focused")
    a.keys("ctrl+F12")
    a.until('window .*"Insert Table"')
    a.set('spin button "Columns', "2")
    a.set('spin button "Rows', "3")
    a.click('button "Insert"')
    a.until('window .*Writer')
    cells = ["Item", "Price", "tea", "3.20", "milk", "1.10"]
    for n, cell in enumerate(cells):
        if n < 2:
            a.keys("ctrl+b")
        a.write(cell)
        if n + 1 < len(cells):
            a.keys("Tab")
    a.keys("ctrl+s")
    a.until('window .*"Save')
    a.keys("ctrl+a")
    a.write(str(folder / "prices.odt"))
    a.keys("Return")
    t.eventually("the file", lambda: (folder / "prices.odt").exists())
    content = xml.fromstring(zipfile.ZipFile(folder / "prices.odt").read("content.xml"))
    saved = [["".join(cell.itertext()) for cell in row.iter(TABLE + "table-cell")] for row in content.iter(TABLE + "table-row")]
    got = [cell.replace(",", ".").lower() for row in saved for cell in row]  # Writer begins cells with a capital letter
    check(got == [cell.lower() for cell in cells], str(saved))


@second("desktop", "Open ~/Sales/sales.csv in Calc, sort it by amount, the largest first, add a column with 10 % of it, and save it as CSV.", needs=("soffice",))
def sort_in_calc(t: Task) -> None:
    a = t.agent
    folder = t.folder("Sales", {"sales.csv": "Town,Amount\nGhent,120\nPorto,310\nTurin,45\nBergen,200\n"})
    t.start(*OFFICE, "--calc", str(folder / "sales.csv"), window="Text Import|sales.csv")
    a.until('window .*"(Text Import|sales.csv)')
    if "Text Import" in a.text:
        a.click('button "OK"')
        a.until('window .*"sales.csv')
    a.keys("ctrl+Home")
    a.keys("ctrl+shift+End")
    a.click('menu "Data"')
    a.until('menu item "Sort')
    a.click('menu item "Sort\\.\\.\\.|menu item "Sort…')
    a.until('window .*"Sort"')
    a.click('toggle button$')  # of the first key's list, which LibreOffice gives no name
    a.click('row \\d+: "Amount')
    a.click('radio button "Descending')
    a.click('button "OK"')
    a.until('window .*"sales.csv')
    a.keys("ctrl+Home")
    a.keys("Right Right")
    for text in ("Share", "=B2*0.1", "=B3*0.1", "=B4*0.1", "=B5*0.1"):
        a.write(text + "\n")
    a.keys("ctrl+s")
    a.until("Keep Current|Text CSV")
    a.click('button "(Use|Keep) Text CSV|button "Keep Current')
    want = "Town,Amount,Share\nPorto,310,31\nBergen,200,20\nGhent,120,12\nTurin,45,4.5\n"
    t.eventually("the file", lambda: (folder / "sales.csv").read_text(encoding="utf-8") == want)


@second("desktop", "Sort ~/Pictures: make a folder Summer by the menu, copy beach.txt into it, rename the copy to strand.txt by its context menu.", needs=("thunar",))
def pictures_in_thunar(t: Task) -> None:
    """By menus. Thunar's icons are not in its tree, so the agent goes to the list when it has read that."""
    a = t.agent
    folder = t.folder("Pictures", {"beach.txt": "sand", "snow.txt": "cold"})
    t.start("thunar", str(folder), window="Pictures")
    a.until("beach.txt|View")
    a.click('"Edit"')
    a.until('"Select All|"Preferences')
    a.keys("Escape")
    a.click('"File"')
    a.until('menu item "Create Folder')
    a.click('menu item "Create Folder')
    a.until('window .*"(New Folder|Create New Folder)"')
    a.keys("ctrl+a")
    a.write("Summer")
    a.click('button "Create"')
    t.eventually("the folder", lambda: (folder / "Summer").is_dir())
    if "beach.txt" not in a.look():
        a.click('menu "View"')
        a.until('"List View|"View as Detailed')
        a.click('menu item "(List View|View as Detailed)')
    a.until("beach.txt")
    a.click('"beach.txt"')
    a.keys("ctrl+c")
    a.click('"Summer"', count=2)
    a.until('window .*"Summer')
    a.keys("ctrl+v")
    t.eventually("the copy", lambda: (folder / "Summer/beach.txt").exists())
    a.until("beach.txt")
    a.click('"beach.txt"', button="right")
    a.until('menu item "Rename')
    a.click('menu item "Rename')
    a.until('window .*"Rename')
    a.keys("ctrl+a")
    a.write("strand.txt")
    a.click('button "Rename"')
    t.eventually("it is renamed", lambda: (folder / "Summer/strand.txt").exists())
    check((folder / "beach.txt").exists() and (folder / "snow.txt").exists(), "the originals are gone")


@second("desktop", "In Mousepad, replace every 'colour' by 'color' in style.txt and save it as style-us.txt beside it.", needs=("mousepad",))
def replace_in_mousepad(t: Task) -> None:
    a = t.agent
    text = "The colour of the door.\nA second colour for the wall.\n" + "Nothing here.\n" * 60 + "The last colour.\n"
    folder = t.folder("Styles", {"style.txt": text})
    t.start("mousepad", "--disable-server", str(folder / "style.txt"), window="style.txt.*Mousepad")
    a.shows("The colour of the door")
    a.keys("ctrl+r")
    a.until('window .*"Find and Replace"')
    a.fill({'"Search for': "colour", '"Replace with': "color"})
    a.set('check box "Replace all in', "true")
    a.click('button "Replace')
    a.click('button "Close"')
    a.until("style.txt")
    a.keys("ctrl+shift+s")
    a.until('window .*"Save As')
    a.keys("ctrl+a")
    a.write(str(folder / "style-us"))  # it adds the ending
    a.click('button "Save"')
    t.eventually("the file", lambda: (folder / "style-us.txt").exists())
    check((folder / "style-us.txt").read_text(encoding="utf-8") == text.replace("colour", "color"), (folder / "style-us.txt").read_text()[:200])
    check((folder / "style.txt").read_text(encoding="utf-8") == text, "the original was changed")


@second("desktop", "Which line of ~/Logs/server.log has the first error after 14:00? Write it into ~/Logs/answer.txt.", needs=("less", "xterm"))
def a_log_in_less(t: Task) -> None:
    """A long text in a pager, in a terminal without elements."""
    a = t.agent
    lines = [f"2026-11-2{1 + n // 300} {8 + n // 60 % 12:02}:{n % 60:02} {'ERROR disk is full' if n % 97 == 96 else 'ok'} request {n}" for n in range(600)]
    folder = t.folder("Logs", {"server.log": "\n".join(lines) + "\n"})
    t.start_shell()
    a.write("cd ~/Logs\n")
    a.write("less -N server.log\n")
    a.write("/ 14:\n")
    a.write("/ERROR\n")
    a.keys("q")
    first = next(line for line in lines if line.split()[1] >= "14:00" and "ERROR" in line)
    a.write("grep -n ERROR server.log | awk '$2 >= \"14:00\"' | head -n 1\n")
    a.write("grep ERROR server.log | awk '$2 >= \"14:00\"' | head -n 1 > answer.txt\n")
    t.eventually("the answer", lambda: (folder / "answer.txt").exists() and (folder / "answer.txt").read_text(encoding="utf-8").strip() == first)
    a.write("exit\n")


@second("desktop", "In ~/site, merge the branch 'fix' into main, tag it v1.1, push both, and delete the branch here and on the server.", needs=("git", "xterm"))
def branches_in_xterm(t: Task) -> None:
    a = t.agent
    site, remote = t.folder("site", {"index.txt": "one\n"}), t.folder("site.git", {})

    def git(*arguments: str) -> None:
        subprocess.run(["git", "-C", str(site), *arguments], check=True, env=t.desk.env, capture_output=True)

    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(remote)], check=True, env=t.desk.env)
    git("init", "-q", "-b", "main")
    git("config", "user.email", "sam@field.example")
    git("config", "user.name", "Sam")
    git("remote", "add", "origin", str(remote))
    git("add", ".")
    git("commit", "-q", "-m", "Begin")
    git("push", "-q", "-u", "origin", "main")
    git("switch", "-q", "-c", "fix")
    (site / "index.txt").write_text("two\n", encoding="utf-8")
    git("commit", "-q", "-am", "Two")
    git("push", "-q", "-u", "origin", "fix")
    t.start_shell()
    a.write("cd ~/site && git branch -a\n")
    a.write("git switch main && git merge -q fix && git log --oneline --graph -n 5 | cat\n")
    a.write("git tag v1.1\n")
    a.write("git push -q origin main v1.1\n")
    t.eventually("it is pushed", lambda: "v1.1" in t.desk.output("git", "-C", str(remote), "tag"))
    a.write("git branch -d fix\n")
    t.eventually("the branch is gone here", lambda: "fix" not in t.desk.output("git", "-C", str(site), "branch"))
    t.person.needs("git push|delete|remove")
    a.write("git push origin --delete fix\n")
    t.eventually("the branch is gone there", lambda: "fix" not in t.desk.output("git", "-C", str(remote), "branch"))
    a.write("exit\n")
