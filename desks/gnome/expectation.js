// Compares what an event would reach with what interlockd judged. A refusal is {code, message}; null: it is as expected.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import {BUTTON_MASKS, MODIFIER_MASKS, namesOfMask} from './events.js';
import {NAME_BYTES, clip} from './limits.js';
import {isLocked, toPicture} from './screen.js';
import {focusedWindow, hitOf, isPopup, popupOf, popups, toplevelOf} from './windows.js';

export function refusal(code, message) {
  return {code, message};
}

function nameOf(window) {
  return `'${clip(window.get_title() ?? '', NAME_BYTES)}' (window ${window.get_id()}, process ${window.get_pid()})`;
}

function isSameRect(a, b) {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

// `receiver`: the window or its popup, whose process gets the event.
function wrongWindow(window, receiver, expect, code) {
  if (window.get_id() === expect.window && (!expect.pid || receiver.get_pid() === expect.pid)) return null;
  return refusal(code, `${nameOf(window)} is there now`);
}

// A menu of another process takes the next press for itself.
function menuOfAnother(window) {
  const menu = popups().find(each => each.get_pid() !== window.get_pid());
  return menu ? refusal('pointer_grabbed', `a menu of ${nameOf(toplevelOf(menu))} is open`) : null;
}

// For a point: `hit` as windows.js describes it.
export function checkHit(hit, expect) {
  if (isLocked()) return refusal('locked', 'the session is locked');
  if (!hit.window) {
    return refusal('window_changed', hit.kind === 'shell' ? 'a part of the shell is there, no window' : 'no window is there');
  }
  const wrong = wrongWindow(hit.window, hit.popup ?? hit.window, expect, 'window_changed') ?? menuOfAnother(hit.window);
  if (wrong) return wrong;
  const popup = hit.popup ? toPicture(hit.popup.get_frame_rect()) : null;
  if (Boolean(popup) !== Boolean(expect.popup) || (popup && !isSameRect(popup, expect.popup)))
    return refusal('window_changed', popup ? 'another menu of the window is there' : 'the menu is no longer there');
  const surface = toPicture((hit.popup ?? hit.window).get_buffer_rect());
  if (expect.surface && !isSameRect(surface, expect.surface))
    return refusal('window_changed', `${nameOf(hit.window)} has moved or changed its size`);
  return null;
}

// For keys. Popups of the window itself, such as completions, come and go; only one that was expected must be there.
export function checkFocus(expect) {
  if (isLocked()) return refusal('locked', 'the session is locked');
  const window = focusedWindow();
  if (!window) return refusal('focus_moved', 'no window has the keyboard');
  const focused = toplevelOf(window);
  const wrong = wrongWindow(focused, window, expect, 'focus_moved');
  if (wrong) return wrong;
  const menu = popups().find(each => isPopup(each) && each.get_pid() !== focused.get_pid());
  if (menu) return refusal('keyboard_grabbed', `a menu of ${nameOf(toplevelOf(menu))} is open`);
  if (expect.popup) {
    const popup = popupOf(focused);
    if (!popup || !isSameRect(toPicture(popup.get_frame_rect()), expect.popup))
      return refusal('focus_moved', 'the menu is no longer there');
  }
  return null;
}

export function checkButtons(state, ours) {
  return state & BUTTON_MASKS & ~ours ? refusal('pointer_grabbed', 'another button of the mouse is held down') : null;
}

// In the hook: the event's own pick, and nobody else's buttons and modifiers held. `ours` is the mask of what this
// extension holds down.
export function checkPointerEvent(event, expect, ours) {
  return checkButtons(event.get_state(), ours) ?? heldModifier(event, ours) ?? checkHit(hitOf(global.stage.get_event_actor(event)), expect);
}

export function checkKeyEvent(event, expect, ours) {
  return heldModifier(event, ours) ?? checkFocus(expect);
}

function heldModifier(event, ours) {
  const held = event.get_state() & MODIFIER_MASKS & ~ours;
  return held ? refusal('modifier_held', `${namesOfMask(held)} is held down by someone else`) : null;
}
