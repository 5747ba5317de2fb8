"""Shows lists in a Tk window, some of them scrolled sideways, and prints where their rows are: a line of JSON on standard output.

list_tk.py FILE    FILE is JSON: {"lists": [...], "theme": {...}}, as tests/sight/lists.py makes it; the window stays until it is killed
"""
import json
import sys
import tkinter as tk
from tkinter import font as fonts
from tkinter import ttk

order = json.load(open(sys.argv[1], encoding="utf-8"))
theme = order["theme"]
root = tk.Tk()
root.geometry("1200x860+0+0")
root.configure(bg=theme["page"])
face = fonts.Font(family=theme["family"], size=-theme["size"])
row_height = face.metrics("linespace") + 6
style = ttk.Style()
style.theme_use("clam")
style.configure("Treeview", font=face, rowheight=row_height, background=theme["control"], fieldbackground=theme["control"], foreground=theme["ink"])
style.map("Treeview", background=[("selected", theme["edge"])], foreground=[("selected", theme["ink"])])


def listbox(each):
    rows = tk.Listbox(root, font=face, fg=theme["ink"], bg=theme["control"], height=each["high"], exportselection=False, activestyle="none",
                      selectbackground=theme["edge"], selectforeground=theme["ink"])
    rows.insert(0, *each["rows"])
    if each["selected"] is not None:
        rows.selection_set(each["selected"])
    return rows


def treeview(each):
    rows = ttk.Treeview(root, columns=("text",), show="", height=each["high"], selectmode="browse")
    rows.column("text", width=max(face.measure(text) for text in each["rows"]) + 20, stretch=False)
    for number, text in enumerate(each["rows"]):
        rows.insert("", "end", iid=number, values=(text,))
    if each["selected"] is not None:
        rows.selection_set(str(each["selected"]))
    return rows


shown = []
for each in order["lists"]:
    rows = listbox(each) if each["kind"] == "listbox" else treeview(each)
    x, y, width = each["place"]
    rows.place(x=x, y=y, width=width)
    shown.append((each, rows))
root.update()
for each, rows in shown:
    if each["kind"] == "listbox":
        rows.xview_scroll(round(each["offset"] / face.measure("0")), "units")
    elif each["offset"]:
        rows.xview_scroll(each["offset"], "units")  # pixels
root.update()


def visible(each, rows):
    for number, text in enumerate(each["rows"]):
        box = rows.bbox(number) if each["kind"] == "listbox" else rows.bbox(str(number), "#1")
        if not box or number >= each["high"]:
            continue
        x, y, _, height = box
        x += 4 if each["kind"] == "treeview" else 0
        yield {"label": text, "kind": each["kind"], "hidden": 2 - x,
               "rect": [rows.winfo_rootx() + 3, rows.winfo_rooty() + y, rows.winfo_width() - 6, height]}


root.after(400, lambda: print(json.dumps([row for each, rows in shown for row in visible(each, rows)]), flush=True))
tk.mainloop()
