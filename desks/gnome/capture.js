// A picture of the screen, or of a part of it, into interlockd's file.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Mtk from 'gi://Mtk';
import Shell from 'gi://Shell';

import {WireError} from './decode.js';
import {screen, toPicture, toStage} from './screen.js';
import {list} from './windows.js';

// The picture is painted, and the windows are listed, before anything else can happen on the desktop. Encoding follows.
export async function capture({area, cursor, path}) {
  const file = ownFile(path);
  const wanted = clipped(area);
  const {scale} = screen();
  const flags = cursor ? Clutter.PaintFlag.FORCE_CURSORS : Clutter.PaintFlag.NO_CURSORS;
  const content = global.stage.paint_to_content(wanted, scale, flags);
  const windows = list();
  const {width, height} = toPicture(wanted);
  await encode(content.get_texture(), width, height, scale, file);
  return {area: toPicture(wanted), format: 'png', stride: 0, windows};
}

// In the stage's coordinates.
function clipped(area) {
  const all = screen();
  const {x, y, width, height} = area ?? {x: 0, y: 0, width: all.width, height: all.height};
  const left = Math.max(0, x), top = Math.max(0, y);
  const right = Math.min(all.width, x + width), bottom = Math.min(all.height, y + height);
  if (right <= left || bottom <= top) throw new WireError('failed', 'the area is outside of the screen');
  const from = toStage({x: left, y: top}), to = toStage({x: right, y: bottom});
  return new Mtk.Rectangle({
    x: Math.floor(from.x), y: Math.floor(from.y),
    width: Math.ceil(to.x) - Math.floor(from.x), height: Math.ceil(to.y) - Math.floor(from.y),
  });
}

// Only files that interlockd has made in its own folder are written.
export function ownFile(path) {
  const folder = GLib.build_filenamev([GLib.get_user_runtime_dir(), 'interlock']);
  const file = Gio.File.new_for_path(path);
  if (!file.get_path()?.startsWith(`${folder}/`)) throw new WireError('invalid', `the file is not in ${folder}`);
  const attributes = 'standard::type,unix::uid';
  let info;
  try {
    info = file.query_info(attributes, Gio.FileQueryInfoFlags.NOFOLLOW_SYMLINKS, null);
  } catch (error) {
    throw new WireError('invalid', `${path} cannot be read: ${error.message}`);
  }
  if (info.get_file_type() !== Gio.FileType.REGULAR || info.get_attribute_uint32('unix::uid') !== new Gio.Credentials().get_unix_user())
    throw new WireError('invalid', `${path} is not a file of this user`);
  return file;
}

function encode(texture, width, height, scale, file) {
  const stream = file.open_readwrite(null);
  stream.truncate(0, null);
  return new Promise((resolve, reject) => {
    Shell.Screenshot.composite_to_stream(texture, 0, 0, width, height, scale, null, 0, 0, 1, stream.get_output_stream(),
      (_source, result) => {
        try {
          Shell.Screenshot.composite_to_stream_finish(result);
          stream.close(null);
          resolve();
        } catch (error) {
          reject(new WireError('failed', `the picture cannot be written: ${error.message}`));
        }
      });
  });
}
