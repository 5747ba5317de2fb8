// The picture that coordinates on the wire belong to, and whether the session is locked.
//
// The stage has logical coordinates; its picture is larger by the scale of the monitor with the largest scale.
//
// SPDX-License-Identifier: GPL-2.0-or-later
import Mtk from 'gi://Mtk';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';

export function stageRect() {
  return new Mtk.Rectangle({x: 0, y: 0, width: global.stage.width, height: global.stage.height});
}

function capture() {
  const [ok, width, height, scale] = global.stage.get_capture_final_size(stageRect());
  return ok ? {width, height, scale} : {width: global.stage.width, height: global.stage.height, scale: 1};
}

export function screen() {
  const {width, height, scale} = capture();
  return {width, height, scale};
}

export function toStage(point) {
  const {scale} = capture();
  return {x: point.x / scale, y: point.y / scale};
}

// The edges are rounded, not the size: neighbours stay neighbours.
export function toPicture(rect) {
  const {scale} = capture();
  const left = Math.round(rect.x * scale), top = Math.round(rect.y * scale);
  return {
    x: left,
    y: top,
    width: Math.round((rect.x + rect.width) * scale) - left,
    height: Math.round((rect.y + rect.height) * scale) - top,
  };
}

export function isLocked() {
  return Main.sessionMode.isLocked || Boolean(Main.screenShield?.locked) || Boolean(Main.screenShield?.active);
}
