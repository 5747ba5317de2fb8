// Holds back input events: while it is taken, mutter gives events to an actor that ignores them, and runs no key bindings.
//
// mutter tells Wayland clients of an event at once, and the shell's own actors in the next frame. So what is held back must
// stay so until a frame has been drawn: else a button of the shell would still get the press.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Clutter from 'gi://Clutter';
import GLib from 'gi://GLib';
import Shell from 'gi://Shell';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';

import {popups} from './windows.js';

const FRAME_LIMIT_MS = 100; // no frames are drawn while the monitors are off

export class Swallow {
  constructor() {
    this._actor = new Clutter.Actor({name: 'interlock-swallow', reactive: true});
    this._actor.connect('event', () => Clutter.EVENT_STOP);
    global.stage.add_child(this._actor);
    this._grab = null;
    this._timer = 0;
    this._frame = 0;
    this._waiting = [];
  }

  get isTaken() {
    return this._grab !== null;
  }

  // Whether a grab of the stage belongs to somebody else: a dialog of the shell, an open menu of the panel, a window
  // that is being moved. For an open menu of a client mutter takes one without a visible actor, and passes on what
  // that client gets: it is not foreign to this process.
  isForeignGrab(process) {
    const actor = global.stage.get_grab_actor();
    if (actor === null || actor === this._actor) return false;
    const isOfClients = actor.constructor.$gtype.name === 'ClutterInputOnlyActor';
    return !isOfClients || !popups().some(each => each.get_pid() === process);
  }

  // In the hook: the event that is being delivered, and those after it, reach nobody.
  take() {
    this._forget();
    if (!this._grab) this._grab = Main.pushModal(this._actor, {actionMode: Shell.ActionMode.NONE});
  }

  // Ends it when the events so far are done with.
  letGo() {
    if (!this._grab || this._timer) return;
    this._frame = global.stage.connect('after-update', () => this._letGoNow());
    this._timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, FRAME_LIMIT_MS, () => {
      this._timer = 0;
      this._letGoNow();
      return GLib.SOURCE_REMOVE;
    });
    global.stage.queue_redraw();
  }

  // Resolves when nothing is held back.
  async whenFree() {
    if (this._grab) await new Promise(resolve => this._waiting.push(resolve));
  }

  _letGoNow() {
    this._forget();
    if (this._grab) Main.popModal(this._grab);
    this._grab = null;
    for (const resolve of this._waiting.splice(0)) resolve();
  }

  _forget() {
    if (this._timer) GLib.source_remove(this._timer);
    if (this._frame) global.stage.disconnect(this._frame);
    this._timer = this._frame = 0;
  }

  close() {
    this._letGoNow();
    this._actor.destroy();
  }
}
