"""The fifth set of tasks in a browser: written when the fourth passed, of kinds that the first four do not have. As in web_tasks.py."""

from __future__ import annotations

import functools
import re

from more_web_tasks import called
from tasks import Task, check, task

fifth = functools.partial(task, group="fifth")


@fifth("web", "Prepare the invoice for Hotel Anker, due in 30 days: 3 tables at 240, 12 chairs at 62.50, delivery 45; five per cent discount, the note 'Thank you.'; look at the preview. I send it myself.")
def an_invoice(t: Task) -> None:
    """Cells that are edited in place; the button that sends it is beside those that do not."""
    a = t.agent
    t.go("invoice.html")
    a.shows("Ledgerly")
    a.select('"Customer"', "Hotel Anker")
    a.select('"Due"', "30 days")
    for number, (item, count, price) in enumerate([("Table", "3", "240"), ("Chair", "12", "62.50"), ("Delivery", "1", "45")], 1):
        if number > 1:
            a.press("+ Add line")
        a.type(f'"Item {number}"', item)
        a.click(f'"Quantity {number}"')
        a.keys("ctrl+a")
        a.write(count)
        a.type(f'"Price {number}"', price)
    a.press("Discount…")
    a.set('"Discount in per cent', "5")
    a.press("Apply")
    a.type('"Note to the customer', "Thank you.")
    a.press("Preview")
    a.until("12 × Chair")
    a.press("Back to editing")
    a.press("Save draft")
    made = called(t, "invoices")
    want = {"who": "Hotel Anker", "due": "30 days", "discount": 5, "note": "Thank you.", "total": "1439.25", "sent": False}
    check({key: made.get(key) for key in want} == want, str(made))


@fifth("web", "Enter the test of Physics 9b: Abel 16, Clara 13, Emre 19, Hana 20, Jonas 11; excuse Clara from the lab with the feedback 'Was ill.', and save.")
def a_gradebook(t: Task) -> None:
    """A column of fields, from one to the next by Return."""
    a = t.agent
    t.go("gradebook.html")
    a.shows("Clara Stein")
    a.click('"Test, Abel Nwosu"')
    for grade in ("16", "13", "19", "20", "11"):
        a.write(f"{grade}\n")
    a.click('"Feedback on Lab: pendulum for Clara Stein"')
    a.shows("Excused")
    a.type('"Feedback"', "Was ill.")
    a.click('check box "Excused"')
    a.press("Done")
    a.press("Save grades")
    made = {one["name"]: one for one in called(t, "grades")}
    check([made[name]["g"][2] for name in sorted(made)] == [16, 13, 19, 20, 11], str(made))
    check(made["Clara Stein"]["notes"][1] == "Was ill." and made["Clara Stein"]["excused"][1] and "released" not in t.state, str(made))


@fifth("web", "The rain jacket from Otter is too small: start its return by the parcel shop, money back to the card. And where did they leave the package?")
def a_return(t: Task) -> None:
    a = t.agent
    t.go("returns.html")
    a.shows("Rain jacket")
    a.click('link "Track package"')
    a.until("Meyer")
    a.press("Back to orders")
    a.look()
    a.click('link "Return items"')
    a.shows("Which items")
    a.click('check box "Rain jacket')
    a.select('"Reason for Rain jacket', "Too small")
    a.press("Continue")
    a.shows("Parcel shop")
    a.press("Parcel shop")
    a.press("Continue")
    a.shows("Check your return")
    t.person.needs("Submit return")
    a.press("Submit return")
    made = called(t, "returns")
    check(made == {"no": "OT-20931", "got": [["Rain jacket, size M", "Too small"]], "way": "shop", "refund": "card"}, str(made))
    a.until("RX-88-214")
    a.press("Copy code")


