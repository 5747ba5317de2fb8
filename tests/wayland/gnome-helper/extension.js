// Part of the tests: closes the overview at the start, and changes windows and focus at the worst moments.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Clutter from 'gi://Clutter';
import GLib from 'gi://GLib';
import Gio from 'gi://Gio';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';

const INTERFACE = `<node><interface name="org.interlock.Tests">
  <method name="Ready"><arg type="b" direction="out"/></method>
  <method name="Swap"><arg type="t" direction="in"/><arg type="t" direction="in"/><arg type="u" direction="in"/></method>
  <method name="Busy"><arg type="u" direction="in"/></method>
  <method name="AfterPress"><arg type="s" direction="in"/><arg type="t" direction="in"/></method>
  <method name="Activate"><arg type="t" direction="in"/></method>
  <method name="Overview"><arg type="b" direction="in"/></method>
  <method name="Lock"><arg type="b" direction="in"/></method>
  <method name="Dialog"><arg type="b" direction="in"/></method>
  <method name="Person"><arg type="b" direction="in"/></method>
  <method name="Pointer"><arg type="i" direction="out"/><arg type="i" direction="out"/></method>
  <method name="Presses"><arg type="u" direction="out"/></method>
</interface></node>`;

const windowOf = id => global.get_window_actors().map(actor => actor.meta_window).find(each => each?.get_id() === id);

// What may happen between the moment in which an event is posted and the one in which it is delivered.
const ATTACKS = {
  // Raising takes effect in the next frame; this does so at once, as for a frame that is drawn just now.
  raise: id => {
    const window = windowOf(id), actor = window?.get_compositor_private();
    window?.raise();
    actor?.get_parent().set_child_above_sibling(actor, null);
  },
  hide: id => windowOf(id)?.get_compositor_private()?.hide(),
  activate: id => windowOf(id)?.activate(global.get_current_time()),
  lock: (_id, helper) => helper.Lock(true),
  disable: () => Main.extensionManager.disableExtension('interlock@interlock-desk'),
  dialog: (_id, helper) => helper.Dialog(true),
  overview: () => Main.overview.show(),
  hang: milliseconds => GLib.usleep(milliseconds * 1000),
};

export default class Helper extends Extension {
  enable() {
    this._object = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this);
    this._object.export(Gio.DBus.session, '/org/interlock/Tests');
    this._name = Gio.bus_own_name(Gio.BusType.SESSION, 'org.interlock.Tests', Gio.BusNameOwnerFlags.NONE, null, null, null);
    this._presses = 0;
    if (Main.layoutManager._startingUp) Main.layoutManager.connectObject('startup-complete', () => Main.overview.hide(), this);
    else Main.overview.hide();
    this._watchPosts();
  }

  // Extensions share one JavaScript context: what interlock's extension posts goes through here.
  _watchPosts() {
    const proto = Clutter.VirtualInputDevice.prototype;
    this._originals = {notify_button: proto.notify_button, notify_key: proto.notify_key};
    const helper = this;
    for (const [name, original] of Object.entries(this._originals)) {
      proto[name] = function (time, what, state) {
        original.call(this, time, what, state);
        if (state === Clutter.ButtonState.PRESSED) helper._posted();
      };
    }
  }

  _posted() {
    const attack = this._attack;
    if (!attack) return;
    GLib.idle_add(GLib.PRIORITY_HIGH, () => {
      attack();
      return GLib.SOURCE_REMOVE;
    });
  }

  Ready() {
    return !Main.layoutManager._startingUp && !Main.overview.visible && !Main.overview.animationInProgress;
  }

  Swap(a, b, milliseconds) {
    if (this._swapper) GLib.source_remove(this._swapper);
    this._swapper = 0;
    if (milliseconds === 0) return;
    let turn = 0;
    this._swapper = GLib.timeout_add(GLib.PRIORITY_DEFAULT, milliseconds, () => {
      windowOf([a, b][turn++ & 1])?.raise();
      return GLib.SOURCE_CONTINUE;
    });
  }

  // Hangs for so long again and again, between frames; 0: no more.
  Busy(milliseconds) {
    if (this._busy) GLib.source_remove(this._busy);
    this._busy = 0;
    if (milliseconds === 0) return;
    this._busy = GLib.timeout_add(GLib.PRIORITY_LOW, 1, () => {
      GLib.usleep(milliseconds * 1000);
      return GLib.SOURCE_CONTINUE;
    });
  }

  // `attack`: a name of ATTACKS; empty: none.
  AfterPress(attack, id) {
    this._attack = attack ? () => ATTACKS[attack](id, this) : null;
  }

  Activate(id) {
    windowOf(id)?.activate(global.get_current_time());
  }

  Overview(show) {
    if (show) Main.overview.show();
    else Main.overview.hide();
  }

  // Without GDM there is no lock screen; its session mode is what the shell itself calls locked.
  Lock(lock) {
    if (lock && !Main.sessionMode.isLocked) Main.sessionMode.pushMode('unlock-dialog');
    else if (!lock && Main.sessionMode.isLocked) Main.sessionMode.popMode('unlock-dialog');
  }

  // A button of the shell over the whole screen, as a dialog has it, that counts the presses that it gets.
  Dialog(show) {
    this._dialog?.destroy();
    this._dialog = null;
    if (!show) return;
    this._dialog = new Clutter.Actor({reactive: true, width: global.stage.width, height: global.stage.height});
    this._dialog.connect('button-press-event', () => {
      this._presses++;
      return Clutter.EVENT_STOP;
    });
    global.stage.add_child(this._dialog);
  }

  // Whether devices that programs make count as devices of the kernel: there are none of these where mutter has no screen.
  Person(isThere) {
    const proto = Clutter.InputDevice.prototype;
    this._deviceNode ??= proto.get_device_node;
    proto.get_device_node = isThere ? () => '/dev/input/event0' : this._deviceNode;
  }

  Pointer() {
    const [x, y] = global.get_pointer();
    return [Math.round(x), Math.round(y)];
  }

  Presses() {
    return this._presses;
  }

  disable() {
    Object.assign(Clutter.VirtualInputDevice.prototype, this._originals);
    this.Swap(0, 0, 0);
    this.Busy(0);
    this.Dialog(false);
    this.Person(false);
    Main.layoutManager.disconnectObject(this);
    this._object.unexport();
    Gio.bus_unown_name(this._name);
  }
}
