#!/usr/bin/env python3
"""An external validator for interlock: no order above a limit without a person.

As a command, started for each action, which reads one question and answers it:

    validators:
      - name: large-orders
        command: [/usr/bin/python3, /opt/validators/large_orders.py, --limit, "200"]
        when: {target.consequence: [purchase, transfer]}
        on_timeout: require_confirmation

As a process of its own, which registers itself and is asked over the control socket (no start for each action):

    validators:
      - name: large-orders
        when: {target.consequence: [purchase, transfer]}

    large_orders.py --limit 200 --register large-orders
"""
import argparse
import json
import os
import re
import socket
import sys

AMOUNT = re.compile(r"(?:[$€£]|\b(?:USD|EUR|GBP)) ?([\d,]+(?:\.\d\d)?)|([\d,]+(?:\.\d\d)?) ?(?:[$€£]|(?:USD|EUR|GBP)\b)")


def texts(question):
    """What stands on the control that would be pressed, and in what it lies in."""
    element = question.get("element") or {}
    yield element.get("name", "")
    yield element.get("description", "")
    for ancestor in element.get("ancestors", []):
        yield ancestor["name"]
        yield ancestor["text"]


def judge(question, limit):
    amounts = [float((before or after).replace(",", "") or 0)
               for text in texts(question) for before, after in AMOUNT.findall(text)]
    if max(amounts, default=0) > limit:
        return {"decision": "require_confirmation",
                "reason": f"it is about {max(amounts):,.2f}, and a person decides above {limit:,.2f}",
                "hint": "Leave large orders to the user."}
    return {"decision": "allow"}


def serve(name, limit):
    """Registers, answers each question as it comes, and ends when the daemon does."""
    folder = os.environ.get("INTERLOCK_SOCKET_DIR") or os.environ["XDG_RUNTIME_DIR"] + "/interlock"
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(folder + "/control.sock")
        wire = control.makefile("rw", encoding="utf-8", newline="\n")

        def send(method, params):
            wire.write(json.dumps({"jsonrpc": "2.0", "id": method, "method": method, "params": params}) + "\n")
            wire.flush()

        send("validator.register", {"name": name})
        for line in wire:
            message = json.loads(line)
            if message.get("method") == "validate":
                question = message["params"]
                send("validator.answer", {"ask": question["ask"], **judge(question, limit)})
            elif "error" in message and message["id"] == "validator.register":
                sys.exit("not registered: " + message["error"]["message"])


def main():
    options = argparse.ArgumentParser(description="asks a person about large orders")
    options.add_argument("--limit", type=float, default=100)
    options.add_argument("--register", metavar="NAME")
    arguments = options.parse_args()
    if arguments.register:
        serve(arguments.register, arguments.limit)
    else:
        json.dump(judge(json.load(sys.stdin), arguments.limit), sys.stdout)


if __name__ == "__main__":
    main()
