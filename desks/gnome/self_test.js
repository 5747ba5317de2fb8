// Whether the hook holds back what it should, tried on an actor of this extension when it starts: a press and a key with
// a wrong expectation must not reach the actor, and the same with a right one must. Events come in order: when the second
// has come, the first does not come any more.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Clutter from 'gi://Clutter';
import GLib from 'gi://GLib';
import Shell from 'gi://Shell';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';

import {toPicture} from './screen.js';
import {keyStep} from './steps.js';

const SIZE = 4; // pixels
const ATTEMPTS = 5; // a person may move the mouse meanwhile
const CORNER = 64; // pixels; GNOME's are as high as its panel
const ARRIVAL_LIMIT_MS = 2000; // within a frame, unless the machine is busy

// Resolves to 'passed' or to what went wrong.
export async function selfTest(hands, delivery) {
  const before = delivery.count;
  const [x, y] = global.get_pointer();
  const probe = new Probe();
  try {
    let result = '';
    for (let attempt = 0; attempt < ATTEMPTS && result !== 'passed'; attempt++) result = await attemptOnce(hands, probe);
    if (delivery.count === before) return 'the hook is never called: this version of GNOME Shell is not supported';
    return result;
  } finally {
    probe.close();
    await hands.perform([{motion: awayFromCorners(pictureOf(x, y))}], () => null);
  }
}

async function attemptOnce(hands, probe) {
  const point = probe.middle;
  const click = [{motion: point, point}, {button: {button: 'left', press: true}}, {button: {button: 'left', press: false}}];
  const key = [keyStep(Clutter.KEY_Shift_L, true), keyStep(Clutter.KEY_Shift_L, false)];
  const wrong = () => ({code: 'window_changed', message: 'self-test'});
  for (const [name, steps] of [['press', click], ['key', key]]) {
    probe.count = 0;
    const refused = await hands.perform(steps, wrong);
    if (!refused.refused || refused.refused.code !== 'window_changed') return `a ${name} was posted and never seen`;
    await hands.perform(steps, (_step, event) => probe.isHit(event) ? null : {code: 'window_changed', message: 'self-test'});
    await arrival(probe);
    if (probe.count === 0) return `a ${name} that was not held back did not arrive`;
    if (probe.count > 1) return `a ${name} reached a wrong target although it was held back`;
  }
  return 'passed';
}

function pictureOf(x, y) {
  const at = toPicture({x, y, width: 0, height: 0});
  return {x: at.x, y: at.y};
}

// At the upper corners of monitors GNOME opens its overview: where a pointer comes, or is stopped by the edge.
function awayFromCorners(point) {
  for (const {x, y, width} of Main.layoutManager.monitors) {
    const {x: left, y: top} = pictureOf(x, y), {x: right} = pictureOf(x + width, y);
    const isNear = corner => Math.abs(point.x - corner) < CORNER && Math.abs(point.y - top) < CORNER;
    if (isNear(left)) return {x: left + CORNER, y: top + CORNER};
    if (isNear(right)) return {x: right - CORNER, y: top + CORNER};
  }
  return point;
}

async function arrival(probe) {
  const begin = GLib.get_monotonic_time();
  while (probe.count === 0 && GLib.get_monotonic_time() - begin < ARRIVAL_LIMIT_MS * 1000)
    await new Promise(resolve => GLib.timeout_add(GLib.PRIORITY_DEFAULT, 5, () => {
      resolve();
      return GLib.SOURCE_REMOVE;
    }));
}

// A small actor in the middle of the screen, above everything, with the keyboard. It counts the presses that it gets.
class Probe {
  constructor() {
    this.count = 0;
    const x = Math.floor(global.stage.width / 2), y = Math.floor(global.stage.height / 2);
    this._actor = new Clutter.Actor({name: 'interlock-self-test', reactive: true, x, y, width: SIZE, height: SIZE});
    const count = () => {
      this.count++;
      return Clutter.EVENT_STOP;
    };
    this._actor.connect('button-press-event', count);
    this._actor.connect('key-press-event', count);
    global.stage.add_child(this._actor);
    this._grab = Main.pushModal(this._actor, {actionMode: Shell.ActionMode.NONE});
    this.middle = pictureOf(x + SIZE / 2, y + SIZE / 2);
  }

  isHit(event) {
    const type = event.type();
    if (type === Clutter.EventType.KEY_PRESS || type === Clutter.EventType.KEY_RELEASE)
      return global.stage.get_key_focus() === this._actor;
    return global.stage.get_event_actor(event) === this._actor;
  }

  close() {
    Main.popModal(this._grab);
    this._actor.destroy();
  }
}
