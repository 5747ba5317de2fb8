"""Clients that create, use and destroy their objects in any order end themselves at most, never the desk."""
import os
import random
import socket
import struct
import unittest

from desk import Desk, eventually
from wayland_wire import Wayland

ROUNDS = int(os.environ.get("INTERLOCK_HOSTILE", "300"))


class Hostile(Wayland):
    """Random requests for objects that exist, in the right form: windows, popups, frames, drags, buffers."""

    def __init__(self, path, chance):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(30)
        connection.connect(path)
        self.chance = chance
        self.configured = {}  # xdg_surface -> serial
        self.surfaces, self.roles, self.toplevels, self.popups = [], [], [], []
        super().__init__(connection)
        self.compositor = self.bind("wl_compositor", 4)
        self.shell = self.bind("xdg_wm_base", 3)
        self.seat = self.bind("wl_seat", 5)
        self.frames = self.bind("zxdg_decoration_manager_v1")
        self.subcompositor = self.bind("wl_subcompositor")
        shm = self.bind("wl_shm")
        file = os.memfd_create("buffer")
        os.ftruncate(file, 64 * 64 * 4)
        pool = self.new()
        self.request(shm, 0, "uu", pool, 64 * 64 * 4, fds=[file])
        os.close(file)
        self.buffer = self.new()
        self.request(pool, 0, "uiiiiu", self.buffer, 0, 64, 64, 256, 1)
        self.round_trip()

    def on_event(self, target, opcode, body):
        if target in self.roles and opcode == 0 and len(body) == 4:
            self.configured[target], = struct.unpack("<I", body)

    def window(self):
        surface, role, toplevel = self.new(), self.new(), self.new()
        self.request(self.compositor, 0, "u", surface)
        self.request(self.shell, 2, "uu", role, surface)
        self.request(role, 1, "u", toplevel)
        self.surfaces.append(surface)
        self.roles.append(role)
        self.toplevels.append(toplevel)
        self.shown(surface, role)
        return role

    def shown(self, surface, role):
        self.request(surface, 6, "")
        self.round_trip()
        if role in self.configured:
            self.request(role, 4, "u", self.configured[role])
            self.request(surface, 1, "uii", self.buffer, 0, 0)
            self.request(surface, 6, "")

    def popup(self, parent):
        positioner, surface, role, popup = self.new(), self.new(), self.new(), self.new()
        self.request(self.shell, 1, "u", positioner)
        self.request(positioner, 1, "ii", 30, 30)
        self.request(positioner, 2, "iiii", 5, 5, 10, 10)
        self.request(self.compositor, 0, "u", surface)
        self.request(self.shell, 2, "uu", role, surface)
        self.request(role, 2, "uuu", popup, parent, positioner)
        if self.chance.random() < 0.3:
            self.request(popup, 1, "uu", self.seat, 0)
        self.surfaces.append(surface)
        self.roles.append(role)
        self.popups.append(popup)
        self.shown(surface, role)

    def step(self):
        pick = self.chance.choice
        if not self.toplevels:
            self.window()
        act = self.chance.randrange(14)
        toplevel, role, surface = pick(self.toplevels), pick(self.roles), pick(self.surfaces)
        if act == 0:
            self.window()
        elif act in (1, 2):
            self.popup(pick(self.roles))
        elif act == 3:
            self.toplevels.remove(toplevel)
            self.request(toplevel, 0, "")
        elif act == 4 and self.popups:
            popup = pick(self.popups)
            self.popups.remove(popup)
            self.request(popup, 0, "")
        elif act == 5:
            self.request(surface, 1, "uii", pick((self.buffer, 0)), 0, 0)
            self.request(surface, 6, "")
        elif act == 6:
            self.request(toplevel, pick((9, 10, 12, 13)), "")
        elif act == 7:
            self.request(toplevel, 11, "u", 0)
        elif act == 8:
            frame = self.new()
            self.request(self.frames, 1, "uu", frame, toplevel)
            if self.chance.random() < 0.5:
                self.request(frame, pick((0, 2)), "")
        elif act == 9:
            self.request(toplevel, 1, "u", pick(self.toplevels + [0]))
        elif act == 10:
            self.request(toplevel, 5, "uu", self.seat, 0)
            self.request(toplevel, 6, "uuu", self.seat, 0, 5)
        elif act == 11:
            self.request(role, 3, "iiii", self.chance.randrange(-5, 9), 0, self.chance.randrange(1, 99), 20)
        elif act == 12:
            child, sub = self.new(), self.new()
            self.request(self.compositor, 0, "u", child)
            self.request(self.subcompositor, 1, "uuu", sub, child, surface)
        elif act == 13 and role in self.configured:
            self.request(role, 4, "u", self.configured.pop(role))
        self.round_trip()


class HostileClients(unittest.TestCase):
    def test_end_nobody_but_themselves(self):
        desk = Desk()
        self.addCleanup(desk.end)
        path = os.path.join(desk.folder, desk.display)
        steps = 0
        for seed in range(ROUNDS):
            chance = random.Random(seed)
            client = Hostile(path, chance)
            try:
                for _ in range(40):
                    client.step()
                    steps += 1
                    x, y = chance.randrange(200), chance.randrange(200)
                    hit = desk.call("at", x=x, y=y)
                    if hit.get("window"):
                        expect = desk.expect(hit["window"], popup=hit.get("popup"))
                        desk.click(x, y, expect)
                        if chance.random() < 0.2:
                            what = chance.choice(("maximize", "unmaximize", "minimize", "activate", "raise", "close"))
                            desk.call("window", window=hit["window"]["id"], do=what)
            except (RuntimeError, EOFError, ConnectionError):
                pass  # its own protocol error ended it
            client.socket.close()
            self.assertIsNone(desk.process.poll(), "seed %d: %s" % (seed, desk.log_text()))
        _, window = desk.client("target")
        # Its place depends on what was there, and the desk may not have read yet that the last of them is gone.
        place = window["client"]
        x, y = place["x"] + place["width"] // 2, place["y"] + place["height"] // 2
        eventually(lambda: desk.click(x, y, desk.expect(window))["done"] == 3, "a click after all of them")
        self.assertGreater(steps, ROUNDS * 3)
        print("%d clients, %d steps" % (ROUNDS, steps))


if __name__ == "__main__":
    unittest.main()
