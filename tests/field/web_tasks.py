"""Tasks in a browser. Each is one function: its first line is the task that the agent gets, and it says which questions are needed."""

from __future__ import annotations

import functools
import re

from tasks import Task, check, task


@task("web", "Look at fifty articles, one after the other.")
def navigate_then_look(t: Task) -> str:
    """Does the first look after `navigate` show the new page?"""
    stale = 0
    for n in range(1, 51):
        t.go(f"article.html?n={n}")
        stale += f'heading "Article {n}"' not in t.agent.text
    t.figures["stale"] = stale
    check(stale == 0, f"{stale} of 50 looks were stale")
    return f"stale {stale} of 50"


@task("web", "Search the order of Hills, add the note 'call back', then sort all orders by customer.")
def a_page_of_rows(t: Task) -> str:
    t.go("orders.html")
    t.agent.shows("Lopez")
    size = len(t.agent.text)
    t.agent.type('entry "Search', "hills")
    t.agent.click('button "Edit"')
    t.agent.type('entry "Note', "call back")
    t.agent.click('button "Keep"')
    kept = t.eventually("the note is kept", lambda: t.site.reported("kept"))[-1]
    t.agent.set('entry "Search', "")
    t.agent.click('button "Customer"')
    check((kept["what"], kept["text"]) == ("1008", "call back"), str(kept))
    return f"12 rows in {size} characters"


@task("web", "Fill in the registration for Ann Bell and check it.")
def a_form(t: Task) -> str:
    """Fifteen fields in one act."""
    t.go("form.html")
    t.agent.shows("Remarks")
    t.agent.fill(
        {
            'entry "First name': "Ann",
            'entry "Last name': "Bell",
            'entry "E-mail': "ann@bell.example",
            'entry "Phone': "0123456",
            'entry "Company': "Bell Ltd",
            'entry "Street': "Main Street 1",
            'entry "Town': "Ghent",
            'combo box "Country': "Denmark",
            'radio button "Large': "true",
            'check box "Newsletter': "true",
            'check box "Vegetarian': "true",
            'spin button "Guests|"Guests': "3",
            '"Arrival': "2026-11-20",
            'combo box "Room': "Double",
            '"Remarks': "none",
        }
    )
    t.agent.click('button "Check"')
    said = t.eventually("the form is checked", lambda: t.site.reported("checked"))[-1]["text"]
    check(said == "10 filled, 3 ticked", said)
    return ""


@task("web", "Read the three articles by their links.")
def reading(t: Task) -> str:
    """Each loads by a click on its link."""
    t.go("article.html?n=1")
    stale = 0
    for n in (2, 3):
        t.agent.click(f'link "{"First Second Third".split()[n - 1]}"')
        stale += f'heading "Article {n}"' not in t.agent.text
        t.agent.shows(f'heading "Article {n}"')
    t.agent.keys("End")
    t.figures["stale"] = stale
    return f"stale {stale} of 2"


@task("web", "Order two blue kettles of 1.7 l by courier, to Sam Field, 12 Example Street, Ghent, Belgium.")
def shop_order(t: Task) -> None:
    a = t.agent
    t.go("shop")
    a.shows("cookies")
    a.press("Only necessary")
    a.shows("Search")
    a.type('"Search"', "kettle\n")
    a.shows("Kettle, blue")
    a.click('link "Kettle, blue"')
    a.shows("Quantity")
    a.fill({'combo box "Size': "1.7 l", '"Quantity': "2"})
    a.press("Add to cart")
    a.shows("Total: 79.80")
    a.click('link "Checkout"')
    a.shows("Full name")
    a.fill(
        {
            'entry "Full name': "Sam Field",
            'entry "Street': "12 Example Street",
            'entry "Town': "Ghent",
            'entry "E-mail': "sam@field.example",
            'combo box "Country': "Belgium",
            'radio button "By courier': "true",
        }
    )
    t.person.needs("Place order")
    a.press("Place order")
    order = t.eventually("the order", lambda: t.state["orders"])[0]
    check(order["cart"] == {"kettle-blue": {"size": "1.7 l", "count": 2}}, str(order))
    check((order["street"], order["country"], order["way"]) == ("12 Example Street", "Belgium", "courier"), str(order))


@task("web", "Put a teapot and a mug into the cart, change the mugs to four, then take the teapot out again. Do not order.")
def shop_cart(t: Task) -> None:
    a = t.agent
    t.state["cookies"] = True
    for item in ("teapot", "mug"):
        t.go(f"shop/item?id={item}")
        a.shows("Add to cart")
        a.press("Add to cart")
        a.shows("Total")
    a.set('"Quantity of Mug', "4")
    a.look()
    a.act({"type": "click", "ref": in_row(a.text, "Mug", "Update")})
    t.eventually("the mugs are changed", lambda: any(line["count"] == 4 for line in t.state["cart"].values()))
    a.look()
    a.act({"type": "click", "ref": in_row(a.text, "Teapot", "Remove")})
    t.eventually("the teapot is out", lambda: list(t.state["cart"]) == ["mug"])
    check(t.state["cart"]["mug"]["count"] == 4, str(t.state["cart"]))


