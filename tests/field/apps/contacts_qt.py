#!/usr/bin/python3
"""Contacts in Qt 5: a list, a form, a menu. What is kept is written to LOG, a JSON line each: contacts_qt.py LOG"""
import json
import sys

from PyQt5.QtWidgets import (QApplication, QCheckBox, QComboBox, QFormLayout, QHBoxLayout, QLineEdit, QListWidget,
                             QMainWindow, QMessageBox, QPushButton, QSpinBox, QTabWidget, QVBoxLayout, QWidget)

log = open(sys.argv[1], "a", encoding="utf-8", buffering=1)
people = {"Ana Lopez": "012", "Boris Klein": "034", "Chen Wu": "056"}


def report(event, **rest):
    log.write(json.dumps({"event": event, **rest}) + "\n")


app = QApplication([])
window = QMainWindow()
window.setWindowTitle("Contacts")
names, phone, name = QListWidget(), QLineEdit(), QLineEdit()
names.setAccessibleName("People")
group, age, friend = QComboBox(), QSpinBox(), QCheckBox("Favourite")
group.addItems(["Family", "Friends", "Work"])
age.setMaximum(120)
form = QFormLayout()
form.addRow("Name", name)
form.addRow("Phone", phone)
form.addRow("Group", group)
form.addRow("Age", age)
form.addRow("", friend)
keep, new, remove = QPushButton("Save"), QPushButton("New"), QPushButton("Delete")
buttons = QHBoxLayout()
for button in (new, keep, remove):
    buttons.addWidget(button)
right = QVBoxLayout()
right.addLayout(form)
right.addLayout(buttons)
centre, page, notes = QTabWidget(), QWidget(), QLineEdit()
columns = QHBoxLayout(page)
columns.addWidget(names)
columns.addLayout(right)
centre.addTab(page, "People")
notes.setAccessibleName("Notes")
centre.addTab(notes, "Notes")
window.setCentralWidget(centre)


def show_all():
    names.clear()
    names.addItems(sorted(people))


def chosen(item):
    name.setText(item.text())
    phone.setText(people[item.text()])


def start_new():
    for entry in (name, phone):
        entry.clear()
    name.setFocus()


def save():
    people[name.text()] = phone.text()
    report("saved", what=name.text(), phone=phone.text(), group=group.currentText(), age=age.value(), favourite=friend.isChecked())
    show_all()


def delete():
    asked = QMessageBox(QMessageBox.Question, "Delete contact", f"Delete {name.text()}? This cannot be undone.",
                        QMessageBox.Cancel, window)
    yes = asked.addButton("Delete", QMessageBox.DestructiveRole)
    asked.exec_()
    if asked.clickedButton() is yes:
        people.pop(name.text(), None)
        report("deleted", what=name.text())
        show_all()


names.itemClicked.connect(chosen)
new.clicked.connect(start_new)
keep.clicked.connect(save)
remove.clicked.connect(delete)
notes.editingFinished.connect(lambda: report("noted", what="notes", text=notes.text()))
show_all()
window.resize(640, 360)
window.move(120, 120)
window.show()
app.exec_()
