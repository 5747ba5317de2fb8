// Input that is not this extension's: a person's, and that of other programs (org.gnome.Mutter.RemoteDesktop, which any
// program on the session bus may use without a question). Reports it, holds programs' input back while it is shut, and
// watches for the panic chord.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Clutter from 'gi://Clutter';
import GLib from 'gi://GLib';

import {MODIFIER_MASKS, byWhom, isPress, kindOf} from './events.js';
import {NAME_BYTES, clip} from './limits.js';

const MOTION_REPORT_INTERVAL_MS = 100;

export class Foreign {
  constructor(swallow, send) {
    this._swallow = swallow;
    this._send = send;
    this._motions = new Map(); // by device: what the next report has
    this._timer = 0;
    this.reset();
  }

  // As without interlockd.
  reset() {
    this.shut = false;
    this._panic = null;
    this._chordKey = 0;
    this._motions.clear();
    if (this._timer) GLib.source_remove(this._timer);
    this._timer = 0;
  }

  // `keysym` 0: there is no panic chord.
  setPanic(keysym, mask) {
    this._panic = keysym ? {keysym, mask} : null;
  }

  // `device`: where the event came from.
  judge(event, device) {
    if (kindOf(event) === null) return;
    const by = byWhom(device);
    this._report(event, by, clip(device?.get_device_name() ?? '', NAME_BYTES));
    if (this._isPanic(event)) {
      this.hold();
      if (event.type() === Clutter.EventType.KEY_PRESS) this._send({event: 'panic', by});
    } else if (this.shut && by === 'program') {
      this.hold();
    }
  }

  hold() {
    this._swallow.take();
    this._swallow.letGo();
  }

  // The press and the release of the chord's last key.
  _isPanic(event) {
    const type = event.type();
    if (type === Clutter.EventType.KEY_RELEASE && event.get_key_code() === this._chordKey) {
      this._chordKey = 0;
      return true;
    }
    if (!this._panic || type !== Clutter.EventType.KEY_PRESS) return false;
    if (event.get_key_symbol() !== this._panic.keysym || (event.get_state() & MODIFIER_MASKS) !== this._panic.mask) return false;
    this._chordKey = event.get_key_code();
    return true;
  }

  _report(event, by, device) {
    const kind = kindOf(event);
    if (kind !== 'motion') {
      if (isPress(event)) this._send({event: 'input', kind, by, device, count: 1});
      return;
    }
    this._reportMotion(by, device);
  }

  // The first one at once: a person takes over with it. Those after it together, at most one report in each interval.
  _reportMotion(by, device) {
    const motion = {event: 'input', kind: 'motion', by, device}, key = `${by} ${device}`, waiting = this._motions.get(key);
    if (waiting) {
      waiting.count++;
      return;
    }
    this._motions.set(key, {...motion, count: 0});
    this._send({...motion, count: 1});
    this._timer ||= GLib.timeout_add(GLib.PRIORITY_DEFAULT, MOTION_REPORT_INTERVAL_MS, () => this._reportWaiting());
  }

  _reportWaiting() {
    for (const [key, waiting] of this._motions) {
      if (waiting.count > 0) this._send({...waiting});
      else this._motions.delete(key);
      waiting.count = 0;
    }
    if (this._motions.size > 0) return GLib.SOURCE_CONTINUE;
    this._timer = 0;
    return GLib.SOURCE_REMOVE;
  }
}
