"""A viewer for tests: does for a person what it is told on a Unix socket, one JSON list a line."""
import json
import os
import socket
import sys

from wayland_wire import VirtualDevices, Wayland

wayland = Wayland(socket.socket(fileno=int(os.environ["WAYLAND_SOCKET"])))
devices = VirtualDevices(wayland)
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen(1)
connection, _ = listener.accept()
file = connection.makefile("rwb")
file.write(json.dumps(sorted(wayland.globals)).encode() + b"\n")
file.flush()
for line in file:
    name, *arguments = json.loads(line)
    getattr(devices, name)(*arguments)
    file.write(b"done\n")
    file.flush()
