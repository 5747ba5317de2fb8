// Posts input through devices of its own, and decides about each posted event in the turn in which mutter delivers it.
//
// A posted event goes to mutter's input thread and comes back to the main loop later, where mutter picks the actor under
// the pointer again. So that the window that is judged is the one that gets the event, the check is made then: see
// delivery.js. mutter hands the time stamp of a posted event back unchanged, and each virtual device is a device of its own
// in mutter, whose events nobody else can make.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Clutter from 'gi://Clutter';
import GLib from 'gi://GLib';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';

import {Act} from './act.js';
import {BUTTONS, kindOf, maskOfButton, maskOfKeysym} from './events.js';
import {toStage} from './screen.js';

const CLOSE_LIMIT_MS = 5000; // a key that the layout lacks never comes

export class Hands {
  constructor(swallow) {
    this._swallow = swallow;
    const seat = global.stage.context.get_backend().get_default_seat();
    this._pointer = seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
    this._keyboard = seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
    this._devices = new Set(); // Clutter.InputDevice of the two, learned from the first events
    this._posted = new Map(); // by time stamp: {act, index}
    this._texts = []; // posted: {act, index, text}
    this._stamp = 0;
    this._lastOfPointer = this._lastOfKeyboard = 0; // stamp of what is on its way; 0: nothing is
    this._act = null;
    this._held = new Map(); // 'button:1' or 'key:65293' -> the step that pressed it
  }

  // Events of these devices, known by the stamps until the self-test has shown which devices they are.
  isOwn(event, device) {
    if (this._devices.has(device)) return true;
    if (this._devices.size === 2 || !this._posted.has(event.get_time_us())) return false;
    this._devices.add(device);
    return true;
  }

  // Posts steps and resolves to the reply of the wire: {done} or {done, refused}. `check(step, event)` returns a refusal
  // or null; it is called in the hook. `seen(step, event)` is called for each event, also when it is held back.
  perform(steps, check, seen = () => {}) {
    if (this._act) return Promise.resolve({done: 0, refused: {code: 'busy', message: 'another act is going on'}});
    return new Promise(resolve => {
      this._act = new Act(steps, check, {
        post: (act, index) => this._post(act, index),
        swallow: this._swallow,
        seen,
        delivered: step => this._remember(step),
        released: step => this._remember(step),
        ended: reply => {
          this._act = null;
          this._swallow.letGo();
          resolve(reply);
        },
      });
      this._act.begin();
    });
  }

  // The event must not be delivered if the act that posted it has failed.
  deliver(event) {
    // From GNOME 50 on, mutter sends one more event when a key changes the modifiers, with the key's time stamp: it is delivered or held back with the key.
    if (kindOf(event) === null) return;
    this._arrived(event);
    const posted = this._posted.get(event.get_time_us());
    if (posted) {
      for (const stamp of this._posted.keys()) {
        if (stamp >= event.get_time_us()) break;
        this._posted.delete(stamp);
      }
      posted.act.deliver(posted.index, event);
    } else if (!this._isRelease(event)) {
      // A repeated key, which is not for clients, but may be a key binding: it was checked when it was pressed.
      this._swallow.take();
      this._swallow.letGo();
    }
  }

  // Text that this extension has given to the input method comes as an event without a stamp, too. Returns whether it is one.
  deliverText(event) {
    if (event.type() !== Clutter.EventType.IM_COMMIT) return false;
    const [first] = this._texts;
    if (!first || event.get_im_text() !== first.text) return false;
    this._texts.shift();
    first.act.deliver(first.index, event);
    return true;
  }

  // The input method has kept the key for itself.
  kept(event) {
    const posted = this._posted.get(event.get_time_us());
    posted?.act.fail({code: 'unsupported', message: 'the input method has kept a key for itself'});
  }

  cancel(refused) {
    this._act?.fail(refused);
  }

  // Buttons and modifiers that were pressed by this extension.
  get mask() {
    let mask = 0;
    for (const {button, keysym} of this._held.values())
      mask |= button ? maskOfButton(button.button) : maskOfKeysym(keysym);
    return mask;
  }

  isForeignGrab(process) {
    return this._swallow.isForeignGrab(process);
  }

