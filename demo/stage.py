"""Where things are on the demo's desktop, by the word of the page and of the X server; never by interlock's."""
import json
import subprocess
import time


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def wait_for(what, probe, seconds=40):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = probe()
        if found:
            return found
        time.sleep(0.05)
    raise SystemExit(f"demo: {what} did not come up")


class Page:
    """The shop, as it reports itself to its server (tests/fixtures/serve.py)."""

    def __init__(self, log):
        self._log = log

    def events(self, kind):
        found = []
        with open(self._log, encoding="utf-8") as file:
            for line in file:
                if line.endswith("\n"):
                    found.append(json.loads(line))
        return [event for event in found if event["event"] == kind]

    def clicks(self, element):
        return sum(event["what"] == element for event in self.events("clicked"))

    def centre(self, element):
        layouts = wait_for("the shop's page", lambda: self.events("layout"))
        x, y, width, height = layouts[-1]["at"][element]
        return {"x": x + width // 2, "y": y + height // 2}


class Window:
    def __init__(self, title):
        self.title = title
        self.id = wait_for(f"the window '{title}'", lambda: run("xdotool", "search", "--onlyvisible", "--name", title).split())[0]

    def geometry(self):
        lines = run("xdotool", "getwindowgeometry", "--shell", self.id).split()
        values = dict(line.split("=") for line in lines)
        return tuple(int(values[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))

    def centre(self):
        x, y, width, height = self.geometry()
        return {"x": x + width // 2, "y": y + height // 2}

    def move(self, x, y):
        run("xdotool", "windowmove", self.id, str(x), str(y))

    def resize(self, width, height):
        run("xdotool", "windowsize", self.id, str(width), str(height))

    def focus(self):
        """Raises it and gives it the keyboard, as a person's click on its title does."""
        run("xdotool", "windowactivate", self.id)
        wait_for(f"the focus of '{self.title}'", lambda: run("xdotool", "getwindowfocus").strip() == self.id)

    def pid(self):
        return int(run("xdotool", "getwindowpid", self.id))


def content(path):
    with open(path, encoding="utf-8") as file:
        return file.read().strip()


def screenshot(path):
    run("import", "-window", "root", path)
