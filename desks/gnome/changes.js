// Tells interlockd that windows or the focus have changed, at most ten times a second.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import GLib from 'gi://GLib';

const INTERVAL_MS = 100;

export class Changes {
  constructor(send) {
    this._send = send;
    this._timer = 0;
    const changed = () => this._changed();
    global.display.connectObject('notify::focus-window', changed, 'restacked', changed, 'window-created', changed, this);
  }

  _changed() {
    this._timer ||= GLib.timeout_add(GLib.PRIORITY_DEFAULT, INTERVAL_MS, () => {
      this._timer = 0;
      this._send({event: 'changed'});
      return GLib.SOURCE_REMOVE;
    });
  }

  close() {
    global.display.disconnectObject(this);
    if (this._timer) GLib.source_remove(this._timer);
    this._timer = 0;
  }
}
