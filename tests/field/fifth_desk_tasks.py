"""The fifth set of tasks in applications: written when the fourth passed, of kinds that the first four do not have. As in desk_tasks.py."""

from __future__ import annotations

import functools
import json
import sqlite3
import subprocess
import zipfile

from desk_tasks import OFFICE
from tasks import Task, check, task

fifth = functools.partial(task, group="fifth")


@fifth("desktop", "In ~/Letters/letter.txt, opened in Mousepad: replace each 'Mr Brandt' by 'Ms Brandt', put the date '28 November 2026' into the first line, and save it as letter-2.txt.", needs=("mousepad",))
def a_letter_in_mousepad(t: Task) -> None:
    """Search and replace, a dialog of files."""
    a = t.agent
    folder = t.folder("Letters", {"letter.txt": "Dear Mr Brandt,\nthe heater is cold.\nRegards to Mr Brandt's office.\n"})
    t.start("mousepad", str(folder / "letter.txt"), window="letter.txt")
    a.until("heater|text")
    a.keys("ctrl+r")
    a.until('window .*"Find and Replace|Search for')
    a.write("Mr Brandt\t")
    a.write("Ms Brandt")
    a.click('button "Replace"')
    a.look()
    a.click('button "Replace"')
    a.look()
    a.click('button "Replace"')
    a.look()
    a.click('button "Close"')
    a.until('window .*"\\*?.*letter.txt')
    a.keys("ctrl+Home")
    a.write("28 November 2026\n")
    a.keys("ctrl+shift+s")
    a.until('window .*"Save As')
    a.keys("End")  # Mousepad's dialog does not take ctrl+a once it has searched
    a.keys("shift+Home")
    a.write("letter-2.txt\n")
    t.eventually("the copy", lambda: (folder / "letter-2.txt").exists())
    text = (folder / "letter-2.txt").read_text(encoding="utf-8")
    check(text.startswith("28 November 2026\n") and "Mr Brandt" not in text.replace("Ms Brandt", ""), text)
    check("Mr Brandt" in (folder / "letter.txt").read_text(encoding="utf-8"), "the first letter changed")


@fifth("desktop", "In tmux: watch ~/Logs/app.log in one pane and count its errors in the other; write the count to ~/Logs/errors.txt, then close it all.", needs=("tmux", "xterm"))
def two_panes(t: Task) -> None:
    """A terminal in which a terminal has two parts."""
    a = t.agent
    folder = t.folder("Logs", {"app.log": "".join(f"line {n} {'ERROR' if n % 7 == 0 else 'ok'}\n" for n in range(1, 50))})
    t.start_shell()
    a.write("cd ~/Logs && tmux -f /dev/null new -s logs\n")
    a.write("tail -f app.log\n")
    a.keys("ctrl+b")
    a.write("%")
    a.write("grep -c ERROR app.log\n")
    a.write("grep -c ERROR app.log > errors.txt; cat errors.txt\n")
    a.keys("ctrl+b")
    a.write("o")
    a.keys("ctrl+c")
    a.write("wc -l app.log\n")
    a.write("exit\n")
    a.write("exit\n")
    a.write("exit\n")
    t.eventually("the count", lambda: (folder / "errors.txt").exists() and (folder / "errors.txt").read_text(encoding="utf-8") == "7\n")


@fifth("desktop", "With nano in ~/Conf/app.ini: set the port to 8081, add 'debug = false' below it, and save. Show me the difference to app.ini.orig.", needs=("nano", "xterm"))
def a_file_in_nano(t: Task) -> None:
    a = t.agent
    folder = t.folder("Conf", {"app.ini": "[web]\nhost = localhost\nport = 8080\n\n[log]\nlevel = info\n", "app.ini.orig": "[web]\nhost = localhost\nport = 8080\n"})
    t.start_shell()
    a.write("cd ~/Conf && nano app.ini\n")
    a.keys("ctrl+w")
    a.write("port\n")
    a.keys("End")
    a.keys("BackSpace")
    a.write("1\ndebug = false")
    a.keys("ctrl+o")
    a.keys("Return")
    a.keys("ctrl+x")
    a.write("diff app.ini.orig app.ini\n")
    a.write("exit\n")
    t.eventually("the file", lambda: "port = 8081\ndebug = false\n" in (folder / "app.ini").read_text(encoding="utf-8"))


