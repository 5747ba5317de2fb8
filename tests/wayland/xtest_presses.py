"""A program that injects by XTEST: xtest_presses.py COUNT presses button 9 and the key Shift that often, in turns."""
import ctypes
import sys
import time

BUTTON, SHIFT = 9, 0xFFE1

x, test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
x.XOpenDisplay.restype = ctypes.c_void_p
display = ctypes.c_void_p(x.XOpenDisplay(None))
assert display, "no display"
code = x.XKeysymToKeycode(display, ctypes.c_ulong(SHIFT))
assert code, "the keyboard has no Shift"
for _ in range(int(sys.argv[1])):
    for down in (1, 0):
        test.XTestFakeButtonEvent(display, BUTTON, down, ctypes.c_ulong(0))
    for down in (1, 0):
        test.XTestFakeKeyEvent(display, code, down, ctypes.c_ulong(0))
    x.XSync(display, 0)
    time.sleep(0.01)  # so that interlock acts between them
