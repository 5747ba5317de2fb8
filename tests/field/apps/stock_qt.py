#!/usr/bin/python3
"""A stock list in Qt 5: a tree of groups and articles, cells that are edited, menus, a preferences dialog. What is kept is written to LOG, a JSON line each."""
import json
import sys

from PyQt5.QtCore import Qt
from PyQt5.QtWidgets import (QAction, QApplication, QCheckBox, QComboBox, QDialog, QDialogButtonBox, QFileDialog, QFormLayout, QLineEdit,
                             QMainWindow, QMessageBox, QSlider, QTabWidget, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget)

log = open(sys.argv[1], "a", encoding="utf-8", buffering=1)
STOCK = {"Tools": [("Hammer", 7), ("Saw", 3), ("Pliers", 9)], "Paint": [("White, 5 l", 4), ("Primer", 2)], "Timber": [("Oak board", 20)]}


def report(event, **rest):
    log.write(json.dumps({"event": event, **rest}) + "\n")


class Preferences(QDialog):
    def __init__(self, parent):
        super().__init__(parent)
        self.setWindowTitle("Preferences")
        tabs, general, alerts = QTabWidget(), QWidget(), QWidget()
        self.unit, self.owner = QComboBox(), QLineEdit("Main store")
        self.unit.addItems(["Pieces", "Boxes", "Pallets"])
        form = QFormLayout(general)
        form.addRow("Unit", self.unit)
        form.addRow("Store", self.owner)
        self.warn, self.level = QCheckBox("Warn when stock is low"), QSlider(Qt.Horizontal)
        self.level.setRange(0, 20)
        self.level.setAccessibleName("Lowest stock")
        form = QFormLayout(alerts)
        form.addRow(self.warn)
        form.addRow("Lowest stock", self.level)
        tabs.addTab(general, "General")
        tabs.addTab(alerts, "Alerts")
        buttons = QDialogButtonBox(QDialogButtonBox.Ok | QDialogButtonBox.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(tabs)
        layout.addWidget(buttons)


class Stock(QMainWindow):
    def __init__(self):
        super().__init__()
        self.setWindowTitle("Stock")
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Articles")
        self.tree.setHeaderLabels(["Article", "Count"])
        self.tree.setColumnWidth(0, 240)
        for group, articles in STOCK.items():
            top = QTreeWidgetItem(self.tree, [group, ""])
            for name, count in articles:
                item = QTreeWidgetItem(top, [name, str(count)])
                item.setFlags(item.flags() | Qt.ItemIsEditable)
        self.tree.itemChanged.connect(lambda item, column: report("changed", what=item.text(0), text=item.text(1)))
        self.setCentralWidget(self.tree)
        file, edit = self.menuBar().addMenu("&File"), self.menuBar().addMenu("&Edit")
        for menu, name, call in ((file, "&Export...", self.export), (file, "&Quit", self.close), (edit, "&Add article", self.add),
                                 (edit, "&Delete article", self.delete), (edit, "&Preferences...", self.preferences)):
            action = QAction(name, self)
            action.triggered.connect(lambda _=False, call=call: call())
            menu.addAction(action)

    def rows(self):
        tops = [self.tree.topLevelItem(i) for i in range(self.tree.topLevelItemCount())]
        return [(top.child(i).text(0), top.child(i).text(1)) for top in tops for i in range(top.childCount())]

    def export(self):
        path, _ = QFileDialog.getSaveFileName(self, "Export", "", "Tables (*.csv)", options=QFileDialog.DontUseNativeDialog)
        if path:
            with open(path, "w", encoding="utf-8") as out:
                out.writelines(f"{name};{count}\n" for name, count in self.rows())

    def add(self):
        item = self.tree.currentItem()
        top = item.parent() or item if item else self.tree.topLevelItem(0)
        new = QTreeWidgetItem(top, ["New article", "0"])
        new.setFlags(new.flags() | Qt.ItemIsEditable)
        top.setExpanded(True)
        self.tree.setCurrentItem(new)
        self.tree.editItem(new, 0)

    def delete(self):
        item = self.tree.currentItem()
        if item and item.parent() and QMessageBox.question(self, "Stock", f"Delete {item.text(0)} from the stock?") == QMessageBox.Yes:
            report("deleted", what=item.text(0))
            item.parent().removeChild(item)

    def preferences(self):
        dialog = Preferences(self)
        if dialog.exec_():
            report("preferences", unit=dialog.unit.currentText(), store=dialog.owner.text(), warn=dialog.warn.isChecked(), level=dialog.level.value())


app = QApplication([])
stock = Stock()
stock.resize(520, 420)
stock.move(140, 100)
stock.show()
app.exec_()
