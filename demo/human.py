"""The human of the scripted demo: reads the open prompt and answers it, at the notification or by interlockctl."""
import json
import socket
import subprocess
import time

import stage

# xfce4-notifyd draws the buttons in the bubble's lower right corner, Approve left of Deny: their distances from that corner.
BUTTON = {"approve": (149, 31), "deny": (57, 31)}


class Human:
    def __init__(self, socket_dir, interlockctl, screenshot_to):
        self._socket_dir = socket_dir
        self._interlockctl = interlockctl
        self._screenshot_to = screenshot_to

    def answer(self, answer, by, over, screenshot=None):
        """Waits for the prompt and answers it: "approve" or "deny", by "button" or "interlockctl". `over` is set when
        the action was decided without a question."""
        prompt = None
        while prompt is None:
            if over.wait(0.03):
                return
            prompt = next(iter(self._pending()), None)
        bubble = self._bubble() if by == "button" or screenshot else None
        if bubble:
            time.sleep(0.8)  # it fades in, and a yes within half a second does not count
        if screenshot:
            stage.screenshot(f"{self._screenshot_to}/{screenshot}")
        if by == "button" and bubble:
            x, y, width, height = bubble
            from_right, from_bottom = BUTTON[answer]
            stage.run("xdotool", "mousemove", str(x + width - from_right), str(y + height - from_bottom), "click", "1")
        else:
            command = [self._interlockctl, answer, prompt["id"]]  # $INTERLOCK_SOCKET_DIR names the folder
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)

    def _pending(self):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.connect(f"{self._socket_dir}/control.sock")
        with connection, connection.makefile("rw", encoding="utf-8") as lines:
            lines.write('{"jsonrpc": "2.0", "id": 1, "method": "pending"}\n')
            lines.flush()
            return json.loads(lines.readline())["result"]["pending"]

    @staticmethod
    def _bubble():
        """The notification's rectangle; none where no server draws one."""
        end = time.monotonic() + 3
        while time.monotonic() < end:
            for window in stage.run("xdotool", "search", "--onlyvisible", "--class", "xfce4-notifyd").split():
                values = dict(line.split("=") for line in stage.run("xdotool", "getwindowgeometry", "--shell", window).split())
                box = tuple(int(values[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))
                if box[2] > 100:
                    return box
            time.sleep(0.05)
        return None
