// Wires the parts: the line to interlockd, what it asks for, and the hook that judges each input event.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import GLib from 'gi://GLib';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';

import {Calls} from './calls.js';
import {Changes} from './changes.js';
import {Delivery} from './delivery.js';
import {Foreign} from './foreign.js';
import {Hands} from './hands.js';
import {InputMethod} from './input_method.js';
import {Keymap} from './keymap.js';
import {Line} from './line.js';
import {Prompt} from './prompt.js';
import {selfTest} from './self_test.js';
import {Swallow} from './swallow.js';
import {isLocked, screen} from './screen.js';

const FEATURES = ['shut', 'capture', 'text', 'prompt', 'clipboard', 'windows', 'panic'];

export class Desk {
  constructor(version, folder) {
    this._version = version;
    this._selfTest = 'not finished';
    this._swallow = new Swallow();
    this._foreign = new Foreign(this._swallow, event => this._line.send(event));
    this._hands = new Hands(this._swallow);
    this._prompt = new Prompt(event => this._line.send(event));
    this._keymap = new Keymap(this._hands, this._swallow);
    this._inputMethod = new InputMethod(event => this._hands.kept(event));
    this._delivery = new Delivery(event => this._judge(event), error => this._broken(error));
    const calls = new Calls({hands: this._hands, keymap: this._keymap, foreign: this._foreign, prompt: this._prompt});
    this._line = new Line({
      hello: () => this._hello(),
      answer: request => calls.answer(request),
      lost: () => this._lost(),
      folder,
    });
    this._changes = new Changes(event => this._line.send(event));
    this._locked = isLocked();
    Main.sessionMode.connectObject('updated', () => this._lockChanged(), this);
    Main.screenShield?.connectObject('locked-changed', () => this._lockChanged(),
      'active-changed', () => this._lockChanged(), this);
    this._start();
  }

  // The line is opened after the self-test, whose result is part of the hello. Until the shell has drawn its first
  // picture there is nothing to press on.
  async _start() {
    if (Main.layoutManager._startingUp)
      await new Promise(resolve => Main.layoutManager.connectObject('startup-complete', resolve, this));
    if (this._closed) return;
    this._selfTest = await selfTest(this._hands, this._delivery);
    if (this._closed) return;
    await this._keymap.learnUsual();
    if (this._closed) return;
    if (this._selfTest !== 'passed') console.warn(`interlock: ${this._selfTest}`);
    this._line.open();
  }

  _hello() {
    return {
      desk: 1,
      name: 'gnome-shell',
      version: this._version,
      features: this._selfTest === 'passed' ? ['atomic', ...FEATURES] : FEATURES,
      self_test: this._selfTest,
      screen: screen(),
      wayland: GLib.getenv('WAYLAND_DISPLAY') ?? '',
      x11: GLib.getenv('DISPLAY') ?? '',
    };
  }

  // Called for each input event, after mutter has found out where it would go and before anyone is told.
  _judge(event) {
    if (this._hands.deliverText(event)) return;
    const device = this._inputMethod.sourceOf(event);
    if (this._hands.isOwn(event, device)) this._hands.deliver(event);
    else if (!this._closed) this._judgeForeign(event, device);
  }

  _judgeForeign(event, device) {
    this._foreign.judge(event, device);
    if (!this._swallow.isTaken && this._prompt.judge(event, device)) this._foreign.hold();
  }

  // A defect of this extension: the event is held back, and interlockd learns that the guarantee is lost.
  _broken(error) {
    this._swallow.take();
    this._swallow.letGo();
    this._selfTest = `the hook failed: ${error.message}`;
    console.error(error, 'interlock: the hook failed');
    this._line.send({event: 'advisory', message: this._selfTest});
  }

  _lost() {
    this._hands.cancel({code: 'cancelled', message: 'the line to interlockd was lost'});
    this._hands.release();
    this._foreign.reset();
    this._prompt.hideAll();
  }

  _lockChanged() {
    const locked = isLocked();
    if (locked === this._locked) return;
    this._locked = locked;
    if (locked) this._hands.release();
    this._line.send({event: 'locked', locked});
  }

  // What is posted and not delivered yet must be held back even now: the hook stays until it has come. Resolves then.
  async close() {
    this._closed = true;
    Main.sessionMode.disconnectObject(this);
    Main.screenShield?.disconnectObject(this);
    Main.layoutManager.disconnectObject(this);
    this._line.close();
    this._changes.close();
    this._lost();
    this._prompt.close();
    this._keymap.close();
    await this._hands.close();
    await this._swallow.whenFree();
    this._delivery.close();
    this._inputMethod.close();
    this._swallow.close();
  }
}
