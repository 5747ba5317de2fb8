"""Where an agent's click on an element, in a window and in its menus and lists, lands, at scales 1, 1.25 and 2: in the element, or nowhere because its place is unknown, never
elsewhere. Judged by the application, and for browsers by the page's own requests. And whether pictures hide a field with a secret,
which is magenta, and show the one beside it, which is green. Prints a table.

    places_test.py BUILD-FOLDER DESK TEST ...   in sessions of their own: tests/wayland/run-daemon BUILD-FOLDER places|places-gnome|places-kwin

The scale of a desk that runs already must be that of the test."""
import http.server
import io
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "clients" / "python")]
import interlock  # noqa: E402
from PIL import Image  # noqa: E402
from daemon_world import World, eventually  # noqa: E402
from submenus import Submenu  # noqa: E402
import writer  # noqa: E402

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
DESK = sys.argv.pop(1)
GREEN, MAGENTA = (0, 255, 0), (255, 0, 255)
BEYOND = {"gnome": (4000, 100), "kwin": (2000, 100)}  # in pixels of the picture: on the second of two monitors
BUTTONS = ("Show it", "Turn the page", "Look closer")
ITEMS = ("Show it", "Turn the page", "Look closer", "Read on", "Red", "Green", "Blue", "Grey")  # of menus.py
PAGE = "<title>Places</title><body style='margin:40px'>" + "".join(
    f"<p style='margin:30px'><button onclick=\"fetch('/pressed/{name}')\">{name}</button></p>" for name in BUTTONS) + """
<p><input aria-label=note style='border:0;background:#0f0'> <input type=password aria-label=password value=secret style='border:0;background:#f0f'>"""
LIST = """<title>Menus</title><body style='margin:40px'><p style='margin:30px'><select aria-label=Choice style='font-size:16px'
onchange="fetch('/pressed/' + this.value); this.selectedIndex = 0"><option>none""" + "".join(f"<option>{name}" for name in ITEMS[4:]) + "</select>"
CHROMIUM = ("chromium", "--ozone-platform=" + ("x11" if DESK == "xwayland" else "wayland"), "--no-sandbox", "--test-type", "--force-renderer-accessibility", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-gpu", "--disable-dev-shm-usage",
            "--password-store=basic")
SCALES = """import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gtk
Gtk.init()
print(*(each.get_scale() for each in Gdk.Display.get_default().get_monitors()))
"""
FIREFOX_SETTINGS = """user_pref("datareporting.policy.dataSubmissionPolicyBypassNotification", true);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
"""


def own_scale(scale):
    """On X the variables that give a program a scale of its own."""
    return {"GDK_SCALE": str(int(scale)), "QT_SCALE_FACTOR": str(scale)} if DESK == "xwayland" else {}


