"""The third set of tasks in applications: written when the second passed, of kinds that the first two do not have. As in desk_tasks.py."""

from __future__ import annotations

import functools
import pathlib
import sqlite3

from desk_tasks import OFFICE
from tasks import Task, task

third = functools.partial(task, group="third")


def a_pdf(path: pathlib.Path, pages: list[list[str]]) -> None:
    """Text on pages, in the simplest form of the format."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for lines in pages:
        text = "BT /F1 14 Tf 60 760 Td 20 TL " + " ".join(f"({line}) '" for line in lines) + " ET"
        objects.append(f"<< /Length {len(text)} >>\nstream\n{text}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects)} 0 R /Resources << /Font << /F1 3 0 R >> >> >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    made, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = "".join(f"{at:010} 00000 n \n" for at in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(made)}\n%%EOF\n"
    path.write_bytes(made + end.encode())


@third("desktop", "How long is the warranty on the pump, by ~/Manuals/pump.pdf?", needs=("evince",))
def a_manual_in_evince(t: Task) -> None:
    """Only reading: pages, zoom, a search."""
    a = t.agent
    folder = t.folder("Manuals", {})
    pages = [["Garden pump P3", "Read this first."], ["Cleaning", "Rinse the filter once a month."], ["Service", "The warranty ends after thirty months."]]
    a_pdf(folder / "pump.pdf", pages)
    t.start("evince", str(folder / "pump.pdf"), window="pump.pdf")
    a.until("pump.pdf|Garden")
    a.keys("ctrl+plus")
    a.keys("Next")
    a.keys("ctrl+f")
    a.write("warranty")
    a.keys("Return")
    a.until("thirty months")
    a.keys("Escape")


@third("desktop", "In ~/Reports/trip.txt, opened in Writer, replace every 'Lyon' by 'Turin', make the first line a heading, and export it as trip.pdf.", needs=("soffice",))
def a_report_in_writer(t: Task) -> None:
    """Find and replace, a style from its list, an export by the menu."""
    a = t.agent
    folder = t.folder("Reports", {"trip.txt": "Trip to Lyon\nThe train to Lyon took six hours.\nLyon was warm.\n"})
    t.start(*OFFICE, "--writer", str(folder / "trip.txt"), window="trip.txt")
    a.until("paragraph.*Trip|Trip to Lyon")
    a.keys("ctrl+h")
    a.until('window .*"Find')
    a.set('(combo box|text|entry) "Find', "Lyon")
    a.set('(combo box|text|entry) "Replace', "Turin")
    a.press("Replace All")
    a.until("replaced 3|3 times|results")
    a.click('button "(OK|Close)"')
    if 'window' in a.look() and "Find & Replace" in a.text:
        a.click('button "Close"')
    a.until('window .*"trip.txt')
    a.keys("ctrl+Home")
    a.keys("ctrl+1")
    a.click('menu "File"')
    a.until('"Export As"')
    a.click('menu "Export As"')
    a.until("PDF")
    a.click('menu item "Export as PDF')
    a.until('window .*"PDF Options"')
    a.click('button "Export"')
    a.until('window .*"(Export|Save)')
    a.keys("ctrl+a")
    a.write(str(folder / "trip.pdf"))
    a.keys("Return")
    t.eventually("the file", lambda: (folder / "trip.pdf").exists() and (folder / "trip.pdf").read_bytes().rstrip().endswith(b"%%EOF"))


@third("desktop", "In ~/Shop/shop.db: raise the price of tea by one, add coffee at 7, list all, and take the item 'old tin' out.", needs=("sqlite3", "xterm"))
def a_table_in_sqlite(t: Task) -> None:
    """A program in the terminal that has a language of its own."""
    a = t.agent
    folder = t.folder("Shop", {})
    with sqlite3.connect(folder / "shop.db") as made:
        made.execute("create table goods (name text, price integer)")
        made.executemany("insert into goods values (?, ?)", [("tea", 4), ("milk", 2), ("old tin", 1)])
    t.start_shell()
    a.write("sqlite3 ~/Shop/shop.db\n")
    a.write(".headers on\n")
    a.write(".mode column\n")
    a.write(".tables\n")
    a.write("select * from goods;\n")
    a.write("select name,\n")
    a.write("price from goods order by price desc;\n")
    t.person.needs("update|Update|UPDATE|changes|rows")
    a.write("update goods set price = price + 1 where name = 'tea';\n")
    a.write("insert into goods values ('coffee', 7);\n")
    t.person.needs("delete|DELETE|Delete")
    a.write("delete from goods where name = 'old tin';\n")
    a.write("select count(*) from goods;\n")
    a.write(".quit\n")
    a.write("exit\n")

    def rows() -> list[tuple[str, int]]:
        with sqlite3.connect(folder / "shop.db") as read:
            return list(read.execute("select name, price from goods order by name"))

    t.eventually("the rows", lambda: rows() == [("coffee", 7), ("milk", 2), ("tea", 5)])


@third("desktop", "In ~/tools/greet.py, change the greeting to 'Good morning' with vim, run it, and note its output in out.txt.", needs=("vim", "xterm"))
def a_script_in_vim(t: Task) -> None:
    a = t.agent
    folder = t.folder("tools", {"greet.py": "import sys\n\ngreeting = 'Hello'\nprint(greeting, sys.argv[1])\n"})
    t.start_shell()
    a.write("cd ~/tools && vim greet.py\n")
    a.keys("slash")
    a.write("Hello\n")
    a.write("cwGood morning")
    a.keys("Escape")
    a.write(":set number\n")
    a.write("G")
    a.write("o# The end.")
    a.keys("Escape")
    a.write("dd")
    a.write("u")
    a.write(":wq\n")
    t.eventually("it is saved", lambda: "Good morning" in (folder / "greet.py").read_text(encoding="utf-8"))
    a.write("python3 greet.py Ana\n")
    a.write("python3 greet.py Ana > out.txt && cat out.txt\n")
    t.eventually("the output", lambda: (folder / "out.txt").exists() and (folder / "out.txt").read_text(encoding="utf-8") == "Good morning Ana\n")
    a.write("exit\n")


@third("desktop", "What is the mean of the second column of ~/Data/weights.csv? Work it out in Python and keep it in mean.txt.", needs=("xterm",))
def numbers_in_python(t: Task) -> None:
    """The interpreter's own prompt, blocks of several lines, history."""
    a = t.agent
    folder = t.folder("Data", {"weights.csv": "name,weight\na,3\nb,5\nc,10\n"})
    t.start_shell()
    a.write("cd ~/Data; head -n 2 weights.csv; wc -l weights.csv\n")
    a.write("python3 -q\n")
    a.write("import csv, statistics\n")
    a.write("rows = list(csv.DictReader(open('weights.csv')))\n")
    a.write("len(rows)\n")
    a.write("for row in rows:\n")
    a.write("    print(row['name'], float(row['weight']))\n")
    a.write("\n")
    a.write("mean = statistics.mean(float(row['weight']) for row in rows)\n")
    a.write("mean\n")
    a.keys("Up")
    a.keys("Return")
    a.write("print(mean, file=open('mean.txt', 'w'), flush=True)\n")
    a.write("exit()\n")
    t.eventually("the mean", lambda: (folder / "mean.txt").exists() and (folder / "mean.txt").read_text(encoding="utf-8") == "6.0\n")
    a.write("exit\n")


