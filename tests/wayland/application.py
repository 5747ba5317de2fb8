"""A window with a button, a button that asks first, a field, and a field with a secret: application.py gtk3|gtk4|qt6. It
prints what it gets, a line each: "pressed NAME", "text TEXT". The field is green and the one with the secret is magenta, so that
a picture shows which of them it shows."""
import sys

SECRET = "correct horse battery"
STYLE = "#note { background: #00ff00; } #password { background: #ff00ff; }"


def say(*words):
    print(*words, flush=True)


def gtk3():
    import gi
    gi.require_version("Gdk", "3.0")
    gi.require_version("Gtk", "3.0")
    from gi.repository import Gdk, Gtk
    style = Gtk.CssProvider()
    style.load_from_data(STYLE.encode())
    Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    window = Gtk.Window(title="Desk test")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, border_width=24)
    for name in ("Show it", "Delete everything"):
        button = Gtk.Button(label=name)
        button.connect("clicked", lambda _, name=name: say("pressed", name))
        box.pack_start(button, False, False, 0)
    entry = Gtk.Entry(name="note")
    entry.get_accessible().set_name("note")
    entry.connect("changed", lambda entry: say("text", entry.get_text()))
    box.pack_start(entry, False, False, 0)
    secret = Gtk.Entry(name="password", visibility=False, text=SECRET, input_purpose=Gtk.InputPurpose.PASSWORD)
    secret.get_accessible().set_name("password")
    box.pack_start(secret, False, False, 0)
    window.add(box)
    window.set_default_size(420, 300)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    Gtk.main()


def gtk4():
    import gi
    gi.require_version("Gdk", "4.0")
    gi.require_version("Gtk", "4.0")
    from gi.repository import Gdk, GLib, Gtk
    style = Gtk.CssProvider()
    style.load_from_string(STYLE)
    Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
    window = Gtk.Window(title="Desk test")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, margin_top=24, margin_start=24, margin_end=24)
    for name in ("Show it", "Delete everything"):
        button = Gtk.Button(label=name)
        button.connect("clicked", lambda _, name=name: say("pressed", name))
        box.append(button)
    entry = Gtk.Entry(name="note")
    entry.update_property([Gtk.AccessibleProperty.LABEL], ["note"])
    entry.connect("changed", lambda entry: say("text", entry.get_text()))
    box.append(entry)
    secret = Gtk.PasswordEntry(name="password", text=SECRET)
    secret.update_property([Gtk.AccessibleProperty.LABEL], ["password"])
    box.append(secret)
    window.set_child(box)
    window.set_default_size(420, 300)
    window.present()
    GLib.MainLoop().run()


def qt6():
    from PyQt6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget
    application = QApplication(sys.argv)
    application.setStyleSheet(STYLE)
    window = QWidget()
    window.setWindowTitle("Desk test")
    layout = QVBoxLayout(window)
    for name in ("Show it", "Delete everything"):
        button = QPushButton(name)
        button.clicked.connect(lambda _, name=name: say("pressed", name))
        layout.addWidget(button)
    entry = QLineEdit(objectName="note")
    entry.setAccessibleName("note")
    entry.textChanged.connect(lambda text: say("text", text))
    layout.addWidget(entry)
    secret = QLineEdit(SECRET, objectName="password", echoMode=QLineEdit.EchoMode.Password)
    secret.setAccessibleName("password")
    layout.addWidget(secret)
    window.resize(420, 300)
    window.show()
    application.exec()


{"gtk3": gtk3, "gtk4": gtk4, "qt6": qt6}[sys.argv[1]]()
