"""The third set of tasks in a browser: written when the second passed, of kinds that the first two do not have. As in web_tasks.py."""

from __future__ import annotations

import functools
import re

from more_desk_tasks import under
from more_web_tasks import called
from tasks import Task, check, task

third = functools.partial(task, group="third")


@third("web", "File my expenses for the fair in Turin, centre 4100 Sales: train 84.20 on 3 November, hotel 210 on 4 November, both with receipt. Submit the report.")
def expenses(t: Task) -> None:
    """Lines of fields that are added one by one; a button that is enabled by what is filled in."""
    a = t.agent
    t.go("expenses.html")
    a.shows("Expense report")
    a.type('"Purpose"', "Fair in Turin")
    a.type('"Cost centre"', "4100 Sales")
    a.fill({'"Date of line 1': "2026-11-03", '"Kind of line 1': "Train", '"Amount of line 1': "84.20", '"Receipt for line 1': "true"})
    a.press("+ Add a line")
    a.shows("line 2")
    a.fill({'"Date of line 2': "2026-11-04", '"Kind of line 2': "Hotel", '"Amount of line 2': "210", '"Receipt for line 2': "true"})
    a.shows("294.20")
    a.press("Save draft")
    t.person.needs("Submit")
    a.press("Submit for approval")
    made = called(t, "expenses")
    lines = [["2026-11-03", "Train", "84.20", True], ["2026-11-04", "Hotel", "210", True]]
    check((made["purpose"], made["centre"], made["total"], made["lines"]) == ("Fair in Turin", "4100 Sales", "294.20", lines), str(made))


@third("web", "Answer Hana's ticket: a green one is on its way. Give it to Chen, priority high, tag 'exchange', and solve it; leave Ivo's ticket an internal note to check the wiring.")
def helpdesk(t: Task) -> None:
    """Lists made of plain boxes, an editor, a button with a menu beside it; a note that only colleagues see."""
    a = t.agent
    t.go("helpdesk.html")
    a.shows("Wrong colour")
    a.press("Wrong colour delivered")
    a.shows("Order 2291")
    a.type('"Your answer"', "A green one is on its way to you.")
    a.press("nobody")
    a.shows("Chen Wu")
    a.press("Chen Wu")
    a.press("normal")
    a.shows("high")
    a.press("high")
    a.type('"Tags"', "exchange\n")
    a.click('"Submit as…"')
    a.shows("Submit as solved")
    t.person.needs("Submit")
    a.press("Submit as solved")
    made = called(t, "tickets_done")
    want = {"no": 815, "text": "A green one is on its way to you.", "internal": False, "status": "solved", "assignee": "Chen Wu", "priority": "high", "tags": ["exchange"]}
    check(made == want, str(made))
    a.press("The lamp flickers")
    a.shows("flickers in the evening")
    a.press("Internal note")
    a.type('"Your answer"', "Please check the wiring first.")
    t.person.needs("Submit")
    a.press("Submit as open")
    noted = t.eventually("the note", lambda: t.state["tickets_done"][-1]["no"] == 812 and t.state["tickets_done"][-1])
    check(noted["internal"] and noted["text"] == "Please check the wiring first.", str(noted))


@third("web", "Change my plan to Team, billed yearly, for three seats.")
def a_plan(t: Task) -> None:
    """Cards, a switch between prices, a dialog of the browser's own element."""
    a = t.agent
    t.go("plan.html")
    a.shows("Your plan")
    a.press("Compare all features")
    a.shows("100 GB")
    a.click('radio button "Yearly')
    a.press("Seats")
    a.click('button "One seat more"')
    a.click('button "One seat more"')
    a.shows("345.60")
    a.press("Choose Team")
    a.shows("Review your change")
    a.click('check box "I agree')
    t.person.needs("Confirm")
    a.press("Confirm change")
    made = called(t, "plans")
    check(made == {"plan": "Team", "seats": 3, "yearly": True, "cost": "345.60"}, str(made))


@third("web", "In the sheet, add 8 boxes of plums at 12 each, fill column D with boxes times price, and sum it in D5; bold.")
def a_sheet_in_a_page(t: Task) -> None:
    """A table whose cells are edited by keys, each change is saved at once."""
    a = t.agent
    t.go("grid.html")
    a.shows("Harvest")
    a.click('"A4')
    for text in ("Plums\t", "8\t", "12\t", "=B4*C4\n"):
        a.write(text)
    a.click('"D2"')
    a.write("=B2*C2\n")
    a.write("=B3*C3\n")
    a.click('"D5"')
    a.set('"Formula"', "=SUM(D2:D4)")
    a.keys("Return")
    a.shows("295")
    a.click('"D5')
    a.press("Bold")
    t.eventually("it is bold", lambda: t.state.get("sheet") and t.state["sheet"][-1]["style"] == {"D5": "bold"})
    kept = t.state["sheet"][-1]
    want = {"A4": "Plums", "B4": "8", "C4": "12", "D2": "=B2*C2", "D3": "=B3*C3", "D4": "=B4*C4", "D5": "=SUM(D2:D4)"}
    check({key: kept.get(key) for key in want} == want, str(kept))


