"""A window with a menu behind the button "Menu", with a submenu "More", and a list behind "Choice": menus.py gtk3|gtk4|qt6 [maximised]. It
prints "pressed ITEM" for each item that is chosen; the first of the list is chosen again after each. SIGUSR1 opens the submenu if the
menu is open, SIGUSR2 closes both; when it has happened, it prints "opened" or "closed"."""
import signal
import sys

LISTS = {"Menu": ("Show it", "Turn the page", "Look closer", "Read on"), "More": ("Left", "Right", "Middle"), "Choice": ("none", "Red", "Green", "Blue", "Grey")}


MAXIMISED = "maximised" in sys.argv


def chosen(item):
    print("pressed", item, flush=True)


def chosen_of_list(number, choose):
    """Chooses the first again, which reports itself, too."""
    if number > 0:
        chosen(LISTS["Choice"][number])
        choose(0)


def on_signals(open_it, close_it):
    """By GLib's loop."""
    from gi.repository import GLib
    for number, react in ((signal.SIGUSR1, open_it), (signal.SIGUSR2, close_it)):
        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, number, lambda react=react: react() or True)


def gtk3():
    import gi
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk
    window = Gtk.Window(title="Menus")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, border_width=24)
    menu = Gtk.Menu()
    for name in LISTS["Menu"]:
        item = Gtk.MenuItem(label=name)
        item.connect("activate", lambda _, name=name: chosen(name))
        menu.append(item)
    more = Gtk.MenuItem(label="More", submenu=Gtk.Menu())
    menu.append(more)
    for name in LISTS["More"]:
        item = Gtk.MenuItem(label=name)
        item.connect("activate", lambda _, name=name: chosen(name))
        more.get_submenu().append(item)
    more.get_submenu().connect("map", lambda _: print("opened", flush=True))
    menu.connect("unmap", lambda _: print("closed", flush=True))
    on_signals(lambda: menu.get_mapped() and menu.select_item(more), lambda: menu.cancel() if menu.get_mapped() else print("closed", flush=True))
    menu.show_all()
    button = Gtk.MenuButton(label="Menu", popup=menu, halign=Gtk.Align.START)
    box.pack_start(button, False, False, 0)
    choice = Gtk.ComboBoxText(halign=Gtk.Align.START)
    choice.get_accessible().set_name("Choice")
    for name in LISTS["Choice"]:
        choice.append_text(name)
    choice.set_active(0)
    choice.connect("changed", lambda choice: chosen_of_list(choice.get_active(), choice.set_active))
    box.pack_start(choice, False, False, 0)
    window.add(box)
    window.set_default_size(420, 300)
    if MAXIMISED:
        window.maximize()
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    Gtk.main()


def gtk4():
    import gi
    gi.require_version("Gtk", "4.0")
    from gi.repository import Gio, GLib, Gtk
    window = Gtk.Window(title="Menus")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, margin_top=24, margin_start=24, margin_end=24)
    menu = Gio.Menu()
    actions = Gio.SimpleActionGroup()
    for number, name in enumerate(LISTS["Menu"]):
        action = Gio.SimpleAction(name=f"item{number}")
        action.connect("activate", lambda *_, name=name: chosen(name))
        actions.add_action(action)
        menu.append(name, f"menu.item{number}")
    more = Gio.Menu()
    for number, name in enumerate(LISTS["More"]):
        action = Gio.SimpleAction(name=f"more{number}")
        action.connect("activate", lambda *_, name=name: chosen(name))
        actions.add_action(action)
        more.append(name, f"menu.more{number}")
    menu.append_submenu("More", more)
    window.insert_action_group("menu", actions)
    button = Gtk.MenuButton(label="Menu", menu_model=menu, halign=Gtk.Align.START)
    box.append(button)
    popover = button.get_popover()

    def open_submenu():
        if popover.get_mapped():
            popover.set_property("visible-submenu", "More")
            print("opened", flush=True)

    def close():
        popover.set_property("visible-submenu", "main")
        button.popdown()
        if not popover.get_mapped():
            print("closed", flush=True)
    on_signals(open_submenu, close)
    choice = Gtk.DropDown.new_from_strings(LISTS["Choice"])
    choice.set_halign(Gtk.Align.START)
    choice.update_property([Gtk.AccessibleProperty.LABEL], ["Choice"])
    choice.connect("notify::selected", lambda choice, _: chosen_of_list(choice.get_selected(), choice.set_selected))
    box.append(choice)
    window.set_child(box)
    window.set_default_size(420, 300)
    if MAXIMISED:
        window.maximize()
    window.present()
    GLib.MainLoop().run()


def qt6():
    from PyQt6.QtCore import Qt, QTimer
    from PyQt6.QtWidgets import QApplication, QComboBox, QMenu, QPushButton, QVBoxLayout, QWidget
    application = QApplication(sys.argv)
    window = QWidget()
    window.setWindowTitle("Menus")
    layout = QVBoxLayout(window)
    layout.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    button = QPushButton("Menu")
    menu = QMenu(button)
    for name in LISTS["Menu"]:
        menu.addAction(name).triggered.connect(lambda _, name=name: chosen(name))
    more = menu.addMenu("More")
    for name in LISTS["More"]:
        more.addAction(name).triggered.connect(lambda _, name=name: chosen(name))
    more.aboutToShow.connect(lambda: print("opened", flush=True))
    button.setMenu(menu)

    def close(*_):
        more.close()
        menu.close()
        print("closed", flush=True)
    signal.signal(signal.SIGUSR1, lambda *_: menu.isVisible() and menu.setActiveAction(more.menuAction()))
    signal.signal(signal.SIGUSR2, close)
    awake = QTimer()  # lets Python handle signals
    awake.timeout.connect(lambda: None)
    awake.start(20)
    layout.addWidget(button)
    choice = QComboBox()
    choice.setAccessibleName("Choice")
    choice.addItems(LISTS["Choice"])
    choice.activated.connect(lambda number: chosen_of_list(number, choice.setCurrentIndex))
    layout.addWidget(choice)
    window.resize(420, 300)
    window.showMaximized() if MAXIMISED else window.show()
    application.exec()


if __name__ == "__main__":
    {"gtk3": gtk3, "gtk4": gtk4, "qt6": qt6}[sys.argv[1]]()