@fifth("desktop", "In a Python session: read ~/Data/sales.csv, print the sum for each region, and write them sorted to ~/Data/regions.json.", needs=("python3", "xterm"))
def figures_in_python(t: Task) -> None:
    """Lines of an interpreter, a loop over several of them."""
    a = t.agent
    folder = t.folder("Data", {"sales.csv": "region,sum\nnorth,12.5\nsouth,3\nnorth,7.5\neast,10\nsouth,4\n"})
    t.start_shell()
    a.write("cd ~/Data && python3 -q\n")
    a.write("import csv, json, collections\n")
    a.write("sums = collections.defaultdict(float)\n")
    a.write("for row in csv.DictReader(open('sales.csv')):\n")
    a.write("    sums[row['region']] += float(row['sum'])\n\n")
    a.write("for region, total in sorted(sums.items()): print(region, total)\n\n")
    a.write("with open('regions.json', 'w') as out:\n")
    a.write("    json.dump(dict(sorted(sums.items())), out, indent=1)\n\n")
    a.write("exit()\n")
    a.write("cat regions.json; exit\n")
    t.eventually("the sums", lambda: (folder / "regions.json").exists() and json.loads((folder / "regions.json").read_text(encoding="utf-8")) == {"east": 10, "north": 20, "south": 7})


@fifth("desktop", "Make a presentation in Impress, saved as ~/Talk/talk.odp: a title slide 'Tides', and a second one 'Why two a day?' with the points Moon and Sun.", needs=("soffice",))
def slides_in_impress(t: Task) -> None:
    """A program of many panels, a choice of templates at its start."""
    a = t.agent
    folder = t.folder("Talk", {})
    t.start(*OFFICE, "--impress", window="Impress")
    a.until('window .*"Select a Template', 60)
    a.keys("Escape")
    a.until('window .*"Untitled')
    a.keys("Tab")
    a.keys("Return")
    a.write("Tides")
    a.keys("Escape")
    a.keys("Escape")
    a.keys("ctrl+m")
    a.keys("Tab")
    a.keys("Return")
    a.write("Why two a day?")
    a.keys("Escape")
    a.keys("Tab")
    a.keys("Return")
    a.write("Moon\nSun")
    a.keys("Escape")
    a.keys("Escape")
    a.keys("ctrl+s")
    a.until('window .*"Save')
    a.keys("ctrl+a")
    a.write(str(folder / "talk.odp"))
    a.keys("Return")

    def content() -> str:
        with zipfile.ZipFile(folder / "talk.odp") as archive:
            return archive.read("content.xml").decode()

    t.eventually("the file", lambda: (folder / "talk.odp").exists())
    text = content()
    check(all(word in text for word in ("Tides", "Why two a day?", "Moon", "Sun")), text[-800:])


@fifth("desktop", "In Midnight Commander, in ~/Box: make a folder 'old', copy a.txt into it, and look at b.txt; then quit.", needs=("mc", "xterm"))
def two_lists_in_mc(t: Task) -> None:
    """A program of the terminal that is all function keys."""
    a = t.agent
    folder = t.folder("Box", {"a.txt": "a\n", "b.txt": "b\n"})
    t.start_shell()
    a.write("cd ~/Box && mc -u ~/Box ~/Box\n")
    a.keys("F7")
    a.write("old\n")
    t.eventually("the folder", lambda: (folder / "old").is_dir())
    a.keys("Home")
    a.keys("Down")
    a.keys("Down")
    a.keys("F5")
    a.keys("ctrl+a")
    a.keys("ctrl+k")
    a.write(str(folder / "old") + "/\n")
    t.eventually("the copy", lambda: (folder / "old" / "a.txt").exists())
    a.keys("Down")
    a.keys("F3")
    a.keys("F10")
    t.person.denies("mc")
    a.keys("F8")
    a.keys("F10")
    a.write("exit\n")
    check((folder / "a.txt").exists() and (folder / "b.txt").exists(), "a file is gone")


@fifth("desktop", "In KWrite, ~/Notes/list.md: sort the lines, make 'milk' in capitals, switch line numbers on, and save.", needs=("kwrite",))
def a_list_in_kwrite(t: Task) -> None:
    """An editor of KDE; menus in menus."""
    a = t.agent
    folder = t.folder("Notes", {"list.md": "milk\nbread\napples\n"})
    t.start("kwrite", str(folder / "list.md"), window="list.md")
    a.until("list.md")
    a.keys("ctrl+a")
    a.click('menu( item)? "&?Tools"')
    a.shows("Scripts")
    for item in ("Scripts", "Editing", "Sort Selected Text Alphabetically"):
        a.press(item)
    a.keys("ctrl+End")
    a.keys("shift+Home")
    a.keys("ctrl+u")
    a.keys("F11")
    a.keys("ctrl+s")
    t.eventually("the file", lambda: (folder / "list.md").read_text(encoding="utf-8").split() == ["apples", "bread", "MILK"])


