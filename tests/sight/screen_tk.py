"""Shows labels in a Tk window, as controls of several kinds, and prints where: a line of JSON on standard output.

screen_tk.py FILE    FILE is JSON: {"labels": [...], "theme": {...}}; the window stays until standard input ends
"""
import json
import sys
import tkinter as tk

order = json.load(open(sys.argv[1]))
theme = order["theme"]
root = tk.Tk()
root.geometry("1200x860+0+0")
root.configure(bg=theme["page"])
font = (theme["family"], -theme["size"])
kinds = ["button", "flat", "check", "row", "canvas", "tab"]
shown = []


def control(kind, text):
    look = dict(font=font, fg=theme["ink"], activeforeground=theme["ink"])
    if kind == "button":
        return tk.Button(root, text=text, bg=theme["control"], padx=8, pady=3, **look)
    if kind == "flat":
        return tk.Button(root, text=text, bg=theme["page"], relief="flat", bd=0, highlightthickness=0, **look)
    if kind == "check":
        return tk.Checkbutton(root, text=text, bg=theme["page"], selectcolor=theme["control"], highlightthickness=0, **look)
    if kind == "row":
        rows = tk.Listbox(root, font=font, fg=theme["ink"], bg=theme["control"], height=3, width=max(24, len(text) + 4))
        rows.insert(0, order["labels"][0], text, order["labels"][-1])
        return rows
    if kind == "tab":
        return tk.Label(root, text=text, font=font, fg=theme["ink"], bg=theme["control"], relief="raised", bd=1, padx=10, pady=4)
    canvas = tk.Canvas(root, bg=theme["page"], highlightthickness=0)
    item = canvas.create_text(14, 8, text=text, font=font, fill=theme["ink"], anchor="nw")
    x0, y0, x1, y1 = canvas.bbox(item)
    canvas.create_rectangle(2, 2, x1 + 12, y1 + 6, fill=theme["control"], outline=theme["edge"])
    canvas.tag_raise(item)
    canvas.configure(width=x1 + 15, height=y1 + 9)
    return canvas


x = y = 12
high = 0
for number, text in enumerate(order["labels"]):
    widget = control(kinds[(number + order["turn"]) % len(kinds)], text)
    width, height = widget.winfo_reqwidth(), widget.winfo_reqheight()
    if x + width > 1180:
        x, y, high = 12, y + high + 14, 0
    if y + height > 840:
        widget.destroy()
        break
    widget.place(x=x, y=y)
    shown.append((text, widget))
    x, high = x + width + 18, max(high, height)
root.update()


def rectangle(each):
    if isinstance(each, tk.Listbox):  # its middle row
        x, y, width, height = each.bbox(1)
        return [each.winfo_rootx() + x, each.winfo_rooty() + y, each.winfo_width() - 2 * x, height]
    return [each.winfo_rootx(), each.winfo_rooty(), each.winfo_width(), each.winfo_height()]


root.after(300, lambda: print(json.dumps([{"label": text, "rect": rectangle(each), "kind": type(each).__name__} for text, each in shown]), flush=True))
tk.mainloop()
