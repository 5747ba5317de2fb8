// Carries out interlockd's requests.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import {capture} from './capture.js';
import {readClipboard} from './clipboard.js';
import {WireError} from './decode.js';
import {maskOfNames} from './events.js';
import {checkButtons, checkFocus, checkHit, refusal} from './expectation.js';
import {isCharacter, keysymOfName} from './keysyms.js';
import {REQUESTS} from './requests.js';
import {isLocked, screen, toPicture} from './screen.js';
import {checkKeyGrab, checkOf, checkPointerGrab, inTime, isOver, prepare} from './steps.js';
import {commitText} from './text.js';
import {changeWindow} from './window_changes.js';
import {at, focus, focusedWindow, hitAt, list, windowOfId} from './windows.js';

export class Calls {
  constructor({hands, keymap, foreign, prompt}) {
    this._hands = hands;
    this._keymap = keymap;
    this._foreign = foreign;
    this._prompts = prompt;
  }

  // Resolves to the result, or rejects with a WireError.
  async answer({call, fields}) {
    if (!Object.hasOwn(REQUESTS, call)) throw new WireError('unsupported', `this desk has no call '${call}'`);
    const request = REQUESTS[call](fields, '');
    if (isOver(request)) throw new WireError('timeout', 'the act came too late and was not carried out');
    return this[`_${call}`](request);
  }

  _at(point) {
    return at(point);
  }

  _focus() {
    return focus();
  }

  _list() {
    return {windows: list()};
  }

  _desk() {
    const [x, y] = global.get_pointer();
    const pointer = toPicture({x, y, width: 0, height: 0});
    return {
      screen: screen(),
      pointer: {x: pointer.x, y: pointer.y},
      focus: focusedWindow()?.get_id() ?? 0,
      locked: isLocked(),
    };
  }

  _capture(request) {
    return capture(request);
  }

  async _act({expect, steps, until}) {
    if (steps.length === 0) throw new WireError('invalid', 'steps must not be empty');
    if (!expect) return this._free(steps, until);
    const refused = await this._keysOf(steps) ?? prepare(steps, this._keymap) ?? this._impossible(steps, expect) ?? this._early(steps, expect);
    if (refused) return {done: 0, refused};
    if (expect.focus) windowOfId(expect.window)?.activate(global.get_current_time());
    return this._hands.perform(steps, inTime(until, checkOf(expect, this._hands)));
  }

  // Without an expectation: releases, and the way of a drag.
  _free(steps, until) {
    const isDrag = this._hands.holdsButton;
    for (const {motion, button, key} of steps) {
      if (!(motion && isDrag) && !(button && !button.press) && !(key && !key.press))
        throw new WireError('invalid', 'a step that may press something needs an expectation');
    }
    const refused = prepare(steps, this._keymap);
    if (refused) return {done: 0, refused};
    return this._hands.perform(steps, inTime(until, () => isLocked() ? refusal('locked', 'the session is locked') : null));
  }

  // What can be refused before the first step without looking at the desktop.
  _impossible(steps, expect) {
    if (expect.pixels) return refusal('unsupported', 'this desk cannot compare pixels in the turn of the delivery');
    const outside = steps.find(({motion}) => motion && !isOnScreen(motion));
    if (outside) return refusal('outside_screen', `(${outside.motion.x}, ${outside.motion.y}) is outside of the screen`);
    if (steps.some(({axis}) => axis && !axis.dx && !axis.dy)) throw new WireError('invalid', 'axis must not be 0, 0');
    return null;
  }

  // Finds the keys of the layout.
  async _keysOf(steps) {
    const names = steps.filter(({key}) => key).map(({key}) => key.keysym);
    if (names.length === 0) return null;
    const missing = await this._keymap.firstMissing(names.map(keysymOfName));
    if (missing !== null) {
      const name = names.find(each => keysymOfName(each) === missing);
      return refusal('unknown_key', missing === 0 ? `there is no key '${name}'` : `the keyboard layout has no key '${name}'`);
    }
    if (this._keymap.inputMethod && names.some(each => isCharacter(keysymOfName(each))))
      return refusal('unsupported', `the input method '${this._keymap.inputMethod}' changes keys`);
    return null;
  }

  // The same comparison as at delivery, so that usually nothing is posted that would be held back: with it a release of
  // somebody else's button could be held back, and what they drag would not end.
  _early(steps, expect) {
    if (isLocked()) return refusal('locked', 'the session is locked');
    const [first] = steps;
    if (first?.key) return checkFocus(expect) ?? checkKeyGrab(expect, this._hands);
    if (first?.motion) return checkHit(hitAt(first.motion), expect) ?? checkPointerGrab(expect, this._hands) ?? this._othersButton();
    return null;
  }

  _othersButton() {
    const [, , state] = global.get_pointer();
    return checkButtons(state, this._hands.mask);
  }

  _commit_text({expect, text, until}) {
    return commitText(text, {...expect, until}, {hands: this._hands, keymap: this._keymap});
  }

  _release() {
    this._hands.release();
    return {};
  }

  _shut({on}) {
    this._foreign.shut = on;
    return {};
  }

  _window(request) {
    return changeWindow(request);
  }

  _clipboard({primary}) {
    return readClipboard(primary === true);
  }

  _panic({keysym, modifiers}) {
    const value = keysym === null ? 0 : keysymOfName(keysym);
    if (keysym !== null && value === 0) throw new WireError('unknown_key', `there is no key '${keysym}'`);
    this._foreign.setPanic(value, maskOfNames(modifiers ?? []));
    return {};
  }

  _prompt(request) {
    this._prompts.answer(request);
    return {};
  }
}

function isOnScreen({x, y}) {
  const {width, height} = screen();
  return x >= 0 && y >= 0 && x < width && y < height;
}