def in_row(text: str, row: str, name: str) -> str:
    """The ref of what is called `name` in the row that has this text."""
    line = next(line for line in text.split("\n") if f'"{row}' in line and f'"{name}"' in line)
    return str(re.findall(rf'\b(e\d+) [a-z ]+"{name}"', line)[0])


@task("web", "Answer Ana's mail: yes, Thursday at 10 is fine.")
def mail_reply(t: Task) -> None:
    a = t.agent
    t.go("mail.html")
    a.shows("Meeting on Thursday")
    a.press("Meeting on Thursday")
    a.press("Reply")
    a.type('"Text"', "Hello Ana,\nThursday at 10 in room 4 is fine.\nSam")
    t.person.needs("Send")
    a.press("Send")
    sent = t.eventually("the mail is sent", lambda: t.state["sent"])[0]
    check(sent["to"] == "ana@work.example" and "room 4 is fine" in sent["text"], str(sent))


@task("web", "Tidy the inbox: star Chen's draft, file the invoice under Receipts, archive the lift, delete the weekly digest.")
def mail_tidy(t: Task) -> None:
    a = t.agent
    t.go("mail.html")
    a.shows("Draft of the report")
    a.press("Draft of the report")
    a.press("Star")
    a.press("Invoice 4711")
    a.select('combo box "Move to', "Receipts")
    a.shows("Lift out")
    a.press("Lift out of service")
    a.click('button "Archive"')
    a.press("Weekly digest 12")
    t.person.needs("Delete")
    a.press("Delete")
    t.eventually("the digest is deleted", lambda: t.state["mails"][5]["folder"] == "Trash")
    folders = [mail["folder"] for mail in t.state["mails"]]
    check(folders == ["Inbox", "Archive", "Inbox", "Receipts", "Inbox", "Trash"], str(folders))
    check(t.state["mails"][4]["star"], "the draft has no star")


@task("web", "File an issue: the export to PDF has no page numbers; priority high, for Boris.")
def tracker_new(t: Task) -> None:
    a = t.agent
    t.go("tracker")
    a.shows("New issue")
    a.press("New issue")
    a.shows("Description")
    a.fill(
        {
            'entry "Title': "Export to PDF has no page numbers",
            '"Description': "Steps: export a report of ten pages.\nThe pages have no numbers.",
            'combo box "Priority': "high",
            'combo box "Assigned': "boris",
        }
    )
    a.press("Create issue")
    t.eventually("the issue", lambda: len(t.state["issues"]) == 9)
    made = t.state["issues"][-1]
    check((made["priority"], made["assignee"]) == ("high", "boris") and "ten pages" in made["text"], str(made))


@task("web", "Find the open issue about time zones among those of high priority, assign it to Chen, comment that it is being looked at.")
def tracker_comment(t: Task) -> None:
    a = t.agent
    t.go("tracker")
    a.shows("Priority")
    a.select('combo box "Priority', "high")
    a.press("Filter")
    a.shows("Wrong time zone")
    a.click('link "Wrong time zone')
    a.shows("Assigned to")
    a.select('combo box "Assigned', "chen")
    a.press("Save")
    t.eventually("it is assigned", lambda: t.state["issues"][6]["assignee"] == "chen")
    a.type('entry "Comment|text "Comment', "I am looking at it.")
    t.person.needs("Comment")
    a.click('button "Comment"')
    t.eventually("the comment", lambda: t.state["issues"][6]["comments"] == ["I am looking at it."])


@task("web", "Book the Old Mill in Ghent from 1 to 4 December for two, with breakfast, for Sam Field.")
def book_a_room(t: Task) -> None:
    a = t.agent
    t.go("booking.html")
    a.shows("Guests")
    a.fill({'"Town': "Ghent", '"Arrival': "2026-12-01", '"Departure': "2026-12-04", '"Guests': "2", 'check box "Breakfast': "true"})
    a.press("Find rooms")
    a.shows("Old Mill")
    a.click('button "Choose Old Mill"')
    a.type('entry "Name', "Sam Field")
    t.person.needs("Book now")
    a.press("Book now")
    made = t.eventually("the booking", lambda: t.state["bookings"])[0]
    want = {"room": "Old Mill", "town": "Ghent", "from": "2026-12-01", "to": "2026-12-04", "guests": "2", "breakfast": True, "name": "Sam Field"}
    check({key: made[key] for key in want} == want, str(made))


@task("web", "Change my settings: language French, no weekly digest, dark theme, text size 70; save them.")
def change_settings(t: Task) -> None:
    a = t.agent
    t.go("settings.html")
    a.shows("Language")
    a.select('combo box "Language', "French")
    a.click('page tab "E-mails"')
    a.click('"Weekly digest')
    a.click('page tab "Appearance"')
    a.click('radio button "Dark"')
    a.set('slider "Text size', "70")
    t.person.needs("Save settings")  # changes to an account are asked about by the default policy
    a.press("Save settings")
    want = {"name": "Sam Field", "language": "French", "digest": False, "theme": "Dark", "volume": "70"}
    t.eventually("the settings", lambda: t.state["settings"] == want)
    check(not t.state["pages"], "the account was deleted")