@third("web", "In my files: a folder 2026 with the lease in it, rename notes.txt to ideas.txt, share the budget with dora@work.example as an editor, and bin the photo of the boat.")
def files_in_a_page(t: Task) -> None:
    """Tiles that are opened by two clicks, dragged, and have a menu; a dialog that gives access to others."""
    a = t.agent
    t.go("files.html")
    a.shows("lease-2026")
    a.press("New")
    a.press("Folder")
    a.set('entry "Name"', "2026")
    a.press("Create")
    a.shows("2026")
    x, y, width, height = a.place("📁 2026")
    a.act({"type": "drag", "ref": a.ref('"[^"]*lease-2026.pdf'), "to": {"x": x + width // 2, "y": y + height // 2}})
    t.eventually("it is moved", lambda: t.state["files"][-1]["tree"].get("2026/") == ["lease-2026.pdf"])
    a.click('"[^"]*notes.txt', button="right")
    a.shows("Make a copy")
    a.press("Rename")
    a.set('entry "Name"', "ideas.txt")
    a.press("OK")
    a.click('"[^"]*budget.ods')
    a.click('button "Share"')
    a.set('entry "Add people', "dora@work.example")
    a.select('combo box "Access', "Editor")
    t.person.needs("Share")
    a.click('button "Share"$|button "Share"[^|]*$')
    check(called(t, "shares") == {"name": "budget.ods", "who": "dora@work.example", "how": "Editor", "tell": True}, str(t.state["shares"]))
    a.click('"[^"]*Photos"', count=2)
    a.shows("boat.jpg")
    a.click('"[^"]*boat.jpg')
    t.person.needs("[Bb]in")
    a.click('button "Move to bin"')
    t.eventually("it is in the bin", lambda: t.state["files"][-1]["tree"]["Photos/"] == ["harbour.jpg"])
    check("ideas.txt" in t.state["files"][-1]["tree"][""], str(t.state["files"][-1]))


@third("web", "When does the Harbour Museum open, and how long is the way there on foot from the station?")
def a_map(t: Task) -> None:
    """Only reading: search, pins, layers, a route."""
    a = t.agent
    t.go("map.html")
    a.shows("Search the map")
    a.type('"Search the map"', "harb")
    a.shows("Harbour Museum")
    a.press("Harbour Museum")
    a.shows("Opens on Tuesday")
    a.click('button "Zoom in"')
    a.click('button "Layers"')
    a.click('radio button "Satellite"')
    a.click('button .*Harbour Museum')
    a.press("Directions")
    a.type('"From"', "Station")
    a.click('radio button "Walking"')
    a.press("Show route")
    a.shows("31 min")
    check(called(t, "map") == {"from": "Station", "to": "Harbour Museum", "by": "foot"}, str(t.state["map"]))


@third("web", "Take quiz 2 on knots and hand it in.")
def a_quiz(t: Task) -> None:
    """Pages of questions, an order made by buttons, a summary, a last warning."""
    a = t.agent
    t.go("course.html")
    a.shows("Page 1 of 4")
    a.click('radio button "Sheet bend"')
    a.press("Next page")
    a.click('check box "Figure eight"')
    a.click('check box "Overhand knot"')
    a.press("Next page")
    a.click('button "Move Tighten down"')
    a.click('button "Move Tighten down"')
    a.press("Next page")
    a.type('"4. In one sentence', "A bight is a curved part of a rope that does not cross itself.")
    a.press("Finish attempt…")
    a.shows("Summary of attempt")
    t.person.needs("Submit all")
    a.press("Submit all and finish")
    a.shows("no longer change")
    if "quizzes" not in t.state:
        a.on('button "Submit all and finish"', {"type": "click"})
    made = called(t, "quizzes")
    check(made["q1"] == "Sheet bend" and made["q2"] == ["Figure eight", "Overhand knot"] and made["q3"][2] == "Tighten" and "bight" in made["q4"], str(made))


@third("web", "Sign in to the library with card 204417 and PIN 8312, renew Danube, cancel the reservation of Eothen, and sign out.")
def a_library_account(t: Task) -> None:
    a = t.agent
    t.go("signin.html")
    a.shows("Card number")
    a.type('"Card number"', "204417")
    t.person.needs("PIN|password|Sign in")
    a.type('"PIN"', "8312")
    a.press("Sign in")
    a.shows("My loans")
    if "Save password" in a.until("Save password|My loans"):  # the browser offers to keep it
        a.click('button "Never"')
    a.act({"type": "click", "ref": a.ref('button "Renew"')})
    a.shows("renewed")
    t.person.needs("Cancel reservation")
    a.look()
    a.act({"type": "click", "ref": under(a.text, "Eothen", 'button "Cancel reservation"')})
    t.eventually("it is cancelled", lambda: t.state["library"][-1]["holds"] == ["The Road to Oxiana"])
    a.press("Sign out")
    last = t.eventually("signed out", lambda: t.state["library"][-1]["what"] == "out" and t.state["library"][-1])
    check(last["loans"][0] == ["Danube", "30 Nov", True] and not last["loans"][1][2], str(last))


@third("web", "In the talk about bread: what is said at ten minutes? German subtitles, one and a half times the speed, no sound, and keep it for later.")
def a_talk(t: Task) -> None:
    """A player: only looking, with a clock that runs."""
    a = t.agent
    t.go("video.html")
    a.shows("How bread rises")
    a.click('button "Play"')
    a.click('button "Mute"')
    a.click('button "Subtitles"')
    a.press("Deutsch")
    a.click('button "Settings"')
    a.press("1.5")
    a.press("Show transcript")
    a.click('button "10:00"')
    a.until("Heat sets")
    a.click('slider "Seek"')
    a.click('button "Pause"')
    a.press("Watch later")
    last = t.eventually("it is kept", lambda: t.state["video"][-1]["later"] and t.state["video"][-1])
    check({key: last[key] for key in ("playing", "muted", "subs", "speed")} == {"playing": False, "muted": True, "subs": "Deutsch", "speed": "1.5"}, str(last))


@third("web", "Find the cheapest home in Ghent with two rooms where pets are allowed and up to 1500 EUR, save it, and ask its owner for a visit on Friday; my mail is sam@field.example.")
def a_home(t: Task) -> None:
    """Filters that are folded, two sliders, a list that grows as one scrolls."""
    a = t.agent
    t.go("homes.html")
    a.shows("18 homes")
    a.act({"type": "scroll", "ref": a.ref('document web'), "dy": 15})
    a.act({"type": "scroll", "ref": a.ref('document web'), "dy": -30})
    a.press("Rooms")
    a.set('check box "2', "true")
    a.press("More")
    a.set('check box "Pets allowed', "true")
    a.set('slider "Highest rent', "1500")
    a.select('combo box "Sort by', "Lowest rent")
    a.until("to 1500")
    found = re.search(r'button "Save ([^"]*)"', a.look())
    check(found is not None, a.text)
    name = str(found[1]) if found else ""
    a.press(f"Save {name}")
    t.eventually("it is saved", lambda: t.state.get("kept") and t.state["kept"][-1] == [name])
    a.act({"type": "click", "ref": under(a.look(), f'"{name}"', 'button "Contact"')})
    a.shows("Contact the owner")
    a.fill({'"Message"': "Could I see it on Friday?", '"Your e-mail': "sam@field.example"})
    t.person.needs("Send")
    a.press("Send message")
    check(called(t, "enquiries") == {"home": name, "text": "Could I see it on Friday?", "mail": "sam@field.example"}, str(t.state["enquiries"]))


@third("web", "Make a mail rule 'Papers': what comes from press@news.example or has 'newsletter' in its subject goes to Newsletters. Switch the rule Old project off.")
def mail_rules(t: Task) -> None:
    """A form that grows; switches; two fields of the same name."""
    a = t.agent
    t.go("rules.html")
    a.shows("Old project")
    a.press("+ New rule")
    a.type('entry "Name', "Papers")
    a.select('combo box "How many', "any")
    a.type('entry "Value"', "press@news.example")
    a.press("Add condition")
    a.look()
    subject, value = (re.findall(rf'\b(e\d+) {role} "{name}"', a.text)[-1] for role, name in (("combo box", "Field"), ("entry", "Value")))
    a.act({"type": "select_option", "ref": subject, "option": "Subject"})
    a.act({"type": "type", "ref": value, "text": "newsletter"})
    a.select('combo box "Folder', "Newsletters")
    a.press("Save rule")
    made = called(t, "rules")["rules"][-1]
    want = {"name": "Papers", "match": "any", "conds": [["From", "contains", "press@news.example"], ["Subject", "contains", "newsletter"]], "action": "Move to folder", "folder": "Newsletters"}
    check({key: made.get(key) for key in want} == want, str(made))
    a.click('"Old project"')
    t.eventually("it is off", lambda: [r["on"] for r in t.state["rules"][-1]["rules"] if r["name"] == "Old project"] == [False])


@third("web", "Fill in my timesheet like last week, but six hours of design and two of training on Friday instead of the meetings, and hand it in.")
def a_timesheet(t: Task) -> None:
    """A table of fields; a last question by the browser."""
    a = t.agent
    t.go("timesheet.html")
    a.shows("Week 48")
    a.press("Copy from last week")
    a.type('"Add task"', "Training")
    a.press("Add row")
    a.look()
    a.fill({'"Design, Fri"': "6", '"Meetings, Fri"': "", '"Training, Fri"': "2"})
    a.press("Save")
    t.person.needs("Hand in|hand in")
    a.press("Hand in week")
    a.until("cannot change")
    a.click('button "OK"')
    if "cannot change" in a.look():  # Chromium ignores a press on a dialog that has just opened
        a.click('button "OK"')
    made = called(t, "weeks")
    check(made["rows"] == [["Design", ["8", "6", "8", "4", "6"]], ["Meetings", ["", "2", "", "4", ""]], ["Training", ["", "", "", "", "2"]]], str(made))
