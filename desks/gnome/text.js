// Typing a text exactly, or not at all: through the input method where the application has a text input, else by keys
// if the keyboard layout has all of its characters.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import GLib from 'gi://GLib';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';

import {refusal} from './expectation.js';
import {keysymOfCharacter, keysymOfName} from './keysyms.js';
import {checkOf, checkText, inTime, keyStep} from './steps.js';

const KEY_OF_CONTROL = new Map([['\n', 'Return'], ['\t', 'Tab']]);

// The reply of the wire, {done} or {done, refused}: `done` counts characters (code points).
export async function commitText(text, expect, {hands, keymap}) {
  const characters = [...text];
  const odd = characters.find(each => /\p{Cc}/u.test(each) && !KEY_OF_CONTROL.has(each));
  if (odd !== undefined) return {done: 0, refused: refusal('unknown_key', 'a control character cannot be typed')};
  let done = 0;
  for (const part of parts(characters)) {
    const reply = part.key ? await typeControl(part.key, expect, {hands, keymap}) : await write(part.text, expect, {hands, keymap});
    done += reply.done;
    if (reply.refused) return {done, refused: reply.refused};
  }
  return {done};
}

async function typeControl(name, expect, {hands, keymap}) {
  const keysym = keysymOfName(name);
  await keymap.firstMissing([keysym]);
  return typeKeys([keysym], expect, {hands, keymap});
}

// Line ends and tabs are keys of their own.
function parts(characters) {
  const found = [];
  for (const each of characters) {
    const key = KEY_OF_CONTROL.get(each);
    if (key) found.push({key});
    else if (found.at(-1)?.text) found.at(-1).text.push(each);
    else found.push({text: [each]});
  }
  return found;
}

async function write(characters, expect, {hands, keymap}) {
  const refused = checkText(expect, hands);
  if (refused) return {done: 0, refused};
  if (hasTextInput()) return commit(characters, expect, hands);
  if (keymap.inputMethod) {
    return {done: 0, refused: refusal('unsupported',
      `the application has no text input of Wayland, and the input method '${keymap.inputMethod}' changes keys`)};
  }
  const keysyms = characters.map(keysymOfCharacter);
  const missing = await keymap.firstMissing(keysyms);
  if (missing !== null) {
    const character = characters[keysyms.indexOf(missing)];
    return {done: 0, refused: refusal('unknown_key',
      `the application has no text input of Wayland, and the keyboard layout has no '${character}'`)};
  }
  return typeKeys(keysyms, expect, {hands, keymap});
}

// A Wayland client that has enabled text-input-v3; the shell's own entries have a focus of another type.
function hasTextInput() {
  return Main.inputMethod.currentFocus?.constructor.$gtype.name === 'MetaWaylandTextInputFocus';
}

// mutter ends what it tells the client (`done` of text-input-v3) in an idle callback after the delivery. A text that is committed
// before would replace this one.
function sentToClient() {
  return new Promise(resolve => GLib.idle_add(GLib.PRIORITY_HIGH_IDLE, () => {
    resolve();
    return GLib.SOURCE_REMOVE;
  }));
}

async function commit(characters, expect, hands) {
  const {done, refused} = await hands.perform([{text: characters.join('')}], inTime(expect.until, checkOf(expect, hands)));
  await sentToClient();
  return {done: done * characters.length, ...refused ? {refused} : {}};
}

// A key that was pressed counts as a character.
async function typeKeys(keysyms, expect, {hands, keymap}) {
  const steps = [], ends = []; // `ends`: the step that presses each character
  for (const keysym of keysyms) {
    const press = down => ({...keyStep(keysym, down, keymap.codeOf(keysym)), exactly: down});
    const modifiers = keymap.modifiersOf(keysym);
    steps.push(...modifiers.map(each => keyStep(each, true)));
    ends.push(steps.length);
    steps.push(press(true), press(false), ...modifiers.toReversed().map(each => keyStep(each, false)));
  }
  const {done, refused} = await hands.perform(steps, inTime(expect.until, checkOf(expect, hands)));
  return {done: ends.filter(end => end < done).length, ...refused ? {refused} : {}};
}