@third("web", "Bookmark the manual, open the settings page of the shop in a second tab, find 'Language' in it, make it larger, and go back to the first tab.")
def tabs_of_the_browser(t: Task) -> None:
    """The browser's own controls: bookmark, tabs, address, search, zoom."""
    a = t.agent
    t.go("manual.html")
    a.keys("ctrl+d")
    a.until("Bookmark added|Edit bookmark|Done")
    a.click('button "Done"')
    a.keys("ctrl+t")
    a.until("New Tab")
    a.keys("ctrl+l")
    a.write(t.site.url + "settings.html\n")
    a.until('document "Settings|document web "Settings|"Language"')
    a.keys("ctrl+f")
    a.write("Language\n")
    a.keys("Escape")
    a.keys("ctrl+plus")
    a.keys("ctrl+minus")
    a.keys("ctrl+1")
    a.until('document web "(?!Settings)')
    a.keys("ctrl+Tab")
    a.until('document web "Settings')
    a.keys("ctrl+w")
    a.until('document web "(?!Settings)')


@third("desktop", "In Mousepad, show line numbers for ~/Lists/towns.txt, sort out the double blank lines by hand, put a title above, and save.", needs=("mousepad",))
def a_list_in_mousepad(t: Task) -> None:
    """Menus that switch something, going to a line, undoing."""
    a = t.agent
    folder = t.folder("Lists", {"towns.txt": "Bergen\nGhent\n\n\nPorto\n"})
    t.start("mousepad", "--disable-server", str(folder / "towns.txt"), window="towns.txt.*Mousepad")
    a.until("Mousepad")
    a.click('menu "View"')
    a.until('"Line Numbers"')
    a.press("Line Numbers")
    a.keys("ctrl+l")
    a.until('window .*"Go To"')
    a.keys("ctrl+a")
    a.write("3\n")
    a.keys("Delete")
    a.keys("ctrl+z")
    a.keys("ctrl+l")
    a.until('window .*"Go To"')
    a.keys("ctrl+a")
    a.write("3\n")
    a.keys("Delete")
    a.keys("ctrl+Home")
    a.write("Towns\n")
    a.keys("ctrl+s")
    t.eventually("the file", lambda: (folder / "towns.txt").read_text(encoding="utf-8") == "Towns\nBergen\nGhent\n\nPorto\n")
