"""A person's pointer for interlock-desk's --viewer: reads "X Y" lines from a FIFO and clicks there, as a real device of
the viewer; writes a line to another FIFO when the desk has handled the click. It speaks the Wayland protocol itself, over the socket
that the desk gives to its viewer alone.

    pointer.py FIFO DONE-FIFO WIDTH HEIGHT"""
import os
import socket
import struct
import sys
import time

fifo, done, width, height = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
wire = socket.socket(fileno=int(os.environ["WAYLAND_SOCKET"]))


def request(object_id, opcode, data=b""):
    wire.sendall(struct.pack("<II", object_id, (len(data) + 8) << 16 | opcode) + data)


def text(value):
    raw = value.encode() + b"\0"
    return struct.pack("<I", len(raw)) + raw + b"\0" * (-len(raw) % 4)


def messages():
    data = b""
    while True:
        more = wire.recv(65536)
        if not more:
            sys.exit("the desk ended")
        data += more
        while len(data) >= 8 and len(data) >= struct.unpack_from("<I", data, 4)[0] >> 16:
            object_id, rest = struct.unpack_from("<II", data)
            yield object_id, rest & 0xFFFF, data[8:rest >> 16]
            data = data[rest >> 16:]


def handled(number):
    """Returns when the desk has handled all requests."""
    request(1, 0, struct.pack("<I", number))  # wl_display.sync
    for object_id, opcode, data in received:
        if object_id == number:
            return
        yield object_id, opcode, data


REGISTRY, DONE, MANAGER, POINTER, HANDLED = 2, 3, 4, 5, 6
MANAGER_NAME = "zwlr_virtual_pointer_manager_v1"
received = messages()
request(1, 1, struct.pack("<I", REGISTRY))  # wl_display.get_registry
found = None
for object_id, opcode, data in handled(DONE):
    if object_id == REGISTRY and opcode == 0:
        name, length = struct.unpack_from("<II", data)
        if data[8:8 + length - 1].decode() == MANAGER_NAME:
            found = name
if found is None:
    sys.exit("the desk offers its viewer no pointer")
request(REGISTRY, 0, struct.pack("<I", found) + text(MANAGER_NAME) + struct.pack("<II", 1, MANAGER))
request(MANAGER, 0, struct.pack("<II", 0, POINTER))  # create_virtual_pointer(no seat)


def now():
    return int(time.monotonic() * 1000) & 0xFFFFFFFF


while True:
    with open(fifo) as lines:
        for line in lines:
            x, y = map(int, line.split())
            request(POINTER, 1, struct.pack("<IIIII", now(), x, y, width, height))  # motion_absolute
            request(POINTER, 4)  # frame
            for state in (1, 0):
                request(POINTER, 2, struct.pack("<III", now(), 0x110, state))  # button
                request(POINTER, 4)
                time.sleep(0.03)
            list(handled(HANDLED))
            with open(done, "w") as told:
                told.write("\n")
