// Elements without markup: text of applications and agents only ever becomes text.

/** make("button", {class: "yes", onclick: f}, "Approve"): children are nodes or texts. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A text with its marked characters (⟨U+202E⟩) set apart. */
export function marked(text) {
  return text.split(/(⟨(?:U\+[0-9A-F]+|x[0-9A-F]{2})⟩)/).map((part, index) =>
    index % 2 ? make("span", {class: "mark", title: "an invisible or reordering character"}, part) : document.createTextNode(part));
}

/** Says it to a screen reader at once. */
export function announce(text) {
  document.getElementById("live").textContent = text;
}

export function rows(list) {
  const dl = make("dl");
  for (const [name, text] of list) dl.append(make("dt", {}, name), make("dd", {dir: "auto", tabindex: text.length > 1500 ? "0" : null}, ...marked(text)));
  return dl;
}
