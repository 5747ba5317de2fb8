"""The fourth set of tasks in a browser: written when the third passed, of kinds that the first three do not have. As in web_tasks.py."""

from __future__ import annotations

import functools

from more_desk_tasks import under
from more_web_tasks import called
from tasks import Task, check, task

fourth = functools.partial(task, group="fourth")


@fourth("web", "In Atlas: give the crash to Boris and make it urgent, set the icons to In Progress, and label the slow start 'infra'.")
def a_command_menu(t: Task) -> None:
    """Single letters and a menu of commands; hardly anything to press."""
    a = t.agent
    t.go("palette.html")
    a.shows("Crash when")
    a.press("Crash when the window is resized")
    a.keys("a")
    a.shows("Boris Klein")
    a.write("bor")
    a.keys("Return")
    t.eventually("it is given", lambda: t.state.get("atlas") and t.state["atlas"][-1][0]["who"] == "Boris Klein")
    a.keys("ctrl+k")
    a.shows("Change priority")
    a.write("prio\n")
    a.shows("Urgent")
    a.press("Urgent")
    a.keys("j")
    a.keys("s")
    a.shows("In Progress")
    a.keys("Down")
    a.keys("Down")
    a.keys("Return")
    a.press("Slow start on old disks")
    a.keys("ctrl+k")
    a.press("Add label…")
    a.press("infra")
    crash, icons, slow, _ = t.eventually("the label", lambda: t.state["atlas"][-1][2]["labels"] and t.state["atlas"][-1])
    check((crash["pr"], icons["state"], slow["labels"]) == ("Urgent", "In Progress", ["infra"]), str(t.state["atlas"][-1]))


@fourth("web", "Answer Ana's poll: Monday and Friday suit me, Thursday if need be; my name is Sam, no news by mail.")
def a_poll(t: Task) -> None:
    """Cells of a table that change by each click."""
    a = t.agent
    t.go("poll.html")
    a.shows("Choir dinner")
    a.press("Your vote for Monday 7: no")
    a.press("Your vote for Friday 11: no")
    a.act({"type": "click", "text": "Your vote for Thursday 10: no", "count": 2})
    a.shows("Thursday 10: if need be")
    a.press("Continue")
    a.shows("Almost done")
    a.type('entry "Name"', "Sam")
    a.set('check box "Tell me', "false")
    a.press("Save my answer")
    made = called(t, "votes")
    check((made["name"], made["mine"], made["news"]) == ("Sam", [1, 0, 2, 1, 0], False), str(made))
    a.shows("Thank you")


@fourth("web", "In the console: which error has batch-7 in its log? Tag it disk=full, and stop old-staging.")
def a_console(t: Task) -> None:
    """Figures and a log that change all the time, a menu on each row, a name to type."""
    a = t.agent
    t.go("console.html")
    a.shows("old-staging")
    a.click('"Actions for batch-7"')
    a.press("View logs")
    a.type('"Search logs"', "ERROR")
    a.until("97 % full")
    a.click('page tab "Tags"')
    a.type('"New tag"', "disk=full")
    a.press("Add tag")
    check(called(t, "tags") == {"name": "batch-7", "tags": ["team=data", "disk=full"]}, str(t.state["tags"]))
    a.click('"Actions for old-staging"')
    a.press("Stop")
    a.shows("Type the name")
    a.type('"Type the name', "old-staging")
    t.person.needs("Stop")
    a.press("Stop instance")
    check(called(t, "instances") == {"name": "old-staging", "what": "stop"}, str(t.state["instances"]))
    a.until("stopped")
    a.type('"Filter"', "web")
    a.until("web-2")


@fourth("web", "Vereinbare einen Termin zur Vorsorge am Mittwoch, 9. Dezember, 8:20: Sam Feld, geboren 4.5.1990, Telefon 0160 5551234, gesetzlich versichert, mit Erinnerung.")
def ein_termin(t: Task) -> None:
    """German, steps, messages about what is missing."""
    a = t.agent
    t.go("termin.html")
    a.shows("Cookies")
    a.press("Nur notwendige")
    a.press("Vorsorge")
    a.press("Weiter")
    a.shows("Bitte wählen Sie")
    a.select('combo box "Versicherung', "gesetzlich")
    a.press("Weiter")
    a.shows("Freie Termine")
    a.press("Nächste Woche ›")
    a.shows("Mittwoch, 9.12")
    a.click('button "Mittwoch, 8:20 Uhr"')
    a.shows("Ihre Angaben")
    a.fill({'"Vorname': "Sam", '"Nachname': "Feld", '"Geburtsdatum': "04.05.1990", '"Telefon': "0160 5551234", '"Ich habe': "true", '"Bitte erinnern': "true"})
    a.press("Weiter")
    a.shows("Bitte prüfen")
    t.person.needs("buchen")
    a.press("Termin verbindlich buchen")
    made = called(t, "termine")
    want = {"grund": "Vorsorge", "zeit": "Mittwoch 8:20 Woche 1", "kasse": "gesetzlich", "name": "Sam Feld", "geboren": "04.05.1990", "tel": "0160 5551234", "sms": True}
    check({key: made.get(key) for key in want} == want and t.state["cookies_de"] == ["keine"], str(made))


