// Windows as interlockd sees them, and which one is at a point.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Clutter from 'gi://Clutter';
import Meta from 'gi://Meta';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';

import {NAME_BYTES, TEXT_BYTES, clip} from './limits.js';
import {isLocked, screen, toPicture, toStage} from './screen.js';

const Type = Meta.WindowType;
const TYPES = new Map([
  [Type.NORMAL, 'normal'], [Type.UTILITY, 'normal'], [Type.SPLASHSCREEN, 'normal'], [Type.TOOLBAR, 'normal'],
  [Type.DIALOG, 'dialog'], [Type.MODAL_DIALOG, 'dialog'],
  [Type.MENU, 'menu'], [Type.DROPDOWN_MENU, 'menu'], [Type.POPUP_MENU, 'menu'], [Type.COMBO, 'menu'],
  [Type.TOOLTIP, 'popup'], [Type.NOTIFICATION, 'popup'], [Type.OVERRIDE_OTHER, 'popup'], [Type.DND, 'popup'],
  [Type.DESKTOP, 'shell'], [Type.DOCK, 'shell'],
]);
// mutter gives each xdg_popup of a Wayland client the type DROPDOWN_MENU.
const POPUPS = new Set([Type.DROPDOWN_MENU, Type.POPUP_MENU, Type.COMBO, Type.OVERRIDE_OTHER]);

export function isPopup(window) {
  return POPUPS.has(window.get_window_type()) || window.is_override_redirect();
}

// The window that a popup belongs to; a window of an X program that hides this is its own.
export function toplevelOf(window) {
  let top = window;
  while (isPopup(top) && top.get_transient_for()) top = top.get_transient_for();
  return top;
}

export function isX11(window) {
  return window.get_client_type() === Meta.WindowClientType.X11;
}

function isMaximized(window) {
  // GNOME 49 has the first function, 48 the second.
  return window.is_maximized ? window.is_maximized() : window.get_maximized() === Meta.MaximizeFlags.BOTH;
}

// Also while the overview hides all windows.
function isMapped(window) {
  return Boolean(window.get_compositor_private()?.visible) && !window.minimized;
}

// What its client was told to draw for one logical pixel: that of the monitor with the largest scale on which it is.
function clientScale(window) {
  const buffer = window.get_buffer_rect();
  let scale = 0;
  for (let monitor = 0; monitor < global.display.get_n_monitors(); monitor++) {
    const [shown] = buffer.intersect(global.display.get_monitor_geometry(monitor));
    if (shown) scale = Math.max(scale, global.display.get_monitor_scale(monitor));
  }
  return scale || 1;
}

// Where the stage is not in logical pixels, its picture is not larger than the stage, and windows are as large in it as
// their monitor's scale says.
function scaleOf(window) {
  const {scale} = screen();
  return scale === 1 ? clientScale(window) : scale;
}

function typeOf(window) {
  const type = TYPES.get(window.get_window_type()) ?? 'unknown';
  return isPopup(window) && type !== 'menu' ? 'popup' : type;
}

// The object Window of the wire.
export function factsOf(window) {
  const frame = window.get_frame_rect();
  const x11 = isX11(window);
  const parent = window.get_transient_for();
  return {
    id: window.get_id(),
    pid: Math.max(0, window.get_pid()),
    app_id: clip(window.get_gtk_application_id() || window.get_wm_class() || '', NAME_BYTES),
    title: clip(window.get_title() ?? '', TEXT_BYTES),
    type: typeOf(window),
    x11,
    xid: 0,
    frame: toPicture(frame),
    buffer: toPicture(window.get_buffer_rect()),
    client: toPicture(x11 ? window.frame_rect_to_client_rect(frame) : frame),
    parent: parent ? parent.get_id() : 0,
    sandbox: clip(window.get_sandboxed_app_id() ?? '', NAME_BYTES),
    active: window.has_focus(),
    minimized: window.minimized,
    maximized: isMaximized(window),
    fullscreen: window.is_fullscreen(),
    mapped: isMapped(window),
    scale: scaleOf(window),
    client_scale: clientScale(window),
  };
}

function allWindows() {
  return global.get_window_actors().map(actor => actor.meta_window).filter(window => window !== null);
}

export function windowOfId(id) {
  return allWindows().find(window => window.get_id() === id) ?? null;
}

// With open popups, the lowest first.
export function list() {
  return allWindows().filter(window => !isPopup(window) || isMapped(window)).map(factsOf);
}

export function popups() {
  return allWindows().filter(window => isPopup(window) && isMapped(window));
}

// What an actor is: {kind: 'window', window, popup} with popup null or the popup itself, or another kind and null.
export function hitOf(actor) {
  if (isLocked()) return {kind: 'shell', window: null, popup: null};
  for (let each = actor; each; each = each.get_parent()) {
    if (each instanceof Meta.BackgroundActor) return {kind: 'background', window: null, popup: null};
    if (!(each instanceof Meta.WindowActor)) continue;
    const {meta_window: hit} = each;
    if (!hit || Main.overview.visible) break;
    const window = toplevelOf(hit);
    return {kind: 'window', window, popup: hit === window ? null : hit};
  }
  return {kind: actor && actor !== global.stage ? 'shell' : 'background', window: null, popup: null};
}

// `point` in the picture's pixels. A point of the picture is the middle of its pixel.
export function hitAt(point) {
  const {x, y} = toStage(point);
  return hitOf(global.stage.get_actor_at_pos(Clutter.PickMode.REACTIVE, x, y));
}

// The reply to `at`.
export function at(point) {
  const {kind, window, popup} = hitAt(point);
  if (!window) return {window: null, popup: null, surface: null, kind, pointer: false, receiver: 0};
  const surface = popup ?? window;
  const [x, y] = global.get_pointer(), stage = toStage(point);
  return {
    window: factsOf(window),
    popup: popup ? toPicture(popup.get_frame_rect()) : null,
    surface: toPicture(surface.get_buffer_rect()),
    kind,
    pointer: Math.floor(x) === Math.floor(stage.x) && Math.floor(y) === Math.floor(stage.y),
    receiver: Math.max(0, surface.get_pid()),
  };
}

// The uppermost open popup of a window.
export function popupOf(window) {
  return popups().findLast(popup => toplevelOf(popup) === window) ?? null;
}

// The window that gets keys; null if the shell itself has the keyboard, or nobody.
export function focusedWindow() {
  if (isLocked() || Main.overview.visible || global.stage.get_key_focus() !== null) return null;
  return global.display.focus_window;
}

// The reply to `focus`.
export function focus() {
  const window = focusedWindow();
  const popup = window ? popupOf(window) : null;
  return {window: window ? factsOf(window) : null, popup: popup ? toPicture(popup.get_frame_rect()) : null};
}
