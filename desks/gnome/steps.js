// The steps of an act, prepared: which events complete each, and what is checked for it in the hook.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import GLib from 'gi://GLib';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';

import {checkFocus, checkKeyEvent, checkPointerEvent, refusal} from './expectation.js';
import {maskOfButton, maskOfKeysym} from './events.js';
import {keysymOfName} from './keysyms.js';
import {isLocked, toStage} from './screen.js';

// Adds to each step what hands.js and `checkOf` need. Returns a refusal if the layout lacks a key.
export function prepare(steps, keymap) {
  let pressed = null; // the button that was pressed in this act, with no motion since
  let point = null; // where this act has moved the pointer to
  for (const step of steps) {
    if (step.motion) {
      point = step.motion;
      pressed = null;
    } else if (step.button) {
      // It belongs to the press, which was checked, whatever the press has opened under the pointer since.
      step.isClick = !step.button.press && pressed === step.button.button;
      if (step.button.press) pressed = step.button.button;
    } else if (step.axis) {
      const clicks = Math.abs(step.axis.dx ?? 0) + Math.abs(step.axis.dy ?? 0);
      const stamps = new Set();
      step.isComplete = event => stamps.add(event.get_time_us()).size === clicks;
    } else {
      const keysym = keysymOfName(step.key.keysym);
      if (!keysym) return refusal('unknown_key', `there is no key '${step.key.keysym}'`);
      Object.assign(step, keyStep(keysym, step.key.press, keymap.codeOf(keysym)));
    }
    if (!step.key) step.point = point;
  }
  return null;
}

// A step of a key. `code` 0: by the keysym; then the Shift that mutter presses for a capital letter has the same stamp.
export function keyStep(keysym, press, code = 0) {
  const isComplete = event => maskOfKeysym(keysym) !== 0 || maskOfKeysym(event.get_key_symbol()) === 0;
  return {key: {keysym: `0x${keysym.toString(16)}`, press}, keysym, code, isComplete};
}

// Whether the time until which interlockd wants it carried out has passed.
export function isOver({until}) {
  return (until ?? null) !== null && GLib.get_monotonic_time() > until;
}

// `check`, and the time: what was posted in time may come too late. A release must come.
export function inTime(until, check) {
  return (step, event) => {
    const isRelease = (step.button ?? step.key)?.press === false;
    if (!isRelease && isOver({until})) return refusal('deadline', 'the event came too late and was held back');
    return check(step, event);
  };
}

// The check in the hook, for Hands.perform.
export function checkOf(expect, hands) {
  return (step, event) => {
    if (step.text) return checkText(expect, hands);
    return step.key ? checkKey(step, event, expect, hands) : checkPointer(step, event, expect, hands);
  };
}

export function checkPointerGrab(expect, hands) {
  return hands.isForeignGrab(expect.pid) ? refusal('pointer_grabbed', 'the shell holds the pointer: a menu, a dialog, a drag, or a moved window') : null;
}

export function checkKeyGrab(expect, hands) {
  return hands.isForeignGrab(expect.pid) ? refusal('keyboard_grabbed', 'the shell holds the keyboard: a menu or a dialog') : null;
}

export function checkText(expect, hands) {
  const grabbed = checkKeyGrab(expect, hands);
  if (grabbed) return grabbed;
  if (Main.inputMethod.hasPreedit?.()) return refusal('keyboard_grabbed', 'a text is being composed with the input method');
  return checkFocus(expect);
}

function checkPointer(step, event, expect, hands) {
  if (step.isClick) return isLocked() ? refusal('locked', 'the session is locked') : null;
  const grabbed = checkPointerGrab(expect, hands);
  if (grabbed) return grabbed;
  if (step.point) {
    const [x, y] = event.get_coords(), wanted = toStage(step.point);
    if (Math.abs(x - wanted.x) >= 1 || Math.abs(y - wanted.y) >= 1)
      return refusal('pointer_grabbed', 'somebody else moved the pointer at the same time');
  }
  // mutter counts the button as held in its own press.
  return checkPointerEvent(event, expect, hands.mask | (step.button ? maskOfButton(step.button.button) : 0));
}

// A release of a modifier has the modifier in its state.
function checkKey(step, event, expect, hands) {
  const wrong = checkKeyGrab(expect, hands) ?? checkKeyEvent(event, expect, hands.mask | maskOfKeysym(step.keysym));
  if (wrong) return wrong;
  if (step.exactly && event.get_key_symbol() !== step.keysym)
    return refusal('modifier_held', 'the key would type another character: Caps Lock is on, or another layout');
  return null;
}
