// The text of the clipboard or of the primary selection.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Meta from 'gi://Meta';

import {WireError} from './decode.js';

const LONGEST = 256 * 1024; // bytes
const LIMIT_MS = 1000; // for an owner that does not answer
const TYPES = ['text/plain;charset=utf-8', 'UTF8_STRING', 'text/plain', 'STRING'];

export async function readClipboard(primary) {
  const selection = global.display.get_selection();
  const which = primary ? Meta.SelectionType.SELECTION_PRIMARY : Meta.SelectionType.SELECTION_CLIPBOARD;
  const offered = selection.get_mimetypes(which);
  const type = TYPES.find(each => offered.includes(each));
  if (offered.length === 0) return {text: null};
  if (!type) throw new WireError('unsupported', 'the clipboard holds no text');
  const bytes = await transfer(selection, which, type);
  if (bytes.get_size() > LONGEST) throw new WireError('too_large', 'the clipboard has more than 256 KiB of text');
  return {text: new TextDecoder('utf-8').decode(bytes.toArray())};
}

function transfer(selection, which, type) {
  const output = Gio.MemoryOutputStream.new_resizable();
  const cancellable = new Gio.Cancellable();
  return new Promise((resolve, reject) => {
    const timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, LIMIT_MS, () => {
      cancellable.cancel();
      reject(new WireError('timeout', 'the owner of the clipboard does not answer'));
      return GLib.SOURCE_REMOVE;
    });
    selection.transfer_async(which, type, LONGEST + 1, output, cancellable, (_selection, result) => {
      if (cancellable.is_cancelled()) return;
      GLib.source_remove(timer);
      try {
        selection.transfer_finish(result);
        output.close(null);
        resolve(output.steal_as_bytes());
      } catch (error) {
        reject(new WireError('timeout', `the clipboard cannot be read: ${error.message}`));
      }
    });
  });
}
