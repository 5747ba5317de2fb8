"""The blocking client against interlockd on a private desktop. Checked in the form's own report and the X server."""

from __future__ import annotations

import json
import threading
import time
import unittest

import interlock
from desk import Application, Desk, eventually

desk: Desk
form: Application


def setUpModule() -> None:
    global desk, form
    desk = unittest.enterModuleContext(Desk())
    form = desk.form()


class Acts(unittest.TestCase):
    def setUp(self) -> None:
        self.client = desk.connect()
        self.addCleanup(self.client.close)
        self.session = self.client.open_session("tester")

    def empty_note(self) -> None:
        self.session.act(interlock.click(*form.centre("note")))
        self.session.act(interlock.key("ctrl+a Delete"))
        eventually("the note is empty", lambda: form.text("note") == "")

    def test_hello_and_status(self) -> None:
        self.assertEqual(self.client.server.protocol, 1)
        self.assertEqual(self.client.server.server, "interlockd")
        status = self.client.status()
        self.assertEqual((status.state, status.mediation, status.pending), ("running", "advisory", 0))

    def test_click_tells_what_was_there(self) -> None:
        before = form.count("clicked", "Next")
        result = self.session.act(interlock.click(*form.centre("Next")), expect={"element": "Next"}, confidence=0.9)
        eventually("the form was clicked", lambda: form.count("clicked", "Next") == before + 1)
        self.assertTrue(result.executed)
        self.assertIs(result.decision, interlock.Decision.ALLOW)
        assert isinstance(result.window, interlock.Window) and isinstance(result.element, interlock.Element)
        self.assertEqual(result.window.title, "The form")
        self.assertEqual(result.element.role, "push button")
        self.assertEqual(result.element.extents.centre, form.centre("Next"))
        self.assertIsNone(result.document)

    def test_dry_run_does_nothing(self) -> None:
        before = len(form.events("press"))
        result = self.session.act(interlock.click(*form.centre("Submit Order")), dry_run=True)
        self.assertIs(result.decision, interlock.Decision.REQUIRE_CONFIRMATION)
        self.assertTrue(result.dry_run)
        self.assertFalse(result.executed)
        self.session.act(interlock.click(*form.centre("note")))  # when this has arrived, everything before it has
        eventually("the next press", lambda: len(form.events("press")) > before)
        self.assertEqual(len(form.events("press")), before + 1)

    def test_every_action_type(self) -> None:
        self.empty_note()
        note, presses = form.centre("note"), len(form.events("press"))
        typed = self.session.act(interlock.type_text("milk and honey — €"))
        self.assertEqual(typed.typed, 18)
        eventually("the note holds it", lambda: form.text("note") == "milk and honey — €")
        self.session.act(interlock.wait(600))  # otherwise GTK counts the earlier press on the note as the first of four
        self.session.act(interlock.click(*note, count=3))
        self.session.act(interlock.key("BackSpace"))
        eventually("the note is empty", lambda: form.text("note") == "")
        self.assertEqual(len(form.events("press")), presses + 3)
        self.session.act(interlock.key_down("shift"))
        self.session.act(interlock.key("a"))
        self.session.act(interlock.key_up("shift"))
        eventually("an upper-case A", lambda: form.text("note") == "A")
        self.session.act(
            interlock.sequence(
                interlock.expecting(interlock.click(*note), intent="go on", expect={"app": "python"}),
                interlock.key("End"),
                interlock.wait(10),
                interlock.type_text("b"),
            )
        )
        eventually("both letters", lambda: form.text("note") == "Ab")
        self.session.act(interlock.move(31, 37))
        self.assertEqual(desk.pointer(), (31, 37))
        x, y = form.centre("Next")
        self.session.act(interlock.scroll(x, y, dy=2))
        self.assertEqual(desk.pointer(), (x, y))
        self.session.act(interlock.drag((x, y), (x + 20, y)))
        self.assertEqual(desk.pointer(), (x + 20, y))
        before = form.count("clicked", "Next")
        self.session.act(interlock.mouse_down(x, y))
        self.session.act(interlock.mouse_up(x, y))
        eventually("pressed and let go", lambda: form.count("clicked", "Next") == before + 1)

    def test_a_person_says_yes_and_takes_their_time(self) -> None:
        before = form.count("clicked", "Submit Order")
        began = time.monotonic()

        def answer() -> None:
            question = eventually("a question", desk.pending)[0]
            time.sleep(2)
            desk.ctl("approve", str(question["id"]))

        person = threading.Thread(target=answer)
        person.start()
        result = self.session.act(interlock.click(*form.centre("Submit Order")))
        person.join()
        self.assertGreaterEqual(time.monotonic() - began, 2)
        self.assertEqual(result.outcome, "approved")
        self.assertGreaterEqual(result.ms, 2000)
        eventually("the order", lambda: form.count("clicked", "Submit Order") == before + 1)

    def test_a_person_says_no(self) -> None:
        before = form.count("clicked", "Delete account")
        person = desk.person("deny")
        with self.assertRaises(interlock.Denied) as caught:
            self.session.act(interlock.click(*form.centre("Delete account")))
        person.join()
        self.assertRegex(str(caught.exception), "^click: .*Delete account.* A person said no")
        self.assertEqual(caught.exception.result.outcome, "denied")
        person = desk.person("deny")
        result = self.session.act(interlock.click(*form.centre("Delete account")), check=False)
        person.join()
        self.assertEqual((result.executed, result.outcome), (False, "denied"))
        self.assertEqual(form.count("clicked", "Delete account"), before)

    def test_a_no_with_a_word(self) -> None:
        person = desk.person("deny", "not this account")
        with self.assertRaisesRegex(interlock.Denied, 'The person says: "not this account"\\.') as caught:
            self.session.act(interlock.click(*form.centre("Delete account")))
        person.join()
        result = caught.exception.result
        self.assertEqual(result.word, "not this account")
        self.assertIn('The person says: "not this account"', result.hints)

    def test_a_secret_by_name(self) -> None:
        secret = interlock.Secret("form", "password", (), ("python3.11", "python3.13"))
        self.assertEqual(self.session.list_secrets(), (secret,))
        self.session.act(interlock.click(*form.centre("answer")))
        result = self.session.act(interlock.type_secret("form"))
        eventually("the secret", lambda: form.text("answer") == "Py-S3cret!")
        self.assertNotIn("Py-S3cret!", json.dumps(result.raw))
        with self.assertRaisesRegex(interlock.Blocked, "no secret"):
            self.session.act(interlock.type_secret("bank"))
        self.session.act(interlock.key("ctrl+a Delete"))
        eventually("the field is empty again", lambda: form.text("answer") == "")

    def test_closing_takes_the_question_back(self) -> None:
        before = form.count("clicked", "Submit Order")

        def close() -> None:
            eventually("a question", desk.pending)
            self.client.close()

        closer = threading.Thread(target=close)
        closer.start()
        with self.assertRaisesRegex(interlock.ConnectionLost, "not known whether it was done"):
            self.session.act(interlock.click(*form.centre("Submit Order")))
        closer.join()
        eventually("no question is left", lambda: not desk.pending())
        self.assertEqual(form.count("clicked", "Submit Order"), before)

    def test_a_sequence_says_which_step(self) -> None:
        person = desk.person("deny")
        with self.assertRaisesRegex(interlock.Denied, "^sequence, step 2: .* A person said no") as caught:
            self.session.act(
                interlock.sequence(
                    interlock.move(31, 37), interlock.click(*form.centre("Delete account")), interlock.move(50, 50)
                )
            )
        person.join()
        result = caught.exception.result
        assert isinstance(result, interlock.ActResult)
        self.assertEqual([step.executed for step in result.steps], [True, False])

    def test_what_the_scope_forbids(self) -> None:
        reader = self.client.open_session("reader", scope="read")
        before = form.text("note")
        self.session.act(interlock.click(*form.centre("note")))
        with self.assertRaises(interlock.Blocked) as caught:
            reader.act(interlock.key("x"))
        self.assertEqual(caught.exception.result.rule, "scope")
        self.assertIn("(scope/", str(caught.exception))
        self.assertEqual(form.text("note"), before)

    def form_seen(self) -> interlock.Seen:
        """On a busy machine it may not answer in time at first; interlockd then reports this."""

        def whole() -> interlock.Seen | None:
            seen = self.session.observe(title="The form")
            return None if any(window.unknown or window.truncated for window in seen.windows) else seen

        seen = eventually("the form is seen", whole)
        assert seen is not None
        return seen

    def test_what_is_visible_and_acting_on_it(self) -> None:
        seen = self.form_seen()
        self.assertEqual([window.title for window in seen.windows], ["The form"])
        button = seen.find("Next", "push button")
        assert button.extents is not None
        self.assertEqual(button.extents.centre, form.centre("Next"))
        before = form.count("clicked", "Next")
        result = self.session.act(interlock.on(button.ref).click(), expect={"element": "Next"})
        assert isinstance(result.element, interlock.Element)
        self.assertEqual(result.element.name, "Next")
        eventually("the click", lambda: form.count("clicked", "Next") == before + 1)

        self.empty_note()
        entries = [e for e in seen.elements() if e.extents and e.extents.centre == form.centre("note")]
        self.session.act(interlock.on(entries[0].ref).type_text("by its ref"))
        eventually("the text", lambda: form.text("note") == "by its ref")
        secret = [e for e in self.session.observe(title="The form").elements() if e.secret]
        self.assertEqual([e.value for e in secret], [None])

        text = self.session.observe(title="The form", format="text")
        self.assertEqual(text.text.count(text.marker), 2)
        self.assertRegex(text.text, f'{button.ref} button "Next"')
        with self.assertRaisesRegex(LookupError, "0 elements are called 'Nowhere'"):
            seen.find("Nowhere")
        with self.assertRaisesRegex(interlock.Blocked, "observe again, and use a ref of that reply") as caught:
            self.session.act(interlock.on("e99999").click())
        self.assertEqual(caught.exception.result.code, "stale_ref")

    def test_what_came_of_it(self) -> None:
        seen = self.form_seen()
        self.empty_note()
        note = [e.ref for e in seen.elements() if e.extents and e.extents.centre == form.centre("note")][0]
        self.session.observe(title="The form")
        typed = self.session.act(interlock.on(note).type_text("tea"), settle=5000)
        assert typed.after is not None
        self.assertEqual((typed.after.what, typed.after.listing), ("changed", "changes"))
        self.assertIn(f'* {note} text = "tea"', typed.after.text)
        self.assertNotIn("Submit Order", typed.after.text)
        self.assertIsNone(typed.window)
        again = self.session.observe(format="text", since=typed.after.look)
        self.assertIn(f"nothing has changed since look {typed.after.look}", again.text)
        self.assertGreater(again.look, typed.after.look)
        self.assertNotIn(", at ", self.session.observe(format="text").text)
        self.assertIn(", at ", self.session.observe(format="text", places=True).text)

    def test_every_action_on_an_element(self) -> None:
        seen = self.form_seen()
        ref = seen.find("Next").ref
        note = [e.ref for e in seen.elements() if e.extents and e.extents.centre == form.centre("note")][0]
        before = form.count("clicked", "Next")
        for action in (
            interlock.on(ref).move(),
            interlock.on(ref).scroll(dy=1),
            interlock.on(note).focus(),
            interlock.on(ref).scroll_to(),
            interlock.on(ref).mouse_down(),
            interlock.on(ref).mouse_up(),
            interlock.on(ref, scroll_into_view=True).click(),
            interlock.on(ref).drag_to(form.centre("note")),
        ):
            with self.subTest(action):
                self.assertTrue(self.session.act(action).executed)
        eventually("two clicks", lambda: form.count("clicked", "Next") == before + 2)
        self.assertEqual(desk.pointer(), form.centre("note"))

    def test_pictures(self) -> None:
        picture = self.session.screenshot()
        self.assertEqual((picture.width, picture.height, picture.area), (1280, 900, interlock.Rect(0, 0, 1280, 900)))
        self.assertEqual(picture.png[:8], b"\x89PNG\r\n\x1a\n")
        x, y = form.centre("Next")
        self.session.act(interlock.move(5, 5))
        self.session.act(interlock.wait(500))  # the button fades when the pointer leaves it
        ours, theirs = desk.dir / "ours.png", desk.dir / "theirs.png"
        ours.write_bytes(self.session.screenshot(region={"x": x - 200, "y": y - 22, "width": 400, "height": 44}).png)
        crop = f"400x44+{x - 200}+{y - 22}"
        self.assertTrue(desk.succeeds("import", "-window", "root", "-crop", crop, "+repage", str(theirs)))
        self.assertTrue(desk.succeeds("compare", "-metric", "AE", str(ours), str(theirs), "null:"))
        small = self.session.screenshot(region=interlock.Rect(x - 40, y - 20, 80, 40), max_width=40)
        self.assertEqual((small.width, small.height), (40, 20))
        self.assertEqual(small.to_screen(20, 10), (x + 1, y + 1))
        with self.assertRaisesRegex(interlock.WrongArguments, "scale"):
            self.session.screenshot(max_width=40, scale=0.5)

    def test_tools_for_a_model(self) -> None:
        names = [tool["name"] for tool in self.session.tools("anthropic").tools]
        self.assertEqual(names[0], "act")
        self.assertIsNone(self.session.tools().scope)
        reader = self.client.open_session("reader", scope="read")
        offered, allowed = str(reader.tools("openai").tools), str(self.session.tools("openai").tools)
        self.assertNotIn("key_down", offered)
        self.assertIn("key_down", allowed)
        # What a model calls "act" with.
        arguments = {"action": interlock.move(51, 53), "intent": "look there", "confidence": 0.9}
        self.session.act(**arguments)  # type: ignore[arg-type]
        self.assertEqual(desk.pointer(), (51, 53))

    def test_wrong_arguments(self) -> None:
        for action, said in (
            ({"type": "click", "x": 1}, "params.action"),
            ({"type": "left_click", "x": 1, "y": 1}, "params.action.type"),
            (interlock.click(-1, 5), "params.action.x: expected an integer between 0 and 65535"),
            (interlock.key("ctrl+"), "params.action.keys"),
        ):
            with self.subTest(action), self.assertRaisesRegex(interlock.WrongArguments, said):
                self.session.act(action)
        with self.assertRaisesRegex(interlock.WrongArguments, "scope"):
            self.client.open_session("tester", scope="play")  # type: ignore[arg-type]
        self.assertTrue(self.client.connected)

    def test_a_closed_session(self) -> None:
        with self.client.open_session("short") as session:
            session.reset()
            with session.turn():
                session.act(interlock.move(10, 10))
        with self.assertRaisesRegex(interlock.NoSuchSession, "open one with session.open"):
            session.act(interlock.move(10, 10))

    def test_halted(self) -> None:
        desk.ctl("halt", self.session.id)
        with self.assertRaisesRegex(interlock.Halted, "stop, and open another one only when a person wants that"):
            self.session.act(interlock.move(10, 10))
        with self.assertRaises(interlock.Halted):
            self.session.tool_before("edit")
        self.client.open_session("another").act(interlock.move(10, 10))

    def test_paused(self) -> None:
        desk.ctl("pause")
        try:
            self.assertEqual(self.client.status().state, "paused")
            with self.assertRaisesRegex(interlock.Blocked, "paused all agents: wait, then ask again"):
                self.session.act(interlock.move(10, 10))
        finally:
            desk.ctl("resume")
        self.session.act(interlock.move(10, 10))


