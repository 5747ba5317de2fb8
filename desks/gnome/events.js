// What an input event is: its kind, its modifiers, and whose device it came from.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Clutter from 'gi://Clutter';

const Type = Clutter.EventType;
const Mask = Clutter.ModifierType;

const KINDS = new Map([
  [Type.KEY_PRESS, 'key'], [Type.KEY_RELEASE, 'key'],
  [Type.BUTTON_PRESS, 'button'], [Type.BUTTON_RELEASE, 'button'], [Type.SCROLL, 'button'],
  [Type.TOUCH_BEGIN, 'button'], [Type.TOUCH_END, 'button'], [Type.TOUCH_CANCEL, 'button'],
  [Type.PAD_BUTTON_PRESS, 'button'], [Type.PAD_BUTTON_RELEASE, 'button'],
  [Type.MOTION, 'motion'], [Type.TOUCH_UPDATE, 'motion'], [Type.PROXIMITY_IN, 'motion'], [Type.PROXIMITY_OUT, 'motion'],
  [Type.TOUCHPAD_PINCH, 'motion'], [Type.TOUCHPAD_SWIPE, 'motion'], [Type.TOUCHPAD_HOLD, 'motion'],
  [Type.PAD_STRIP, 'motion'], [Type.PAD_RING, 'motion'],
]);
const PRESSES = new Set([Type.KEY_PRESS, Type.BUTTON_PRESS, Type.SCROLL, Type.TOUCH_BEGIN, Type.PAD_BUTTON_PRESS]);

// 'key', 'button' (also wheels and fingers) or 'motion' (also gestures); null for what no device has made.
export function kindOf(event) {
  return KINDS.get(event.type()) ?? null;
}

export function isPress(event) {
  return PRESSES.has(event.type());
}

// 'person': a device of the kernel. Devices that programs make through mutter have no device file.
export function byWhom(device) {
  return device?.get_device_node() ? 'person' : 'program';
}

// mutter's numbers of the buttons, by their names on the wire.
export const BUTTONS = new Map([['left', 1], ['middle', 2], ['right', 3], ['back', 8], ['forward', 9]]);
export const BUTTON_MASKS = Mask.BUTTON1_MASK | Mask.BUTTON2_MASK | Mask.BUTTON3_MASK | Mask.BUTTON4_MASK | Mask.BUTTON5_MASK;

// The modifiers that change what a click or a key means, each with its names on the wire and its keysyms.
const MODIFIERS = [
  {name: 'shift', mask: Mask.SHIFT_MASK, keys: ['Shift_L', 'Shift_R']},
  {name: 'ctrl', mask: Mask.CONTROL_MASK, keys: ['Control_L', 'Control_R']},
  {name: 'alt', mask: Mask.MOD1_MASK, keys: ['Alt_L', 'Alt_R', 'Meta_L', 'Meta_R']},
  {name: 'super', mask: Mask.MOD4_MASK, keys: ['Super_L', 'Super_R', 'Hyper_L', 'Hyper_R']},
  {name: 'level3', mask: Mask.MOD5_MASK, keys: ['ISO_Level3_Shift', 'Mode_switch']},
];
export const MODIFIER_MASKS = MODIFIERS.reduce((all, {mask}) => all | mask, 0);
const MASK_OF_KEY = new Map(MODIFIERS.flatMap(({mask, keys}) => keys.map(key => [Clutter[`KEY_${key}`], mask])));

// 0 if the keysym is not a modifier.
export function maskOfKeysym(keysym) {
  return MASK_OF_KEY.get(keysym) ?? 0;
}

export function maskOfNames(names) {
  return names.reduce((all, name) => all | (MODIFIERS.find(modifier => modifier.name === name)?.mask ?? 0), 0);
}

export function namesOfMask(mask) {
  return MODIFIERS.filter(modifier => mask & modifier.mask).map(modifier => modifier.name).join('+');
}

// 0 for the buttons that have no mask.
export function maskOfButton(name) {
  return (Mask.BUTTON1_MASK << (BUTTONS.get(name) - 1)) & BUTTON_MASKS;
}