@fifth("desktop", "How many seconds are 3 days, 4 hours and 12 minutes? And what is 18 per cent of 249.90? Use the calculator.", needs=("gnome-calculator",))
def a_calculator(t: Task) -> None:
    """GTK 4; buttons of a pad, and keys."""
    a = t.agent
    t.start("gnome-calculator", window="Calculator")
    a.until("Calculator")
    for key in ("3", "×", "2", "4"):
        a.click(f'button "{key}"')
    a.keys("Return")
    a.look()
    a.write("*60*60+4*3600+12*60\n")
    a.until("274,?320")
    a.keys("Escape")
    a.write("249.90*0.18\n")
    a.until("44.982")


@fifth("desktop", "In ~/Stock/stock.db, in DB Browser: set the quantity of 'Rope 8 mm' to 40, and show the articles with fewer than ten pieces; write the changes.", needs=("sqlitebrowser",))
def a_database_in_a_browser(t: Task) -> None:
    """A table of cells in Qt, SQL in a window."""
    a = t.agent
    folder = t.folder("Stock", {})
    with sqlite3.connect(folder / "stock.db") as database:
        database.execute("create table stock (article text, quantity integer)")
        database.executemany("insert into stock values (?, ?)", [("Rope 8 mm", 14), ("Cleat", 3), ("Shackle", 22), ("Fender", 9)])
    t.start("sqlitebrowser", str(folder / "stock.db"), window="DB Browser")
    a.until("Browse Data")
    a.click('page tab "Execute SQL"')
    a.look()
    a.keys("ctrl+t")
    a.write("update stock set quantity = 40 where article = 'Rope 8 mm';")
    a.keys("ctrl+Return")
    a.keys("ctrl+s")
    a.keys("ctrl+a")
    a.write("select * from stock where quantity < 10;")
    a.keys("ctrl+Return")
    t.eventually("the quantity", lambda: sqlite3.connect(folder / "stock.db").execute("select quantity from stock where article = 'Rope 8 mm'").fetchone() == (40,))


@fifth("firefox", "In Firefox: keep the manual as a bookmark named 'Manual', zoom it to 110 %, and open the article in a second tab; then close that tab.")
def bookmarks_of_firefox(t: Task) -> None:
    """The browser itself."""
    a = t.agent
    t.go("manual.html")
    a.keys("ctrl+d")
    a.until("Add bookmark|Bookmark")
    a.keys("ctrl+a")
    a.write("Manual")
    a.keys("Return")
    a.keys("ctrl+plus")
    a.keys("ctrl+t")
    a.act({"type": "navigate", "url": t.site.url + "article.html?n=5"})
    a.look()
    a.keys("ctrl+w")
    a.until("[Mm]anual")


@fifth("desktop", "~/calc does not compile. Find out why, fix it, build it with make, run it, and clean up.", needs=("gcc", "make", "xterm"))
def a_small_program(t: Task) -> None:
    a = t.agent
    folder = t.folder("calc", {"main.c": '#include <stdio.h>\nint main(void) {\n  int sum = 2 + 3\n  printf("%d\\n", sum);\n  return 0;\n}\n', "Makefile": "calc: main.o\n\t$(CC) -o calc main.o\nclean:\n\trm -f calc *.o\n"})
    t.start_shell()
    a.write("cd ~/calc && make\n")
    a.write("sed -n 1,5p main.c\n")
    a.write("sed -i 's/2 + 3$/2 + 3;/' main.c && make 2>&1 | tail -3\n")
    a.write("./calc | tee out.txt\n")
    t.eventually("it runs", lambda: (folder / "out.txt").exists() and (folder / "out.txt").read_text(encoding="utf-8") == "5\n")
    a.write("file calc; ls -l; size calc\n")
    a.write("make clean\n")
    a.write("history | tail -5\n")
    a.write("exit\n")
    t.eventually("clean", lambda: not (folder / "calc").exists())
    check(subprocess.run(["gcc", "-fsyntax-only", str(folder / "main.c")], check=False).returncode == 0, "it does not compile")
