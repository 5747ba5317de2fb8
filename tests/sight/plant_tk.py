"""Shows lines of text as items of a Tk canvas and prints where their marked parts are, as JSON; stays until it is killed.

plant_tk.py FILE    FILE is JSON: {"lines": [[before, data, behind] ...], "theme": {...}, "place": "WxH+X+Y"}
"""
import json
import sys
import tkinter as tk

order = json.load(open(sys.argv[1], encoding="utf-8"))
theme = order["theme"]
root = tk.Tk()
root.overrideredirect("place" in order)
root.geometry(order.get("place", "%dx%d+0+0" % (root.winfo_screenwidth(), root.winfo_screenheight() - 30)))
canvas = tk.Canvas(root, bg=theme["page"], highlightthickness=0)
canvas.pack(fill="both", expand=True)
shown = []
y = 10
for before, data, behind in order["lines"]:
    x = 12
    for part in (before, data, behind):
        if not part:
            continue
        item = canvas.create_text(x, y, text=part, anchor="nw", font=(theme["family"], -theme["size"]), fill=theme["ink"])
        left, top, right, bottom = canvas.bbox(item)
        if part is data:
            shown.append([left, top, right - left, bottom - top])
        x = right
    y += int(theme["size"] * theme.get("spacing", 1.7))
root.update()
dx, dy = canvas.winfo_rootx(), canvas.winfo_rooty()
print(json.dumps([[x + dx, y + dy, w, h] for x, y, w, h in shown]), flush=True)
root.mainloop()
