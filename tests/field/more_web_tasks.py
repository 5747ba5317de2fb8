"""The second set of tasks in a browser: kinds of pages that the first set does not have. As in web_tasks.py."""

from __future__ import annotations

import functools
import re
from typing import Any

from tasks import Task, check, task

second = functools.partial(task, group="second")


def called(t: Task, name: str) -> Any:
    """What the page reported last under this name, once it has."""
    return t.eventually(f"the page reports {name}", lambda: t.state.get(name))[-1]


def row_ref(text: str, row: str, role: str) -> str:
    """The ref of the element with this role in the table row that has this text."""
    line = next(line for line in text.split("\n") if f'"{row}' in line and re.search(rf"\be\d+ {role}", line))
    return str(re.findall(rf"\b(e\d+) {role}", line)[0])


@second("web", "Book the ferry on 14 January 2027 for two adults and one child, inside cabin, with a bicycle.")
def a_ferry(t: Task) -> None:
    """A calendar and steppers made of scripts, radio buttons that are shown as cards."""
    a = t.agent
    t.go("ferry.html")
    a.shows("Departure")
    a.click('button "Departure')
    for _ in range(2):
        a.click('button "Next month"')
    a.shows("January 2027")
    a.click('"14 January 2027"')
    a.click('button "More adults"')
    a.click('button "More children"')
    a.click('radio button "Inside cabin')
    a.set('check box "Bring a bicycle', "true")
    a.shows("Total: 70.00 EUR")
    t.person.needs("Book and pay")
    a.press("Book and pay")
    want = {"date": "14 January 2027", "adults": 2, "children": 1, "cabin": "inside", "bike": True}
    made = called(t, "ferry")
    check(made == want, str(made))