class Page(http.server.ThreadingHTTPServer):
    """The page; `pressed` has what its buttons report."""

    def __init__(self, page=PAGE):
        pressed = self.pressed = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path.startswith("/pressed/"):
                    pressed.append(self.path[len("/pressed/"):].replace("%20", " "))
                body = page.encode() if self.path == "/" else b""
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Places(unittest.TestCase):
    table = {}

    @classmethod
    def tearDownClass(cls):
        for (name, scale), found in cls.table.items():
            print(f"{name} at scale {scale}: " + ", ".join(f"{what} {found.count(what)}" for what in ("right", "unknown", "wrong")), flush=True)

    def world(self, scale):
        """interlockd and the desk, which really has this scale, as programs see it."""
        world = World(BUILD, DESK, *(["--scale", str(scale)] if DESK == "interlock-desk" else []))
        self.addCleanup(world.end)
        if DESK == "xwayland":
            return world  # there each program has its own scale
        seen = subprocess.run([sys.executable, "-c", SCALES], env=world.environment, capture_output=True, text=True)
        self.assertIn(scale, [float(each) for each in seen.stdout.split()], seen.stderr)
        return world

    @staticmethod
    def must_be_right(name, scale):
        if DESK == "xwayland" and scale != 1:
            return False
        return name != "chromium without fractional scales" and not name.endswith(("by Xwayland", "monitor"))

    def check(self, name, scale, command, pressed, buttons, arrange=None, **variables):
        """Clicks each button; `pressed()` is what the application reports. What is not pressed must have been refused. `arrange` is called with
        the session and the application's windows."""
        world = self.world(scale)
        world.start(command(world), "app", **variables)
        found = self.table[name, scale] = []
        with interlock.connect("test", str(world.run / "agent.sock")) as client, client.open_session("test") as session:
            def element(button):
                try:
                    seen = [each for each in session.observe(window="all").elements() if each.name == button and "button" in each.role]
                except interlock.InterlockError:
                    return None
                return seen[0] if seen else None

            if arrange:
                arrange(session, eventually(lambda: self.windows(session), lambda: f"its window: {world.log('app')}"))
            for button in buttons:
                before = len(pressed(world))
                result = None
                # A window that is just shown may move, or report its place later, and one that does not fit may seem to fit until it has its size.
                for _ in range(5):
                    try:
                        ref = eventually(lambda button=button: getattr(element(button), "ref", ""), f"'{button}'",
                                         patience=90 if self.must_be_right(name, scale) else 15)
                    except AssertionError:
                        self.assertFalse(self.must_be_right(name, scale), world.log("app")[-500:])
                        break  # its tree does not fit the window, or it names no place
                    result = session.act(interlock.on(ref).click(), intent="look at it", check=False)
                    if result.executed or result.outcome:
                        break
                    time.sleep(0.5)
                if not result or not result.executed:
                    found.append("unknown")
                    if result:
                        print(f"{name} at scale {scale}, '{button}': {result.code} {result.reason}"
                              f" {result.refusal.reason if result.refusal else ''}", flush=True)
                    continue
                try:
                    eventually(lambda before=before: len(pressed(world)) > before, "its report", patience=30)
                    found.append("right" if pressed(world)[-1] == button else "wrong")
                except AssertionError:
                    found.append("wrong")
            self.check_picture(eventually(lambda: self.picture(session), "a picture"), name, scale, must_be_read="unknown" not in found)
        self.assertNotIn("wrong", found)
        self.assertEqual(len(pressed(world)), found.count("right"))
        return found

    @staticmethod
    def windows(session):
        try:
            return session.observe(window="all").windows
        except interlock.InterlockError:
            return []

    @staticmethod
    def picture(session):
        """On a busy machine a program may not answer in time what must be hidden: then there is none."""
        try:
            return session.screenshot()
        except interlock.NotAvailable:
            return None

    def check_picture(self, shot, name, scale, must_be_read):
        picture = Image.open(io.BytesIO(shot.png)).convert("RGB")
        if os.environ.get("KEEP"):
            picture.save(f"{os.environ['KEEP']}/{DESK}-{name}-{scale}.png")
        seen = {colour: count for count, colour in picture.getcolors(picture.width * picture.height)}
        if must_be_read or DESK != "xwayland":
            self.assertEqual([each for each in shot.not_read if each.why != "popup_unmatched"], [])  # that one is a tooltip
        self.assertEqual(seen.get(MAGENTA, 0), 0, "pixels of the field with the secret")
        if shot.painted_over:  # as a whole: no place in it is known
            self.assertFalse(must_be_read, shot.painted_over)
            return
        self.assertGreater(seen.get(GREEN, 0), 500, "pixels of the other field")

    def check_menus(self, name, scale, command, pressed, must_be_right=(), **variables):
        """Opens each menu and list, and clicks items in it, by their names and by their places. `must_be_right`: openers whose items must be
        found."""
        world = self.world(scale)
        world.start(command(world), "app", **variables)
        found = self.table[f"menus of {name}", scale] = []
        with interlock.connect("test", str(world.run / "agent.sock")) as client, client.open_session("test") as session:
            def elements():
                try:
                    return session.observe(window="all").elements()
                except interlock.InterlockError:
                    return []

            def opener(what):
                """The button "Menu", or the list."""
                return next((each for each in elements() if each.ref and (
                    each.name.startswith("Menu") and "button" in each.role if what == "Menu" else
                    each.role in ("combo box", "toggle button") and each.name in ("Choice", "none"))), None)

            def named(action):
                """The name of the element that the action would be for; None: it is not known, and nothing would be done."""
                result = session.act(action, dry_run=True, check=False)
                return result.element.name if isinstance(result.element, interlock.Element) and result.decision == "allow" else None

            def is_open(place):
                result = session.act(interlock.click(*place), dry_run=True, check=False)
                known = isinstance(result.element, interlock.Element)
                return result.element.name in ("none", *ITEMS) and result.element.role in ("menu item", "list item") if known else result.element and result.element.code == "popup_unmatched"

            def open_it(what):
                """The list's or menu's button, and a place in what it opened."""
                button = eventually(lambda: opener(what), lambda: f"'{what}': {[(each.role, each.name) for each in elements()]} {world.log('app')[-500:]}")
                tried = False

                def place_in_it():
                    return (button.extents.x + int(20 * scale), button.extents.y + button.extents.height + int(20 * scale))

                def opened():
                    """A busy machine may show what a press opened so late that the next press would close it."""
                    nonlocal button, tried
                    if is_open(place_in_it()):
                        return True
                    if tried:
                        session.act(interlock.key("Escape"), intent="close what is open and not yet known", check=False)
                        button = opener(what) or button  # the window may have moved
                    tried = True
                    session.act(interlock.on(button.ref).click(), intent="open it", check=False)
                    try:
                        return eventually(lambda: is_open(place_in_it()), "it", patience=10)
                    except AssertionError:
                        return False  # the window was not active
                eventually(opened, f"what '{what}' opens")
                return button, place_in_it()

            def close(place):
                def closed():
                    if not is_open(place):
                        return True
                    session.act(interlock.key("Escape"), intent="close it", check=False)
                eventually(closed, "the end of the menu")

            def judge(item, action, place):
                """Acts if the target is known. GTK 3 ignores a press on a menu that has just opened: it stays open then."""
                before = len(pressed(world))
                for _ in range(10):
                    says = named(action)
                    known = says in ITEMS and (not item or says == item)
                    result = session.act(action, intent="choose it", dry_run=not known, check=False)
                    if not result.executed:
                        found.append("unknown")
                        print(f"{name} at scale {scale}, {action}: for '{says}', then {result.element} {result.code} {result.reason}"
                              f" {result.refusal.reason if result.refusal else ''}", flush=True)
                        break
                    try:
                        eventually(lambda: len(pressed(world)) > before, "its report", patience=1)
                    except AssertionError:
                        if is_open(place):
                            continue
                    try:
                        eventually(lambda: len(pressed(world)) > before, "its report", patience=30)
                        found.append("right" if pressed(world)[-1] == says else "wrong")
                    except AssertionError:
                        found.append("wrong")
                    if found[-1] == "wrong":
                        print(f"{name} at scale {scale}: {action} is for '{says}', pressed {pressed(world)[before:]}", flush=True)
                    break
                close(place)

            for what in ("Menu", "Choice") if name in ("gtk3", "gtk4", "qt6") else ("Choice",):
                begin = len(found)
                for item in (ITEMS[1], ITEMS[3]) if what == "Menu" else (ITEMS[5], ITEMS[7]):
                    try:
                        _, place = open_it(what)
                    except AssertionError:
                        self.assertFalse(must_be_right)
                        found.append("unknown")
                        continue
                    listed = lambda item=item: next((each for each in elements() if each.name == item and each.ref), None)  # noqa: E731
                    seen = listed()
                    if what in must_be_right:  # a busy machine may show it late
                        seen = eventually(listed, f"'{item}' is listed")
                        eventually(lambda seen=seen: named(interlock.on(seen.ref).click()) == item, f"'{item}' is known")
                    if seen:
                        judge(item, interlock.on(seen.ref).click(), place)
                    else:
                        found.append("unknown")
                        close(place)
                for down in (10, 40, 64, 88, 112):  # logical pixels below the button
                    if found[begin:] == ["unknown", "unknown"] and what not in must_be_right:
                        break  # nothing in it is known
                    button, place = open_it(what)
                    at = button.extents.y + button.extents.height + int(down * scale)
                    judge(None, interlock.click(place[0], at), place)
                if what in must_be_right:
                    self.assertEqual(found[begin:begin + 2], ["right", "right"])
                    self.assertGreaterEqual(found[begin + 2:].count("right"), 2, found[begin:])
        self.assertNotIn("wrong", found)
        self.assertEqual(len(pressed(world)), found.count("right"))

    def menus(self, name, scale):
        command = [sys.executable, HERE / "menus.py", name, *([] if scale == 1.25 else ["maximised"])]
        right = {"gtk3": ("Menu", "Choice"), "gtk4": (), "qt6": ("Choice",)}
        self.check_menus(name, scale, lambda _: command, self.printed, right[name])

    def submenus(self, name, scale):
        """The items of an open submenu, by their names and by their places."""
        world = self.world(scale)
        command = [sys.executable, HERE / "menus.py", name, *([] if scale == 1.25 else ["maximised"])]
        with interlock.connect("test", str(world.run / "agent.sock")) as client, client.open_session("test") as session:
            submenu = Submenu(world, session, command, scale, restart=name == "gtk4")
            self.table[f"submenus of {name}", scale] = submenu.found
            submenu.by_name()
            submenu.by_place()
            self.assertNotIn("menu item", submenu.after_closing())
        self.assertNotIn("wrong", submenu.found)
        self.assertEqual(len(submenu.pressed()), submenu.found.count("right"))

    def libreoffice(self, scale, where="libreoffice", **variables):
        """Writer's button "Bold", and a word that is typed then: what Writer saves has both, or nothing was done."""
        if not writer.is_installed():
            self.skipTest("libreoffice-writer is not installed")
        world = self.world(scale)
        office = writer.Writer(world, "app", **variables)
        found = self.table[where, scale] = []
        with interlock.connect("test", str(world.run / "agent.sock")) as client, client.open_session("test") as session:
            window = eventually(lambda: next((each for each in self.windows(session) if each.title.startswith("letter.fodt")), None), lambda: f"Writer: {world.log('app')}")

            def listed(name):
                try:
                    return next((each for each in session.observe(window="all").elements() if each.name == name and each.ref), None)
                except interlock.InterlockError:
                    return None

            def act(action):
                """Once Writer answers: it is busy for a while after its start."""
                for _ in range(20):
                    result = session.act(action, intent="write a letter", check=False)
                    if result.executed or result.outcome:
                        return result
                    time.sleep(0.5)
                return result
            try:
                bold = eventually(lambda: listed("Bold"), "the button", patience=60 if variables else 10)
            except AssertionError:
                bold = None
            result = act(interlock.on(bold.ref).click()) if bold else None
            pressed = bool(result and result.executed)
            if pressed:
                self.assertEqual(result.element.name, "Bold")
            found.append("right" if pressed else "unknown")
            result = act(interlock.type_text("judged"))
            typed = result.executed
            found.append("right" if typed else "unknown")
            saved = act(interlock.key("ctrl+s")).executed
            if typed and saved:
                eventually(lambda: "judged" in office.saved(), "the word in the file")
            self.assertEqual(("judged" in office.saved(), writer.BOLD in office.saved()), (typed and saved, pressed and typed and saved))
            # It may have been maximised since: Writer does this a while after its start.
            self.nothing_but_the_truth(session, next(each.rect for each in self.windows(session) if each.id == window.id))
        return found

    def nothing_but_the_truth(self, session, place):
        """Writer's places, as far as they are known: a look at the middle of each control that is listed finds this control."""
        for each in session.observe(window="all").elements():
            if not each.ref or each.role not in ("push button", "toggle button", "check box"):
                continue
            at = each.extents.x + each.extents.width // 2, each.extents.y + each.extents.height // 2
            self.assertTrue(place.x <= at[0] < place.x + place.width and place.y <= at[1] < place.y + place.height, (each, place))
            seen = session.act(interlock.click(*at), dry_run=True, check=False).element
            if isinstance(seen, interlock.Element):
                self.assertEqual(seen.name, each.name)

    def libreoffice_by_xwayland(self, scale):
        variables = {key: os.environ[key] for key in ("DISPLAY", "XAUTHORITY")}
        found = self.libreoffice(scale, "libreoffice by Xwayland", GDK_BACKEND="x11", **variables)
        self.assertEqual(set(found), {"right"})

    def chromium_list(self, scale):
        page = self.page(LIST)
        self.check_menus("chromium", scale, lambda world: [*CHROMIUM, f"--user-data-dir={world.folder}/chromium", f"http://127.0.0.1:{page.server_port}/"],
                         lambda _: page.pressed, ("Choice",))

    @staticmethod
    def printed(world):
        return [line[len("pressed "):] for line in world.log("app").splitlines() if line.startswith("pressed ")]

    def page(self, text):
        page = Page(text)
        self.addCleanup(page.server_close)
        self.addCleanup(page.shutdown)
        return page

    def toolkit(self, name, scale):
        return self.check(name, scale, lambda _: [sys.executable, HERE / "application.py", name], self.printed, ("Show it",), **own_scale(scale))

    def on_second_monitor(self, name, scale):
        """The first monitor has scale 1, the second, to the right of it, this one (tests/wayland/run-daemon)."""
        def arrange(session, windows):
            self.assertTrue(session.act(interlock.on_window(windows[0].id).move(*BEYOND[DESK]), intent="move it to the other monitor", check=False).executed)

            def moved():
                return [each for each in self.windows(session) if each.rect.x >= BEYOND[DESK][0]]
            eventually(moved, lambda: f"the window on the other monitor: {self.windows(session)}")
        return self.check(f"{name} on a second monitor", scale, lambda _: [sys.executable, HERE / "application.py", name], self.printed, ("Show it",), arrange)

    def by_xwayland(self, name, scale, where="by Xwayland"):
        variables = {key: os.environ[key] for key in ("DISPLAY", "XAUTHORITY")}

        def shown(session, windows):
            """Whatever is known of it."""
        return self.check(f"{name} {where}", scale, lambda _: [sys.executable, HERE / "application.py", name], self.printed, ("Show it",), shown,
                          GDK_BACKEND="x11", QT_QPA_PLATFORM="xcb", **variables)

    def by_xwayland_beside(self, name, scale):
        """On a monitor of scale 1, to the left of one with this scale."""
        return self.by_xwayland(name, scale, "beside a larger scale by Xwayland")

    def browser(self, name, scale, command, **variables):
        if not shutil.which(command(None)[0]):
            self.skipTest(name + " is not installed")
        page = self.page(PAGE)

        def with_page(world):
            scaled = [f"--force-device-scale-factor={scale}"] if DESK == "xwayland" and name.startswith("chromium") else []
            return [*command(world), *scaled, f"http://127.0.0.1:{page.server_port}/"]
        return self.check(name, scale, with_page, lambda _: page.pressed, BUTTONS, **variables)

    def chromium(self, scale, name="chromium", *options):
        return self.browser(name, scale, lambda world: [*CHROMIUM, *options, *([f"--user-data-dir={world.folder}/chromium"] if world else [])])

    def test_chromium_without_fractional_scales_1_25(self):
        """As programs on an older Chromium: it draws with scale 2 where the desk says 1.25."""
        self.chromium(1.25, "chromium without fractional scales", "--disable-features=WaylandFractionalScaleV1")

    def firefox(self, scale):
        def command(world):
            if not world:
                return ["firefox-esr"]
            profile = world.folder / "firefox"
            profile.mkdir()
            own = f'user_pref("layout.css.devPixelsPerPx", "{scale}");\n' if DESK == "xwayland" else ""
            (profile / "user.js").write_text(FIREFOX_SETTINGS + own)
            return ["firefox-esr", "--no-remote", "--profile", profile]
        return self.browser("firefox", scale, command, GNOME_ACCESSIBILITY="1", MOZ_CRASHREPORTER_DISABLE="1",
                            MOZ_ENABLE_WAYLAND="0" if DESK == "xwayland" else "1")


