// nut.js: clicks at a place, moves to a second one in steps, clicks and types there, turns the wheel, takes a picture.
//   node clicks.mjs X Y X2 Y2
import nut from '@nut-tree-fork/nut-js';

const { Button, Key, Point, keyboard, mouse, screen, straightTo } = nut;
const [x, y, x2, y2] = process.argv.slice(2).map(Number);
mouse.config.mouseSpeed = 2000;
mouse.config.autoDelayMs = 20;
keyboard.config.autoDelayMs = 20;
await mouse.setPosition(new Point(x, y));
await mouse.click(Button.LEFT);
await mouse.move(straightTo(new Point(x2, y2)));
await mouse.click(Button.LEFT);
await keyboard.pressKey(Key.LeftControl, Key.A);
await keyboard.releaseKey(Key.LeftControl, Key.A);
await keyboard.type('Milk, tea');
await mouse.scrollDown(2);
const at = await mouse.getPosition();
const picture = await screen.grab();
console.log('done', at.x, at.y, await screen.width(), await screen.height(), picture.width, picture.height);
