// Taking over a desktop: its agents are paused, and a person goes to its screen.
import {read, send} from "/calls.js";
import {make} from "/dom.js";
import {sign, statementFor, valueOf} from "/statement.js";

/** Pauses a desktop behind a broker by a signature: whose it was, as the statement says, and the path of its VNC socket there ("" without one). */
export async function pauseDesktop(desktop) {
  const question = await read(`/api/takeover?desktop=${desktop}`);
  // The statement is of these rows, so nothing else can be signed in the place of a pause.
  if (JSON.stringify(question.done) !== '[["pause","all agents"]]') throw new Error("this is not the question of a pause");
  const signature = await sign(await statementFor(question, "once", null));
  const said = await send("/api/answer", {desktop, id: question.id, approve: true, lifespan: "once", signature});
  return {of: valueOf(question.statement, "desktop"), vnc: said.vnc ?? ""};
}

const tunnel = (vnc, host) => [make("pre", {}, `ssh -N -L 5900:${vnc} ${host}`),
  make("p", {}, "and then ", make("a", {href: "vnc://localhost:5900"}, "open VNC"))];

/** What to do after taking over this machine's desktop. */
export const takenHere = (vnc) => make("div", {class: "taken"},
  make("p", {}, "Agents do nothing and see nothing until 'interlockctl resume' hands the desktop back."),
  ...(vnc ? [make("p", {}, "On this machine:"), make("pre", {}, `vncviewer ${vnc}`), make("p", {}, "From another one:"), ...tunnel(vnc, location.hostname)]
    : [make("p", {}, "This desktop has no VNC: go to its screen.")]));

/** The same behind a broker, which may lie about what the desktop said. */
export const takenThere = (desktop, {of, vnc}) => make("div", {class: "taken", "data-taken": desktop},
  make("p", {}, `You signed a pause of ${of}, and ${desktop} reports that its agents do nothing and see nothing until 'interlockctl resume' hands it back.`),
  make("p", {}, "This report came through the broker. Before you type anything there that agents must not see, let the desktop itself tell you:"),
  make("pre", {}, `ssh ${desktop} interlockctl pause`),
  ...(vnc ? [make("p", {}, `To its screen, from a machine that reaches it by ssh (if ${desktop} is not its host name, put that in its place):`), ...tunnel(vnc, desktop)]
    : [make("p", {}, "It has no VNC: go to its screen. From elsewhere only desktops that 'interlockctl desktop --vnc' made can be seen, and none of a container or pod.")]));
