#!/usr/bin/python3
"""A library in GTK 4: a tree of folders and books, a menu, a preferences window. What is kept is written to LOG, a JSON line each."""
import json
import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, GObject, Gtk  # noqa: E402

log = open(sys.argv[1], "a", encoding="utf-8", buffering=1)
SHELVES = {"Novels": ["Emma", "Middlemarch", "Persuasion"], "Travel": ["Danube", "Eothen"], "Science": ["Cosmos", "On Growth and Form"]}


def report(event, **rest):
    log.write(json.dumps({"event": event, **rest}) + "\n")


class Entry(GObject.Object):
    def __init__(self, name, shelf=""):
        super().__init__()
        self.name, self.shelf, self.note = name, shelf, ""


class Library(Gtk.ApplicationWindow):
    def __init__(self, application):
        super().__init__(application=application, title="Library", default_width=720, default_height=460)
        self.books = {shelf: Gio.ListStore(item_type=Entry) for shelf in SHELVES}
        for shelf, names in SHELVES.items():
            for name in names:
                self.books[shelf].append(Entry(name, shelf))
        roots = Gio.ListStore(item_type=Entry)
        for shelf in SHELVES:
            roots.append(Entry(shelf))
        tree = Gtk.TreeListModel.new(roots, False, False, lambda entry: None if entry.shelf else self.books[entry.name])
        self.chosen = Gtk.SingleSelection(model=tree, autoselect=False, can_unselect=True)
        self.chosen.connect("notify::selected-item", lambda *_: self.show_chosen())
        factory = Gtk.SignalListItemFactory()
        factory.connect("setup", lambda _, item: item.set_child(Gtk.TreeExpander(child=Gtk.Label(xalign=0))))
        factory.connect("bind", self.bind)
        self.about, self.note = Gtk.Label(label="Nothing chosen", xalign=0), Gtk.Entry(placeholder_text="Note")
        self.note.update_property([Gtk.AccessibleProperty.LABEL], ["Note"])
        keep, remove = Gtk.Button(label="Keep note"), Gtk.Button(label="Remove from library")
        keep.connect("clicked", lambda _: self.keep())
        remove.connect("clicked", lambda _: self.ask())
        side = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin_start=12, margin_end=12, margin_top=12)
        for child in (self.about, self.note, keep, remove):
            side.append(child)
        scrolled = Gtk.ScrolledWindow(child=Gtk.ListView(model=self.chosen, factory=factory), width_request=280)
        paned = Gtk.Paned(start_child=scrolled, end_child=side, position=300)
        self.set_child(paned)
        bar, menu = Gtk.HeaderBar(), Gio.Menu()
        menu.append("Preferences", "win.preferences")
        menu.append("About Library", "win.about")
        button = Gtk.MenuButton(icon_name="open-menu-symbolic", menu_model=menu)
        button.update_property([Gtk.AccessibleProperty.LABEL], ["Main menu"])
        bar.pack_end(button)
        self.set_titlebar(bar)
        for name, call in (("preferences", self.preferences), ("about", lambda: report("about"))):
            action = Gio.SimpleAction.new(name, None)
            action.connect("activate", lambda _a, _p, call=call: call())
            self.add_action(action)

    def bind(self, _, item):
        row, expander = item.get_item(), item.get_child()
        expander.set_list_row(row)
        expander.get_child().set_text(row.get_item().name)

    def entry(self):
        row = self.chosen.get_selected_item()
        return row.get_item() if row else None

    def show_chosen(self):
        entry = self.entry()
        self.about.set_text(f"{entry.name}, in {entry.shelf}" if entry and entry.shelf else entry.name if entry else "Nothing chosen")
        self.note.set_text(entry.note if entry else "")

    def keep(self):
        entry = self.entry()
        entry.note = self.note.get_text()
        report("noted", what=entry.name, text=entry.note)

    def ask(self):
        entry = self.entry()
        if not entry or not entry.shelf:
            return
        asked = Gtk.MessageDialog(transient_for=self, modal=True, text=f"Remove {entry.name}?", secondary_text="Its notes are lost.")
        asked.add_button("Cancel", Gtk.ResponseType.CANCEL)
        asked.add_button("Remove", Gtk.ResponseType.YES)

        def answered(dialog, response):
            dialog.destroy()
            if response == Gtk.ResponseType.YES:
                store = self.books[entry.shelf]
                store.remove([store.get_item(i) for i in range(store.get_n_items())].index(entry))
                report("removed", what=entry.name)

        asked.connect("response", answered)
        asked.show()

    def preferences(self):
        window = Gtk.Window(title="Preferences", transient_for=self, modal=True, default_width=380)
        grid = Gtk.Grid(row_spacing=10, column_spacing=16, margin_start=16, margin_end=16, margin_top=16, margin_bottom=16)
        covers, order = Gtk.Switch(halign=Gtk.Align.START, active=True), Gtk.DropDown.new_from_strings(["Title", "Author", "Year"])
        size, mail = Gtk.SpinButton.new_with_range(8, 40, 1), Gtk.Entry()
        size.set_value(12)
        fields = (("Show covers", covers), ("Order by", order), ("Text size", size), ("Name of the library", mail))
        for n, (name, widget) in enumerate(fields):
            label = Gtk.Label(label=name, xalign=0)
            widget.update_relation([Gtk.AccessibleRelation.LABELLED_BY], [label]) if n != 2 else widget.update_property([Gtk.AccessibleProperty.LABEL], [name])
            grid.attach(label, 0, n, 1, 1)
            grid.attach(widget, 1, n, 1, 1)
        done = Gtk.Button(label="Done", halign=Gtk.Align.END)

        def close(_):
            report("preferences", covers=covers.get_active(), order=order.get_selected(), size=size.get_value_as_int(), name=mail.get_text())
            window.close()

        done.connect("clicked", close)
        grid.attach(done, 1, len(fields), 1, 1)
        window.set_child(grid)
        window.present()


application = Gtk.Application(application_id="org.example.Library", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", lambda app: Library(app).present())
GLib.set_prgname("library")
application.run([])