@fourth("web", "Write to Ana Lopez, with Chen in copy: 'Report', 'The report is ready. See you on Tuesday.'; it shall leave on Monday morning.")
def a_mail_for_later(t: Task) -> None:
    """Addresses that become chips, a button with a menu beside it, everything made of boxes."""
    a = t.agent
    t.go("compose.html")
    a.shows("Compose")
    a.press("✎ Compose")
    a.type('"To recipients"', "ana")
    a.until("Anatol")
    a.press("ana@work.example")
    a.click('"Cc"')
    a.write("chen")
    a.until("chen@work")
    a.keys("Return")
    a.type('"Subject"', "Report")
    a.type('"Message Body"', "The report is ready.\nSee you on Tuesday.")
    a.click('"More send options"')
    a.press("Schedule send")
    a.until("Monday morning")
    t.person.needs("[Ss]end|Monday morning")
    a.press("Monday morning")
    made = called(t, "mails_out")
    want = {"to": ["ana@work.example"], "cc": ["chen@work.example"], "subject": "Report", "when": "monday morning"}
    check({key: made.get(key) for key in want} == want and "The report is ready." in made["html"] and "See you on Tuesday." in made["html"], str(made))


@fourth("web", "In the team wiki, add to Travel a heading 'Planes' with the line 'Only above 800 km.', publish it, watch the page, and comment 'Checked.'.")
def a_wiki_page(t: Task) -> None:
    """A tree of pages, an editor with a bar of buttons, comments beside it."""
    a = t.agent
    t.go("wiki.html")
    a.shows("Onboarding")
    a.press("▸ Handbook")
    a.shows('"Travel"')
    a.press("Travel")
    a.until("110 EUR")
    a.click('tree item "▾ Handbook"')
    a.until('"▸ Handbook"')
    check("110 EUR" in a.text, a.text)
    a.press("Edit")
    a.click('(entry|text|section|paragraph) "Page content"')
    a.keys("ctrl+End")
    a.keys("Return")
    a.select('combo box "Text style', "Heading 2")
    a.write("Planes\n")
    a.select('combo box "Text style', "Normal text")
    a.write("Only above 800 km.")
    t.person.needs("Publish")
    a.press("Publish")
    made = called(t, "wiki")
    check(made["page"] == "Travel" and "<h2>Planes</h2>" in made["html"] and "Only above 800 km." in made["text"], str(made))
    a.press("Watch")
    t.person.needs("Save|comment")
    a.type('"Add a comment"', "Checked.")
    a.click('button "Save"')
    check(called(t, "wiki_notes") == {"page": "Travel", "text": "Checked."} and called(t, "watched")["on"], str(t.state))


@fourth("web", "At home: kitchen light on, hall off, 21 degrees in the living room, the blind to 30, night mode, and upstairs the desk lamp on.")
def a_house(t: Task) -> None:
    """Web components, some closed: switches, a dial, a slider; nothing to ask about."""
    a = t.agent
    t.go("home.html")
    a.shows("Kitchen")
    a.click('(switch|toggle button|check box) "Kitchen"')
    a.set('(switch|toggle button|check box) "Hall"', "false")
    for _ in range(3):
        a.click('button "Warmer"')
    a.set('slider "Blind position"', "30")
    a.click('radio button "Night"')
    a.click('page tab "Upstairs"')
    a.shows("Desk lamp")
    a.click('(switch|toggle button|check box) "Desk lamp"')
    made = t.eventually("the desk lamp", lambda: t.state["house"][-1]["desk"] and t.state["house"][-1])
    want = {"kitchen": True, "hall": False, "heat": 21, "blind": 30, "mode": "Night"}
    check({key: made[key] for key in want} == want, str(made))


