"""The sites of the tasks: a shop and a tracker made by the server, and the state of the pages in pages/.

The state lives in this process: the tasks are judged by it, not by what interlockd or the agent reports.
"""

from __future__ import annotations

import contextlib
import functools
import html
import http.server
import json
import pathlib
import threading
import time
import urllib.parse
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
REPORT = HERE.parents[0] / "fixtures" / "report.js"

GOODS = {
    "kettle-blue": ("Kettle, blue", 39.90, ["1.0 l", "1.7 l"]),
    "kettle-steel": ("Kettle, steel", 54.00, ["1.0 l", "1.7 l"]),
    "teapot": ("Teapot, glass", 24.50, ["0.8 l"]),
    "toaster": ("Toaster for two", 31.00, ["white", "black"]),
    "mug": ("Mug, stoneware", 8.20, ["green", "grey"]),
    "grinder": ("Coffee grinder", 66.00, ["one size"]),
}
PEOPLE = ["nobody", "ana", "boris", "chen"]
STYLE = """<style>body { font: 14px "DejaVu Sans", sans-serif; margin: 12px; } td, th { padding: 2px 8px; text-align: left; }
form.grid { display: grid; grid-template-columns: 140px 260px; gap: 6px; } .card { border: 1px solid #ccc; padding: 6px; margin: 4px; }
#cookies { position: fixed; left: 0; right: 0; top: 0; bottom: 0; background: #0008; padding: 120px; } #cookies div { background: #fff; padding: 16px; }
</style>"""

MAILS = [
    ("Ana Lopez", "Meeting on Thursday", "Hello, can we meet on Thursday at 10 in room 4? Please confirm by tonight. Ana"),
    ("Building services", "Lift out of service", "The lift in the west wing is out of service until Friday."),
    ("Newsletter", "Ten recipes for autumn", "Soup, stew and more soup. Enjoy!"),
    ("Boris Klein", "Invoice 4711", "Please find the amount of 312.40 EUR, due on 30 November. Regards, Boris"),
    ("Chen Wu", "Draft of the report", "Here is the draft. Comments are welcome until Monday."),
    ("Old list", "Weekly digest 12", "Nothing new this week."),
]


def first_state() -> dict[str, Any]:
    return {
        "cart": {},
        "orders": [],
        "mails": [
            {"id": i, "from": who, "subject": subject, "text": text, "folder": "Inbox", "star": False, "read": False}
            for i, (who, subject, text) in enumerate(MAILS)
        ],
        "sent": [],
        "issues": [
            {"id": 101 + i, "title": title, "state": "open", "assignee": "nobody", "priority": priority, "comments": []}
            for i, (title, priority) in enumerate(
                [
                    ("Search finds nothing for umlauts", "high"),
                    ("Logo is blurred on large screens", "low"),
                    ("Export stops after 1000 rows", "high"),
                    ("Typo on the start page", "low"),
                    ("Page of customers loads slowly", "normal"),
                    ("Dark colours are hard to read", "normal"),
                    ("Wrong time zone in reports", "high"),
                    ("Button is cut off in French", "normal"),
                ]
            )
        ],
        "bookings": [],
        "settings": {"name": "Sam Field", "language": "English", "digest": True, "theme": "Light", "volume": "50"},
        "chat": [],
        "survey": [],
        "cards": {"Write the text": "To do", "Take pictures": "To do", "Choose a printer": "Doing"},
        "strokes": [],
        "drawings": [],
        "uploads": [],
        "pages": [],
    }


class Site:
    def __init__(self) -> None:
        self.state = first_state()
        self.events: list[dict[str, Any]] = []  # what the pages report of themselves (fixtures/report.js)
        handler = functools.partial(Handler, self)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/"

    def reset(self) -> None:
        self.state, self.events = first_state(), []

    def reported(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["event"] == kind]


def page(title: str, body: str) -> str:
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>{STYLE}<h1>{title}</h1>{body}</html>'


def options(names: list[str], chosen: str = "") -> str:
    return "".join(f"<option{' selected' if name == chosen else ''}>{html.escape(name)}</option>" for name in names)


def shop_list(state: dict[str, Any], query: dict[str, str]) -> str:
    words = query.get("q", "").lower()
    cards = "".join(
        f'<div class="card"><a href="/shop/item?id={key}">{name}</a> {price:.2f} EUR</div>'
        for key, (name, price, _) in GOODS.items()
        if words in name.lower()
    )
    banner = (
        ""
        if query.get("q") or state.get("cookies")
        else '<div id="cookies"><div role="dialog" aria-label="Cookies"><p>We use cookies to remember your cart.</p>'
        '<form method="post" action="/shop/cookies"><button>Only necessary</button> <button>Accept all</button></form></div></div>'
    )
    return page(
        "Kitchen shop",
        '<nav><a href="/shop">All goods</a> <a href="/shop/cart">Cart</a> <a href="/shop/help">Help</a></nav>'
        f'<form action="/shop"><label>Search <input name="q" type="search"></label> <button>Search</button></form>{cards}{banner}',
    )


