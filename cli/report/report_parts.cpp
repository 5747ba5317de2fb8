#include "cli/report/report_parts.h"

namespace interlock::cli {

const std::string_view report_style = R"(
:root { color-scheme: light dark; --ink: #1c2126; --soft: #5d6770; --line: #d8dde2; --ground: #fff; --raised: #f5f7f9;
  --allow: #2e7d46; --warn: #9a6700; --ask: #1f6feb; --block: #c62828; --halt: #7b1fa2; --note: #5d6770; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ec; --soft: #9aa5af; --line: #363d44; --ground: #15191d;
  --raised: #1e2429; --allow: #57b874; --warn: #d9a530; --ask: #6ba6ff; --block: #ff7a70; --halt: #c98ae6; --note: #9aa5af; } }
body { font: 15px/1.45 system-ui, "DejaVu Sans", sans-serif; color: var(--ink); background: var(--ground); margin: 0 auto;
  max-width: 1100px; padding: 24px 20px 60px; }
h1 { font-size: 22px; margin: 0 0 4px; overflow-wrap: anywhere; }
.about { color: var(--soft); margin: 0 0 16px; overflow-wrap: anywhere; }
.counts { display: flex; flex-wrap: wrap; gap: 8px; padding: 0; margin: 0 0 14px; list-style: none; }
.counts li { border: 1px solid var(--line); border-radius: 6px; padding: 4px 12px; background: var(--raised); }
.counts b { font-size: 18px; margin-right: 6px; }
.line { display: block; width: 100%; height: 46px; background: var(--raised); border: 1px solid var(--line);
  border-radius: 6px; }
.ends { display: flex; justify-content: space-between; color: var(--soft); font-size: 12px; margin: 2px 0 14px; }
.filters { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 12px; align-items: center; padding: 10px 0;
  background: var(--ground); border-bottom: 1px solid var(--line); z-index: 1; }
.filters label { display: flex; gap: 6px; align-items: center; color: var(--soft); }
.filters input, .filters select { font: inherit; color: var(--ink); background: var(--raised); padding: 3px 8px;
  border: 1px solid var(--line); border-radius: 5px; }
.row { border-bottom: 1px solid var(--line); }
.row > summary { display: grid; grid-template-columns: 84px 74px minmax(0, 1fr) auto; gap: 12px; padding: 8px 4px;
  cursor: pointer; list-style: none; align-items: baseline; }
.row > summary::-webkit-details-marker { display: none; }
.row > summary:hover { background: var(--raised); }
.time { color: var(--soft); font-variant-numeric: tabular-nums; }
.badge { color: var(--c); border: 1px solid var(--c); border-radius: 4px; text-align: center; font-size: 12px; }
.what { overflow-wrap: anywhere; }
.what .on { color: var(--soft); }
.what .why { display: block; color: var(--soft); font-size: 13px; }
.came { font-size: 13px; white-space: nowrap; }
.more { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 340px); gap: 20px; padding: 4px 4px 18px 100px; }
.more dl { display: grid; grid-template-columns: 110px minmax(0, 1fr); gap: 3px 12px; margin: 0;
  align-content: start; }
.more dt { color: var(--soft); }
.more dd { margin: 0; overflow-wrap: anywhere; }
.more pre { grid-column: 1 / -1; overflow: auto; max-height: 320px; font-size: 12px; background: var(--raised); padding: 10px;
  border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
.more > details { grid-column: 1 / -1; }
.sketch { width: 100%; max-height: 260px; }
.sketch .frame { fill: var(--raised); stroke: var(--soft); stroke-width: 1; vector-effect: non-scaling-stroke; }
.sketch .element { fill: none; stroke: var(--ask); stroke-width: 2; vector-effect: non-scaling-stroke; }
.sketch circle { fill: var(--block); fill-opacity: .75; }
.sketch text { fill: var(--ink); }
.photo { max-width: 100%; border: 1px solid var(--line); border-radius: 4px; }
.gone { color: var(--soft); font-size: 13px; margin: 4px 0 0; }
.d-allow { --c: var(--allow); } .d-warn { --c: var(--warn); } .d-require_confirmation { --c: var(--ask); }
.d-block { --c: var(--block); } .d-halt { --c: var(--halt); } .d-note { --c: var(--note); }
.line rect { fill: var(--c); }
[hidden] { display: none !important; }
footer { color: var(--soft); font-size: 13px; margin-top: 22px; }
@media (max-width: 720px) { .more { grid-template-columns: minmax(0, 1fr); padding-left: 4px; }
  .row > summary { grid-template-columns: 70px 70px minmax(0, 1fr); } .came { grid-column: 3; } }
@media print { .filters { display: none; } }
)";

const std::string_view report_script = R"(
'use strict';
const rows = [...document.querySelectorAll('.row')];
const marks = [...document.querySelectorAll('.line rect')];
const decision = document.getElementById('decision');
const rule = document.getElementById('rule');
const text = document.getElementById('text');
const shown = document.getElementById('shown');
function apply() {
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  rows.forEach((row, i) => {
    const all = row.textContent.toLowerCase();
    const fits = (!decision.value || row.dataset.decision === decision.value) &&
      (!rule.value || row.dataset.rules.split(' ').includes(rule.value)) && words.every((word) => all.includes(word));
    row.hidden = !fits;
    marks[i].setAttribute('opacity', fits ? '1' : '0.12');
    count += fits;
  });
  shown.textContent = count + ' of ' + rows.length + ' shown';
  const chosen = new URLSearchParams();
  for (const field of [decision, rule, text]) if (field.value) chosen.set(field.id, field.value);
  history.replaceState(null, '', '#' + chosen);
}
const kept = new URLSearchParams(location.hash.slice(1));
for (const field of [decision, rule, text]) {
  if (kept.has(field.id)) field.value = kept.get(field.id);
  field.addEventListener('input', apply);
}
marks.forEach((mark, i) => mark.addEventListener('click', () => {
  rows[i].hidden = false;
  rows[i].open = true;
  rows[i].scrollIntoView({ block: 'center' });
}));
document.querySelector('.filters').hidden = false;
apply();
)";

}  // namespace interlock::cli