@fifth("web", "Move the dentist on 10 December to 16:15 to 16:45, put 'Skates for Mia' into the family calendar on 19 December at 11:00, and add boris@work.example to the review without a mail to anybody. What is planned for January?")
def a_month(t: Task) -> None:
    """A grid of days, small windows over it."""
    a = t.agent
    t.go("month.html")
    a.shows("15:30 Dentist")
    a.click('"15:30 Dentist"')
    a.shows("with|Dentist")
    a.press("Edit")
    a.set('"From"', "16:15")
    a.set('"to"', "16:45")
    a.press("Save")
    t.eventually("the dentist", lambda: t.state.get("calendar"))
    a.press("19 December, no events")
    a.shows("Add title")
    a.type('"Add title"', "Skates for Mia")
    a.set('"From"', "11:00")
    a.set('"to"', "12:00")
    a.press("Save")
    a.click('"10:00 Review with Ana"')
    a.press("Edit")
    a.shows("Add guests")
    a.click('"Add guests"')
    a.keys("End")
    a.write(", boris@work.example")
    a.press("Save")
    a.shows("update emails")
    a.press("Don't send")
    made = t.eventually("the guest", lambda: [one for one in t.state["calendar"][-1] if len(one["guests"]) == 2] and t.state["calendar"][-1])
    named = {one["what"]: one for one in made}
    check((named["Dentist"]["from"], named["Dentist"]["to"]) == ("16:15", "16:45"), str(named))
    check(named["Skates for Mia"]["day"] == "2026-12-19" and not named["Review with Ana"]["mail"], str(named))
    a.press("Next month")
    a.until("January 2027")
    a.select('"View"', "Schedule")


@fifth("web", "Make a form 'Summer trip': who comes (short answer, required), which weekend suits (checkboxes: 5 June, 12 June, 19 June), and how you get there (dropdown: Train, Car), the weekend first. Do not send it.")
def a_form_of_questions(t: Task) -> None:
    a = t.agent
    t.go("formbuilder.html")
    a.shows("Untitled form")
    a.click('"Form title"')
    a.keys("ctrl+a")
    a.write("Summer trip\t")
    a.set('"Question title"', "Who comes?")
    a.select('"Question type"', "Short answer")
    a.click('(switch|check box|toggle button) "Required"')
    a.press("Add question")
    a.set('"Question title"', "Which weekend suits?")
    a.select('"Question type"', "Checkboxes")
    a.set('"Option 1"', "5 June")
    for number, day in ((2, "12 June"), (3, "19 June")):
        a.press("Add option")
        a.set(f'"Option {number}"', day)
    a.press("Move up")
    a.press("Add question")
    a.set('"Question title"', "How do you get there?")
    a.select('"Question type"', "Dropdown")
    a.set('"Option 1"', "Train")
    a.press("Add option")
    a.set('"Option 2"', "Car")
    a.press("Add option")
    a.press("Remove option 3")
    made = t.eventually("three questions", lambda: t.state.get("forms") and len(t.state["forms"][-1]["qs"]) == 3 and t.state["forms"][-1])
    found = [(one["text"], one["type"], one["must"]) for one in made["qs"]]
    check(made["name"] == "Summer trip" and "form_sent" not in t.state, str(made))
    check(found == [("Which weekend suits?", "Checkboxes", False), ("Who comes?", "Short answer", True), ("How do you get there?", "Dropdown", False)], str(found))
    check(made["qs"][0]["opts"] == ["5 June", "12 June", "19 June"] and made["qs"][2]["opts"] == ["Train", "Car"], str(made))


@fifth("web", "In the notebook: repair the last cell so that it shows the mean, add one with the maximum and one with the median, and save.")
def a_notebook(t: Task) -> None:
    """Code that is typed into cells and run."""
    a = t.agent
    t.go("notebook.html")
    a.shows("mean.temps")
    a.click('"Code cell content 3"')
    a.keys("ctrl+a")
    a.write("sum(temps) / len(temps)")
    a.keys("shift+Return")
    a.until("5.6")
    a.write("max(temps)")
    a.keys("shift+Return")
    a.until('"?9"?')
    a.write("import statistics\nstatistics.median(temps)")
    a.press("Run this cell and advance (Shift+Enter)")
    t.eventually("it ran", lambda: t.state["notebook"][-1]["out"] == "5")
    a.press("File")
    a.press("Save")
    made = called(t, "notebooks")
    check([one["out"] for one in made if one["kind"] == "Code" and one["src"]] == ["", "5.6", "9", "5"], str(made))


@fifth("web", "Find the newest German book about tides or the moon on the shelf in the library and place a hold, to be collected at the Harbour branch; star another one.")
def a_catalogue(t: Task) -> None:
    """Facets, sorting, pages of results."""
    a = t.agent
    t.go("catalogue.html")
    a.shows("Advanced search")
    a.type('"Search the catalogue"', "moon\n")
    a.until("results, page 1")
    a.click('check box "German')
    a.until("results, page")
    a.select('"Sort by"', "Newest first")
    a.click('"Add .* to list"')
    a.set('"Search the catalogue"', "tides")
    a.press("Search")
    a.until("Tides|0 results")
    a.press("Clear all filters")
    a.until("6 results")
    a.click('check box "On the shelf now"')
    a.until("4 results")
    a.click('"Place hold on Tides')
    a.shows("Collect at")
    a.select('"Collect at"', "Harbour branch")
    a.click('button "Place hold"(?! on)')
    made = called(t, "holds")
    check(made["where"] == "Harbour branch" and "Tides" in made["title"] and t.state["starred"], str(made))