def shop_item(state: dict[str, Any], query: dict[str, str]) -> str:
    name, price, sizes = GOODS[query["id"]]
    return page(
        name,
        f"<p>{price:.2f} EUR. In stock. Delivered in three days.</p>"
        f'<form method="post" action="/shop/add"><input type="hidden" name="id" value="{query["id"]}">'
        f'<p><label>Size <select name="size">{options(sizes)}</select></label>'
        '<p><label>Quantity <input name="count" type="number" value="1" min="1" max="9"></label>'
        '<p><button>Add to cart</button></form><p><a href="/shop/cart">Cart</a></p>',
    )


def total_of(state: dict[str, Any]) -> float:
    return float(sum(GOODS[key][1] * line["count"] for key, line in state["cart"].items()))


def shop_cart(state: dict[str, Any], query: dict[str, str]) -> str:
    rows = "".join(
        f"<tr><td>{GOODS[key][0]}, {line['size']}<td>"
        f'<form method="post" action="/shop/count"><input type="hidden" name="id" value="{key}">'
        f'<input name="count" type="number" aria-label="Quantity of {GOODS[key][0]}" value="{line["count"]}" min="1" max="9">'
        f" <button>Update</button></form><td>{GOODS[key][1] * line['count']:.2f} EUR<td>"
        f'<form method="post" action="/shop/remove"><input type="hidden" name="id" value="{key}"><button>Remove</button></form>'
        for key, line in state["cart"].items()
    )
    return page(
        "Your cart",
        f"<table><tr><th>Item<th>Quantity<th>Price<th>{rows}</table><p>Total: {total_of(state):.2f} EUR</p>"
        '<p><a href="/shop">Go on shopping</a> <a href="/shop/checkout">Checkout</a></p>',
    )


def shop_checkout(state: dict[str, Any], query: dict[str, str]) -> str:
    fields = "".join(
        f'<label for="{key}">{label}</label><input id="{key}" name="{key}" required>'
        for key, label in (("name", "Full name"), ("street", "Street"), ("town", "Town"), ("mail", "E-mail"))
    )
    return page(
        "Checkout",
        f'<p>Total: {total_of(state):.2f} EUR</p><form class="grid" method="post" action="/shop/order">{fields}'
        f'<label for="country">Country</label><select id="country" name="country">{options(["Austria", "Belgium", "Germany"])}</select>'
        '<span>Delivery</span><span><label><input type="radio" name="way" value="post" checked> By post</label>'
        ' <label><input type="radio" name="way" value="courier"> By courier</label></span>'
        '<label for="gift">Gift wrap</label><input id="gift" name="gift" type="checkbox">'
        "<span></span><button>Place order</button></form>",
    )


def tracker_list(state: dict[str, Any], query: dict[str, str]) -> str:
    wanted, kind = query.get("state", "open"), query.get("priority", "any")
    shown = [i for i in state["issues"] if i["state"] == wanted and kind in ("any", i["priority"])]
    first = int(query.get("page", "1")) * 4 - 4
    rows = "".join(
        f'<tr><td>{i["id"]}<td><a href="/tracker/issue?id={i["id"]}">{html.escape(i["title"])}</a>'
        f"<td>{i['priority']}<td>{i['assignee']}"
        for i in shown[first : first + 4]
    )
    more = f'<a href="/tracker?state={wanted}&priority={kind}&page={first // 4 + 2}">Next page</a>' if shown[first + 4 :] else ""
    return page(
        "Issues",
        '<p><a href="/tracker/new">New issue</a></p><form action="/tracker">'
        f'<label>State <select name="state">{options(["open", "closed"], wanted)}</select></label> '
        f'<label>Priority <select name="priority">{options(["any", "high", "normal", "low"], kind)}</select></label> '
        f"<button>Filter</button></form><p>{len(shown)} issues</p>"
        f"<table><tr><th>No.<th>Title<th>Priority<th>Assigned to{rows}</table>{more}",
    )


def tracker_issue(state: dict[str, Any], query: dict[str, str]) -> str:
    issue = next(i for i in state["issues"] if str(i["id"]) == query["id"])
    hidden = f'<input type="hidden" name="id" value="{issue["id"]}">'
    comments = "".join(f"<li>{html.escape(text)}</li>" for text in issue["comments"])
    return page(
        f"{issue['id']}: {html.escape(issue['title'])}",
        f'<p>State: {issue["state"]}</p><form method="post" action="/tracker/assign">{hidden}'
        f'<label>Assigned to <select name="assignee">{options(PEOPLE, issue["assignee"])}</select></label> <button>Save</button></form>'
        f'<ul>{comments}</ul><form method="post" action="/tracker/comment">{hidden}'
        '<p><label>Comment<br><textarea name="text" rows="4" cols="60"></textarea></label>'
        '<p><button>Comment</button></form>'
        f'<form method="post" action="/tracker/state">{hidden}<button>'
        f'{"Close issue" if issue["state"] == "open" else "Reopen issue"}</button></form><p><a href="/tracker">All issues</a></p>',
    )


