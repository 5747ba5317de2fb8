"""A window with a button, a button that asks first, a field, and a field with a secret: application.py gtk3|gtk4|qt6. It
prints what it gets, a line each: "pressed NAME", "text TEXT"."""
import sys

SECRET = "correct horse battery"


def say(*words):
    print(*words, flush=True)


def gtk3():
    import gi
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk
    window = Gtk.Window(title="Desk test")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, border_width=24)
    for name in ("Show it", "Delete everything"):
        button = Gtk.Button(label=name)
        button.connect("clicked", lambda _, name=name: say("pressed", name))
        box.pack_start(button, False, False, 0)
    entry = Gtk.Entry()
    entry.get_accessible().set_name("note")
    entry.connect("changed", lambda entry: say("text", entry.get_text()))
    box.pack_start(entry, False, False, 0)
    secret = Gtk.Entry(visibility=False, text=SECRET, input_purpose=Gtk.InputPurpose.PASSWORD)
    secret.get_accessible().set_name("password")
    box.pack_start(secret, False, False, 0)
    window.add(box)
    window.set_default_size(420, 300)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    Gtk.main()


def gtk4():
    import gi
    gi.require_version("Gtk", "4.0")
    from gi.repository import GLib, Gtk
    window = Gtk.Window(title="Desk test")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, margin_top=24, margin_start=24, margin_end=24)
    for name in ("Show it", "Delete everything"):
        button = Gtk.Button(label=name)
        button.connect("clicked", lambda _, name=name: say("pressed", name))
        box.append(button)
    entry = Gtk.Entry()
    entry.update_property([Gtk.AccessibleProperty.LABEL], ["note"])
    entry.connect("changed", lambda entry: say("text", entry.get_text()))
    box.append(entry)
    secret = Gtk.PasswordEntry(text=SECRET)
    secret.update_property([Gtk.AccessibleProperty.LABEL], ["password"])
    box.append(secret)
    window.set_child(box)
    window.set_default_size(420, 300)
    window.present()
    GLib.MainLoop().run()


def qt6():
    from PyQt6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget
    application = QApplication(sys.argv)
    window = QWidget()
    window.setWindowTitle("Desk test")
    layout = QVBoxLayout(window)
    for name in ("Show it", "Delete everything"):
        button = QPushButton(name)
        button.clicked.connect(lambda _, name=name: say("pressed", name))
        layout.addWidget(button)
    entry = QLineEdit()
    entry.setAccessibleName("note")
    entry.textChanged.connect(lambda text: say("text", text))
    layout.addWidget(entry)
    secret = QLineEdit(SECRET, echoMode=QLineEdit.EchoMode.Password)
    secret.setAccessibleName("password")
    layout.addWidget(secret)
    window.resize(420, 300)
    window.show()
    application.exec()


{"gtk3": gtk3, "gtk4": gtk4, "qt6": qt6}[sys.argv[1]]()