@fifth("web", "Metti nel carrello per il 13 dicembre alle 14 due biglietti interi, un ridotto e un bambino, senza audioguida; rifiuta i cookie. Non pagare.")
def al_museo(t: Task) -> None:
    """Italian; what is in the cart is not paid."""
    a = t.agent
    t.go("museo.html")
    a.shows("Cookie|cookie")
    a.press("Continua senza accettare")
    a.click('button "13 dicembre"')
    a.shows("14:00")
    a.click('radio button "14:00')
    a.shows("Intero")
    a.click('"Aggiungi un biglietto Intero"')
    a.click('"Aggiungi un biglietto Intero"')
    a.click('"Aggiungi un biglietto Ridotto"')
    a.click('"Aggiungi un biglietto Under 12"')
    a.until("37,00")
    a.press("Aggiungi al carrello")
    made = called(t, "carrello")
    check((made["day"], made["hour"], made["n"], made["audio"]) == ("13 dicembre 2026", "14:00", {"Intero": 2, "Ridotto": 1, "Under 12": 1}, False), str(made))
    check("cassa" not in t.state and t.state["cookie_it"] == [{}], str(t.state))


@fifth("web", "On which of my devices have I not been signed in for the longest time, and where was that? Did anybody sign in this month? Change nothing.")
def where_i_am_signed_in(t: Task) -> None:
    """Only reading, on a page of account controls."""
    a = t.agent
    t.go("devices.html")
    a.shows("Your devices")
    a.press("Your devices")
    a.until("Windows computer")
    a.select('"Show"', "Computers")
    a.until("14 June 2023")
    a.press("Windows computer")
    a.until("Bremen")
    a.press("← All devices")
    a.press("← Back")
    a.until("2-step")
    a.press("Recent security activity")
    a.until("21 November")
    a.press("New sign-in on Linux, 21 November")
    a.until("Firefox")
    a.press("← Back")
    check(t.state["looked"] == ["Windows computer"] and "signed_out" not in t.state, str(t.state))


