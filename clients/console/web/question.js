// One open question: what is asked, whole, and the ways to answer it.
import {picture, send} from "/calls.js";
import {announce, make, rows} from "/dom.js";
import {sign, statementFor} from "/statement.js";

const spans = {once: "for this once", session: "for this session", "10m": "for 10 minutes"};

const soon = 30000;  // ms before its deadline at which a screen reader says that a question closes

/** For a screen reader, which would read out each change: in steps of ten seconds, or of minutes. */
const spoken = (left) => left > 90000 ? `${Math.ceil(left / 60000)} minutes left` : `${Math.ceil(left / 10000) * 10} seconds left`;

function countdown(question, closes, total) {
  const bar = make("progress", {max: String(total), "aria-label": "Time left"});
  const text = make("span", {"aria-hidden": "true"});
  let announced = closes - performance.now() <= soon;
  const update = () => {
    if (!bar.isConnected && bar.dataset.shown) return clearInterval(timer);
    if (bar.isConnected) bar.dataset.shown = "1";
    const left = Math.max(0, closes - performance.now());
    bar.value = left;
    if (bar.getAttribute("aria-valuetext") !== spoken(left)) bar.setAttribute("aria-valuetext", spoken(left));
    text.textContent = left > 0 ? `${Math.ceil(left / 1000)} s left, then it is a no` : "closed";
    if (left > soon || announced) return;
    announced = true;
    announce(`${question.headline}, asked by ${question.agent}: ${spoken(left)}, then it is a no`);
  };
  const timer = setInterval(update, 500);
  update();
  return make("div", {class: "time"}, bar, text);
}

/** The ways to answer a question; `seen` returns its picture as it is shown, or null. `busy(true)` while it is offline. */
function answers(question, seen, tell) {
  const select = make("select", {"aria-label": "How long the yes holds"},
    ...question.lifespans.map((span) => make("option", {value: span}, spans[span] ?? span)));
  const yes = make("button", {class: "yes", type: "button"}, "Approve with passkey");
  const no = make("button", {class: "no", type: "button"}, "Deny");
  const busy = (state) => { yes.disabled = no.disabled = select.disabled = state; };
  const about = {desktop: question.desktop, id: question.id};
  yes.addEventListener("click", async () => {
    busy(true);
    try {
      const lifespan = select.value;
      const signature = await sign(await statementFor(question, lifespan, seen()));
      const answer = await send("/api/answer", {...about, approve: true, lifespan, signature});
      tell(answer.outcome === "approved" ? "Approved." : `Signed by ${answer.approver}: ${answer.signatures} of ${answer.needed}.`);
    } catch (error) {
      tell(error.name === "NotAllowedError" ? "The passkey was not used: nothing is approved." : error.message);
    } finally {
      busy(false);
    }
  });
  no.addEventListener("click", async () => {
    busy(true);
    await send("/api/answer", {...about, approve: false}).then(() => tell("Denied."), (error) => tell(error.message));
    busy(false);
  });
  return {acts: make("div", {class: "acts"}, yes, question.lifespans.length > 1 ? select : null, no), busy};
}

const askedBy = (question) => `${question.agent} asks` + (question.needed > 1 ? ` · ${question.needed} people must sign` +
  (question.signed_by.length ? `, ${question.signed_by.join(" and ")} did` : "") : "");

const timeOf = (question) => countdown(question, question.closes ?? performance.now() + question.expires_in_ms, question.expires_in_ms);

const signedPart = (question) => make("details", {}, make("summary", {}, "What would be done, and what you sign"),
  rows(question.done), make("pre", {}, question.statement));

/** The card of a question. `tell` shows a notice. */
export function questionCard(question, tell) {
  let shown = null;
  const card = make("article", {class: "card question", "data-id": question.id, "aria-label": question.headline},
    make("h2", {}, question.headline + "?"), make("p", {class: "by"}, askedBy(question)),
    rows(question.shown), timeOf(question), answers(question, () => shown, tell).acts, signedPart(question));
  if (question.picture) showPicture(card, question, (png) => { shown = png; });
  return card;
}

/** One card for equal questions of several desktops, each with its own answer and signature. update() adds and takes away rows, and moves nothing else. */
export function groupCard(first, tell) {
  let shown = null;
  const members = new Map();
  const by = make("p", {class: "by"});
  const list = make("div", {class: "members"});
  const element = make("article", {class: "card question", "aria-label": first.headline},
    make("h2", {}, first.headline + "?"), by, rows(first.shown), list);
  if (first.picture) showPicture(element, first, (png) => { shown = png; });
  const update = (questions) => {
    const open = new Set(questions.map((question) => `${question.desktop} ${question.id}`));
    for (const [key, member] of members) if (!open.has(key)) { member.row.remove(); members.delete(key); }
    for (const question of questions) {
      const key = `${question.desktop} ${question.id}`;
      let member = members.get(key);
      if (!member) {
        const tag = make("span", {class: "tag halt", hidden: true}, "offline");
        const {acts, busy} = answers(question, () => shown, tell);
        const row = make("section", {class: "member", "data-id": question.id, "aria-label": question.desktop},
          make("h3", {}, question.desktop, " ", tag), timeOf(question), acts, signedPart(question));
        member = {row, tag, busy, offline: false};
        members.set(key, member);
        list.append(row);
      }
      if (member.offline !== !question.online) {
        member.offline = !question.online;
        member.tag.hidden = question.online;
        member.busy(member.offline);
      }
    }
    by.textContent = askedBy(first) + (members.size > 1 ? ` · the same on ${members.size} desktops, answered one by one` : "");
  };
  return {element, update};
}

/** What became of an answer whose desktop did not confirm it in time. */
export function unconfirmedText({desktop, action, approve, expires_in_ms: left, said}) {
  const answer = `Your ${approve ? "yes" : "no"} to "${action}" on ${desktop}`;
  if (said) return `${answer}: ${desktop} reports "${said}".`;
  return `${answer} is not confirmed. ` + (left === 0 ? `Its time is over: if it arrives now it is refused. What counts is the audit log of ${desktop}.`
    : "Its question is still open: it counts if it arrives in time.");
}

async function showPicture(card, question, seen) {
  card.classList.add("pictured");
  const png = await picture(`/api/picture?id=${question.id}` + (question.desktop ? `&desktop=${question.desktop}` : ""));
  if (!png) return;
  seen(png);
  const image = make("img", {alt: "The place on the screen, outlined"});
  image.src = URL.createObjectURL(new Blob([png], {type: "image/png"}));
  image.addEventListener("load", () => URL.revokeObjectURL(image.src));
  card.querySelector(".by").after(make("figure", {}, image, make("figcaption", {}, "Where it would act; what is secret is masked")));
}
