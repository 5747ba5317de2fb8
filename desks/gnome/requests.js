// The forms of interlockd's requests. docs/desk-protocol.md describes them.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import {array, boolean, choice, integer, oneOf, optional, record, string} from './decode.js';

const coordinate = integer(-32768, 32767);
const id = integer(1, Number.MAX_SAFE_INTEGER);
const rect = record({x: coordinate, y: coordinate, width: integer(0, 65535), height: integer(0, 65535)});
const point = record({x: coordinate, y: coordinate});
const keysym = string(256);
const PATH = 1024; // characters
const until = optional(id); // microseconds of GLib.get_monotonic_time()

const expect = record({
  window: id,
  pid: optional(integer(0, 0x7fffffff)),
  surface: optional(rect),
  popup: optional(rect),
  focus: optional(boolean),
  pixels: optional(record({area: rect, path: string(PATH)})),
});

const step = choice({
  motion: point,
  button: record({button: oneOf(['left', 'right', 'middle', 'back', 'forward']), press: boolean}),
  axis: record({dx: optional(integer(-100, 100)), dy: optional(integer(-100, 100))}),
  key: record({keysym, press: boolean}),
});

const shown = record({
  prompt: id, path: string(PATH), width: integer(1, 8192), height: integer(1, 8192), x: coordinate, y: coordinate,
});

export const REQUESTS = {
  at: record({x: coordinate, y: coordinate}),
  focus: record({}),
  list: record({}),
  desk: record({}),
  capture: record({area: optional(rect), cursor: optional(boolean), path: string(PATH)}),
  act: record({expect: optional(expect), steps: array(256, step), until}),
  commit_text: record({expect, text: string(4 * 16), until}),
  release: record({}),
  shut: record({on: boolean}),
  window: record({
    window: id,
    do: oneOf(['activate', 'raise', 'minimize', 'unminimize', 'maximize', 'unmaximize', 'fullscreen', 'unfullscreen', 'close',
      'move', 'resize']),
    x: optional(coordinate), y: optional(coordinate),
    width: optional(integer(0, 32767)), height: optional(integer(0, 32767)), until,
  }),
  clipboard: record({primary: optional(boolean)}),
  panic: record({keysym: optional(keysym), modifiers: optional(array(4, oneOf(['shift', 'ctrl', 'alt', 'super'])))}),
  prompt: choice({show: shown, update: shown, hide: id}),
};