class Guarding(unittest.TestCase):
    def setUp(self) -> None:
        client = desk.connect()
        self.addCleanup(client.close)
        self.session = client.open_session("tester")

    def test_calls_that_go_well(self) -> None:
        @self.session.guarded
        def add(left: int, right: int = 3) -> int:
            """Adds."""
            return left + right

        self.assertEqual(add(2), 5)
        self.assertEqual((add.__name__, add.__doc__), ("add", "Adds."))
        with self.session.guard("edit", {"file": "a.c"}) as call:
            call.result = {"lines": 7}
        assert call.before is not None and call.after is not None
        self.assertTrue(call.before.may_call)
        self.assertFalse(call.after.failed)

    def test_one_that_fails_again_and_again_is_stopped(self) -> None:
        made = []

        @self.session.guarded
        def edit(file: str) -> None:
            made.append(file)
            raise OSError("no such file")

        with self.session.turn():
            for _ in range(5):
                with self.assertRaisesRegex(OSError, "no such file"):
                    edit("a.c")
            with self.assertRaisesRegex(interlock.Blocked, r"^tool 'edit': .*\(loop/exact_failure\)"):
                edit("a.c")
        self.assertEqual(len(made), 5, "what is blocked is not called")
        with self.session.turn(), self.assertRaises(OSError):
            edit("a.c")

    def test_a_failure_without_an_exception(self) -> None:
        with self.session.guard("fetch", ["http://127.0.0.1/"]) as call:
            call.result, call.is_error = "status 500", True
        assert call.after is not None
        self.assertTrue(call.after.failed)

    def test_a_coroutine_function_is_refused(self) -> None:
        async def fetch() -> None:
            ...

        with self.assertRaisesRegex(TypeError, "AsyncSession"):
            self.session.guarded(fetch)