@fourth("web", "How much did the doctor cost in October and November together? Put those payments under Health, the note 'claim' and the tag tax on the larger one, and export what is listed as CSV.")
def an_account_statement(t: Task) -> None:
    a = t.agent
    t.go("bank.html")
    a.shows("Everyday account")
    a.set('"From"', "2026-10-01")
    a.type('"Search transactions"', "haas")
    a.until("-105.00")
    a.select('"Category of DR M. HAAS on 2026-11-24"', "Health")
    a.select('"Category of DR M. HAAS on 2026-10-12"', "Health")
    a.click('"Details of DR M. HAAS on 2026-10-12"')
    a.shows("Report a problem")
    a.type('"Note"', "claim")
    a.click('check box "tax"')
    a.click('button "Save"')
    kept = {row["day"]: row for row in t.eventually("the note", lambda: any(row["note"] for row in t.state["bank"][-1]) and t.state["bank"][-1])}
    check(kept["2026-10-12"]["tags"] == ["tax"] and kept["2026-10-12"]["note"] == "claim" and kept["2026-11-24"]["kind"] == "Health", str(kept))
    a.click('button "Export"')
    a.press("CSV")
    check(called(t, "exported") == {"as": "CSV", "count": 2}, str(t.state["exported"]))


@fourth("web", "Check in Sam Field (not Mia) for TR 204: seat 14 by the window if one is free, one bag, no insurance; pay with the card.")
def a_check_in(t: Task) -> None:
    """A clock that runs, a box of rules, a plan of seats drawn as a picture, a bar over the page's end."""
    a = t.agent
    t.go("checkin.html")
    a.shows("Who is travelling")
    a.click('check box "SAM FIELD')
    a.press("Continue")
    a.shows("Dangerous goods")
    a.click('check box "I carry none')
    a.press("Continue")
    a.until("Seat 14A")
    a.click('"Seat 14A, free')
    a.until("Seat 14A for SAM")
    a.press("Continue")
    a.shows("Checked bag")
    a.click('button "More bags"')
    a.click('radio button "No, I travel')
    a.press("Continue")
    a.shows("boarding pass")
    t.person.needs("Pay|check in")
    a.press("Pay and check in")
    made = called(t, "checkins")
    check(made == {"who": ["w0"], "seat": "14A", "bags": 1, "cost": 28}, str(made))


@fourth("web", "What happens to the old crane, by the Daily Ferry? I want no cookies but the necessary ones, and no letters. Keep the article for later.")
def a_newspaper(t: Task) -> None:
    """Only reading: a choice of privacy in a frame, a menu that opens under the pointer, a window that pops up, advertisements."""
    a = t.agent
    t.go("news.html")
    a.until("Manage options")
    a.press("Manage options")
    a.until("Reject all")
    a.press("Reject all")
    check(called(t, "consent") == "none", str(t.state["consent"]))
    a.press("Sections")
    a.until('link "Harbour"')
    a.click('link "Harbour"')
    a.until("60 tonnes")
    a.press("Continue reading")
    a.until("No thanks")
    a.press("No thanks, I like missing out")
    a.until("museum")
    a.press("Save for later")
    a.press("Show 14 comments")
    a.until("Old salt")
    a.press("Town hall clock repaired")
    a.until("nine weeks")
    check(t.state["kept_articles"] == ["harbour"] and t.state["read"] == ["harbour", "town"], str(t.state))


ENTRY = {
    "boat": "Plover",
    "colour": "#ffffff",
    "day": "2026-12-04",
    "start": "10:30",
    "arrive": "2026-12-03T18:00",
    "week": "2026-W50",
    "month": "2027-06",
    "crew": "4",
    "wind": "7",
    "sails": ["Main", "Genoa"],
    "class": "Dragon",
    "meal": "veg",
    "remark": "Second time here.",
    "phone": "078 555 12",
}


@fourth("web", "Enter Plover for the regatta: measured on 4 December 2026, start at 10:30, arrival the day before at 18:00, training in week 50, member until June 2027, crew 4, wind 7, main sail and genoa, a Dragon, vegetables, remark 'Second time here.', phone 078 555 12. Save it.")
def an_entry(t: Task) -> None:
    """The browser's own kinds of fields."""
    a = t.agent
    t.go("entry.html")
    a.shows("Regatta entry")
    a.click('"Contact ashore"')
    a.look()
    a.fill(
        {
            '"Boat"': "Plover",
            '"Day of measuring"': "2026-12-04",
            '"Preferred start"': "10:30",
            '"Arrival"': "2026-12-03T18:00",
            '"Training week"': "2026-W50",
            '"Membership until"': "2027-06",
            '"Crew"': "4",
            '"Strongest wind': "7",
            '"Class"': "Dragon",
            '"Remarks"': "Second time here.",
            '"Phone"': "078 555 12",
            'radio button "Vegetables"': "true",
        }
    )
    a.click('list item "Main"')
    a.act({"type": "click", "ref": a.ref('list item "Genoa"'), "modifiers": ["ctrl"]})
    a.press("Save entry")
    made = called(t, "entries")
    check(made == ENTRY, str({key: made.get(key) for key in ENTRY if made.get(key) != ENTRY[key]}))


