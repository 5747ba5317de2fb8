// Limits of the wire, in bytes of UTF-8 (desks/wire/messages.h). What applications claim may be of any length.
//
// SPDX-License-Identifier: GPL-2.0-or-later
export const LINE_BYTES = 1 << 20;
export const NAME_BYTES = 256;
export const TEXT_BYTES = 4096;

// The beginning of a text, in whole characters.
export function clip(text, bytes) {
  if (text.length * 3 <= bytes) return text; // a UTF-16 unit has at most 3 bytes
  let size = 0, end = 0;
  for (const character of text) {
    size += new TextEncoder().encode(character).length;
    if (size > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
