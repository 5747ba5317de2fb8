// Which characters the keyboard layout has. mutter has no function for extensions that tells this: a keysym is posted
// while events are held back, and either comes back as itself or does not.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Clutter from 'gi://Clutter';
import * as Keyboard from 'resource:///org/gnome/shell/ui/status/keyboard.js';

import {maskOfKeysym} from './events.js';
import {keysymOfName, nameOfKeysym} from './keysyms.js';
import {keyStep} from './steps.js';

const FIRST_ASCII = 0x20, LAST_ASCII = 0x7e;
const USUAL_KEYS = ['Return', 'Tab', 'BackSpace', 'Escape', 'Delete', 'Home', 'End', 'Page_Up', 'Page_Down', 'Up', 'Down', 'Left', 'Right'];
const MOST_TRIES = 3;
const EVDEV_OFFSET = 8; // between the codes of XKB and of evdev

// A press of a key that locks something or chooses a layout has a lasting effect, also when it is held back; modifiers exist
// in every layout.
function mayTry(keysym) {
  const name = nameOfKeysym(keysym);
  return maskOfKeysym(keysym) === 0 && !name.endsWith('Lock') && (!name.startsWith('ISO_') || name === 'ISO_Left_Tab');
}

export class Keymap {
  constructor(hands, swallow) {
    this._hands = hands;
    this._swallow = swallow;
    this._known = new Map(); // keysym -> {code, modifiers}, or null if the layout lacks it
    this._manager = Keyboard.getInputSourceManager();
    this._manager.connectObject('current-source-changed', () => this._known.clear(), this);
  }

  // The name of the input method that turns keys into something else; empty: keys are what they are.
  get inputMethod() {
    const source = this._manager.currentSource;
    return source && source.type !== 'xkb' ? source.displayName : '';
  }

  // The first of these keysyms that the layout lacks, or null. While this tries what is not known yet, windows do not
  // have the keyboard for some milliseconds.
  async firstMissing(keysyms) {
    const unknown = () => [...new Set(keysyms)].filter(keysym => keysym && mayTry(keysym) && !this._known.has(keysym));
    for (let tries = 0; tries < MOST_TRIES && unknown().length > 0; tries++) await this._try(unknown());
    return keysyms.find(keysym => keysym === 0 || (mayTry(keysym) && !this._known.get(keysym))) ?? null;
  }

  // evdev's code of the key that gives this symbol, with or without Shift; 0: not known.
  codeOf(keysym) {
    return this._known.get(keysym)?.code ?? 0;
  }

  // The modifiers (keysyms) that the key needs to give this symbol.
  modifiersOf(keysym) {
    return this._known.get(keysym)?.modifiers ?? [];
  }

  // Beforehand, so that typing hardly ever has to try.
  async learnUsual() {
    const ascii = Array.from({length: LAST_ASCII - FIRST_ASCII + 1}, (_each, i) => FIRST_ASCII + i);
    await this.firstMissing([...ascii, ...USUAL_KEYS.map(keysymOfName)]);
  }

  // The last key is one that every layout has: when it has come, the others have come or do not come. If it does not come
  // (another act is going on, the input method keeps a key, the shell is busy), nothing is known of those that did not.
  async _try(keysyms) {
    const last = Clutter.KEY_Shift_L;
    const steps = [...keysyms, last].flatMap(keysym => [keyStep(keysym, true), keyStep(keysym, false)]);
    let hasEnded = false;
    const held = () => ({code: 'cancelled', message: 'the keyboard layout is being tried'});
    let modifiers = [];
    await this._hands.perform(steps, held, (step, event) => {
      const symbol = event.get_key_symbol();
      if (step.keysym === last) hasEnded = true;
      if (event.type() !== Clutter.EventType.KEY_PRESS) modifiers = [];
      else if (maskOfKeysym(symbol)) modifiers.push(symbol);
      else if (symbol === step.keysym) this._known.set(symbol, {code: event.get_key_code() - EVDEV_OFFSET, modifiers});
    });
    for (const keysym of keysyms) {
      if (hasEnded && !this._known.has(keysym)) this._known.set(keysym, null);
    }
    await this._swallow.whenFree();
  }

  close() {
    this._manager.disconnectObject(this);
  }
}