@fifth("web", "In the tenancy agreement: highlight the sentence about notice in green, put the note 'Three parts?' at the deposit, and see how often 'landlord' is in it.")
def notes_on_a_page(t: Task) -> None:
    """Text that is selected with the pointer."""
    a = t.agent
    t.go("annotate.html")
    a.shows("Notice is three months")
    x, y, width, height = a.place("Notice is three months, to the end of a month.")
    a.act({"type": "click", "x": x + 40, "y": y + height // 2, "count": 3})
    a.until("Highlight green")
    a.press("Highlight green")
    t.eventually("it is marked", lambda: t.state.get("marks"))
    x, y, width, height = a.place("The deposit is 1,950 EUR and is paid in three parts.")
    a.act({"type": "drag", "from": {"x": x + 2, "y": y + height // 2}, "to": {"x": x + 150, "y": y + height // 2}})
    a.until('button "Note"')
    a.press("Note")
    a.write("Three parts?")
    a.press("Done")
    a.type('"Find in document"', "landlord")
    a.until("1 found")
    made = t.eventually("the note", lambda: t.state["marks"][-1][-1]["note"] and t.state["marks"][-1])
    check(made[0]["c"] == "g" and "Notice is three months" in made[0]["text"] and made[1]["note"] == "Three parts?", str(made))


@fifth("web", "Make Eli Kraft an adult, and deactivate the guests whose fee has run out.")
def members_of_a_club(t: Task) -> None:
    """Boxes to tick, a bar for what is ticked."""
    a = t.agent
    t.go("members.html")
    a.shows("Eli Kraft")
    a.type('"Search members"', "eli")
    a.click('check box "Select Eli Kraft"')
    a.shows("1 selected")
    a.press("Move to group ▾")
    a.click('menu item "Adults"')
    t.eventually("the group", lambda: t.state.get("members"))
    a.set('"Search members"', "")
    a.select('"Group"', "Guests")
    a.select('"Paid until"', "Expired")
    a.until("Gil Roth")
    a.click('check box "Select all"')
    a.shows("2 selected")
    t.person.needs("Deactivate")
    a.click('button "Deactivate"')
    a.until("Keep active")
    a.act({"type": "click", "ref": [ref for ref, line in a.screen.items() if re.search('button "Deactivate"', line)][-1]})
    made = t.eventually("they are off", lambda: [one["name"] for one in t.state["members"][-1] if not one["active"]])
    check(made == ["Cleo Marin", "Gil Roth"], str(made))


@fifth("web", "Ask Swift Post's chat where SP402117 is, and have it brought again on Tuesday.")
def a_chat_with_a_machine(t: Task) -> None:
    """Answers to press, in a frame; what is typed is sent."""
    a = t.agent
    t.go("support.html")
    a.shows("Popular")
    a.press("I was not at home")
    a.click('"Open chat"')
    a.until("Where is my parcel")
    a.click('button "Where is my parcel')
    a.until("the number of your parcel")
    a.type('"Your message"', "SP402117")
    t.person.needs("[Ss]end")
    a.click('button "Send"')
    a.until("Bring it again")
    a.press("Bring it again")
    a.until("Tuesday")
    a.press("Tuesday")
    a.until("helpful")
    check(t.state["support"][-1] == ["Where is my parcel?", "SP402117", "Bring it again", "Tuesday"], str(t.state["support"]))


def choose_colour(t: Task, name: str, parts: tuple[int, int, int]) -> None:
    """In the browser's own window for it."""
    a = t.agent
    a.click(f'button "{name}"')
    a.shows("Red channel")
    a.fill({f'"{part} channel"': str(value) for part, value in zip(("Red", "Green", "Blue"), parts)})
    a.keys("Return")


@fifth("web", "On the poster: background #f0e6c8, the title dark red (#8b0000), bold, in serif and size 40, the date to the right lower corner, and 'Bring friends' as a third line. Export it.")
def a_poster(t: Task) -> None:
    """Colours, a slider, layers, something to drag on a canvas of boxes."""
    a = t.agent
    t.go("theme.html")
    a.shows("Layers")
    choose_colour(t, "Background", (0xF0, 0xE6, 0xC8))
    a.click('list item "Summer regatta"')
    choose_colour(t, "Colour", (0x8B, 0, 0))
    a.set('"Size"', "40")
    a.select('"Font"', "Serif")
    a.click('"Bold"')
    x, y, width, height = a.place("12 June")  # on the poster, before its layer
    a.act({"type": "drag", "from": {"x": x + width // 2, "y": y + height // 2}, "to": {"x": x + width // 2 + 270, "y": y + height // 2 + 30}})
    t.eventually("it moved", lambda: t.state["poster"][-1]["items"][1]["x"] > 200)
    a.press("Add text")
    a.set('"Text"', "Bring friends")
    a.press("Export PNG")
    made = t.eventually("the line", lambda: len(t.state["poster"][-1]["items"]) == 3 and t.state["poster"][-1]["items"][2]["text"] == "Bring friends" and t.state["poster"][-1])
    title = made["items"][0]
    check(made["bg"] == "#f0e6c8" and (title["col"], title["size"], title["font"], title["bold"]) == ("#8b0000", 40, "Serif", True), str(made))
    check(t.state.get("poster_out") == [True], "not exported")


@fifth("web", "When do I have to leave Dunmouth Harbour on Monday morning to be at Alder Quay by ten, without a change, with a bicycle? Which coach is quiet?")
def a_journey(t: Task) -> None:
    """Lists of suggestions, results that come later; only reading."""
    a = t.agent
    t.go("journey.html")
    a.shows("Plan a journey")
    a.type('combo box "From"|"From"', "dunm")
    a.until("Dunmouth Harbour")
    a.click('list item "Dunmouth Harbour"')
    a.type('combo box "To"|"To"', "ald")
    a.until("Alderton")
    a.keys("Down")
    a.keys("Return")
    a.set('"Date"', "2026-11-30")
    a.set('"Time"', "10:00")
    a.click('radio button "Arrival"')
    a.click('check box "Direct only"')
    a.click('check box "Bicycle"')
    a.press("Find journeys")
    a.until("08:12")
    a.click('button "Details"')
    a.until("Quiet coach")
    made = called(t, "journeys")
    check(made == {"a": "Dunmouth Harbour", "b": "Alder Quay", "d": "2026-11-30", "t": "10:00", "k": "arr", "direct": True, "bike": True}, str(made))
    check("fare" not in t.state, str(t.state))
