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

// Scales of monitors are not exact: 4/3 is 1.3333333730697632.
const WHOLE = 0.01;

// GNOME's animations of windows take half of that at most.
const ANIMATION_MS = 500;
const LOOK_AGAIN_MS = 20;

// The picture is painted, and the windows are listed, before anything else can happen on the desktop. Encoding follows.
export async function capture({area, cursor, path}) {
  const file = ownFile(path);
  const wanted = clipped(area);
  const until = GLib.get_monotonic_time() + ANIMATION_MS * 1000;
  while (!areWindowsInPlace()) {
    if (GLib.get_monotonic_time() > until) throw new WireError('failed', 'the overview, a list of windows or an animation shows a window elsewhere than at its place');
    await soon();
  }
  const {scale} = screen();
  const flags = cursor ? Clutter.PaintFlag.FORCE_CURSORS : Clutter.PaintFlag.NO_CURSORS;
  // In 50 the colours that it is to have come before the flags, where null is those of the stage; 48 has no such argument.
  const isColoured = global.stage.paint_to_content.length > 3;
  const content = global.stage.paint_to_content(wanted, scale, ...(isColoured ? [null] : []), flags);
  const windows = list();
  const texture = content.get_texture(), {x, y, ...size} = toPicture(wanted);
  // Encoding more than there is never ends.
  const width = Math.min(size.width, texture.get_width()), height = Math.min(size.height, texture.get_height());
  await encode(texture, width, height, scale, file);
  return {area: {x, y, width, height}, format: 'png', stride: 0, windows};
}

// What agents must not see is painted over by the places of `windows`. So each window must be painted there, and nowhere else: not in a preview, as the
// overview, the list of Alt+Tab and docks show them, nor smaller or elsewhere while it is opened, minimised or moved to another workspace.
function areWindowsInPlace() {
  return global.get_window_actors().every(isInPlace);
}

function isInPlace(actor) {
  const isMoved = actor.scale_x !== 1 || actor.scale_y !== 1 || actor.translation_x !== 0 || actor.translation_y !== 0;
  return !isMoved && !isCloned(actor);
}

// Also by a clone of what is around it or in it.
function isCloned(actor) {
  return actor.has_mapped_clones() || actor.get_children().some(isCloned);
}

function soon() {
  return new Promise(resolve => {
    GLib.timeout_add(GLib.PRIORITY_DEFAULT, LOOK_AGAIN_MS, () => {
      resolve();
      return GLib.SOURCE_REMOVE;
    });
  });
}

// In the stage's coordinates.
function clipped(area) {
  const all = screen();
  const {x, y, width, height} = area ?? {x: 0, y: 0, width: all.width, height: all.height};
  const left = Math.max(0, x), top = Math.max(0, y);
  const right = Math.min(all.width, x + width), bottom = Math.min(all.height, y + height);
  if (right <= left || bottom <= top) throw new WireError('failed', 'the area is outside of the screen');
  const from = toStage({x: left, y: top}), to = toStage({x: right, y: bottom});
  const begin = {x: outwards(from.x, -1, 0), y: outwards(from.y, -1, 0)};
  return new Mtk.Rectangle({
    ...begin,
    width: outwards(to.x, 1, global.stage.width) - begin.x, height: outwards(to.y, 1, global.stage.height) - begin.y,
  });
}

// The nearest whole coordinate of the stage in that direction where a pixel of the picture begins, so that the picture is not
// shifted by a part of a pixel; at most `end`.
function outwards(at, step, end) {
  const {scale} = screen();
  const begins = each => Math.abs(each * scale - Math.round(each * scale)) < WHOLE;
  let whole = step < 0 ? Math.floor(at) : Math.ceil(at);
  while (whole !== end && !begins(whole)) whole += step;
  return whole;
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