  get holdsButton() {
    return [...this._held.values()].some(({button}) => button);
  }

  holds(mask) {
    return (this.mask & mask) !== 0;
  }

  release() {
    for (const step of this._held.values()) {
      if (step.button) this._pointer.notify_button(this._nextOfPointer(), BUTTONS.get(step.button.button), Clutter.ButtonState.RELEASED);
      else this._key(this._nextOfKeyboard(), step, Clutter.KeyState.RELEASED);
    }
    this._held.clear();
  }

  // Each device's events come in order.
  _arrived(event) {
    if (kindOf(event) === 'key') {
      if (event.get_time_us() >= this._lastOfKeyboard) this._lastOfKeyboard = 0;
    } else if (event.get_time_us() >= this._lastOfPointer) {
      this._lastOfPointer = 0;
    }
  }

  get _isUnderWay() {
    return this._act !== null || this._lastOfPointer !== 0 || this._lastOfKeyboard !== 0;
  }

  // Resolves when all that was posted has been delivered or held back.
  async close() {
    this.cancel({code: 'cancelled', message: 'the extension was switched off'});
    const begin = GLib.get_monotonic_time();
    while (this._isUnderWay && GLib.get_monotonic_time() - begin < CLOSE_LIMIT_MS * 1000)
      await new Promise(resolve => GLib.timeout_add(GLib.PRIORITY_DEFAULT, 10, () => {
        resolve();
        return GLib.SOURCE_REMOVE;
      }));
    this._pointer.run_dispose();
    this._keyboard.run_dispose();
    this._pointer = this._keyboard = null;
  }

  _isRelease(event) {
    return event.type() === Clutter.EventType.BUTTON_RELEASE || event.type() === Clutter.EventType.KEY_RELEASE;
  }

  // Microseconds of the monotonic clock, each used once.
  _next() {
    this._stamp = Math.max(GLib.get_monotonic_time(), this._stamp + 1);
    return this._stamp;
  }

  _nextOfPointer() {
    return this._lastOfPointer = this._next();
  }

  _nextOfKeyboard() {
    return this._lastOfKeyboard = this._next();
  }

  _post(act, index) {
    const step = act.stepAt(index);
    const stamp = () => {
      const next = step.key ? this._nextOfKeyboard() : this._nextOfPointer();
      this._posted.set(next, {act, index});
      return next;
    };
    if (step.text) {
      this._texts.push({act, index, text: step.text});
      Main.inputMethod.commit(step.text);
    } else if (step.motion) {
      const {x, y} = toStage(step.motion);
      this._pointer.notify_absolute_motion(stamp(), x, y);
    } else if (step.button) {
      const state = step.button.press ? Clutter.ButtonState.PRESSED : Clutter.ButtonState.RELEASED;
      this._pointer.notify_button(stamp(), BUTTONS.get(step.button.button), state);
    } else if (step.axis) {
      this._scroll(step.axis, stamp);
    } else {
      const state = step.key.press ? Clutter.KeyState.PRESSED : Clutter.KeyState.RELEASED;
      this._key(stamp(), step, state);
    }
  }

  // By the code where it is known: for a keysym mutter would also press Shift.
  _key(stamp, {code, keysym}, state) {
    if (code) this._keyboard.notify_key(stamp, code, state);
    else this._keyboard.notify_keyval(stamp, keysym, state);
  }

  // One event for each click of the wheel.
  _scroll({dx, dy}, stamp) {
    const {LEFT, RIGHT, UP, DOWN} = Clutter.ScrollDirection;
    const turn = (clicks, direction) => {
      for (let i = 0; i < clicks; i++)
        this._pointer.notify_discrete_scroll(stamp(), direction, Clutter.ScrollSource.WHEEL);
    };
    turn(Math.abs(dx), dx < 0 ? LEFT : RIGHT);
    turn(Math.abs(dy), dy < 0 ? UP : DOWN);
  }

  _remember(step) {
    if (!step.button && !step.key) return;
    const name = step.button ? `button:${step.button.button}` : `key:${step.keysym}`;
    if ((step.button ?? step.key).press) this._held.set(name, step);
    else this._held.delete(name);
  }
}
