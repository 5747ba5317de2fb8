"""Windows that draw themselves and are in no accessibility tree: two_windows.py both|alone. It prints "pressed NAME", a line each.
`both`: beside one with a tree, in a program that draws larger than its tree counts (QT_SCALE_FACTOR), so that the tree has exactly
the size of the other window. `alone`: the program is on the accessibility bus and has published nothing. What is drawn is magenta."""
import os
import sys

SCALE = 1.25
os.environ["QT_SCALE_FACTOR"] = str(SCALE)

from PyQt6.QtCore import QRect, Qt  # noqa: E402
from PyQt6.QtGui import QPainter, QRasterWindow  # noqa: E402
from PyQt6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget  # noqa: E402

WIDTH, HEIGHT = 400, 300


class Drawn(QRasterWindow):
    def paintEvent(self, _):
        with QPainter(self) as painter:
            painter.fillRect(QRect(0, 0, self.width(), self.height()), Qt.GlobalColor.magenta)

    def mousePressEvent(self, _):
        print("pressed drawn", flush=True)


application = QApplication(sys.argv)
if sys.argv[1] == "both":
    window = QWidget()
    window.setWindowTitle("Two windows")
    layout = QVBoxLayout(window)
    button = QPushButton("Show it")
    button.clicked.connect(lambda: print("pressed Show it", flush=True))
    layout.addWidget(button)
    window.resize(WIDTH, HEIGHT)
    window.show()
drawn = Drawn()
drawn.setTitle("Two windows")
drawn.resize(int(WIDTH / SCALE), int(HEIGHT / SCALE))
drawn.show()
application.exec()