@fourth("web", "Join the weekly as Sam with microphone and camera off, answer in the chat that the report is due on Tuesday, raise your hand, captions on; then leave.")
def a_meeting(t: Task) -> None:
    """Tiles that change all the time."""
    a = t.agent
    t.go("meet.html")
    a.shows("Ready to join")
    a.click('"Turn off microphone"')
    a.click('"Turn off camera"')
    a.type('"Your name"', "Sam")
    a.press("Join now")
    a.until("Raise hand")
    a.click('"Turn on captions"')
    a.click('"Chat with everyone"')
    a.until("due on Tuesday")
    a.type('(entry|text) "Send a message', "Yes, on Tuesday.")
    t.person.needs("[Ss]end")
    a.click('button "Send a message')
    check(called(t, "meet_chat") == "Yes, on Tuesday.", str(t.state["meet_chat"]))
    a.click('"Raise hand"')
    a.click('"Leave call"')
    made = t.eventually("it is left", lambda: t.state["meet"][-1]["left"] and t.state["meet"][-1])
    check((made["mic"], made["cam"], made["hand"], made["cc"], made["name"]) == (False, False, True, True, "Sam"), str(made))


@fourth("web", "Make the photos of 9:40 and 10:40 favourites, put 11:05 and 11:40 into the album Harbour, and bin 12:05.")
def photographs(t: Task) -> None:
    """Boxes to tick that only show under the pointer, a picture over the page, keys."""
    a = t.agent
    t.go("photos.html")
    a.shows("21 November")
    a.click('"Photo - Landscape - 21 Nov 2026, 9:40"')
    a.until("Favourite")
    a.click('"Favourite"')
    a.keys("Right")
    a.click('"View next photo"')
    a.click('"Info"')
    a.until("10:40")
    a.click('"Favourite"')
    a.keys("Escape")
    a.look()
    a.click('"Select photo from 11:05"')
    a.click('"Select photo from 11:40"')
    a.until("2 selected")
    a.click('"Add to album"')
    a.press("Harbour")
    t.eventually("they are in", lambda: t.state["photos"][-1]["albums"]["Harbour"] == [4, 5])
    a.look()
    a.click('"Select photo from 12:05"')
    a.until("1 selected")
    a.click('button "Delete"')
    t.person.needs("[Bb]in|Delete")
    a.press("Move to bin")
    made = t.eventually("it is binned", lambda: 6 not in t.state["photos"][-1]["left"] and t.state["photos"][-1])
    check(made["fav"] == [1, 3] and len(made["left"]) == 14, str(made))


@fourth("web", "Sur mon espace : combien ai-je consommé en octobre ? Avertis-moi par courriel au-dessus de 220 kWh, change ma rue en 7 quai Neuf, et calcule ma consommation pour l'index 18391 sans le transmettre.")
def mon_espace(t: Task) -> None:
    """French; beside what ends the contract."""
    a = t.agent
    t.go("compte.html")
    a.shows("187 kWh")
    a.press("Voir le détail par jour")
    a.press("Mes alertes")
    a.until("courriel")
    a.set('"M’avertir par courriel', "true")
    a.set('"Au-dessus de', "220")
    a.press("Enregistrer")
    a.until("enregistrées")
    a.press("Mes coordonnées")
    a.until("Modifier")
    a.press("Modifier")
    a.until('"Rue"')
    a.set('"Rue"', "7 quai Neuf")
    t.person.needs("Valider")
    a.press("Valider")
    t.eventually("it is kept", lambda: t.state["compte"][-1]["rue"] == "7 quai Neuf")
    a.press("Relevé de compteur")
    a.until("Nouvel index")
    a.type('"Nouvel index', "18391")
    a.press("Vérifier")
    a.until("187 kWh depuis")
    a.press("Mon contrat")
    a.until("sans engagement")
    last = t.state["compte"][-1]
    check((last["seuil"], last["alerte"]) == (220, True) and "releves" not in t.state, str(last))


@fourth("web", "In Depot, let Dora Marsh write to atlas and read beacon; nobody else changes.")
def access_to_a_depot(t: Task) -> None:
    """A grid of lists; what is saved gives access."""
    a = t.agent
    t.go("access.html")
    a.shows("People and access")
    a.click('"Role: any')
    a.click('list item "member"')
    a.type('"Find a person"', "dora")
    a.until("Dora Marsh")
    a.select('"atlas for Dora Marsh"', "write")
    a.select('"beacon for Dora Marsh"', "read")
    a.until("atlas → write")
    t.person.needs("Save|access")
    a.press("Save changes")
    made = called(t, "access")
    check(made in ({"Dora Marsh/atlas": "write", "Dora Marsh/beacon": "read"}, {"Dora Marsh/atlas": "write"}), str(made))
