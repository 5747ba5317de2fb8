// interlock's extension for GNOME Shell: lets interlockd see this desktop and act on it. See README.md.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

import {Desk} from './desk.js';

export default class InterlockExtension extends Extension {
  enable() {
    this._isOn = true;
    this._begin();
  }

  // A desk that is being closed still has its hook and its devices until what it posted has come: two at a time would take
  // each other's events and grabs.
  _begin() {
    if (this._isOn && !this._isClosing) this._desk ??= new Desk(this.metadata['version-name'] ?? 'unknown', this.dir);
  }

  // The extension also runs on the lock screen (metadata.json), where the desk refuses every act and reports the lock.
  disable() {
    this._isOn = false;
    if (!this._desk) return;
    this._isClosing = true;
    this._desk.close().finally(() => {
      this._isClosing = false;
      this._begin();
    });
    this._desk = null;
  }
}
