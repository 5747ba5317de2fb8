"""The asyncio client against interlockd on a private desktop."""

from __future__ import annotations

import asyncio
import unittest
from collections.abc import Callable

import interlock
from desk import Application, Desk, eventually

desk: Desk
form: Application


def setUpModule() -> None:
    global desk, form
    desk = unittest.enterModuleContext(Desk())
    form = desk.form()


async def until(what: str, probe: Callable[[], object]) -> None:
    await asyncio.to_thread(lambda: eventually(what, probe))


class Asyncio(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.client = await interlock.connect_async("tester", desk.socket)
        self.addAsyncCleanup(self.client.close)
        self.session = await self.client.open_session("tester")

    async def test_acts(self) -> None:
        before = form.count("clicked", "Next")
        result = await self.session.act(interlock.click(*form.centre("Next")), expect={"element": "Next"})
        self.assertTrue(result.executed)
        await until("the click", lambda: form.count("clicked", "Next") == before + 1)
        await self.session.act(interlock.move(41, 43))
        self.assertEqual(await asyncio.to_thread(desk.pointer), (41, 43))
        await self.session.reset()

    async def test_others_go_on_while_a_person_is_asked(self) -> None:
        before = form.count("clicked", "Submit Order")
        waiting = asyncio.create_task(self.session.act(interlock.click(*form.centre("Submit Order"))))
        await until("a question", desk.pending)
        statuses = await asyncio.gather(*(self.client.status() for _ in range(10)))
        self.assertEqual([status.pending for status in statuses], [1] * 10)
        self.assertFalse(waiting.done())
        await asyncio.to_thread(desk.ctl, "approve", str(desk.pending()[0]["id"]))
        self.assertEqual((await waiting).outcome, "approved")
        await until("the order", lambda: form.count("clicked", "Submit Order") == before + 1)

    async def test_a_person_says_no(self) -> None:
        person = desk.person("deny")
        with self.assertRaisesRegex(interlock.Denied, "A person said no"):
            await self.session.act(interlock.click(*form.centre("Delete account")))
        person.join()

    async def test_cancelling_takes_the_question_back(self) -> None:
        before = form.count("clicked", "Submit Order")
        with self.assertRaises(TimeoutError):
            async with asyncio.timeout(1.5):
                await self.session.act(interlock.click(*form.centre("Submit Order")))
        await until("no question is left", lambda: not desk.pending())
        self.assertFalse(self.client.connected)
        with self.assertRaisesRegex(interlock.NotConnected, "an action that was cancelled closed the connection"):
            await self.client.status()
        await self.client.reconnect()
        with self.assertRaisesRegex(interlock.NoSuchSession, "ended with its connection"):
            await self.session.act(interlock.move(1, 1))
        await (await self.client.open_session("again")).act(interlock.move(1, 1))
        self.assertEqual(form.count("clicked", "Submit Order"), before)

    async def test_restart(self) -> None:
        before = form.count("clicked", "Submit Order")
        waiting = asyncio.create_task(self.session.act(interlock.click(*form.centre("Submit Order"))))
        await until("a question", desk.pending)
        await asyncio.to_thread(desk.stop_daemon)
        with self.assertRaises(interlock.NotConnected):
            await waiting
        with self.assertRaisesRegex(interlock.NotConnected, "Is it running"):
            await self.client.reconnect()
        await asyncio.to_thread(desk.start_daemon)
        await self.client.reconnect()
        async with await self.client.open_session("again") as session:
            await session.act(interlock.move(3, 3))
        self.assertEqual(form.count("clicked", "Submit Order"), before)

    async def test_halted_and_wrong_arguments(self) -> None:
        with self.assertRaisesRegex(interlock.WrongArguments, "params.action.x"):
            await self.session.act(interlock.click(-1, 1))
        await asyncio.to_thread(desk.ctl, "halt", self.session.id)
        with self.assertRaises(interlock.Halted):
            await self.session.act(interlock.move(1, 1))

    async def test_guard(self) -> None:
        made = []

        @self.session.guarded
        async def fetch(url: str) -> str:
            made.append(url)
            if url.endswith("missing"):
                raise OSError("404")
            return "found"

        self.assertEqual(await fetch("there"), "found")
        async with self.session.turn():
            for _ in range(5):
                with self.assertRaisesRegex(OSError, "404"):
                    await fetch("missing")
            with self.assertRaises(interlock.Blocked):
                await fetch("missing")
        self.assertEqual(len(made), 6)
        async with self.session.guard("look") as call:
            call.result = "nothing"
        assert call.after is not None
        self.assertFalse(call.after.failed)
        with self.assertRaisesRegex(TypeError, "guard it by a Session"):
            self.session.guarded(lambda: None)  # type: ignore[arg-type, return-value]


if __name__ == "__main__":
    unittest.main()