def add(kind, name, scale):
    def test(self):
        found = getattr(self, kind)(name, scale) if kind == "toolkit" else getattr(self, kind)(scale)
        if self.must_be_right(name, scale):
            self.assertEqual(set(found), {"right"})
    setattr(Places, f"test_{name}_{str(scale).replace('.', '_')}", test)


def add_menus(name, scale):
    def test(self):
        if name != "chromium":
            self.menus(name, scale)
        elif shutil.which("chromium"):
            self.chromium_list(scale)
        else:
            self.skipTest("chromium is not installed")
    setattr(Places, f"test_menus_{name}_{str(scale).replace('.', '_')}", test)


def add_submenus(name, scale):
    def test(self):
        self.submenus(name, scale)
    setattr(Places, f"test_submenus_{name}_{str(scale).replace('.', '_')}", test)


def add_elsewhere(place, name, scale):
    def test(self):
        getattr(self, place)(name, scale)
    setattr(Places, f"test_{place}_{name}_{str(scale).replace('.', '_')}", test)


def add_libreoffice(where, scale):
    def test(self):
        getattr(self, where)(scale)
    setattr(Places, f"test_{where}_{str(scale).replace('.', '_')}", test)


for each in ("libreoffice", "libreoffice_by_xwayland"):
    add_libreoffice(each, 1)
for each in (1, 1.25, 2):
    for toolkit in ("gtk3", "gtk4", "qt6"):
        for place in ("by_xwayland", "by_xwayland_beside", "on_second_monitor"):
            add_elsewhere(place, toolkit, each)
    for toolkit in ("gtk3", "gtk4", "qt6"):
        add("toolkit", toolkit, each)
        add_submenus(toolkit, each)
    for browser in ("chromium", "firefox"):
        add(browser, browser, each)
    for name in ("gtk3", "gtk4", "qt6", "chromium"):
        add_menus(name, each)

if __name__ == "__main__":
    unittest.main(verbosity=2)
