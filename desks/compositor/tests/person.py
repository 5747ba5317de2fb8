"""A person at interlock-desk's viewer: the other end of viewer.py, which the desk starts."""
import json
import os
import socket
import sys

from desk import eventually

HERE = os.path.dirname(os.path.abspath(__file__))


def viewer_command(path):
    """For interlock-desk's --viewer: the person comes by a socket with this path."""
    return f"{sys.executable} {HERE}/viewer.py {path}"


class Person:
    """Each method returns when the desk has handled it."""

    def __init__(self, path, width=1280, height=900):
        self.size = width, height
        self.connection = socket.socket(socket.AF_UNIX)
        eventually(lambda: os.path.exists(path) and self.connection.connect_ex(path) == 0, "the viewer")
        self.file = self.connection.makefile("rwb")
        self.globals = json.loads(self.file.readline())

    def do(self, *command):
        self.file.write(json.dumps(command).encode() + b"\n")
        self.file.flush()
        assert self.file.readline() == b"done\n"

    def move(self, x, y):
        self.do("move", x, y, *self.size)

    def click(self, x, y):
        self.move(x, y)
        self.do("button", True)
        self.do("button", False)

    def chord(self, code, modifiers):
        """A key while modifiers (XKB's mask of the US layout) are held."""
        self.do("modifiers", modifiers)
        self.do("key", code, True)
        self.do("key", code, False)
        self.do("modifiers", 0)

    def end(self):
        self.file.close()
        self.connection.close()
