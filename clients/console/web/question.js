// One open question: what is asked, whole, and the ways to answer it.
import {picture, send} from "/calls.js";
import {make, rows} from "/dom.js";
import {sign, statementFor} from "/statement.js";

const spans = {once: "for this once", session: "for this session", "10m": "for 10 minutes"};

function countdown(closes, total) {
  const bar = make("progress", {max: String(total), "aria-label": "Time left"});
  const text = make("span", {"aria-hidden": "true"});
  const update = () => {
    const left = Math.max(0, closes - performance.now());
    bar.value = left;
    text.textContent = left > 0 ? `${Math.ceil(left / 1000)} s left, then it is a no` : "closed";
    if (!bar.isConnected && bar.dataset.shown) clearInterval(timer);
    if (bar.isConnected) bar.dataset.shown = "1";
  };
  const timer = setInterval(update, 500);
  update();
  return make("div", {class: "time"}, bar, text);
}

/** The card of a question. `tell` shows a notice. */
export function questionCard(question, tell) {
  let shown = null;
  const select = make("select", {"aria-label": "How long the yes holds"},
    ...question.lifespans.map((span) => make("option", {value: span}, spans[span] ?? span)));
  const yes = make("button", {class: "yes", type: "button"}, "Approve with passkey");
  const no = make("button", {class: "no", type: "button"}, "Deny");
  const busy = (state) => { yes.disabled = no.disabled = select.disabled = state; };
  yes.addEventListener("click", async () => {
    busy(true);
    try {
      const lifespan = select.value;
      const signature = await sign(await statementFor(question, lifespan, shown));
      const answer = await send("/api/answer", {id: question.id, approve: true, lifespan, signature});
      tell(answer.outcome === "approved" ? "Approved." : `Signed by ${answer.approver}: ${answer.signatures} of ${answer.needed}.`);
    } catch (error) {
      tell(error.name === "NotAllowedError" ? "The passkey was not used: nothing is approved." : error.message);
    } finally {
      busy(false);
    }
  });
  no.addEventListener("click", async () => {
    busy(true);
    await send("/api/answer", {id: question.id, approve: false}).then(() => tell("Denied."), (error) => tell(error.message));
    busy(false);
  });
  const card = make("article", {class: "card question", "data-id": question.id, "aria-label": question.headline},
    make("h2", {}, question.headline + "?"),
    make("p", {class: "by"}, `${question.agent} asks` + (question.needed > 1 ? ` · ${question.needed} people must sign` +
      (question.signed_by.length ? `, ${question.signed_by.join(" and ")} did` : "") : "")),
    rows(question.shown), countdown(question.closes ?? performance.now() + question.expires_in_ms, question.expires_in_ms),
    make("div", {class: "acts"}, yes, question.lifespans.length > 1 ? select : null, no),
    make("details", {}, make("summary", {}, "What would be done, and what you sign"), rows(question.done), make("pre", {}, question.statement)));
  if (question.picture) showPicture(card, question, (png) => { shown = png; });
  return card;
}

async function showPicture(card, question, seen) {
  card.classList.add("pictured");
  const png = await picture(`/api/picture?id=${question.id}`);
  if (!png) return;
  seen(png);
  const image = make("img", {alt: "The place on the screen, outlined"});
  image.src = URL.createObjectURL(new Blob([png], {type: "image/png"}));
  image.addEventListener("load", () => URL.revokeObjectURL(image.src));
  card.querySelector(".by").after(make("figure", {}, image, make("figcaption", {}, "Where it would act; what is secret is masked")));
}
