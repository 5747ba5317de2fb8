// Keysyms by their XKB names, and of characters.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Clutter from 'gi://Clutter';

const UNICODE = 0x01000000;

// 0 if there is none: 'Return', 'eacute', 'U20AC', 'XF86AudioMute'.
export function keysymOfName(name) {
  const unicode = /^U([0-9A-Fa-f]{4,6})$/.exec(name);
  if (unicode) return Clutter.unicode_to_keysym(parseInt(unicode[1], 16));
  const value = Clutter[`KEY_${name.replace(/^XF86/, '')}`];
  return typeof value === 'number' ? value : 0;
}

// Empty for a keysym without a name.
export function nameOfKeysym(keysym) {
  return Clutter.keyval_name(keysym) ?? '';
}

export function keysymOfCharacter(character) {
  return Clutter.unicode_to_keysym(character.codePointAt(0));
}

// Whether the keysym stands for a character, as opposed to a function key.
export function isCharacter(keysym) {
  return (keysym >= 0x20 && keysym <= 0x7e) || (keysym >= 0xa0 && keysym < 0xfd00) || keysym >= UNICODE;
}