def tracker_new(state: dict[str, Any], query: dict[str, str]) -> str:
    return page(
        "New issue",
        '<form class="grid" method="post" action="/tracker/create"><label for="title">Title</label><input id="title" name="title">'
        '<label for="text">Description</label><textarea id="text" name="text" rows="5"></textarea>'
        f'<label for="priority">Priority</label><select id="priority" name="priority">{options(["low", "normal", "high"], "normal")}</select>'
        f'<label for="assignee">Assigned to</label><select id="assignee" name="assignee">{options(PEOPLE)}</select>'
        '<span></span><button>Create issue</button></form>',
    )


def reports(state: dict[str, Any], query: dict[str, str]) -> str:
    return page(
        "Reports",
        '<p>Sales by month. <a href="/reports/help">How to read them</a></p>'
        '<table><tr><th>Month<th>Sales<tr><td>September<td>1204<tr><td>October<td>1377</table>'
        '<p><a href="/reports/sales.csv" download>Download as CSV</a></p>',
    )


def notice(state: dict[str, Any], query: dict[str, str]) -> str:
    return page("Help", "<p>Write to help@shop.example, or ask in the chat.</p>")


VIEWS = {
    "/shop": shop_list,
    "/shop/item": shop_item,
    "/shop/cart": shop_cart,
    "/shop/checkout": shop_checkout,
    "/shop/help": notice,
    "/tracker": tracker_list,
    "/tracker/issue": tracker_issue,
    "/tracker/new": tracker_new,
    "/reports": reports,
    "/reports/help": notice,
}


def posted(state: dict[str, Any], path: str, form: dict[str, str]) -> str:
    """Does what a form asks for; the page to go to."""
    if path == "/shop/cookies":
        state["cookies"] = True
        return "/shop"
    if path == "/shop/add":
        state["cart"][form["id"]] = {"size": form["size"], "count": int(form["count"])}
    elif path == "/shop/count":
        state["cart"][form["id"]]["count"] = int(form["count"])
    elif path == "/shop/remove":
        state["cart"].pop(form["id"], None)
    elif path == "/shop/order":
        state["orders"].append(form | {"cart": state["cart"], "total": f"{total_of(state):.2f}"})
        state["cart"] = {}
    if path.startswith("/shop/"):
        return "/shop/help" if path == "/shop/order" else "/shop/cart"
    if path == "/tracker/create":
        state["issues"].append({"id": 101 + len(state["issues"]), "state": "open", "comments": [], **form})
        return "/tracker"
    issue = next(i for i in state["issues"] if str(i["id"]) == form["id"])
    if path == "/tracker/comment":
        issue["comments"].append(form["text"])
    elif path == "/tracker/assign":
        issue["assignee"] = form["assignee"]
    elif path == "/tracker/state":
        issue["state"] = "closed" if issue["state"] == "open" else "open"
    return f"/tracker/issue?id={form['id']}"


def called(state: dict[str, Any], name: str, given: Any) -> Any:
    """The calls of the pages in pages/: what they need, or what was done on them."""
    if name == "mails":
        return [mail for mail in state["mails"] if mail["folder"] == given["folder"]]
    if name == "mail":
        state["mails"][given["id"]].update(given["change"])
    elif name == "move_card":
        state["cards"][given["card"]] = given["to"]
    elif name == "settings":
        state["settings"].update(given)
        return state["settings"]
    elif name in ("cards",):
        return state["cards"]
    else:
        state.setdefault(name, []).append(given)
    return {}


class Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, site: Site, *args: Any) -> None:
        self.site = site
        super().__init__(*args, directory=str(HERE / "pages"))

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        if path.startswith("/slow/"):
            _, _, milliseconds, rest = self.path.split("/", 3)
            time.sleep(int(milliseconds) / 1000)
            self.path = "/" + rest
        if path in VIEWS:
            self.answer(VIEWS[path](self.site.state, dict(urllib.parse.parse_qsl(query))), "text/html")
        elif path == "/report.js":
            self.answer(REPORT.read_text(encoding="utf-8"), "text/javascript")
        elif path == "/reports/sales.csv":
            self.answer("month,sales\nSeptember,1204\nOctober,1377\n", "text/csv")
        else:
            super().do_GET()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/event":
            self.site.events.append(json.loads(body))
            self.site.events.sort(key=lambda event: int(event.get("n", 0)))
            self.answer("", "text/plain")
        elif self.path.startswith("/api/"):
            name = self.path.removeprefix("/api/")
            self.answer(json.dumps(called(self.site.state, name, json.loads(body))), "application/json")
        else:
            form = dict(urllib.parse.parse_qsl(body.decode("utf-8")))
            self.send_response(303)
            self.send_header("Location", posted(self.site.state, self.path, form))
            self.end_headers()

    def answer(self, text: str, kind: str) -> None:
        body = text.encode("utf-8")
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the page was left
            self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass
