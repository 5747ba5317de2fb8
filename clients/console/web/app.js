// The page: signing in, the parts, and what changes.
import {picture, Problem, read, send} from "/calls.js";
import {announce, make, marked} from "/dom.js";
import {groupCard, questionCard, unconfirmedText} from "/question.js";
import {newPasskey} from "/statement.js";
import {pauseDesktop, takenHere, takenThere} from "/takeover.js";

const at = (id) => document.getElementById(id);
const cards = new Map(), groups = new Map();
let state = null, part = "inbox", viewing = 0, desktopsShown = null, deadline = 0;

export function tell(text) {
  at("notice").textContent = text;
  setTimeout(() => { if (at("notice").textContent === text) at("notice").textContent = ""; }, 6000);
}

const parts = {
  inbox: {name: "Inbox", show: inbox},
  desktops: {name: "Desktops", show: desktops, when: () => state.desktops},
  live: {name: "Live", show: live, when: () => state.may_view},
  sessions: {name: "Sessions", show: sessions, when: () => state.may_control},
  history: {name: "History", show: history, when: () => state.may_control || state.desktops},
  policy: {name: "Policy", show: policy, when: () => state.may_control},
  passkey: {name: "Passkey", show: passkey},
};

const nothingOpen = () => make("p", {class: "empty"}, state.trouble
  ? (state.desktops ? state.trouble : `interlockd cannot be reached: ${state.trouble}`) : "Nothing waits for an answer.");

/** Stands before the questions: what became of a yes must not be missed. */
function unconfirmedCard() {
  const texts = state.unconfirmed.map(unconfirmedText), known = at("unconfirmed");
  if (known?.dataset.texts === JSON.stringify(texts)) return;
  known?.remove();
  if (!texts.length) return;
  at("main").prepend(make("section", {class: "card", id: "unconfirmed", "data-texts": JSON.stringify(texts), "aria-label": "Answers without a confirmation"},
    make("h2", {}, "Answers without a confirmation"), ...texts.map((text) => make("p", {}, ...marked(text)))));
  announce(texts.at(-1));
}

/** Equal questions of several desktops are one card. */
function groupedInbox() {
  const main = at("main");
  const now = new Map();
  for (const question of state.questions) {
    // A signature changes the group of a question: more of them are needed, or another person's.
    if (!now.has(question.group)) now.set(question.group, []);
    now.get(question.group).push(question);
  }
  for (const [key, group] of groups) if (!now.has(key)) { group.element.remove(); groups.delete(key); }
  main.querySelector(".empty")?.remove();
  for (const [key, questions] of now) {
    if (!groups.has(key)) {
      groups.set(key, groupCard(questions[0], tell));
      announce(`New question: ${questions[0].headline}, asked by ${questions[0].agent} on ${questions[0].desktop}`);
    }
    const group = groups.get(key);
    group.update(questions);
    if (!group.element.isConnected) main.append(group.element);
  }
  if (!now.size) main.append(nothingOpen());
  unconfirmedCard();
}

const taken = new Map();  // desktops that were taken over here, until they are handed back

async function takeOverThere(desktop, button) {
  button.disabled = true;
  try {
    taken.set(desktop, await pauseDesktop(desktop));
    tell("You have taken over.");
  } catch (error) {
    tell(error.name === "NotAllowedError" ? "The passkey was not used: nothing is paused." : error.message);
  }
  desktopsShown = null;
  if (part === "desktops") desktops();
}

function desktopRow({name, state: now}) {
  const words = {waiting: "interlockd does not answer"}, connected = now === "online" || now === "paused";
  const about = taken.get(name);
  if (about && now === "paused") about.paused = true;
  else if (about?.paused) taken.delete(name);
  const button = make("button", {class: "no", type: "button", "data-take": name, disabled: !connected, onclick: () => takeOverThere(name, button)}, "Take over");
  return make("div", {class: "row", "data-desktop": name}, make("div", {class: "grow"}, name),
    make("span", {class: "tag " + (now === "online" ? "allow" : "halt")}, words[now] ?? now), button,
    taken.has(name) ? takenThere(name, taken.get(name)) : "");
}

async function desktops() {
  if (desktopsShown === state.desktops_version && at("main").childElementCount) return;
  desktopsShown = state.desktops_version;
  const list = (await read("/api/desktops")).desktops;
  if (part !== "desktops") return;
  const rank = {offline: 0, waiting: 1, paused: 2, online: 3};
  list.sort((a, b) => rank[a.state] - rank[b.state] || a.name.localeCompare(b.name));
  const focused = document.activeElement?.dataset?.take;
  at("main").replaceChildren(make("div", {class: "card"}, make("h2", {}, "Desktops"),
    make("p", {class: "by"}, `${state.desktops.online + state.desktops.paused} of ${list.length} are online. Taking one over pauses its agents by your passkey.`),
    ...list.map(desktopRow)));
  if (focused) at("main").querySelector(`[data-take="${CSS.escape(focused)}"]`)?.focus();
}

function inbox() {
  if (state.desktops) return groupedInbox();
  const main = at("main");
  const open = new Set(state.questions.map((question) => question.id));
  for (const [id, card] of cards) if (!open.has(id)) { card.remove(); cards.delete(id); }
  for (const question of state.questions) {
    const key = question.id;
    // A card stays as it is while its question is open, so that nothing moves under a finger; signatures alone change it.
    const known = cards.get(key);
    if (known && known.dataset.signed === String(question.signed_by.length)) continue;
    const card = questionCard(question, tell);
    card.dataset.signed = String(question.signed_by.length);
    if (known) known.replaceWith(card);
    else announce(`New question: ${question.headline}, asked by ${question.agent}`);
    cards.set(key, card);
  }
  main.querySelector(".empty")?.remove();
  for (const question of state.questions) if (!cards.get(question.id).isConnected) main.append(cards.get(question.id));
  if (!state.questions.length) main.append(nothingOpen());
}

async function live() {
  const mine = ++viewing;
  const image = make("img", {class: "screen", alt: "The screen, with secrets masked"});
  at("main").replaceChildren(make("div", {class: "card"}, make("h2", {}, "Live"), make("p", {class: "by"}, "Once a second; masked as for an agent."), image));
  while (part === "live" && mine === viewing) {
    const png = document.hidden ? null : await picture("/api/view");
    if (png) {
      const old = image.src;
      image.src = URL.createObjectURL(new Blob([png], {type: "image/png"}));
      if (old) URL.revokeObjectURL(old);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

const order = (path, params, done) => () => send(path, params).then(() => tell(done), (error) => tell(error.message));

let vnc = null;

async function takeOver() {
  try {
    vnc = (await send("/api/takeover")).vnc ?? "";
    tell("You have taken over.");
    if (part === "sessions") sessions();
  } catch (error) { tell(error.message); }
}

/** How to reach a desktop that was taken over. */
function takenOver() {
  if (state.status?.state !== "paused") vnc = null;
  return vnc === null ? null : takenHere(vnc);
}

function sessions() {
  const list = (state.status?.sessions ?? []).map((session) => make("div", {class: "row"},
    make("div", {class: "grow"}, ...marked(session.name), make("small", {}, `${session.peer?.program ?? "?"} · ${session.actions} actions · ${session.mediation}`)),
    session.halted ? make("span", {class: "tag halt"}, "halted") : make("button", {class: "no", type: "button", onclick: order("/api/halt", {session: session.id}, "Halted.")}, "Halt")));
  at("main").replaceChildren(make("div", {class: "card"}, make("h2", {}, "Sessions"),
    make("p", {class: "by"}, state.status?.state === "paused" ? "Paused: agents do nothing and see nothing until 'interlockctl resume'." : "Agents may act within the policy."),
    make("div", {class: "acts"},
      make("button", {class: "yes", type: "button", onclick: takeOver}, "Take over"),
      make("button", {class: "no", type: "button", onclick: order("/api/pause", {}, "Paused.")}, "Pause all"),
      make("button", {class: "no", type: "button", onclick: order("/api/halt", {}, "All sessions halted.")}, "Halt all")),
    takenOver() ?? "", make("h3", {}, "Agents"), ...(list.length ? list : [make("p", {class: "empty"}, "No agent is connected.")])));
}

const historyRow = (each) => make("div", {class: "row"},
  make("div", {class: "grow"}, ...marked(each.action ?? each.id ?? ""), make("small", {}, ...marked([each.desktop, each.agent, each.window ?? each.tool, each.reason].filter(Boolean).join(" · ")))),
  make("span", {class: "tag " + (each.outcome ?? each.decision)}, (each.outcome ?? each.decision ?? "").replaceAll("_", " ")),
  make("time", {datetime: each.time}, new Date(each.time).toLocaleString()));

let kept = [];  // once older entries were asked for: all that were shown, the newest first

async function showOlder() {
  if (!kept.length) kept = [...state.history];
  const oldest = kept.at(-1);
  if (!oldest) return;
  try {
    const found = (await read(`/api/history?before=${oldest.time}`)).history;
    kept.push(...found);
    if (!found.length) tell("There is nothing older.");
    if (part === "history") history();
  } catch (error) { tell(error.message); }
}

function history() {
  if (kept.length) {
    // What is new comes before it, and what left the newest ones meanwhile stays.
    const known = new Set(kept.map((each) => JSON.stringify(each)));
    kept.unshift(...state.history.filter((each) => !known.has(JSON.stringify(each))));
  }
  const focused = document.activeElement?.matches("[data-older]");
  const list = (kept.length ? kept : state.history).map(historyRow);
  const about = state.desktops ? "Questions that came in, and what became of answers given here." : "Decisions; 'interlockctl audit' has all.";
  at("main").replaceChildren(make("div", {class: "card"}, make("h2", {}, "History"), make("p", {class: "by"}, about),
    ...(list.length ? list : [make("p", {class: "empty"}, "Nothing was decided yet.")]),
    make("div", {class: "acts more"}, make("button", {type: "button", "data-older": "", onclick: showOlder}, "Older"))));
  if (focused) at("main").querySelector("[data-older]").focus({preventScroll: true});
}

function policy() {
  const about = state.status?.policy ?? {};
  at("main").replaceChildren(make("div", {class: "card"}, make("h2", {}, "Policy"), make("p", {class: "by"}, `${about.source ?? "unknown"} · ${about.rules ?? 0} rules of your own`),
    state.policy_text ? make("pre", {tabindex: "0"}, state.policy_text) : make("p", {}, "A preset that comes with interlock: see docs/policy.md.")));
}

function passkey() {
  const line = make("pre", {hidden: true});
  const create = async () => {
    try {
      line.textContent = await newPasskey("interlock approver");
      line.hidden = false;
    } catch (error) { tell(error.message); }
  };
  at("main").replaceChildren(make("div", {class: "card"}, make("h2", {}, "A passkey for approvals"),
    make("p", {}, "Makes a passkey on this device. It approves nothing until its line stands under the keys of an approver in the policy, and the policy was reloaded."),
    make("div", {class: "acts"}, make("button", {class: "yes", type: "button", onclick: create}, "Make a passkey")), line,
    make("div", {class: "row"}, make("div", {class: "grow"}, "This browser is signed in."),
      make("button", {type: "button", onclick: () => send("/api/logout").then(() => location.reload())}, "Sign out"))));
}

function navigation() {
  const buttons = Object.entries(parts).filter(([, each]) => !each.when || each.when()).map(([id, each]) =>
    make("button", {type: "button", "aria-current": id === part ? "page" : null, "data-part": id, onclick: () => open(id),
      "aria-label": id === "inbox" && state.questions.length ? `${each.name}, ${state.questions.length} waiting` : null}, each.name,
      id === "inbox" && state.questions.length ? make("span", {class: "count"}, String(state.questions.length)) : null));
  const focused = document.activeElement?.dataset?.part;
  at("nav").replaceChildren(...buttons);
  if (focused) at("nav").querySelector(`[data-part="${CSS.escape(focused)}"]`)?.focus();
}

function open(id) {
  part = id;
  cards.clear();
  groups.clear();
  at("main").replaceChildren();
  navigation();
  parts[part].show();
}

/** A screen reader says it whenever it is set, so not without a change. */
function showState(text) {
  if (at("state").textContent !== text) at("state").textContent = text;
}

function show(fresh) {
  state = fresh;
  for (const question of state.questions) question.closes = performance.now() + question.expires_in_ms;
  const status = state.status;
  const online = state.desktops && state.desktops.online + state.desktops.paused;
  const known = state.desktops && online + state.desktops.waiting + state.desktops.offline;
  at("where").textContent = state.desktops ? `${online} of ${known} desktops online` : state.questions[0]?.statement.match(/^desktop (.*)$/m)?.[1] ?? "";
  showState(state.trouble ? "not connected" : status?.state ?? "connected");
  at("state").className = state.trouble || (status && status.state !== "running") ? "bad" : "";
  document.title = (state.questions.length ? `(${state.questions.length}) ` : "") + "interlock";
  navigation();
  if (part !== "live" && part !== "passkey") parts[part].show();
  watchDeadlines();
}

/** A deadline passes without an event: what is shown is read again then. */
function watchDeadlines() {
  clearTimeout(deadline);
  const left = [...state.questions, ...(state.unconfirmed ?? [])].map((each) => each.expires_in_ms).filter((ms) => ms > 0);
  if (left.length) deadline = setTimeout(() => read("/api/state").then(show, () => {}), Math.min(...left, 86400000) + 500);
}

function follow() {
  const events = new EventSource("/api/events");
  events.onmessage = (event) => show(JSON.parse(event.data));
  events.onerror = () => {
    showState("connecting");
    if (events.readyState === EventSource.CLOSED) setTimeout(start, 2000);
  };
}

async function start() {
  const link = location.hash.match(/^#login=([0-9a-f]{64})$/)?.[1];
  window.history.replaceState(null, "", "/");
  try {
    if (link) await send("/api/login", {link});
    show(await read("/api/state"));
    follow();
  } catch (error) {
    if (!(error instanceof Problem)) setTimeout(start, 2000);
    at("nav").replaceChildren();
    at("main").replaceChildren(make("p", {class: "empty"}, error instanceof Problem ? error.message : "The console cannot be reached."));
  }
}

start();