class Restart(unittest.TestCase):
    def test_nothing_is_sent_twice(self) -> None:
        with desk.connect() as client:
            session = client.open_session("tester")
            before = form.count("clicked", "Next")
            session.act(interlock.click(*form.centre("Next")))
            desk.stop_daemon()
            desk.start_daemon()
            with self.assertRaisesRegex(interlock.NotConnected, r"Nothing was asked\. Call reconnect") as caught:
                session.act(interlock.click(*form.centre("Next")))
            self.assertNotIsInstance(caught.exception, interlock.ConnectionLost)
            self.assertFalse(client.connected)
            client.reconnect()
            with self.assertRaisesRegex(interlock.NoSuchSession, "ended with its connection; open a new one"):
                session.act(interlock.click(*form.centre("Next")))
            client.open_session("again").act(interlock.click(*form.centre("Next")))
            eventually("two clicks", lambda: form.count("clicked", "Next") == before + 2)

    def test_while_a_person_is_asked(self) -> None:
        with desk.connect() as client:
            session = client.open_session("tester")
            before = form.count("clicked", "Submit Order")

            def restart() -> None:
                eventually("a question", desk.pending)
                desk.stop_daemon()

            breaker = threading.Thread(target=restart)
            breaker.start()
            with self.assertRaises(interlock.NotConnected):
                session.act(interlock.click(*form.centre("Submit Order")))
            breaker.join()
            with self.assertRaisesRegex(interlock.NotConnected, "Is it running"):
                client.reconnect()
            desk.start_daemon()
            client.reconnect()
            client.open_session("again").act(interlock.move(20, 20))
            self.assertEqual(form.count("clicked", "Submit Order"), before)


if __name__ == "__main__":
    unittest.main()
