"""An agent in an open submenu of menus.py: what it does to the items that it knows, by their names and by places."""
import signal
import time

import interlock
from daemon_world import eventually

ITEMS = ("Left", "Right", "Middle")
ACROSS, DOWN = range(10, 420, 60), range(4, 260, 13)  # logical pixels from the button's lower left corner: the menu and its submenu


class Submenu:
    """Of the program `command`, which is started again for each opening if `restart`: see `after_closing`."""

    def __init__(self, world, session, command, scale, restart):
        self.world, self.session, self.command, self.scale, self.restart = world, session, command, scale, restart
        self.runs = 0
        self.app = None
        self.found = []

    def elements(self):
        try:
            return self.session.observe(window="all").elements()
        except interlock.InterlockError:
            return []

    def log(self):
        return "".join(self.world.log(f"app{number}") for number in range(self.runs))

    def pressed(self):
        return [line[len("pressed "):] for line in self.log().splitlines() if line.startswith("pressed ")]

    def send_until(self, number, word):
        """Sends the signal until the program prints `word`: a menu may open late."""
        before = self.log().splitlines().count(word)

        def done():
            self.app.send_signal(number)
            time.sleep(0.5)
            return self.log().splitlines().count(word) > before
        eventually(done, lambda: f"'{word}': {self.log()[-500:]}")

    def button(self):
        return next((each for each in self.elements() if each.ref and each.name.startswith("Menu") and "button" in each.role), None)

    def start(self):
        if self.app:
            self.world.stop(self.app)
            eventually(lambda: not self.button(), "the end of the window")
        self.runs += 1
        self.app = self.world.start(self.command, f"app{self.runs - 1}")

    def open(self):
        """The submenu is open. Returns the menu's button."""
        if self.restart or not self.app:
            self.start()
        else:
            self.send_until(signal.SIGUSR2, "closed")
        button = said = None

        def pressed():
            nonlocal button, said
            button = self.button()
            said = self.session.act(interlock.on(button.ref).click(), intent="open the menu", check=False) if button else None
            return said and said.executed
        eventually(pressed, lambda: f"a press on the menu's button: {said and said.raw} {self.log()[-300:]}")
        self.send_until(signal.SIGUSR1, "opened")
        return button

    def named(self, action):
        """The item for which the action would be carried out."""
        result = self.session.act(action, dry_run=True, check=False)
        return result.element.name if isinstance(result.element, interlock.Element) and result.decision == "allow" else None

    def choose(self, action, item):
        """The action is for this item. GTK ignores a press on a menu that has just opened: then it is pressed again."""
        before = len(self.pressed())
        for _ in range(10):
            if self.named(action) != item:
                return "unknown"
            result = self.session.act(action, intent=f"choose {item}", check=False)
            if not result.executed:
                return "unknown"
            end = time.monotonic() + 1
            while time.monotonic() < end and len(self.pressed()) == before:
                time.sleep(0.02)
            if len(self.pressed()) > before:
                return "right" if self.pressed()[before:] == [item] else "wrong"
        return "wrong"

    def by_name(self):
        for item in ITEMS:
            self.open()
            listed = None
            for _ in range(20):  # it may be listed late
                listed = next((each for each in self.elements() if each.name == item and each.ref), None)
                if listed:
                    break
            self.found.append(self.choose(interlock.on(listed.ref).click(), item) if listed else "unknown")

    def known_places(self):
        """By the items of the submenu: the first and the last place, from above, that is known to be in it."""
        button, known = self.open().extents, {}
        for down in DOWN:
            for across in ACROSS:
                place = button.x + int(across * self.scale), button.y + button.height + int(down * self.scale)
                name = self.named(interlock.click(*place))
                if name in ITEMS:
                    first, _ = known.get(name, (place, place))
                    known[name] = first, place
        return known

    def by_place(self):
        for item, places in self.known_places().items():
            for place in places:
                self.open()
                self.found.append(self.choose(interlock.click(*place), item))

    def after_closing(self):
        """The role of what is found in the middle of the menu's button when all is closed again; "" if it is not known. GTK 4.18's hit test then
        names an item of the submenu there, so that the button cannot be clicked again."""
        at = self.open().extents
        self.send_until(signal.SIGUSR2, "closed")
        result = self.session.act(interlock.click(at.x + at.width // 2, at.y + at.height // 2), dry_run=True, check=False)
        return result.element.role if isinstance(result.element, interlock.Element) else ""
