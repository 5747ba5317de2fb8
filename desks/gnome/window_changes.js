// Changes of a window, as mutter makes them for a person.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Meta from 'gi://Meta';

import {WireError} from './decode.js';
import {refusal} from './expectation.js';
import {isLocked, toStage} from './screen.js';
import {windowOfId} from './windows.js';

const CHANGES = {
  activate: window => window.activate(global.get_current_time()),
  raise: window => window.raise(),
  minimize: window => window.minimize(),
  unminimize: window => window.unminimize(),
  // GNOME 48 wants to know which directions; 49 has no such argument.
  maximize: window => Meta.MaximizeFlags && window.get_maximized ? window.maximize(Meta.MaximizeFlags.BOTH) : window.maximize(),
  unmaximize: window => Meta.MaximizeFlags && window.get_maximized ? window.unmaximize(Meta.MaximizeFlags.BOTH) : window.unmaximize(),
  fullscreen: window => window.make_fullscreen(),
  unfullscreen: window => window.unmake_fullscreen(),
  close: window => window.delete(global.get_current_time()),
  move: (window, {x, y}) => window.move_frame(true, x, y),
  resize: (window, {x, y, width, height}) => window.move_resize_frame(true, x, y, width, height),
};
const ALLOWED = {
  minimize: window => window.can_minimize(),
  maximize: window => window.can_maximize(),
  close: window => window.can_close(),
  move: window => window.allows_move(),
  resize: window => window.allows_resize(),
};

export function changeWindow({window: id, do: change, x, y, width, height}) {
  if (isLocked()) return {done: 0, refused: refusal('locked', 'the session is locked')};
  const window = windowOfId(id);
  if (!window) throw new WireError('no_window', `there is no window ${id}`);
  if (ALLOWED[change] && !ALLOWED[change](window)) return {done: 0, refused: refusal('unsupported', `the window does not allow '${change}'`)};
  CHANGES[change](window, place(window, {x, y, width, height}));
  return {done: 1};
}

// In the stage's coordinates; what was not given, and a size of 0, stays.
function place(window, {x, y, width, height}) {
  const frame = window.get_frame_rect();
  const at = toStage({x: x ?? 0, y: y ?? 0}), size = toStage({x: width ?? 0, y: height ?? 0});
  return {
    x: x === null ? frame.x : Math.round(at.x),
    y: y === null ? frame.y : Math.round(at.y),
    width: !width ? frame.width : Math.round(size.x),
    height: !height ? frame.height : Math.round(size.y),
  };
}