@task("web", "Answer the survey in the help centre (fast delivery, would order again) and ask in the chat where order 1008 is.")
def in_frames(t: Task) -> None:
    a = t.agent
    t.go("frames.html")
    a.shows("Message")
    a.click('radio button "Fast"')
    a.fill({'entry "Remarks': "well packed", 'check box "I would': "true"})
    a.press("Next")
    answer = t.eventually("the survey", lambda: t.state["survey"])[0]
    check(answer == {"how": "fast", "remarks": "well packed", "again": True}, str(answer))
    a.type('entry "Message', "Where is order 1008?")
    t.person.needs("Send")
    a.press("Send")
    t.eventually("the message", lambda: t.state["chat"] == [{"text": "Where is order 1008?"}])


@task("web", "Draw a line and a red rectangle on the whiteboard, name the drawing 'plan' and save it.")
def on_a_canvas(t: Task) -> None:
    a = t.agent
    t.go("draw.html")
    a.shows("Paper")
    x, y, _, _ = a.place("Paper")
    drawn = t.state["strokes"]
    a.act({"type": "drag", "from": {"x": x + 60, "y": y + 60}, "to": {"x": x + 260, "y": y + 160}})
    t.eventually("the line", lambda: len(drawn) == 1)
    a.press("Rectangle")
    a.select('combo box "Colour', "red")
    a.act({"type": "drag", "from": {"x": x + 300, "y": y + 60}, "to": {"x": x + 500, "y": y + 200}})
    t.eventually("the rectangle", lambda: len(drawn) == 2)
    a.type('entry "Title', "plan")
    a.press("Save drawing")
    t.eventually("the drawing", lambda: t.state["drawings"] == [{"title": "plan", "strokes": 2}])
    check((drawn[1]["tool"], drawn[1]["colour"]) == ("box", "red"), str(drawn))
    check(abs(drawn[1]["to"][0] - drawn[1]["from"][0] - 200) < 8, str(drawn))


@task("web", "Move the card 'Take pictures' to Doing and 'Choose a printer' to Done.")
def cards_on_a_board(t: Task) -> None:
    a = t.agent
    t.go("board.html")
    a.shows("Choose a printer")
    for card, column in (("Choose a printer", "Done"), ("Take pictures", "Doing")):
        x, y, width, height = a.place(column)
        a.act({"type": "drag", "ref": a.ref(f'"{card}"'), "to": {"x": x + width // 2, "y": y + height - 20}})
        t.eventually(f"{card} is moved", functools.partial(is_in, t, card, column))


def is_in(t: Task, card: str, column: str) -> bool:
    return bool(t.state["cards"][card] == column)


# In Firefox: Chromium as root does not take the file that is chosen, whoever chooses it.
@task("firefox", "Upload the file invoice.txt from my home folder to Documents, as an invoice.")
def upload_a_file(t: Task) -> None:
    a = t.agent
    path = t.home / "invoice.txt"
    path.write_text("Invoice 4711: 312.40 EUR\n", encoding="utf-8")
    t.go("upload.html")
    a.shows("Kind")
    a.click('button "File')
    a.until('window .*"(Open|File Upload|Open File)')
    a.write(str(path))
    t.person.needs("sends something")  # the page has the file as soon as it is chosen
    a.keys("Return")
    a.until("Documents")
    a.shows("invoice.txt")
    a.click('button "Upload"')
    sent = t.eventually("the upload", lambda: t.state["uploads"])[0]
    check((sent["name"], sent["kind"]) == ("invoice.txt", "Invoice") and "4711" in sent["text"], str(sent))


@task("web", "Download the sales as CSV.")
def download_a_file(t: Task) -> None:
    a = t.agent
    t.go("reports")
    a.shows("Download")
    t.person.needs("[Dd]ownload")
    a.press("Download as CSV")
    found = t.eventually("the file", lambda: list(t.home.glob("**/sales*.csv")))[0]
    t.eventually("its text", lambda: "October,1377" in found.read_text(encoding="utf-8"))
    found.unlink()


@task("web", "How much descaler does the coffee machine need? It is in the manual.")
def look_up_in_a_manual(t: Task) -> None:
    a = t.agent
    t.go("manual.html")
    a.shows("Descaling")
    a.click('"7. Descaling"')
    for _ in range(6):
        if "120 ml" in a.text:
            break
        a.act({"type": "scroll", "ref": a.ref('document web|"7. Descaling"'), "dy": 4})
    check("120 ml of descaler" in a.text, a.text)
    check(t.state["pages"] == [{"opened": "Descaling"}], str(t.state["pages"]))
