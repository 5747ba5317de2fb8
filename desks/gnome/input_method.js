// Which device a key came from, if the input method has relayed it.
//
// With ibus, mutter gives each key to the input method before anything else, and gets it back as a new event from the
// seat's keyboard. The stamp is the same, the device is not. A key that the input method has kept for itself does not
// come back.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Clutter from 'gi://Clutter';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';

// Keys that are on their way: more than are ever posted at once (keymap.js, and the steps of an act). While the shell is
// busy they all come back from the input method before the first is delivered.
const REMEMBERED = 1024;

export class InputMethod {
  // `kept(event)` is called for a key that does not come back.
  constructor(kept) {
    this._devices = new Map(); // by stamp
    const devices = this._devices;
    const former = Main.inputMethod.notify_key_event;
    // The shell's own object calls this function of itself when ibus has answered.
    Main.inputMethod.notify_key_event = function (event, filtered) {
      devices.set(event.get_time_us(), event.get_source_device());
      if (devices.size > REMEMBERED) devices.delete(devices.keys().next().value);
      if (filtered) kept(event);
      former.call(this, event, filtered);
    };
  }

  // The device that an event came from in the first place.
  sourceOf(event) {
    const device = event.get_source_device();
    if (!(event.get_flags() & Clutter.EventFlags.FLAG_INPUT_METHOD)) return device;
    return this._devices.get(event.get_time_us()) ?? device;
  }

  close() {
    delete Main.inputMethod.notify_key_event;
  }
}
