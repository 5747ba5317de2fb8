// interlock's questions: one picture each, above everything. Input on it reaches nobody else and is reported.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Clutter from 'gi://Clutter';
import Cogl from 'gi://Cogl';
import St from 'gi://St';

import {ownFile} from './capture.js';
import {WireError} from './decode.js';
import {byWhom} from './events.js';
import {nameOfKeysym} from './keysyms.js';
import {screen, toStage} from './screen.js';

export class Prompt {
  constructor(send) {
    this._send = send;
    this._shown = new Map(); // by the number of the prompt: the actor
  }

  answer({show, update, hide}) {
    if (show) this._show(show);
    else if (update) this._update(update);
    else this._hide(hide);
  }

  hideAll() {
    for (const id of [...this._shown.keys()]) this._hide(id);
  }

  close() {
    this.hideAll();
  }

  _show(picture) {
    if (this._shown.size > 0) throw new WireError('invalid', 'a prompt is shown already');
    const actor = new St.Widget({name: 'interlock-prompt', reactive: true, can_focus: true});
    actor.connect('event', (_actor, event) => this._event(picture.prompt, actor, event));
    draw(actor, picture);
    global.stage.add_child(actor); // above the shell's own group
    this._shown.set(picture.prompt, actor);
  }

  _update(picture) {
    const actor = this._shown.get(picture.prompt);
    if (!actor) throw new WireError('invalid', `prompt ${picture.prompt} is not shown`);
    draw(actor, picture);
  }

  _hide(id) {
    const actor = this._shown.get(id);
    this._shown.delete(id);
    if (!actor) return;
    if (global.stage.get_key_focus() === actor) global.stage.set_key_focus(null);
    actor.destroy();
  }

  _event(prompt, actor, event) {
    const type = event.type(), by = byWhom(event.get_source_device());
    if (type === Clutter.EventType.KEY_PRESS) {
      const text = event.get_key_unicode();
      this._send({event: 'prompt', prompt, what: 'key', x: 0, y: 0, by,
        keysym: nameOfKeysym(event.get_key_symbol()), text: text > '\x1f' ? text : ''});
    }
    const isPress = type === Clutter.EventType.BUTTON_PRESS;
    if ((isPress || type === Clutter.EventType.BUTTON_RELEASE) && event.get_button() === Clutter.BUTTON_PRIMARY) {
      // A prompt takes the keyboard only when somebody presses on it.
      if (isPress) global.stage.set_key_focus(actor);
      const [x, y] = event.get_coords(), {scale} = screen();
      this._send({event: 'prompt', prompt, what: isPress ? 'press' : 'release',
        x: Math.floor((x - actor.x) * scale), y: Math.floor((y - actor.y) * scale), by, keysym: '', text: ''});
    }
    return Clutter.EVENT_STOP;
  }

  // In the hook, for input of others: a press elsewhere takes the keyboard from the prompt. Escape with the pointer on the prompt
  // belongs to it; returns whether the event does.
  judge(event, device) {
    const type = event.type();
    for (const [prompt, actor] of this._shown) {
      if (type === Clutter.EventType.BUTTON_PRESS && global.stage.get_event_actor(event) !== actor &&
          global.stage.get_key_focus() === actor)
        global.stage.set_key_focus(null);
      if (type !== Clutter.EventType.KEY_PRESS || event.get_key_symbol() !== Clutter.KEY_Escape) continue;
      const [x, y] = global.get_pointer();
      if (global.stage.get_key_focus() === actor || global.stage.get_actor_at_pos(Clutter.PickMode.REACTIVE, x, y) !== actor) continue;
      this._send({event: 'prompt', prompt, what: 'key', x: 0, y: 0, by: byWhom(device), keysym: 'Escape', text: ''});
      return true;
    }
    return false;
  }
}

// The file has rows of little-endian 0x00RRGGBB without gaps.
function draw(actor, {path, width, height, x, y}) {
  const [data] = ownFile(path).load_bytes(null);
  if (data.get_size() < width * height * 4) throw new WireError('invalid', `${path} is too short`);
  const content = St.ImageContent.new_with_preferred_size(width, height);
  const context = global.stage.context.get_backend().get_cogl_context();
  content.set_bytes(context, data, Cogl.PixelFormat.BGRX_8888, width, height, width * 4);
  const at = toStage({x, y}), size = toStage({x: width, y: height});
  actor.set({x: at.x, y: at.y, width: size.x, height: size.y, content});
}