@second("web", "Move 'Water the plants' to the top, rename 'Call Bob' to 'Call Bob about the rent' and delete 'Old idea'.")
def a_sorted_list(t: Task) -> None:
    """Dragged by pointer events, renamed in place, a context menu of the page's own."""
    a = t.agent
    t.go("priorities.html")
    a.shows("Water the plants")
    x, y, width, _ = a.place("Move Write the report")
    a.act({"type": "drag", "ref": a.ref('"Move Water the plants"'), "to": {"x": x + width // 2, "y": y + 2}})
    t.eventually("it is on top", lambda: t.state.get("priorities") and t.state["priorities"][-1][0] == "Water the plants")
    a.act({"type": "click", "text": "Call Bob", "count": 2})
    a.set('entry "Task"', "Call Bob about the rent")
    a.keys("Return")
    t.eventually("it is renamed", lambda: "Call Bob about the rent" in t.state["priorities"][-1])
    a.act({"type": "click", "text": "Old idea", "button": "right"})
    a.shows("Duplicate")
    t.person.needs("Delete")
    a.press("Delete")
    t.eventually("it is gone", lambda: "Old idea" not in t.state["priorities"][-1])
    left = t.state["priorities"][-1]
    check(left == ["Water the plants", "Write the report", "Call Bob about the rent"], str(left))


@second("web", "Make a green project 'Atlas' with Chen Wu and Dora Marsh, for members only, with weekly reviews for six weeks.")
def a_new_project(t: Task) -> None:
    """Tabs, folded sections, a combo box that searches while one types."""
    a = t.agent
    t.go("project.html")
    a.shows("Basics")
    a.type('entry "Name', "Atlas")
    a.click('radio button "Green"')
    a.click('page tab "Members"')
    a.type('(combo box|entry) "Add people', "che")
    a.shows('"Chen Wu"')
    a.click('"Chen Wu"')
    a.type('(combo box|entry) "Add people', "mar")
    a.shows('"Dora Marsh"')
    a.keys("Down")
    a.keys("Return")
    a.click('page tab "Options"')
    a.click('button "Visibility"')
    a.click('radio button "Members only"')
    a.click('button "Schedule"')
    a.fill({'"Weeks': "6", 'combo box "Reviews': "Weekly"})
    a.press("Create project")
    made = called(t, "projects")
    want = {"name": "Atlas", "colour": "Green", "people": ["Chen Wu", "Dora Marsh"], "see": "members", "weeks": "6", "reviews": "Weekly"}
    check(made == want, str(made))


@second("web", "Apply for a parking permit in Mill Lane for Sam Field, sam@field.example, plate GH-204-KL.")
def a_permit(t: Task) -> None:
    """Three steps; the errors of the first tries are read and corrected."""
    a = t.agent
    t.go("permit.html")
    a.shows("Step 1")
    a.fill({'entry "Name|"Full name': "Sam Field", '"E-mail': "sam at field"})
    a.press("Next")
    a.shows("There are 1 problems")
    a.set('"E-mail', "sam@field.example")
    a.press("Next")
    a.shows("Step 2")
    a.type('"Number plate', "gh204kl")
    a.select('combo box "District', "Old Town")
    a.select('combo box "Street', "Mill Lane")
    a.press("Next")
    a.shows("A number plate looks like")
    a.set('"Number plate', "GH-204-KL")
    a.press("Next")
    a.shows("Step 3")
    a.click('check box "I declare')
    t.person.needs("Submit application")
    a.press("Submit application")
    made = called(t, "permits")
    want = {"name": "Sam Field", "mail": "sam@field.example", "plate": "GH-204-KL", "district": "Old Town", "street": "Mill Lane", "true": True}
    check({key: made[key] for key in want} == want, str(made))


@second("web", "Of the inactive customers, label the two with the oldest orders, then delete Zoe Brook.")
def customers(t: Task) -> None:
    """A table: filter, sort, pages, rows that are ticked, a dialog of the browser."""
    a = t.agent
    t.go("customers.html")
    a.shows("26 customers")
    a.select('combo box "Status', "inactive")
    a.shows("13 customers")
    a.click('button "Last order"')
    a.look()
    rows = [line for line in a.text.split("\n") if re.search(r"row \d+", line) and "inactive" in line]
    names = [next(name for name in re.findall(r'"([^"]*)"', line) if re.fullmatch(r"[A-Z]\w+ [A-Z]\w+", name)) for line in rows[:2]]
    for name in names:
        a.act({"type": "click", "ref": row_ref(a.text, name, "check box")})
        a.look()
    a.shows("2 selected")
    a.press("Add label")
    check(called(t, "labels") == names, str((t.state["labels"], names)))
    a.click('button "Name"')
    a.click('button "3"')
    a.look()
    a.act({"type": "click", "ref": row_ref(a.text, "Zoe", "check box")})
    a.shows("1 selected")
    t.person.needs("Delete")
    a.press("Delete")
    a.until("cannot be undone")
    a.click('button "OK"')
    if "cannot be undone" in a.look():  # Chromium ignores a press on a dialog that has just opened
        a.click('button "OK"')
    check(called(t, "removed") == ["Zoe Brook"], str(t.state["removed"]))


@second("web", "Write a post 'Winter hours' with the heading 'From December', a bold 'Closed on Mondays.' and the tag 'news'; preview and publish it.")
def a_post(t: Task) -> None:
    """A rich text editor."""
    a = t.agent
    t.go("post.html")
    a.shows("Publish")
    a.type('entry "Title"', "Winter hours")
    a.type('"Body"', "From December")
    a.click('button "H|"Heading"')
    a.keys("Return")
    a.write("Open from ten to four.\n")
    a.keys("ctrl+b")
    a.write("Closed on Mondays.")
    a.type('entry "Tag"', "news\n")
    a.press("Preview")
    a.shows("Close preview")
    check("Open from ten to four" in a.look(), a.text)
    a.click('button "Close preview"')
    t.person.needs("Publish")
    a.press("Publish")
    made = called(t, "posts")
    html = re.sub(r"&nbsp;", " ", made["html"])
    check(made["title"] == "Winter hours" and made["tags"] == ["news"], str(made))
    check("<h2>From December</h2>" in html and "<b>Closed on Mondays.</b>" in html and "Open from ten to four." in html, html)


@second("web", "Rename the workspace Draft to Final, duplicate it, make Boris an editor of it, and delete Sandbox.")
def workspaces(t: Task) -> None:
    """Menus of the page, dialogs whose buttons say only OK, Done and Yes."""
    a = t.agent
    t.go("workspaces.html")
    a.shows("Sandbox")
    a.click('button "More actions for Draft"')
    a.press("Rename…")
    a.set('entry "New name"', "Final")
    a.press("OK")
    t.eventually("it is renamed", lambda: t.state.get("workspaces") and "Final" in t.state["workspaces"][-1])
    a.click('button "More actions for Final"')
    a.press("Duplicate")
    t.eventually("the copy", lambda: "Copy of Final" in t.state["workspaces"][-1])
    a.click('button "More actions for Final"')
    a.press("Members…")
    a.select('combo box "Role of Boris', "Editor")
    a.press("Done")
    check(called(t, "roles") == {"space": "Final", "role": "Editor"}, str(t.state["roles"]))
    a.click('button "More actions for Sandbox"')
    t.person.needs("[Dd]elete")
    a.press("Delete…")
    a.shows("for good")
    a.press("Yes")
    t.eventually("it is deleted", lambda: "Sandbox" not in t.state["workspaces"][-1])


@second("web", "Review the coffee grinder: four stars, 'Quiet and even', used every day, would buy again, without my name.")
def a_review(t: Task) -> None:
    """Web components, open and closed; stars, switches, a check box that is drawn by its label."""
    a = t.agent
    t.go("review.html")
    a.shows("Headline")
    a.click('radio button "4 stars"')
    a.fill({'entry "Headline': "Quiet and even", '"What did you like': "It grinds evenly and is easy to clean."})
    a.set('"I bought it here', "false")
    a.click('"Show my name')
    a.click('"Show my name')
    a.click('radio button "Every day"')
    a.click('check box "I would buy it again')
    t.person.needs("Post review")
    a.press("Post review")
    made = called(t, "reviews")
    want = {"stars": 4, "head": "Quiet and even", "name": False, "bought": False, "use": "daily", "again": True}
    check({key: made.get(key) for key in want} == want and "evenly" in made["text"], str(made))


@second("web", "Buy seats B4 and B5 for the winter concert and pay by invoice: Sam Field, 12 Example Street.")
def tickets(t: Task) -> None:
    """A plan of seats, and the payment in a frame of another site."""
    a = t.agent
    t.go("tickets.html")
    a.shows("No seat chosen")
    a.click('button "B4"')
    a.click('button "B5"')
    a.shows("64.00 EUR")
    a.press("Continue to payment")
    a.shows("Voucher")
    a.click('radio button "Invoice"')
    a.fill({'entry "Name on the invoice': "Sam Field", 'entry "Street and number': "12 Example Street"})
    t.person.needs("Pay")
    a.press("Pay 64.00 EUR")  # the terms were overlooked
    a.shows("accept the terms")
    a.click('check box "I have read the terms')
    t.person.needs("Pay")
    a.press("Pay 64.00 EUR")
    made = called(t, "tickets")
    want = {"seats": ["B4", "B5"], "paid": "64.00", "how": "invoice", "payer": "Sam Field", "street": "12 Example Street"}
    check({key: made.get(key) for key in want} == want, str(made))


@second("web", "Put 'Low Tide' and 'Night Ferry' of the album Copper Letters II by Ten Bells into the playlist Evening; make a playlist 'Quiet'.")
def playlists(t: Task) -> None:
    """One page whose content is replaced; an offer that comes in front of it; messages that go away."""
    a = t.agent
    t.go("music.html")
    a.until("Newsletter|Ten per cent")
    a.click('button "Close"')
    a.until("Artist")
    a.click('button "Load more"')
    a.click('button "Load more"')
    a.shows('link "River Hours"')
    a.select('combo box "Artist', "Ten Bells")
    a.shows('link "Copper Letters II"')
    a.click('link "Copper Letters II"')
    a.until("Night Ferry")
    for song in ("Low Tide", "Night Ferry"):
        a.click(f'button "Add {song} to a playlist"')
        a.click('"Evening"')
        a.shows("Added to Evening")
    a.click('link "Playlists"')
    a.until("New playlist")
    a.type('entry "New playlist', "Quiet")
    a.press("Add")
    t.eventually("the playlist", lambda: "Quiet" in t.state["playlists"][-1])
    check(t.state["playlists"][-1] == {"Evening": ["Low Tide", "Night Ferry"], "Running": [], "Quiet": []}, str(t.state["playlists"][-1]))


@second("web", "Add 'Budget talk' on Wednesday at 10 for one hour with ana@work.example and send the invitation; remove the dentist.")
def a_week(t: Task) -> None:
    """A calendar of cells, a dialog that floats, a dialog that asks whether to send."""
    a = t.agent
    t.go("week.html")
    a.shows("Dentist")
    a.click('"Wednesday 10:00"')
    a.fill({'"Add a title': "Budget talk", 'combo box "Length': "1 hour", '"Guests': "ana@work.example", 'check box "Remind': "true"})
    a.click('button "Save"')
    a.shows("Send invitation")
    t.person.needs("Send")
    a.press("Send")
    made = called(t, "events")
    want = {"slot": "Wednesday 10:00", "title": "Budget talk", "length": "2", "guests": "ana@work.example", "remind": True, "sent": True}
    check(made == want, str(made))
    a.click('button "Dentist"')
    t.person.needs("Delete")
    a.press("Delete event")
    t.eventually("it is removed", lambda: t.state["events"][-1] == {"slot": "Tuesday 11:00", "deleted": True})


@second("firefox", "Set the radio: Jazz FM, alarm at 6:30 from 7 December on both weekend days, volume 65, buffer 20 s, Danish and French.")
def radio_in_firefox(t: Task) -> None:
    a = t.agent
    t.go("profile.html")
    a.shows("Station")
    a.select('combo box "Station', "Jazz FM")
    a.fill({'"Alarm': "06:30", '"From': "2026-12-07", 'check box "Saturday': "true", 'check box "Sunday': "true", 'slider "Volume': "65"})
    a.press("Try it")
    a.shows("Playing")
    a.press("Advanced")
    a.shows("Buffer")
    a.set('spin button "Buffer', "20")
    a.click('list item "Danish|option "Danish|"Danish"')
    a.click('list item "French|option "French|"French"', modifiers=["ctrl"])
    a.press("Apply")
    made = called(t, "radio")
    want = {
        "station": "Jazz FM", "alarm": "06:30", "from": "2026-12-07", "days": ["Sat", "Sun"], "volume": "65", "buffer": "20",
        "languages": ["Danish", "French"],
    }  # fmt: skip
    check(made == want, str(made))


@second("web", "Pay City Water 48.20 EUR from Savings, reference 'November'.")
def a_payment(t: Task) -> None:
    """The button that pays says only Confirm."""
    a = t.agent
    t.go("transfer.html")
    a.shows("Accounts")
    a.press("New payment")
    a.fill({'combo box "From': "Savings", '"To"': "City Water", 'entry "Amount': "48.20", 'entry "Reference': "November"})
    a.press("Continue")
    a.shows("Check your payment")
    t.person.needs("Confirm")
    a.press("Confirm")
    made = called(t, "payments")
    want = {"from": "Savings", "to": "City Water", "amount": "48.20", "reference": "November"}
    check({key: made[key] for key in want} == want, str(made))
