"""interlock's wire as an agent speaks it: JSON-RPC 2.0, one object a line, over a Unix socket. Standard library alone."""
import json
import socket


class Interlock:
    def __init__(self, path, client):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(path)
        self._lines = self._socket.makefile("r", encoding="utf-8")
        self._last_id = 0
        self.call("hello", client=client, protocol=1)

    def call(self, method, **params):
        self._last_id += 1
        request = {"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params}
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        for line in self._lines:
            reply = json.loads(line)
            if reply.get("id") != self._last_id:
                continue  # an event
            if "error" in reply:
                raise RuntimeError(f"{method}: {reply['error']['message']}")
            return reply["result"]
        raise RuntimeError("interlockd closed the connection")
