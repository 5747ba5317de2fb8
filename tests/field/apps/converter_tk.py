#!/usr/bin/python3
"""A converter in Tk, which has no accessibility tree. What is shown as a result is written to LOG, a JSON line each."""
import json
import sys
import tkinter

log = open(sys.argv[1], "a", encoding="utf-8", buffering=1)
root = tkinter.Tk()
root.title("Converter")
root.geometry("420x260+160+120")
tkinter.Label(root, text="Temperature", font=("DejaVu Sans", 16)).pack(pady=6)
row = tkinter.Frame(root)
row.pack(pady=6)
tkinter.Label(row, text="Celsius").pack(side="left")
celsius = tkinter.Entry(row, width=12)
celsius.pack(side="left", padx=8)
result = tkinter.Label(root, text="No result yet")
rounded = tkinter.BooleanVar()


def convert():
    value = float(celsius.get()) * 9 / 5 + 32
    text = f"{value:.0f}" if rounded.get() else f"{value:.2f}"
    result.configure(text=f"Result {text} Fahrenheit")
    log.write(json.dumps({"event": "converted", "what": celsius.get(), "text": text}) + "\n")


tkinter.Checkbutton(root, text="Round the result", variable=rounded).pack(pady=4)
tkinter.Button(root, text="Convert", command=convert).pack(pady=4)
tkinter.Button(root, text="Start over", command=lambda: celsius.delete(0, "end")).pack(pady=4)
result.pack(pady=6)
root.mainloop()
