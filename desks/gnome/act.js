// One act: steps that are posted and delivered in order, until one is refused. What was posted after the refused step is
// held back, too.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import GLib from 'gi://GLib';

const DELIVERY_LIMIT_MS = 1000; // mutter delivers within a frame, unless the machine is busy
const DRAIN_LIMIT_MS = 300; // after a refusal, for what is posted already
const RETRIES = 5; // of steps that were held back together with another program's input

export class Act {
  // `world`: post(act, index) posts a step; seen(step, event) is told of each event; delivered(step) of each step that is
  // delivered, released(step) of each release that is held back; ended(reply); swallow: as in swallow.js.
  constructor(steps, check, world) {
    this.steps = steps;
    this._check = check;
    this._world = world;
    this._delivered = 0; // steps
    this._end = 0; // of what is posted
    this._releases = []; // posted after it, of what was held back
    this._retries = 0;
    this._failed = null;
    this._isOver = false;
    this._timer = 0;
  }

  begin() {
    if (this.steps.length === 0) this._finish();
    else this._world.swallow.whenFree().then(() => this._postBatch()); // left over from the act before, or another program's input
  }

  // Several motions in a row would be merged into one, so each is delivered before the next one is posted.
  _postBatch() {
    if (this._isOver) return;
    const begin = this._delivered;
    this._end = begin + 1;
    this._releases = [];
    while (this._end < this.steps.length && !this.steps[this._end].motion) this._end++;
    this._wait(DELIVERY_LIMIT_MS, () => this.fail(this._late()));
    for (let i = begin; i < this._end; i++) this._world.post(this, i);
  }

  // Of what is posted.
  stepAt(index) {
    return index < this._end ? this.steps[index] : this._releases[index - this._end];
  }

  // In the hook. Several events may belong to one step: the Shift of a capital letter, the clicks of a wheel. Some of them
  // may come when the act is over.
  deliver(index, event) {
    const step = this.stepAt(index);
    this._world.seen(step, event);
    if (!this._failed) {
      const refused = this._world.swallow.isTaken ? this._heldBack(step) : this._skipped(index) ?? this._check(step, event);
      if (refused) this.fail(refused);
    }
    if (this._failed) {
      this._world.swallow.take();
      if ((step.button ?? step.key)?.press === false) this._world.released(step);
      if (this._isOver) this._world.swallow.letGo();
      else if (index === this._end + this._releases.length - 1) this._drained();
      return;
    }
    if (this._isOver || (step.isComplete && !step.isComplete(event))) return;
    this._delivered = Math.max(this._delivered, index + 1);
    this._world.delivered(step);
    if (this._delivered === this.steps.length) this._finish();
    else if (this._delivered === this._end) this._postBatch();
  }

  // mutter drops a motion that another one follows, and a key that the layout lacks.
  _skipped(index) {
    const key = this.steps.slice(this._delivered, index).find(step => step.key);
    return key ? {code: 'unknown_key', message: `the keyboard layout has no key '${key.key.keysym}'`} : null;
  }

  // Holds back what is posted; the act ends when that has come, or cannot be expected to come.
  fail(refused) {
    if (this._failed) return;
    this._failed = refused;
    if (this._isOver) return;
    this._releaseHeldBack();
    if (this._end === this._delivered) this._finish();
    else this._wait(DRAIN_LIMIT_MS, () => this._finish());
  }

  // mutter drops the next press of what is still pressed; and when the device ends, mutter releases it, which a window would
  // get that got no press.
  _releaseHeldBack() {
    const posted = this.steps.slice(this._delivered, this._end);
    const isHeld = ({button, key}, i) => (button ?? key)?.press && !posted.slice(i + 1).some(later =>
      button ? later.button?.button === button.button : later.key && later.keysym === posted[i].keysym);
    this._releases = posted.filter(isHeld).map(step =>
      step.button ? {...step, button: {...step.button, press: false}} : {...step, key: {...step.key, press: false}});
    this._releases.forEach((_step, i) => this._world.post(this, this._end + i));
  }

  // A wheel may have turned in part.
  _heldBack(step) {
    return {code: 'pointer_grabbed', message: "another program's input was held back at the same moment", again: !step.axis};
  }

  _late() {
    const {key} = this.steps[this._delivered];
    return key
      ? {code: 'unknown_key', message: `the key ${key.keysym} did not arrive: the keyboard layout may lack it`}
      : {code: 'deadline', message: 'the event did not arrive in time'};
  }

  // Everything that was posted has come and was held back.
  _drained() {
    if (this._failed.again && this._retries < RETRIES) {
      this._retries++;
      this._failed = null;
      this._clearTimer();
      this._world.swallow.letGo();
      this._world.swallow.whenFree().then(() => this._postBatch());
    } else {
      this._finish();
    }
  }

  _finish() {
    this._clearTimer();
    this._isOver = true;
    const done = this._delivered;
    if (!this._failed) return this._world.ended({done});
    const {code, message} = this._failed;
    return this._world.ended({done, refused: {code, message}});
  }

  _wait(milliseconds, then) {
    this._clearTimer();
    this._timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, milliseconds, () => {
      this._timer = 0;
      then();
      return GLib.SOURCE_REMOVE;
    });
  }

  _clearTimer() {
    if (this._timer) GLib.source_remove(this._timer);
    this._timer = 0;
  }
}
